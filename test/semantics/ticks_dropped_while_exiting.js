// nextTick does nothing once the program is ending.
// prints: exit end
process.on('exit', () => {
    console.log('exit');
    process.nextTick(() => console.log('never'));
    console.log('end');
});
