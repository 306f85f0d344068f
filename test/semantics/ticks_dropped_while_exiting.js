// nextTick does nothing once the program is ending.
// prints: exit end
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    process.nextTick(() => console.log('never'));
    console.log('end');
});
