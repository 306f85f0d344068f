// Rejections are told between two immediates.
// prints: a UR1 b
// node10 prints: a b UR1
// also: node18
process.on('unhandledRejection', (n) => console.log('UR' + n));
setImmediate(() => {
    console.log('a');
    Promise.reject(1);
});
setImmediate(() => console.log('b'));
