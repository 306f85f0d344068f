// A tick between two timers may clear the second.
// prints: a tick c
// also: node18
// node10 prints: a b c tick
setTimeout(() => {
    console.log('a');
    process.nextTick(() => {
        console.log('tick');
        clearTimeout(b);
    });
}, 1);
const b = setTimeout(() => console.log('b'), 1);
setTimeout(() => console.log('c'), 1);
const end = Date.now() + 5;
while (Date.now() < end);
