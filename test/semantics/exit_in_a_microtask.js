// exit() in a microtask: no further microtask runs.
// prints: m exit
// also: node18 node10
process.on('exit', () => console.log('exit'));
Promise.resolve().then(() => {
    console.log('m');
    process.exit();
}).then(() => console.log('never'));
