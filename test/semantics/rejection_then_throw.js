// A rejection is still told after a handled exception of the same callback.
// prints: U:sync U:rejected
// also: node18
// node10 prints: U:sync
process.on('uncaughtException', (error) => console.log('U:' + error.message));
setImmediate(() => {
    Promise.reject(new Error('rejected'));
    throw new Error('sync');
});
