'use strict';
/*
 * internal/fs/watch_stat - fs.watchFile(): a file is looked at again and again,
 * and two Stats are reported when they differ.
 *
 * There is one StatWatcher for a path. It counts the listeners that were added
 * by watchFile(): ref() and unref() have an effect when the last of them is
 * unreferenced, or the first referenced again.
 */

const { StatWatcher: Handle } = internalBinding('fs_watch');
const EventEmitter = require('events');
const path = require('path');
const { UVException } = require('internal/errors');
const { makeStats, toTextPath } = require('internal/fs/utils');
const { validateFunction, validateUint32 } = require('internal/validators');

const NUMBERS = 18; // of one stat()
const NLINK = 2;
const DEFAULT_INTERVAL_MS = 5007;

const kStart = Symbol('kStart');
const kCount = Symbol('kCount');

const watchers = new Map(); // by path

function StatWatcher(bigint) {
    Reflect.apply(EventEmitter, this, []);
    this._handle = null;
    this[kCount] = { bigint, status: -1, referenced: 1, all: 1 };
}
Object.setPrototypeOf(StatWatcher.prototype, EventEmitter.prototype);
Object.setPrototypeOf(StatWatcher, EventEmitter);

function onChange(watcher, status, numbers) {
    const count = watcher[kCount];
    if (count.status === -1 && status === -1 &&
        numbers[NLINK] === numbers[NUMBERS + NLINK])
        return;
    count.status = status;
    watcher.emit('change', makeStats(numbers.subarray(0, NUMBERS)),
                 makeStats(numbers.subarray(NUMBERS)));
}

StatWatcher.prototype[kStart] = function(filename, persistent, interval) {
    validateUint32(interval, 'interval');
    this._handle = new Handle();
    this._handle.onchange =
        (status, numbers) => onChange(this, status, numbers);
    const err = this._handle.start(filename, interval,
                                   !!this[kCount].bigint);
    if (err < 0) {
        this._handle.close();
        this._handle = null;
        const error = new UVException({ errno: err, syscall: 'watch',
                                        path: filename });
        error.filename = filename;
        throw error;
    }
    if (!persistent)
        this.unref();
};

/* Old programs call start(); a watcher is started when it is made. */
StatWatcher.prototype.start = () => {};

StatWatcher.prototype.stop = function() {
    if (this._handle === null)
        return;
    process.nextTick(() => this.emit('stop'));
    this._handle.close();
    this._handle = null;
};

StatWatcher.prototype.ref = function() {
    const count = this[kCount];
    if (count.referenced === count.all || this._handle === null)
        return this;
    if (count.referenced++ === 0)
        this._handle.ref();
    return this;
};

StatWatcher.prototype.unref = function() {
    const count = this[kCount];
    if (count.referenced === 0 || this._handle === null)
        return this;
    if (--count.referenced === 0)
        this._handle.unref();
    return this;
};

function addListener(watcher, listener, isNew) {
    if (!isNew) {
        watcher[kCount].referenced++;
        watcher[kCount].all++;
    }
    watcher.addListener('change', listener);
    return watcher;
}

function watchFile(filename, options, listener) {
    filename = path.resolve(toTextPath(filename));
    if (options === null || typeof options !== 'object') {
        listener = options;
        options = undefined;
    }
    const { interval = DEFAULT_INTERVAL_MS, persistent = true, bigint } =
        { ...options };
    validateFunction(listener, 'listener');
    const known = watchers.get(filename);
    if (known !== undefined)
        return addListener(known, listener, false);
    const watcher = new StatWatcher(bigint);
    watcher[kStart](filename, persistent, interval);
    watchers.set(filename, watcher);
    return addListener(watcher, listener, true);
}

function removeListener(watcher, listener) {
    const before = watcher.listenerCount('change');
    watcher.removeListener('change', listener);
    if (watcher.listenerCount('change') < before) {
        watcher[kCount].all--;
        watcher.unref();
    }
}

function unwatchFile(filename, listener) {
    filename = path.resolve(toTextPath(filename));
    const watcher = watchers.get(filename);
    if (watcher === undefined)
        return;
    if (typeof listener === 'function')
        removeListener(watcher, listener);
    else
        watcher.removeAllListeners('change');
    if (watcher.listenerCount('change') === 0) {
        watcher.stop();
        watchers.delete(filename);
    }
}

module.exports = { StatWatcher, unwatchFile, watchFile };
