// An unref'd timer shares the list of its duration.
// prints: a b c
// also: node18
setTimeout(() => console.log('a'), 2);
setTimeout(() => console.log('b'), 2).unref();
setTimeout(() => console.log('c'), 2);
