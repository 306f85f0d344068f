// Warnings come by a tick of their own, in order, before microtasks.
// prints: sync t1 w1 t2 w2 m
// also: node18 node10
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.message));
Promise.resolve().then(() => console.log('m'));
process.nextTick(() => console.log('t1'));
process.emitWarning('w1');
process.nextTick(() => console.log('t2'));
process.emitWarning('w2');
console.log('sync');
