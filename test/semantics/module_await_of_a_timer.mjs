// A continuation after a timer runs as that timer's microtask.
// prints: a timer after m tick
// also: node18
console.log('a');
await new Promise((resolve) => setTimeout(() => {
    console.log('timer');
    resolve();
}, 1));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('m'));
console.log('after');
