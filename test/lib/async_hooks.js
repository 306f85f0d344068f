'use strict';
/*
 * async_hooks: what is told of a signal that is listened to. The order of hooks
 * and callbacks is in test/semantics.
 */

const { createHook, executionAsyncId } = require('async_hooks');
const { check, finish } = require('./support/check.js');

const told = [];
let ours;

createHook({
    init(id, type, trigger, resource) {
        if (type !== 'SIGNALWRAP')
            return;
        ours = id;
        told.push(`init ${resource.constructor.name}`);
    },
    before: (id) => id === ours && told.push('before'),
    after: (id) => id === ours && told.push('after'),
    destroy: (id) => id === ours && told.push('destroy'),
}).enable();

const wait = setInterval(() => {}, 1000);
process.on('SIGUSR2', () => {
    told.push(executionAsyncId() === ours ? 'in its scope' : 'elsewhere');
    process.removeAllListeners('SIGUSR2');
    clearInterval(wait);
});
process.kill(process.pid, 'SIGUSR2');

process.on('exit', () => {
    check(() => told.join(), 'init Signal,before,in its scope,after,destroy');
    finish();
});
