// Nothing runs after process.exit(), no finally and no microtask.
// prints: exit
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    Promise.resolve().then(() => console.log('never'));
});
process.nextTick(() => console.log('never'));
try {
    process.exit();
} catch {
    console.log('never');
} finally {
    console.log('never');
}
