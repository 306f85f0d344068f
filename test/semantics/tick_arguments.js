// nextTick passes arguments on.
// prints: 1 a undefined
process.nextTick((...args) => console.log(...args), 1, 'a', undefined);
