// An exit listener has the last word.
// exit: 2
// prints: 0 2
// also: node18 node10
process.on('exit', (code) => {
    console.log(code);
    process.exitCode = 2;
});
process.on('exit', () => console.log(process.exitCode));
