// An async function that throws rejects its promise.
// prints: sync tick UR:x
process.on('unhandledRejection', (error) => console.log('UR:' + error.message));
process.nextTick(() => console.log('tick'));
(async () => { throw new Error('x'); })();
console.log('sync');
