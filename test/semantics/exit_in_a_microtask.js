// exit() in a microtask likewise.
// prints: m exit
// also: node18 node10
process.on('exit', () => console.log('exit'));
Promise.resolve().then(() => {
    console.log('m');
    process.exit();
}).then(() => console.log('never'));
