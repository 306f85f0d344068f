// unhandledRejection runs with the store of the rejected promise.
// prints: UR 1
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('unhandledRejection', () => console.log('UR', storage.getStore()));
storage.run(1, () => Promise.reject(1));
