// The same between two timers.
// prints: a t1 U b t2 b-tick m
// also: node18
// node10 prints: a b t1 U t2 b-tick m
process.on('uncaughtException', () => console.log('U'));
setTimeout(() => {
    console.log('a');
    process.nextTick(() => {
        console.log('t1');
        throw new Error('x');
    });
    process.nextTick(() => console.log('t2'));
    Promise.resolve().then(() => console.log('m'));
}, 1);
setTimeout(() => {
    console.log('b');
    process.nextTick(() => console.log('b-tick'));
}, 1);
const end = Date.now() + 5;
while (Date.now() < end);
