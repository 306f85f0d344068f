// No delay at all is 1, like 0, and nothing is said about it.
// prints: a b c 1 1
// also: node18 node10
process.on('warning', (warning) => console.log(warning.name));
const timers = [
    setTimeout(() => console.log('a')),
    setTimeout(() => console.log('b'), undefined),
    setTimeout(() => {
        console.log('c');
        console.log(timers[0]._idleTimeout);
        console.log(timers[1]._idleTimeout);
    }, 1),
];
