// The store of what threw is there in the handler.
// prints: U 1
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('uncaughtException', () => console.log('U', storage.getStore()));
storage.run(1, () => setImmediate(() => { throw new Error('x'); }));
