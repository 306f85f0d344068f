// beforeExit comes again each time it made new work.
// prints: be 0 imm be 0 imm be 0 exit 0
// also: node18 node10
let n = 0;
process.on('beforeExit', (code) => {
    console.log('be', code);
    if (n++ < 2)
        setImmediate(() => console.log('imm'));
});
process.on('exit', (code) => console.log('exit', code));
