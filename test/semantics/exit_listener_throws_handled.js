// An exception in an exit listener may be handled: the code is what was set.
// exit: 3
// prints: exit:3 caught
// also: node18 node10
process.on('uncaughtException', () => console.log('caught'));
process.on('exit', (code) => {
    console.log('exit:' + code);
    Promise.resolve().then(() => console.log('never'));
    throw new Error('late');
});
process.exitCode = 3;
