// It is armed again all the same.
// prints: run U run U end
// also: node18
// node10 prints: run U
let n = 0;
process.on('uncaughtException', () => console.log('U'));
const interval = setInterval(() => {
    if (++n === 3) {
        clearInterval(interval);
        console.log('end');
        return;
    }
    console.log('run');
    throw new Error('x');
}, 1);
