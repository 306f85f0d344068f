// A tick between two timers may clear the second.
// prints: a tick c
// also: node18
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
