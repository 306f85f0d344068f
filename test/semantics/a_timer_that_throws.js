// Its ticks run only after the next timer.
// prints: a U b a-tick a-micro c
// also: node18
// node10 prints: a U b c a-tick a-micro
process.on('uncaughtException', () => console.log('U'));
setTimeout(() => {
    console.log('a');
    process.nextTick(() => console.log('a-tick'));
    Promise.resolve().then(() => console.log('a-micro'));
    throw new Error('x');
}, 1);
setTimeout(() => console.log('b'), 1);
setTimeout(() => console.log('c'), 1);
const end = Date.now() + 5;
while (Date.now() < end);
