// exit() in a tick: nothing more runs.
// prints: t1 exit
// also: node18 node10
process.on('exit', () => console.log('exit'));
process.nextTick(() => {
    console.log('t1');
    process.exit();
});
process.nextTick(() => console.log('never'));
Promise.resolve().then(() => console.log('never'));
