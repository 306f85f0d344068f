// In Node 10 an interval that threw is over until it is unref'd.
// prints: run error run end
// also: node18
// node10 prints: run error unref run end
let runs = 0;
process.on('uncaughtException', () => console.log('error'));
const interval = setInterval(() => {
    console.log('run');
    if (++runs === 2)
        clearInterval(interval);
    else
        throw new Error('run');
}, 4);
setTimeout(() => {
    if (runs === 1) {
        console.log('unref');
        interval.unref();
    }
}, 60);
setTimeout(() => console.log('end'), 120);
