'use strict';
/*
 * internal/async/local_storage - AsyncLocalStorage.
 *
 * An async context is a Map from storage to value that is never changed once it
 * is current: run() and enterWith() make a new one. The engine carries the
 * current async context from where something is scheduled to where it runs, so
 * nothing here follows callbacks.
 */

const asyncContext = internalBinding('async_context');
const { validateObject } = require('internal/validators');
/* Loaded when first used: async_hooks. */

const ReflectApply = Reflect.apply;

function extend(storage, value) {
    const context = new Map(asyncContext.get());
    context.set(storage, value);
    return context;
}

class AsyncLocalStorage {
    #defaultValue;
    #name = '';

    constructor(options = {}) {
        validateObject(options, 'options');
        this.#defaultValue = options.defaultValue;
        if (options.name !== undefined)
            this.#name = `${options.name}`;
    }

    get name() { return this.#name; }

    static bind(fn) {
        return require('async_hooks').AsyncResource.bind(fn);
    }

    static snapshot() {
        return AsyncLocalStorage.bind((run, ...args) => run(...args));
    }

    getStore() {
        const context = asyncContext.get();
        return context?.has(this) ? context.get(this) : this.#defaultValue;
    }

    enterWith(value) {
        asyncContext.set(extend(this, value));
    }

    run(value, fn, ...args) {
        if (Object.is(value, this.getStore()))
            return ReflectApply(fn, null, args);
        const outer = this.getStore();
        this.enterWith(value);
        try {
            return ReflectApply(fn, null, args);
        } finally {
            this.enterWith(outer); // what fn did to other storages stays
        }
    }

    withScope(store) {
        return new RunScope(this, store);
    }

    exit(fn, ...args) {
        return this.run(undefined, fn, ...args);
    }

    /* Also for everything that has captured the current async context. */
    disable() {
        asyncContext.get()?.delete(this);
    }
}

/* `using scope = storage.withScope(value)`: from there to the end of the block.
 * Disposing of it restores the previous value, once. */
class RunScope {
    #storage;
    #before;
    #isOver = false;

    constructor(storage, store) {
        this.#storage = storage;
        this.#before = storage.getStore();
        storage.enterWith(store);
    }

    dispose() {
        if (this.#isOver)
            return;
        this.#isOver = true;
        this.#storage.enterWith(this.#before);
    }

    [Symbol.dispose]() {
        this.dispose();
    }
}

module.exports = { AsyncLocalStorage };
