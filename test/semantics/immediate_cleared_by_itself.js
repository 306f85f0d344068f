// Clearing oneself while running is harmless.
// prints: a b
const a = setImmediate(() => {
    console.log('a');
    clearImmediate(a);
});
setImmediate(() => console.log('b'));
