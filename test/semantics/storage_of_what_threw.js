// A callback that threw leaves its async context behind: a tick until the next one
// that throws, a timer for the rest of its pass, an immediate not even that.
// Callbacks without an async context of their own see it.
// prints: tick@1 U@1 t1@2 U@2 t2 H@2 t3 H@1 i1@2 U@2 i2 H i3 H@1
// node18 prints: tick@1 U@1 t1@2 U@2 t2 H t3 H i1@2 U@2 i2 H i3 H
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
function log(label) {
    const store = storage.getStore();
    console.log(store === undefined ? label : `${label}@${store}`);
}
process.on('uncaughtException', () => log('U'));
process.on('unhandledRejection', () => {});
process.on('rejectionHandled', () => log('H'));
storage.run(1, () => process.nextTick(() => {
    log('tick');
    throw new Error('x');
}));
const late = [1, 2, 3, 4].map((n) => Promise.reject(n));
const handleOne = () => late.shift().catch(() => {});
function three(start, name) {
    storage.run(2, () => start(() => {
        log(`${name}1`);
        handleOne();
        throw new Error('x');
    }));
    start(() => log(`${name}2`));
    start(() => {
        log(`${name}3`);
        handleOne();
    });
}
setTimeout(() => {
    three((callback) => setTimeout(callback, 1), 't');
    const end = Date.now() + 5;
    while (Date.now() < end);
}, 5);
setTimeout(() => three(setImmediate, 'i'), 100);
