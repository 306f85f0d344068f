// A throw in beforeExit that is handled queues the empty immediate, so there
// is one more turn and beforeExit comes again.
// prints: be U be exit
// also: node18 node10
let n = 0;
process.on('uncaughtException', () => console.log('U'));
process.on('beforeExit', () => {
    console.log('be');
    if (n++ === 0)
        throw new Error('x');
});
process.on('exit', () => console.log('exit'));
