'use strict';
/*
 * internal/fs/glob - globSync(), glob() and promises.glob(): the files that a
 * pattern names.
 *
 * A pattern is walked part by part, and a directory is read only if a part of
 * the pattern needs its names; each directory once. "**" stays in force below
 * each directory that it enters. Excluded directories are not entered.
 *
 * Symbolic links may be cycles. A part without wildcards follows them. "**" does
 * not; but the part after it is looked for in a linked directory, too, if the
 * name of the link matches it or the pattern begins with "./", as in Node. With
 * `followSymlinks` links are followed unless they lead to a directory above.
 *
 * The walk is a generator of internal/fs/steps: made at once, or of requests.
 */

const path = require('path');
const { codes } = require('internal/errors');
const steps = require('internal/fs/steps');
const { compilePart, expandBraces, matchesGlob, split } =
    require('internal/util/glob');
const { Dirent, FSReqPromise, UTF8, constants, makeDirents, toCallback } =
    require('internal/fs/utils');
const { validateBoolean, validateObject, validateString,
        validateStringArray } = require('internal/validators');
/* Loaded when first used: internal/url/url. */

const hasWildcard = /[*?[\]!@+()\\]/;
const MODE = 1; // index into the numbers of stat

function toPatterns(patterns) {
    if (typeof patterns === 'object')
        validateStringArray(patterns, 'patterns');
    else
        validateString(patterns, 'patterns');
    return [patterns].flat().flatMap((pattern) => expandBraces(pattern));
}

/* "a/b/../c" is "a/c", whether there is a "b" or not. */
function toParts(pattern) {
    const parts = [];
    for (const part of split(pattern)) {
        const last = parts[parts.length - 1];
        if (part === '..' && last !== undefined && last !== '' &&
            last !== '.' && last !== '..' && last !== '**')
            parts.pop();
        else
            parts.push(part);
    }
    return parts;
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
    const patterns = exclude.map((one) => toParts(one).join('/'));
    return (entry, name) => patterns.some((one) => matchesGlob(name, one));
}

const typeNames = [
    [constants.S_IFDIR, constants.UV_DIRENT_DIR],
    [constants.S_IFLNK, constants.UV_DIRENT_LINK],
    [constants.S_IFREG, constants.UV_DIRENT_FILE],
    [constants.S_IFIFO, constants.UV_DIRENT_FIFO],
    [constants.S_IFSOCK, constants.UV_DIRENT_SOCKET],
    [constants.S_IFCHR, constants.UV_DIRENT_CHAR],
    [constants.S_IFBLK, constants.UV_DIRENT_BLOCK],
];

function typeOf(numbers) {
    const kind = numbers[MODE] & constants.S_IFMT;
    return typeNames.find(([one]) => one === kind)?.[1] ??
           constants.UV_DIRENT_UNKNOWN;
}

/* The parts of one pattern, and what is true for all of it. */
class Pattern {
    constructor(text) {
        this.parts = toParts(text);
        this.onlyFolders = text.endsWith('/');
        this.entersLinks = text.startsWith('./');
        this.tests = this.parts.map((part) => (
            part === '**' || !hasWildcard.test(part) ? null
                                                     : compilePart(part)));
    }

    matches(at, name) {
        const { parts: { [at]: part }, tests: { [at]: test } } = this;
        if (part === '**')
            return true;
        return test === null ? part === name : !!test?.test(name);
    }

    isLast(at) {
        return at === this.parts.length - 1;
    }
}

class Walk {
    #cwd;
    #root;
    #isExcluded;
    #follows;
    #found = new Map(); // by name: each is reported once
    #folders = new Map(); // the entries of each that was read

    constructor(options) {
        const { cwd = '.', exclude, followSymlinks, withFileTypes } = options;
        if (followSymlinks !== undefined && followSymlinks !== null)
            validateBoolean(followSymlinks, 'options.followSymlinks');
        const given = typeof cwd === 'object'
            ? require('internal/url/url').fileURLToPath(cwd) : cwd;
        this.#root = path.resolve(given);
        this.#cwd = given;
        this.#follows = !!followSymlinks;
        this.#isExcluded = toFilter(exclude, withFileTypes);
    }

    /* The directory as the program would name it. */
    #parentOf(folder) {
        return path.isAbsolute(folder) ? folder
                                       : path.join(this.#cwd, folder);
    }

