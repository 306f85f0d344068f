// The handler of what a microtask threw sees the microtask's store.
// prints: U 1
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('uncaughtException', () => console.log('U', storage.getStore()));
storage.run(1, () => queueMicrotask(() => { throw new Error('x'); }));
