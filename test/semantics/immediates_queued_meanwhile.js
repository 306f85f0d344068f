// Immediates queued while immediates run wait for the next turn.
// prints: a b c
// also: node18 node10
setImmediate(() => {
    console.log('a');
    setImmediate(() => console.log('c'));
});
setImmediate(() => console.log('b'));
