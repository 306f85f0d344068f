'use strict';
/*
 * internal/worker/locks - navigator.locks: locks by name, shared by all threads of the
 * program.
 *
 *     request() ---+--- granted at once ----------+--- callback ends: released
 *                  +--- pending, granted later ---+--- stolen by another
 *                  |        \--- aborted by its signal
 *                  +--- missed: the callback gets null
 *
 * The binding decides who gets a lock. A callback whose lock is free is called
 * before request() returns, unless there is a signal; one that waited for a
 * lock of the same thread is called where that is released.
 */

const binding = internalBinding('locks');
const { isPromise } = require('internal/util/types');
const { codes } = require('internal/errors');
const { defineEnumerable, defineTag } = require('internal/util');
const { validateAbortSignal, validateFunction } =
    require('internal/validators');
const { channel } = require('diagnostics_channel');
/* Loaded when first used: worker_threads. */

const startChannel = channel('locks.request.start');
const grantChannel = channel('locks.request.grant');
const missChannel = channel('locks.request.miss');
const endChannel = channel('locks.request.end');

const key = Symbol('made here');
const kName = Symbol('kName');
const kMode = Symbol('kMode');

/* Kinds of requests, as the binding has them. */
const plain = 0;
const ifAvailable = 1;
const steal = 2;

const pending = new Map(); // id -> request, oldest first
const held = new Map(); // likewise, in the order of grants

class Lock {
    constructor(made, name, mode) {
        if (made !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this[kName] = name;
        this[kMode] = mode;
    }

    static #check(value) {
        if (!(value instanceof Lock) || value[kName] === undefined)
            throw new codes.ERR_INVALID_THIS('Lock');
    }

    get name() {
        Lock.#check(this);
        return this[kName];
    }

    get mode() {
        Lock.#check(this);
        return this[kMode];
    }
}

/* ---- Arguments ---------------------------------------------------------- */

function refuse(code, message) {
    return Object.assign(new TypeError(message), { code });
}

function toName(value) {
    if (typeof value === 'symbol') {
        throw refuse('ERR_INVALID_ARG_TYPE', 'Value is a Symbol and cannot ' +
                     'be converted to a string.');
    }
    return `${value}`;
}

function toMode(value) {
    const mode = value === undefined ? 'exclusive' : `${value}`;
    if (mode !== 'exclusive' && mode !== 'shared') {
        throw refuse('ERR_INVALID_ARG_VALUE', `mode '${mode}' is not a valid ` +
                     'enum value of type LockMode.');
    }
    return mode;
}

function toSignal(value) {
    if (value === undefined)
        return undefined;
    if (value === null ||
        (typeof value !== 'object' && typeof value !== 'function'))
        throw refuse('ERR_INVALID_ARG_TYPE', 'signal is not an object.');
    validateAbortSignal(value, 'options.signal');
    return value;
}

/* Its members are read in this order. */
function toOptions(value) {
    const options = value ?? {};
    if (typeof options !== 'object' && typeof options !== 'function') {
        throw refuse('ERR_INVALID_ARG_TYPE',
                     'Value cannot be converted to a dictionary');
    }
    return {
        ifAvailable: Boolean(options.ifAvailable),
        mode: toMode(options.mode),
        signal: toSignal(options.signal),
        steal: Boolean(options.steal),
    };
}

function checkTogether(name, options) {
    const wrong =
        name[0] === '-' ? 'Lock name may not start with hyphen' :
        options.ifAvailable && options.steal ?
            'ifAvailable and steal are mutually exclusive' :
        options.steal && options.mode === 'shared' ?
            'mode: "shared" and steal are mutually exclusive' :
        options.signal !== undefined && (options.steal || options.ifAvailable) ?
            'signal cannot be used with steal or ifAvailable' : undefined;
    if (wrong !== undefined)
        throw new DOMException(wrong, 'NotSupportedError');
}

/* ---- A request ---------------------------------------------------------- */

function publish(to, { name, mode }) {
    if (to.hasSubscribers)
        to.publish({ name, mode });
}

function publishEnd({ name, mode, kind }, error) {
    if (endChannel.hasSubscribers) {
        endChannel.publish({ name, mode, ifAvailable: kind === ifAvailable,
                             steal: kind === steal, error });
    }
}

