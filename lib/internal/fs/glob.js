'use strict';
/*
 * internal/fs/glob - globSync(), glob() and promises.glob(): the files that a
 * pattern names.
 *
 * A pattern is walked part by part, and a directory is read only if a part of
 * the pattern needs its names. "**" stays in force below each directory that it
 * enters. Wildcards do not follow symbolic links, which may be cycles; a part
 * without wildcards does. Excluded directories are not entered.
 */

const fs = require('fs');
const path = require('path');
const { codes } = require('internal/errors');
const { compilePart, expandBraces, matchesGlob, split } =
    require('internal/glob');
const { Dirent, constants } = require('internal/fs/utils');
const { validateFunction, validateObject, validateString,
        validateStringArray } = require('internal/validators');

const hasWildcard = /[*?[\]!@+()\\]/;

function toPatterns(patterns) {
    if (Array.isArray(patterns))
        validateStringArray(patterns, 'patterns');
    else
        validateString(patterns, 'patterns');
    return [patterns].flat().flatMap((pattern) => expandBraces(pattern));
}

/* The filter gets a name, or a Dirent with `withFileTypes`. */
function toFilter(exclude, withFileTypes) {
    if (exclude === undefined || exclude === null)
        return () => false;
    if (typeof exclude === 'function') {
        return (entry) => exclude(withFileTypes ? entry : entry.name);
    }
    if (!Array.isArray(exclude)) {
        throw new codes.ERR_INVALID_ARG_TYPE('options.exclude',
                                             ['function', 'string[]'], exclude);
    }
    validateStringArray(exclude, 'options.exclude');
    return (entry, name) => exclude.some((one) => matchesGlob(name, one));
}

function typeOf(stats) {
    if (stats.isDirectory())
        return constants.UV_DIRENT_DIR;
    return stats.isSymbolicLink() ? constants.UV_DIRENT_LINK
                                  : constants.UV_DIRENT_FILE;
}

class Walk {
    #cwd;
    #root;
    #isExcluded;
    #found = new Map(); /* by name: each is reported once */

    constructor(options) {
        const { cwd = '.', exclude, withFileTypes } = options;
        const given = typeof cwd === 'object'
            ? require('internal/url').fileURLToPath(cwd) : cwd;
        this.#root = path.resolve(given);
        this.#cwd = given;
        this.#isExcluded = toFilter(exclude, withFileTypes);
    }

    #add(name, entry) {
        this.#found.set(name, entry);
    }

    /* The directory as the program would name it. */
    #parentOf(folder) {
        return path.isAbsolute(folder) ? folder
                                       : path.join(this.#cwd, folder);
    }

    #read(folder) {
        try {
            return fs.readdirSync(path.resolve(this.#root, folder),
                                  { withFileTypes: true })
                .map((one) => this.#named(folder, one));
        } catch {
            return []; // none, or not ours to see
        }
    }

    #named(folder, entry) {
        entry.parentPath = this.#parentOf(folder);
        return entry;
    }

    #lookUp(name) {
        const stats = fs.lstatSync(path.resolve(this.#root, name),
                                   { throwIfNoEntry: false });
        return stats && new Dirent(path.basename(name), typeOf(stats),
                                   this.#parentOf(path.dirname(name)));
    }

    #step(name, entry, parts, at, onlyFolders) {
        if (this.#isExcluded(entry, name))
            return;
        if (at < parts.length)
            this.#walk(name, parts, at, onlyFolders);
        else if (!onlyFolders || entry.isDirectory())
            this.#add(name, entry);
    }

    #walkAnyDepth(folder, parts, at, onlyFolders) {
        if (at + 1 < parts.length) {
            this.#walk(folder, parts, at + 1, onlyFolders);
        } else {
            const own = this.#lookUp(folder === '' ? '.' : folder);
            if (own !== undefined)
                this.#add(folder === '' ? '.' : folder, own);
        }
        for (const entry of this.#read(folder)) {
            const name = path.join(folder, entry.name);
            if (entry.name[0] === '.' || this.#isExcluded(entry, name))
                continue;
            if (entry.isDirectory())
                this.#walkAnyDepth(name, parts, at, onlyFolders);
            else if (at + 1 === parts.length && !onlyFolders)
                this.#add(name, entry);
        }
    }

    #walk(folder, parts, at, onlyFolders) {
        const part = parts[at];
        if (part === '**') {
            this.#walkAnyDepth(folder, parts, at, onlyFolders);
            return;
        }
        if (!hasWildcard.test(part)) {
            const name = part === '' ? '/' : path.join(folder, part);
            const entry = this.#lookUp(name);
            if (entry !== undefined)
                this.#step(name, entry, parts, at + 1, onlyFolders);
            return;
        }
        const wanted = compilePart(part);
        for (const entry of this.#read(folder)) {
            const name = path.join(folder, entry.name);
            if (wanted.test(entry.name) &&
                (at + 1 === parts.length || entry.isDirectory()))
                this.#step(name, entry, parts, at + 1, onlyFolders);
        }
    }

    run(pattern) {
        const parts = split(pattern);
        if (parts.length > 0 && pattern !== '' && pattern !== '..')
            this.#walk('', parts, 0, pattern.endsWith('/'));
    }

    names() { return [...this.#found.keys()]; }

    entries() { return [...this.#found.values()]; }
}

function globSync(patterns, options = {}) {
    const all = toPatterns(patterns);
    validateObject(options, 'options');
    const walk = new Walk(options);
    for (let i = 0; i < all.length; i++)
        walk.run(all[i]);
    return options.withFileTypes ? walk.entries() : walk.names();
}

/* The walk itself is made of synchronous calls, in a turn of its own. */
function glob(patterns, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    validateFunction(callback, 'cb');
    toPatterns(patterns);
    toFilter(options?.exclude);
    setImmediate(() => {
        let found;
        try {
            found = globSync(patterns, options);
        } catch (error) {
            callback(error);
            return;
        }
        callback(null, found);
    });
}

async function* promised(patterns, options) {
    const found = await new Promise((resolve, reject) => {
        glob(patterns, options, (error, list) => {
            if (error)
                reject(error);
            else
                resolve(list);
        });
    });
    yield* found;
}

module.exports = { glob, globSync, promised };
