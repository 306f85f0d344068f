// Unref'd timers do not keep a program alive, and still run if something else does.
// prints: short ref
// also: node18 node10
setTimeout(() => console.log('never'), 60000).unref();
setTimeout(() => console.log('short'), 1).unref();
setTimeout(() => console.log('ref'), 20);
