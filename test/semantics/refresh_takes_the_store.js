// A timer that has fired and is refreshed has the store of who refreshed it.
// prints: undefined 1
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const timer = setTimeout(() => console.log(storage.getStore()), 1);
setTimeout(() => storage.run(1, () => timer.refresh()), 30);
