// A thenable that throws rejects its promise, also while hooks listen.
// prints: caught:t after
// also: node18 node10
require('async_hooks').createHook({
    init() {}, before() {}, after() {}, promiseResolve() {},
}).enable();
process.on('uncaughtException', (err) => console.log('lost:' + err));
Promise.resolve()
    .then(() => ({ then() { throw new Error('t'); } }))
    .catch((err) => console.log('caught:' + err.message))
    .then(() => console.log('after'));
