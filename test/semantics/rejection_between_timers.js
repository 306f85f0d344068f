// Rejections are told between two timers.
// prints: a UR1 b
// node10 prints: a b UR1
// also: node18
process.on('unhandledRejection', (n) => console.log('UR' + n));
setTimeout(() => {
    console.log('a');
    Promise.reject(1);
}, 1);
setTimeout(() => console.log('b'), 1);
const end = Date.now() + 5;
while (Date.now() < end);
