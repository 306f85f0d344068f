// If the last immediate throws, those for the next turn run in the same phase.
// prints: a U n1 t n2 timer
// node10 prints: a U timer t n1 n2
// also: node18
process.on('uncaughtException', () => console.log('U'));
setImmediate(() => {
    console.log('a');
    setImmediate(() => console.log('n1'));
    setImmediate(() => console.log('n2'));
    process.nextTick(() => console.log('t'));
    setTimeout(() => console.log('timer'), 1);
    const end = Date.now() + 10;
    while (Date.now() < end);
    throw new Error('x');
});
