// Clearing oneself while running is harmless.
// prints: a b
// also: node18 node10
const a = setImmediate(() => {
    console.log('a');
    clearImmediate(a);
});
setImmediate(() => console.log('b'));