/* The callback of a request that missed its lock has no id. */
function finish(request, settle, value) {
    settle(value);
    if (request.id === 0 || !held.delete(request.id))
        return;
    binding.release(request.id);
    takeNews();
}

function isThenable(value) {
    return isPromise(value) || (value !== null && value !== undefined &&
        typeof value.then === 'function');
}

function run(request, how, lock) {
    const { resolve, reject } = request;
    try {
        const result = how(request, lock);
        if (isThenable(result)) {
            Promise.resolve(result).then(
                (value) => finish(request, resolve, value),
                (error) => finish(request, reject, error));
        } else {
            finish(request, resolve, result);
        }
    } catch (error) {
        finish(request, reject, error);
    }
}

function call(request, lock) {
    publish(grantChannel, request);
    return request.callback(lock);
}

/* With a signal: not before the code that runs now has had time to abort. */
async function callLater(request, lock) {
    await undefined;
    if (request.isAborted)
        return undefined;
    request.signal.removeEventListener('abort', request.onAbort);
    return call(request, lock);
}

function callMissed(request) {
    publish(missChannel, request);
    return request.callback(null);
}

function grant(request) {
    const lock = new Lock(key, request.name, request.mode);
    held.set(request.id, request);
    run(request, request.signal === undefined ? call : callLater, lock);
}

function lose(request) {
    held.delete(request.id);
    request.reject(new DOMException('The operation was aborted', 'AbortError'));
}

let isTaking = false;

function takeAll() {
    let id;
    while ((id = binding.take()) !== 0) {
        const request = pending.get(id) ?? held.get(-id);
        pending.delete(id);
        if (id > 0)
            grant(request);
        else if (request !== undefined)
            lose(request);
    }
}

/* A callback that makes news leaves it to the loop that called it: the stack
 * does not grow with the queue. */
function takeNews() {
    if (isTaking)
        return;
    isTaking = true;
    try {
        takeAll();
    } finally {
        isTaking = false;
    }
}

binding.setOnNews(takeNews);

function start(request) {
    const id = binding.request(request.name, request.mode === 'shared',
                               request.kind);
    request.id = Math.abs(id);
    if (id < 0)
        pending.set(request.id, request);
    takeNews();
    if (id > 0) {
        grant(request);
    } else if (id === 0) {
        run(request, callMissed, null);
    }
    return request.promise;
}

function startAbortable(request) {
    const { promise, resolve, reject } = Promise.withResolvers();
    const { signal } = request;
    request.onAbort = () => {
        request.isAborted = true;
        reject(signal.reason);
        if (pending.delete(request.id)) {
            binding.release(request.id);
            takeNews();
        }
    };
    signal.addEventListener('abort', request.onAbort, { once: true });
    start(request).then(resolve, reject);
    return promise;
}

function describe({ name, mode }) {
    const { threadId } = require('worker_threads');
    return { name, mode, clientId: `node-${process.pid}-${threadId}` };
}

class LockManager {
    constructor() {
        if (arguments[0] !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    async request(name, options, callback = undefined) {
        if (callback === undefined) {
            callback = options;
            options = undefined;
        }
        name = toName(name);
        validateFunction(callback, 'callback');
        const given = toOptions(options);
        const { mode, signal } = given;
        signal?.throwIfAborted();
        checkTogether(name, given);
        const kind = given.steal ? steal :
            given.ifAvailable ? ifAvailable : plain;
        const request = { name, mode, kind, signal, callback, id: 0,
                          isAborted: false, onAbort: undefined,
                          ...Promise.withResolvers() };
        publish(startChannel, request);
        let error;
        try {
            return await (signal === undefined ? start(request) :
                startAbortable(request));
        } catch (e) {
            error = request.isAborted ? undefined : e;
            throw e;
        } finally {
            publishEnd(request, error);
        }
    }

    /* Those of this thread. */
    async query() {
        if (!(this instanceof LockManager))
            throw new codes.ERR_INVALID_THIS('LockManager');
        const all = { held: Array.from(held.values(), describe),
                      pending: Array.from(pending.values(), describe) };
        return Promise.resolve(all);
    }
}

defineEnumerable(Lock.prototype, ['name', 'mode']);
defineTag(Lock.prototype, 'Lock');
defineEnumerable(LockManager.prototype, ['request', 'query']);
defineTag(LockManager.prototype, 'LockManager');

module.exports = { locks: new LockManager(key) };
