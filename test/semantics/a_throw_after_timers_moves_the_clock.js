// In Node 10, if what follows a list of timers throws, the list is called again
// with a new time, and another that has become due runs in the same pass.
// prints: first caught immediate second
// also: node18
// node10 prints: first caught second immediate
function spin() {
    const end = Date.now() + 12;
    while (Date.now() < end);
}
process.on('uncaughtException', () => console.log('caught'));
setTimeout(() => {
    console.log('first');
    setImmediate(() => console.log('immediate'));
    setTimeout(() => console.log('second'), 4);
    spin();
    process.nextTick(() => { throw new Error('tick'); });
}, 1);
spin();
