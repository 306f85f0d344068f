// With another one it runs, in order.
// prints: a b
// also: node18 node10
setImmediate(() => console.log('a')).unref();
setImmediate(() => console.log('b'));
