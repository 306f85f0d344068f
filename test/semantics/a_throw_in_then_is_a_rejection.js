// A throw in a reaction is a rejection, not an exception.
// prints: m UR:x tick
// also: node18 node10
process.on('uncaughtException', () => console.log('never'));
process.on('unhandledRejection', (error) => {
    console.log('UR:' + error.message);
    process.nextTick(() => console.log('tick'));
});
Promise.resolve().then(() => {
    console.log('m');
    throw new Error('x');
});
