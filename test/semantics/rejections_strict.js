// strict: an exception first.
// options: --unhandled-rejections=strict
// prints: U x UR x
// also: node18 node10
process.on('uncaughtException', (error) => console.log('U', error.message));
process.on('unhandledRejection', (error) => console.log('UR', error.message));
Promise.reject(new Error('x'));
