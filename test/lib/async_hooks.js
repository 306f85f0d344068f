'use strict';
/*
 * async_hooks: the hooks of a signal listener. The order of hooks
 * and callbacks is in test/semantics.
 */

const { createHook, executionAsyncId } = require('async_hooks');
const { check, finish } = require('./support/check.js');

const events = [];
let ours;

createHook({
    init(id, type, trigger, resource) {
        if (type !== 'SIGNALWRAP')
            return;
        ours = id;
        events.push(`init ${resource.constructor.name}`);
    },
    before: (id) => id === ours && events.push('before'),
    after: (id) => id === ours && events.push('after'),
    destroy: (id) => id === ours && events.push('destroy'),
}).enable();

const wait = setInterval(() => {}, 1000);
process.on('SIGUSR2', () => {
    events.push(executionAsyncId() === ours ? 'in its scope' : 'elsewhere');
    process.removeAllListeners('SIGUSR2');
    clearInterval(wait);
});
process.kill(process.pid, 'SIGUSR2');

process.on('exit', () => {
    check(() => events.join(), 'init Signal,before,in its scope,after,destroy');
    finish();
});
