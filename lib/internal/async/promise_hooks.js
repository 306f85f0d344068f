'use strict';
/*
 * internal/async/promise_hooks - v8.promiseHooks: functions that are called when a
 * promise is made, before and after a reaction, and when it is settled.
 *
 * What a hook throws is uncaught, and the program goes on where it was.
 */

const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
const { types } = require('util');
const { validateObject } = require('internal/validators');
const promises = require('internal/promises');

const kNames = ['init', 'before', 'after', 'settled'];
const kEvents = [promises.INIT, promises.BEFORE, promises.AFTER,
                 promises.RESOLVE];

/* Asynchronous functions make promises, which would call them again. */
function checkHook(hook, name) {
    if (typeof hook !== 'function' || types.isAsyncFunction(hook))
        throw new ERR_INVALID_ARG_TYPE(`${name}Hook`, 'function', hook);
}

function callHook(hook, promise, other) {
    try {
        hook(promise, other);
    } catch (error) {
        internalBinding('errors').triggerUncaughtException(error, false);
    }
}

/* Listen with these hooks, by event; the result stops that. */
function start(hooks) {
    const follower = (event, promise, other) => {
        const hook = hooks.get(event);
        if (hook !== undefined) {
            callHook(hook, promise,
                     event === promises.INIT ? other : undefined);
        }
    };
    promises.follow(follower);
    return function stop() {
        promises.unfollow(follower);
    };
}

function makeStarter(index) {
    return (hook) => {
        checkHook(hook, kNames[index]);
        return start(new Map([[kEvents[index], hook]]));
    };
}

function createHook(hooks = {}) {
    validateObject(hooks, 'hooks');
    const byEvent = new Map();
    for (const [i, name] of kNames.entries()) {
        if (hooks[name] === undefined)
            continue;
        checkHook(hooks[name], name);
        byEvent.set(kEvents[i], hooks[name]);
    }
    return start(byEvent);
}

module.exports = {
    createHook,
    onInit: makeStarter(0),
    onBefore: makeStarter(1),
    onAfter: makeStarter(2),
    onSettled: makeStarter(3),
};
