// async_hooks and AsyncLocalStorage over ticks, timers, promises, emitters.
const { createHook, AsyncLocalStorage, AsyncResource } = require('async_hooks');
const seen = {};
const hook = createHook({
    init(id, type) { seen[type] = (seen[type] ?? 0) + 1; },
    before() { seen.before = (seen.before ?? 0) + 1; },
    promiseResolve() { seen.resolved = (seen.resolved ?? 0) + 1; },
}).enable();
const storage = new AsyncLocalStorage();

storage.run({ user: 'ann' }, async () => {
    setTimeout(() => console.log('timer', storage.getStore().user), 1);
    process.nextTick(() => console.log('tick', storage.getStore().user));
    await null;
    console.log('await', storage.getStore().user);
});
const resource = new AsyncResource('MINE');
resource.runInAsyncScope(() => console.log('mine', storage.getStore()));
resource.emitDestroy();
setTimeout(() => {
    hook.disable();
    console.log(Object.keys(seen).sort().join());
}, 5);
