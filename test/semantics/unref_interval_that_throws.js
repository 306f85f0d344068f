// In Node 10 an interval that throws is over, also if it is unref'd. One that is
// unref'd by the callback that throws has a new handle, which is due at once.
// prints: a error b error immediate a error b end
// also: node18
// node10 prints: a error b error b immediate end
process.on('uncaughtException', () => console.log('error'));
const first = setInterval(() => {
    console.log('a');
    throw new Error('a');
}, 1).unref();
let runs = 0;
const second = setInterval(() => {
    console.log('b');
    if (++runs === 2) {
        clearInterval(second);
        clearInterval(first);
        return;
    }
    setImmediate(() => console.log('immediate'));
    second.unref();
    throw new Error('b');
}, 2);
setTimeout(() => console.log('end'), 80);
for (const end = Date.now() + 20; Date.now() < end;);
