// At a natural end they do.
// prints: exit m1 m2
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    Promise.resolve().then(() => console.log('m1'))
        .then(() => console.log('m2'));
});
