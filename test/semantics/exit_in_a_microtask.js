// exit() in a microtask likewise.
// prints: m exit
process.on('exit', () => console.log('exit'));
Promise.resolve().then(() => {
    console.log('m');
    process.exit();
}).then(() => console.log('never'));
