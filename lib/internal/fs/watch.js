'use strict';
/*
 * internal/fs/watch - fs.watch() and promises.watch(): the kernel tells of
 * changes to a file, or to the entries of a directory.
 *
 * With `recursive` a directory and all below it are watched by
 * internal/fs/watch_tree, which makes one watcher of many.
 */

const { FSEvent } = internalBinding('fs_watch');
const EventEmitter = require('events');
const { AbortError, UVException, codes } = require('internal/errors');
const { nameCodecOf, toOptions, toPath } = require('internal/fs/utils');
const { normalizeEncoding } = require('internal/util');
const { isRegExp } = require('internal/util/types');
const {
    validateAbortSignal, validateBoolean, validateInteger, validateObject,
    validateOneOf,
} = require('internal/validators');
/* Loaded when first used: internal/events/event_target, internal/fs/watch_tree,
 * internal/util/glob, path. */

const kStart = Symbol('kStart');
const ENOENT = -2;
const ENOSPC = -28;

/* ---- Names that are not to be reported -------------------------------- */

function checkIgnored(value, name) {
    if (typeof value === 'string') {
        if (value.length > 0)
            return;
        throw new codes.ERR_INVALID_ARG_VALUE(name, value,
                                              'must be a non-empty string');
    }
    if (!isRegExp(value) && typeof value !== 'function') {
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['string', 'RegExp', 'Function'], value);
    }
}

/* A pattern without a slash is matched with the last part of a name. */
function toTest(ignored) {
    if (typeof ignored === 'function')
        return ignored;
    if (typeof ignored !== 'string')
        return (name) => RegExp.prototype.exec.call(ignored, name) !== null;
    const { matchesGlob } = require('internal/util/glob');
    const { basename } = require('path');
    return ignored.includes('/')
        ? (name) => matchesGlob(name, ignored)
        : (name) => matchesGlob(basename(name), ignored);
}

/* A function that says whether a name is ignored. */
function toIgnoring(ignore) {
    if (ignore === undefined || ignore === null)
        return () => false;
    if (Array.isArray(ignore))
        ignore.forEach((one, i) => checkIgnored(one, `options.ignore[${i}]`));
    else
        checkIgnored(ignore, 'options.ignore');
    const tests = [ignore].flat().map(toTest);
    return (name) => name !== null && tests.some((test) => !!test(name));
}

/* ---- The class -------------------------------------------------------- */

function errorOf(errno, filename) {
    const message = errno === ENOSPC
        ? 'System limit for number of file watchers reached' : '';
    const error = new UVException({ errno, syscall: 'watch', path: filename,
                                    message });
    error.filename = filename;
    return error;
}

function FSWatcher() {
    Reflect.apply(EventEmitter, this, []);
    this._handle = new FSEvent();
    this._isIgnored = null;
    this._isStarted = false;
    this._handle.onchange = (status, eventType, filename) => {
        if (status < 0) {
            this._handle?.close();
            this._handle = null;
            this.emit('error', errorOf(status, filename));
        } else if (!this._isIgnored(filename)) {
            this.emit('change', eventType, filename);
        }
    };
}
Object.setPrototypeOf(FSWatcher.prototype, EventEmitter.prototype);
Object.setPrototypeOf(FSWatcher, EventEmitter);

FSWatcher.prototype[kStart] = function(path, options) {
    if (this._handle === null || this._isStarted)
        return;
    this._isIgnored = toIgnoring(options.ignore);
    const err = this._handle.start(path, nameCodecOf(options.encoding));
    if (err < 0) {
        this._handle.close();
        this._handle = null;
        if (err === ENOENT && options.throwIfNoEntry === false)
            return;
        throw errorOf(err, path);
    }
    this._isStarted = true;
    if (!options.persistent)
        this._handle.unref();
};

/* Old programs call start(); a watcher is started when it is made. */
FSWatcher.prototype.start = () => {};

FSWatcher.prototype.close = function() {
    if (this._handle === null || !this._isStarted)
        return;
    this._handle.close();
    this._handle = null;
    process.nextTick(() => this.emit('close'));
};

FSWatcher.prototype.ref = function() {
    this._handle?.ref();
    return this;
};

FSWatcher.prototype.unref = function() {
    this._handle?.unref();
    return this;
};

/* ---- fs.watch() ------------------------------------------------------- */

function closeOnAbort(watcher, signal) {
    if (signal.aborted) {
        process.nextTick(() => watcher.close());
        return;
    }
    const onAbort = () => watcher.close();
    const { kResistStopPropagation } = require('internal/events/event_target');
    signal.addEventListener('abort', onAbort, {
        __proto__: null, [kResistStopPropagation]: true,
    });
    watcher.once('close', () => signal.removeEventListener('abort', onAbort));
}

