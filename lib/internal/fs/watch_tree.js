'use strict';
/*
 * internal/fs/watch_tree - watching a directory and all below it.
 *
 * The kernel tells of the entries of one directory, so each directory has a
 * watcher of its own, in `folders` by its path. What comes from one is emitted
 * with the name as seen from the root. A directory that appears is watched from
 * then on; what is in it already is emitted, since its own events are too late
 * for that. One that is gone is forgotten with all below it.
 */

const EventEmitter = require('events');
const path = require('path');
const { codes } = require('internal/errors');
const { nameToResult } = require('internal/buffer/buffer');
const { toTextPath } = require('internal/fs/utils');
const { kStart, toIgnoring, watch } = require('internal/fs/watch');
const { validateAbortSignal, validateBoolean } =
    require('internal/validators');
/* Loaded when first used: fs. */

const isGiven = (value) => value !== undefined && value !== null;

function checkOptions({ persistent, recursive, signal, encoding,
                        throwIfNoEntry }) {
    if (isGiven(recursive))
        validateBoolean(recursive, 'options.recursive');
    if (isGiven(persistent))
        validateBoolean(persistent, 'options.persistent');
    if (isGiven(signal))
        validateAbortSignal(signal, 'options.signal');
    if (isGiven(throwIfNoEntry))
        validateBoolean(throwIfNoEntry, 'options.throwIfNoEntry');
    if (isGiven(encoding) && typeof encoding !== 'string')
        throw new codes.ERR_INVALID_ARG_VALUE('options.encoding', encoding);
}

class TreeWatcher extends EventEmitter {
    #root;
    #options;
    #isIgnored;
    #isClosed = false;
    #folders = new Map(); // watchers, by path

    constructor(options = {}) {
        super();
        checkOptions(options);
        this.#options = options;
        this.#isIgnored = toIgnoring(options.ignore);
    }

    [kStart](filename) {
        const fs = require('fs');
        this.#root = path.resolve(toTextPath(filename));
        const stats = fs.statSync(this.#root, { throwIfNoEntry: false });
        if (stats === undefined) {
            this.#refuseMissing(filename);
            return;
        }
        this.#open(this.#root, stats.isDirectory(), false);
    }

    #refuseMissing(filename) {
        if (this.#options.throwIfNoEntry === false)
            return;
        const { UVException } = require('internal/errors');
        const error = new UVException({ errno: -2, syscall: 'watch',
                                        path: toTextPath(filename) });
        error.filename = filename;
        throw error;
    }

    /* The entries that are there are emitted if `isNew`. */
    #open(folder, isFolder, isNew) {
        const { persistent } = this.#options;
        const watcher = watch(folder, { persistent: persistent ?? true },
                              (type, name) => this.#onChange(
                                  type, isFolder ? folder : this.#root,
                                  isFolder ? name : ''));
        watcher.on('error', (error) => this.emit('error', error));
        this.#folders.set(folder, watcher);
        if (isFolder)
            this.#openEntries(folder, isNew);
    }

    #openEntries(folder, isNew) {
        const fs = require('fs');
        for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
            const whole = path.join(folder, entry.name);
            const name = path.relative(this.#root, whole);
            if (this.#isClosed || this.#isIgnored(name))
                continue;
            if (isNew)
                this.#emitChange('rename', name); // which may close it
            if (entry.isDirectory() && !this.#isClosed &&
                !this.#folders.has(whole))
                this.#tryOpen(whole, isNew);
        }
    }

    /* The folder may be gone already, or not be readable. */
    #tryOpen(folder, isNew) {
        try {
            this.#open(folder, true, isNew);
        } catch (error) {
            this.#forget(folder);
            if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR' &&
                error.code !== 'EACCES')
                this.emit('error', error);
        }
    }

    #emitChange(type, name) {
        this.emit('change', type, nameToResult(name, this.#options.encoding));
    }

    /* `name` is '' if the root is a file; null if events were lost. */
    #onChange(type, folder, name) {
        if (this.#isClosed)
            return;
        if (name === '') {
            this.#emitChange(type, path.basename(this.#root));
            return;
        }
        const whole = path.join(folder, name ?? '');
        const shown = path.relative(this.#root, whole);
        if (this.#isIgnored(shown))
            return;
        this.#emitChange(type, shown);
        if (type === 'rename' && name !== null && !this.#isClosed)
            this.#onRename(whole);
    }

    #onRename(whole) {
        const fs = require('fs');
        const stats = fs.lstatSync(whole, { throwIfNoEntry: false });
        if (stats === undefined)
            this.#forget(whole);
        else if (stats.isDirectory() && !this.#folders.has(whole))
            this.#tryOpen(whole, true);
    }

    #forget(folder) {
        const below = `${folder}${path.sep}`;
        for (const [one, watcher] of this.#folders) {
            if (one !== folder && !one.startsWith(below))
                continue;
            this.#folders.delete(one);
            watcher.close();
        }
    }

    close() {
        if (this.#isClosed)
            return;
        this.#isClosed = true;
        for (const watcher of this.#folders.values())
            watcher.close();
        this.#folders.clear();
        process.nextTick(() => this.emit('close'));
    }

    ref() {
        for (const watcher of this.#folders.values())
            watcher.ref();
        return this;
    }

    unref() {
        for (const watcher of this.#folders.values())
            watcher.unref();
        return this;
    }
}
Object.defineProperty(TreeWatcher, 'name',
                      { __proto__: null, value: 'FSWatcher' });

module.exports = { TreeWatcher };