    /* None if it is not a directory, or not readable. */
    *#read(folder) {
        const whole = path.resolve(this.#root, folder);
        let list = this.#folders.get(whole);
        if (list === undefined) {
            list = yield ['scandir', whole, true, UTF8];
            this.#folders.set(whole, list);
        }
        return typeof list === 'number' ? []
            : makeDirents(list, this.#parentOf(folder));
    }

    *#lookUp(name) {
        const numbers =
            yield ['lstat', path.resolve(this.#root, name), false];
        return typeof numbers === 'number' ? undefined
            : new Dirent(path.basename(name), typeOf(numbers),
                         this.#parentOf(path.dirname(name)));
    }

    /* Does the link lead to a directory that was not entered yet? */
    *#isNewFolder(name, entered) {
        const whole = path.resolve(this.#root, name);
        const numbers = yield ['stat', whole, false];
        if (typeof numbers === 'number' ||
            typeOf(numbers) !== constants.UV_DIRENT_DIR)
            return false;
        const real = yield ['realPath', whole, UTF8];
        return !entered.includes(real);
    }

    *#step(name, entry, pattern, at) {
        if (this.#isExcluded(entry, name))
            return;
        if (at < pattern.parts.length)
            yield* this.#walk(name, pattern, at);
        else if (!pattern.onlyFolders || entry.isDirectory())
            this.#found.set(name, entry);
    }

    /* "**" in a directory: `entered` are the real paths of those above. */
    *#walkAnyDepth(folder, pattern, at, entered) {
        if (!pattern.isLast(at)) {
            yield* this.#walk(folder, pattern, at + 1);
        } else {
            const own = yield* this.#lookUp(folder === '' ? '.' : folder);
            if (own !== undefined)
                this.#found.set(folder === '' ? '.' : folder, own);
        }
        let above = entered;
        if (this.#follows) {
            const real = yield ['realPath', path.resolve(this.#root, folder),
                                UTF8];
            above = [...entered, real];
        }
        for (const entry of yield* this.#read(folder)) {
            const name = path.join(folder, entry.name);
            if (entry.name[0] !== '.' && !this.#isExcluded(entry, name))
                yield* this.#enter(name, entry, pattern, at, above);
        }
    }

    *#enter(name, entry, pattern, at, above) {
        if (entry.isDirectory()) {
            yield* this.#walkAnyDepth(name, pattern, at, above);
            return;
        }
        if (entry.isSymbolicLink()) {
            if (this.#follows && (yield* this.#isNewFolder(name, above))) {
                yield* this.#walkAnyDepth(name, pattern, at, above);
                return;
            }
            yield* this.#enterLink(name, entry, pattern, at);
        }
        if (pattern.isLast(at) && !pattern.onlyFolders)
            this.#found.set(name, entry);
    }

    *#enterLink(name, entry, pattern, at) {
        if (this.#follows)
            return;
        if (!pattern.isLast(at)) {
            if (pattern.entersLinks || pattern.matches(at + 1, entry.name))
                yield* this.#walk(name, pattern, at + 1);
        } else if (pattern.onlyFolders && pattern.entersLinks) {
            this.#found.set(name, entry);
        }
    }

    *#walk(folder, pattern, at) {
        const { parts: { [at]: part }, tests: { [at]: test } } = pattern;
        if (part === '**') {
            yield* this.#walkAnyDepth(folder, pattern, at, []);
            return;
        }
        if (test === null) {
            const name = part === '' ? '/' : path.join(folder, part);
            const entry = yield* this.#lookUp(name);
            if (entry !== undefined)
                yield* this.#step(name, entry, pattern, at + 1);
            return;
        }
        for (const entry of yield* this.#read(folder)) {
            const name = path.join(folder, entry.name);
            if (!test.test(entry.name))
                continue;
            if (pattern.isLast(at) || entry.isDirectory() ||
                (this.#follows && entry.isSymbolicLink()))
                yield* this.#step(name, entry, pattern, at + 1);
        }
    }

    *run(patterns, withFileTypes) {
        yield* this.#lookUp('.'); // Node begins with it
        for (const text of patterns) {
            const pattern = new Pattern(text);
            if (pattern.parts.length > 0 && text !== '' && text !== '..')
                yield* this.#walk('', pattern, 0);
        }
        return [...(withFileTypes ? this.#found.values()
                                  : this.#found.keys())];
    }
}

/* The generator of a call. */
function begin(patterns, options = {}) {
    validateObject(options, 'options');
    const walk = new Walk(options);
    return walk.run(toPatterns(patterns), options.withFileTypes);
}

function globSync(patterns, options) {
    return steps.runSync(begin(patterns, options));
}

function glob(patterns, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    toCallback(callback);
    steps.run(begin(patterns, options), (error, found) => {
        process.nextTick(callback, error, found);
    }, FSReqPromise);
}

async function* promised(patterns, options) {
    const work = begin(patterns, options);
    yield* await new Promise((resolve, reject) => {
        steps.run(work, (error, found) => {
            if (error)
                reject(error);
            else
                resolve(found);
        }, FSReqPromise);
    });
}

module.exports = { glob, globSync, promised };
