// A reaction has the store of then(), not of resolve().
// prints: then 1 await 2
// also: node18
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
let resolve;
const promise = new Promise((r) => { resolve = r; });
storage.run(1, () => promise.then(() => console.log('then', storage.getStore())));
storage.run(2, async () => {
    await promise;
    console.log('await', storage.getStore());
});
storage.run(3, () => resolve());