function open(path, options) {
    if (options.recursive) {
        const { TreeWatcher } = require('internal/fs/watch_tree');
        const watcher = new TreeWatcher(options);
        watcher[kStart](path);
        return watcher;
    }
    const watcher = new FSWatcher();
    watcher[kStart](path, options);
    return watcher;
}

function watch(filename, options, listener) {
    if (typeof options === 'function')
        listener = options;
    const own = { ...toOptions(options, {}) };
    if (own.persistent === undefined)
        own.persistent = true;
    const watcher = open(toPath(filename), own);
    if (listener)
        watcher.addListener('change', listener);
    if (own.signal)
        closeOnAbort(watcher, own.signal);
    return watcher;
}

/* ---- promises.watch() ------------------------------------------------- */

function checkOptions(options) {
    const { persistent = true, encoding = 'utf8', maxQueue = 2048,
            overflow = 'ignore', signal, ignore } = options;
    validateBoolean(persistent, 'options.persistent');
    validateInteger(maxQueue, 'options.maxQueue');
    validateOneOf(overflow, 'options.overflow', ['ignore', 'error']);
    validateAbortSignal(signal, 'options.signal');
    const isIgnored = toIgnoring(ignore);
    if (encoding && encoding !== 'buffer' &&
        (typeof encoding !== 'string' ||
         normalizeEncoding(encoding) === undefined)) {
        throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding,
                                              'is invalid encoding');
    }
    return { persistent, encoding, maxQueue, overflow, signal, isIgnored };
}

/* Events that wait for the iterator, or the promise of the next one. */
class Queue {
    items = [];
    wake = null;

    constructor({ maxQueue, overflow }) {
        this.max = maxQueue;
        this.isStrict = overflow === 'error';
    }

    push(item) {
        if (this.items.length < this.max) {
            this.items.push(item);
        } else if (this.isStrict) {
            this.items = [new codes.ERR_FS_WATCH_QUEUE_OVERFLOW(this.max)];
        } else {
            process.emitWarning('fs.watch maxQueue exceeded');
            return;
        }
        this.wake?.();
    }

    fail(error) {
        this.items.push(error);
        this.wake?.();
    }

    wait() {
        return new Promise((resolve) => { this.wake = resolve; });
    }
}

/* Start a watcher that fills the queue; returns what closes it. */
function fillFromHandle(queue, path, options) {
    const handle = new FSEvent();
    const close = () => handle.close();
    handle.onchange = (status, eventType, filename) => {
        if (status < 0) {
            close();
            queue.fail(errorOf(status, filename));
        } else if (!options.isIgnored(filename)) {
            queue.push({ __proto__: null, eventType, filename });
        }
    };
    const err = handle.start(path, nameCodecOf(options.encoding));
    if (err < 0) {
        close();
        throw errorOf(err, path);
    }
    if (!options.persistent)
        handle.unref();
    return close;
}

function fillFromTree(queue, path, options) {
    const { TreeWatcher } = require('internal/fs/watch_tree');
    const watcher = new TreeWatcher(options);
    watcher.on('change', (eventType, filename) =>
        queue.push({ eventType, filename }));
    watcher.on('error', (error) => queue.fail(error));
    watcher[kStart](path);
    return () => watcher.close();
}

function abortErrorOf(signal) {
    return new AbortError(undefined, { cause: signal.reason });
}

async function* iterate(fill, path, own, options) {
    const { signal } = own;
    if (signal?.aborted)
        throw abortErrorOf(signal);
    const queue = new Queue(own);
    const onAbort = () => queue.wake?.();
    const close = fill(queue, path, options);
    const { kResistStopPropagation } = require('internal/events/event_target');
    signal?.addEventListener('abort', onAbort, {
        __proto__: null, once: true, [kResistStopPropagation]: true,
    });
    try {
        while (!signal?.aborted) {
            if (queue.items.length === 0)
                await queue.wait();
            while (queue.items.length > 0) {
                const item = queue.items.shift();
                if (item instanceof Error)
                    throw item;
                yield item;
            }
        }
        throw abortErrorOf(signal);
    } finally {
        close();
        signal?.removeEventListener('abort', onAbort);
    }
}

async function* watchPromise(filename, options = {}) {
    validateObject(options, 'options');
    if (options.recursive !== undefined && options.recursive !== null)
        validateBoolean(options.recursive, 'options.recursive');
    const path = toPath(filename);
    const own = checkOptions(options);
    if (options.recursive)
        yield* iterate(fillFromTree, path, own, options);
    else
        yield* iterate(fillFromHandle, path, own, own);
}

module.exports = { FSWatcher, kStart, toIgnoring, watch, watchPromise };
