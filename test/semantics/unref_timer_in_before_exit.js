// An unref'd timer does not make the loop live again.
// prints: be exit
// also: node18 node10
process.on('beforeExit', () => {
    console.log('be');
    setTimeout(() => console.log('never'), 1).unref();
});
process.on('exit', () => console.log('exit'));
