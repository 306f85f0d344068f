// An immediate is too late, and that is told.
// prints: unhandled x handled
// also: node18 node10
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.on('rejectionHandled', (promise) =>
    console.log(promise === late && 'handled'));
const late = Promise.reject('x');
setImmediate(() => late.catch(() => {}));
