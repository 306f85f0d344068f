// An async function that throws rejects its promise.
// prints: sync tick UR:x
// also: node18 node10
process.on('unhandledRejection', (error) => console.log('UR:' + error.message));
process.nextTick(() => console.log('tick'));
(async () => { throw new Error('x'); })();
console.log('sync');
