'use strict';
/*
 * async_hooks - ids, resources and hooks.
 *
 * The ids are those of the records that the loop and the engine keep for
 * everything they schedule. A resource of the program's own takes an id of the
 * same count; while its scope runs, it is what executionAsyncId() tells.
 */

const binding = internalBinding('async');
const frames = internalBinding('frames');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const hooks = require('internal/async_hooks');

// ---- Resources -------------------------------------------------------------------

function readTrigger(options) {
    const given = typeof options === 'number' ? options :
        options.triggerAsyncId;
    if (given === undefined)
        return hooks.executionAsyncId();
    if (!Number.isSafeInteger(given) || given < -1)
        throw new codes.ERR_INVALID_ASYNC_ID('triggerAsyncId', given);
    return given;
}

const registry = new FinalizationRegistry(({ id, state }) => {
    if (!state.destroyed)
        hooks.emitDestroy(id);
});

/* bound.asyncResource: deprecated, and told so once. */
let told = false;

function resourceOf(resource) {
    return function() {
        if (!told) {
            told = true;
            process.emitWarning(
                'The asyncResource property on bound functions is deprecated',
                'DeprecationWarning', 'DEP0172');
        }
        return resource;
    };
}

function replaceResource(value) {
    Object.defineProperty(this, 'asyncResource', {
        __proto__: null, configurable: true, enumerable: true, value,
        writable: true,
    });
}

class AsyncResource {
    #id;
    #trigger;
    #frame;
    #state = { destroyed: false };

    constructor(type, options = {}) {
        validateString(type, 'type');
        if (type.length === 0 && hooks.isActive())
            throw new codes.ERR_ASYNC_TYPE(type);
        this.#trigger = readTrigger(options);
        this.#id = binding.newId();
        this.#frame = frames.get();
        if (!hooks.isActive())
            return;
        hooks.emitInit(this.#id, type, this.#trigger, this);
        if (options?.requireManualDestroy !== true)
            registry.register(this, { id: this.#id, state: this.#state });
    }

    asyncId() { return this.#id; }

    triggerAsyncId() { return this.#trigger; }

    runInAsyncScope(fn, receiver, ...args) {
        const outer = frames.exchange(this.#frame);
        try {
            return hooks.runInScope(this.#id, this.#trigger, this, fn,
                                    receiver, args);
        } finally {
            frames.set(outer);
        }
    }

    emitDestroy() {
        this.#state.destroyed = true;
        hooks.emitDestroy(this.#id);
        return this;
    }

    bind(fn, receiver) {
        validateFunction(fn, 'fn');
        const resource = this;
        const bound = function(...args) {
            return resource.runInAsyncScope(
                fn, receiver === undefined ? this : receiver, ...args);
        };
        Object.defineProperties(bound, {
            length: {
                __proto__: null, configurable: true, enumerable: false,
                value: fn.length, writable: false,
            },
            asyncResource: {
                __proto__: null, configurable: true, enumerable: true,
                get: resourceOf(resource), set: replaceResource,
            },
        });
        return bound;
    }

    static bind(fn, type, receiver) {
        validateFunction(fn, 'fn');
        return new AsyncResource(type || fn.name || 'bound-anonymous-fn')
            .bind(fn, receiver);
    }
}

module.exports = {
    AsyncLocalStorage:
        require('internal/async_local_storage').AsyncLocalStorage,
    AsyncResource,
    asyncWrapProviders: Object.freeze({ __proto__: null, NONE: 0 }),
    createHook: hooks.createHook,
    executionAsyncId: hooks.executionAsyncId,
    executionAsyncResource: hooks.executionAsyncResource,
    triggerAsyncId: hooks.triggerAsyncId,
};
