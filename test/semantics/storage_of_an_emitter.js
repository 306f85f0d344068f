// A listener has the store of emit().
// prints: 2
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const e = new (require('events'))();
storage.run(1, () => e.on('x', () => console.log(storage.getStore())));
storage.run(2, () => e.emit('x'));
