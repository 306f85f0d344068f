// prints: 1 1 2
// also: node18
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const storage = new AsyncLocalStorage();
let bound;
let snapshot;
let resource;
storage.run(1, () => {
    bound = AsyncLocalStorage.bind(() => storage.getStore());
    snapshot = AsyncLocalStorage.snapshot();
});
storage.run(2, () => {
    resource = new AsyncResource('MINE');
    console.log(bound(), snapshot(() => storage.getStore()));
});
console.log(resource.runInAsyncScope(() => storage.getStore()));
