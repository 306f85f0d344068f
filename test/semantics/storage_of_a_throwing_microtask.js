// The handler of what a microtask threw sees the store it was queued in, whatever it
// entered since, also while a hook listens.
// prints: U 1 U undefined U 1 U undefined
const { AsyncLocalStorage, createHook } = require('async_hooks');
const storage = new AsyncLocalStorage();
process.on('uncaughtException', () => console.log('U', storage.getStore()));

function enterAndThrow() {
    storage.enterWith(2);
    throw new Error('x');
}

function queue() {
    storage.run(1, () => queueMicrotask(enterAndThrow));
    queueMicrotask(enterAndThrow);
}
queue();
setImmediate(() => {
    createHook({ init() {}, before() {}, after() {} }).enable();
    queue();
});
