'use strict';
/*
 * real_common.js - for Node's tests with Node's own test/common, which names
 * modules and globals at its top that are not there yet. This supplies empty
 * ones, to test/common alone:
 *
 *     ../shared/node-tests/run.py \
 *         --bin "$PWD/build/orrery -r $PWD/test/node/real_common.js" --area timers
 *
 * A test itself is still told that a module is missing, so one that needs it
 * fails. What is won: the real mustCall(), and its look for leaked globals.
 */

const Module = require('module');

const late = {
    __proto__: null,
    buffer: { atob, btoa },
    child_process: {},
    cluster: { isPrimary: true },
    net: {
        getDefaultAutoSelectFamilyAttemptTimeout: () => 250,
        setDefaultAutoSelectFamilyAttemptTimeout() {},
    },
};

const load = Module._load;
Module._load = function(name, parent) {
    const supplied = late[name.replace(/^node:/, '')];
    if (supplied && /[\\/]test[\\/]common[\\/]/.test(parent?.filename))
        return supplied;
    return Reflect.apply(load, this, arguments);
};

/* It reads this one whether it is there or not. */
Object.defineProperty(globalThis, 'fetch', {
    configurable: true,
    value: undefined,
});
