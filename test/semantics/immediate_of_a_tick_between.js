// An immediate queued by a tick between two immediates waits for the next turn.
// prints: a tick b late
// also: node18
// node10 prints: a b tick late
setImmediate(() => {
    console.log('a');
    process.nextTick(() => {
        console.log('tick');
        setImmediate(() => console.log('late'));
    });
});
setImmediate(() => console.log('b'));
