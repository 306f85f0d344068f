// nextTick passes arguments on.
// prints: 1 a undefined
// also: node18
process.nextTick((...args) => console.log(...args), 1, 'a', undefined);
