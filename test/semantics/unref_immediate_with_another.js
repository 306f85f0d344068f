// With another one it runs, in order.
// prints: a b
setImmediate(() => console.log('a')).unref();
setImmediate(() => console.log('b'));
