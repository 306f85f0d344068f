'use strict';
// Loads the addon that test/addon/run has built, and prints what it does.

const addon = require(process.argv[2]);
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const log = (...args) => console.log(...args);

log('add', addon.add(1, 2));
try {
    addon.add('x');
} catch (error) {
    log(error.name, error.code, error.message);
}
log('same', require(process.argv[2]) === addon);
process.on('uncaughtException', (error) => log('uncaught', error.message));

function countToThree() {
    addon.count(3, (n) => {
        log('count', n, storage.getStore());
        process.nextTick(() => log('tick', n));
    }, () => log('done'));
}

storage.run('here', () => {
    addon.square(7, (status, result) => {
        log('square', status, result, storage.getStore());
        Promise.resolve().then(() => log('micro'));
        process.nextTick(() => log('tick'));
        addon.square(2, () => {
            countToThree();
            throw new Error('from a callback');
        });
    });
});
