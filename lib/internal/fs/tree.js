'use strict';
/*
 * internal/fs/tree - directories and what is in them: readdir(), mkdir() with
 * its parents, rm() with all below.
 *
 * rm() and mkdir() are generators of internal/fs/steps, so that the synchronous
 * form, the one with a callback and the one with a promise are the same.
 */

const binding = internalBinding('fs');
const { codes } = require('internal/errors');
const { askOther, runSync: callSync, start, startOther, table } =
    require('internal/fs/calls');
const steps = require('internal/fs/steps');
const {
    Dirent, FSReqPromise, constants, makeAsyncError, makeDirents,
    makeError, nameCodecOf, refuse, toCallback, toMode, toOptions, toPath, toTextPath,
} = require('internal/fs/utils');
const { getDeprecationWarner } = require('internal/util');
const { validateBoolean, validateInt32, validateObject, validateUint32 } =
    require('internal/validators');
/* Loaded when first used: buffer, path. */

const ENOENT = -2;
const EEXIST = -17;
const ENOTDIR = -20;
const EISDIR = 21;
const MODE = 1; // index into the numbers of stat

const isFolder = (numbers) => typeof numbers !== 'number' &&
    (numbers[MODE] & constants.S_IFMT) === constants.S_IFDIR;

function promise(generator, Request) {
    return new Promise((resolve, reject) => {
        steps.run(generator, (error, value) => {
            if (error)
                reject(error);
            else
                resolve(value);
        }, Request);
    });
}

/* ---- Reading ---------------------------------------------------------- */

function readReaddir(options) {
    const own = toOptions(options, {});
    if (own.recursive !== undefined && own.recursive !== null)
        validateBoolean(own.recursive, 'options.recursive');
    return own;
}

/* Adds a directory's entries to a result, and returns its directories. What a
 * link leads to counts as well, unless `isLinkKept`. */
function addEntries(root, folder, list, options, result, isLinkKept) {
    const { join, relative } = require('path');
    const folders = [];
    const step = options.withFileTypes ? 2 : 1;
    for (let i = 0; i < list.length; i += step) {
        const name = join(folder, `${list[i]}`);
        result.push(options.withFileTypes
            ? new Dirent(list[i], list[i + 1], folder)
            : relative(root, name));
        if ((step === 2 && list[i + 1] === constants.UV_DIRENT_DIR) ||
            (!isLinkKept && binding.internalModuleStat(name) === 1))
            folders.push(name);
    }
    return folders;
}

const scandirArgs = (folder, { withFileTypes, encoding }) =>
    [folder, !!withFileTypes, nameCodecOf(encoding)];

function readTreeSync(path, options) {
    const result = [];
    const folders = [path];
    for (let i = 0; i < folders.length; i++)
        folders.push(...addEntries(path, folders[i],
                                   readFolderSync(folders[i], options),
                                   options, result, false));
    return result;
}

function readFolderSync(path, options) {
    const list = binding.scandir(...scandirArgs(path, options));
    if (typeof list === 'number')
        throw makeError(list, 'scandir', path);
    return list;
}

function readdirSync(path, options) {
    const own = readReaddir(options);
    path = toPath(path);
    if (own.recursive)
        return readTreeSync(path, own);
    const list = readFolderSync(path, own);
    return own.withFileTypes ? makeDirents(list, path) : list;
}

function startTree(path, options, callback) {
    const result = [];
    const folders = [path];
    (function next(i) {
        const folder = folders[i];
        startOther('scandir', scandirArgs(folder, options), 'scandir', folder,
                   (error, list) => {
                       if (error) {
                           callback(error);
                           return;
                       }
                       folders.push(...addEntries(path, folder, list, options,
                                                  result, false));
                       if (i + 1 < folders.length)
                           next(i + 1);
                       else
                           callback(null, result);
                   });
    })(0);
}

function readdir(path, options, callback) {
    callback = toCallback(typeof options === 'function' ? options : callback);
    const own = readReaddir(options);
    path = toPath(path);
    if (own.recursive) {
        startTree(path, own, callback);
        return;
    }
    startOther('scandir', scandirArgs(path, own), 'scandir', path,
               (error, list) => {
                   if (error)
                       callback(error);
                   else
                       callback(null, own.withFileTypes
                           ? makeDirents(list, path) : list);
               });
}

/* The deepest directory comes first, and links are not followed if types are
 * asked for: Node's promises do it so. */
async function readTreePromise(path, options) {
    const result = [];
    const read = (folder) => askOther(
        'scandir', scandirArgs(folder, options), 'scandir', folder);
    const queue = [[path, await read(path)]];
    while (queue.length > 0) {
        const [folder, list] = queue.pop();
        for (const inner of addEntries(path, folder, list, options, result,
                                       !!options.withFileTypes))
            queue.push([inner, await read(inner)]);
    }
    return result;
}

/* ---- Making ----------------------------------------------------------- */

function readMkdir(options, name = 'options.mode') {
    if (typeof options === 'number' || typeof options === 'string')
        return { mode: toMode(options, 'mode', 0o777), recursive: false };
    const { recursive = false, mode = 0o777 } = options || {};
    validateBoolean(recursive, 'options.recursive');
    return { mode: toMode(mode, name, 0o777), recursive };
}

/* The directories of a path from the outermost that is missing on. Returns the
 * first that was made. */
function* makeTree(path, mode, make) {
    const { dirname } = require('path');
    const missing = [path];
    let first;
    let isParentKnown = false;
    while (missing.length > 0) {
        const one = missing[missing.length - 1];
        const err = yield ['mkdir', one, mode];
        if (err === ENOENT && dirname(one) !== one && !isParentKnown) {
            missing.push(dirname(one));
            continue;
        }
        isParentKnown = true;
        if (err === undefined)
            first ??= one;
        else
            yield* checkFolder(path, one, err, missing.length > 1, make);
        missing.pop();
    }
    return first;
}

/* A directory that could not be made may be there. */
function* checkFolder(path, one, err, isParent, make) {
    if (err === ENOENT || err === ENOTDIR)
        throw make(err, 'mkdir', path);
    if (isFolder(yield ['stat', one, false]))
        return;
    throw make(err === EEXIST && isParent ? ENOTDIR : err, 'mkdir', path);
}

function mkdirSync(path, options) {
    path = toPath(path);
    const { mode, recursive } = readMkdir(options);
    if (recursive)
        return steps.runSync(makeTree(toTextPath(path), mode, makeError));
    const err = binding.mkdir(path, mode);
    if (err !== undefined)
        throw makeError(err, 'mkdir', path);
    return undefined;
}

function mkdir(path, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    const { mode, recursive } = readMkdir(options);
    callback = toCallback(callback);
    path = toPath(path);
    if (recursive)
        steps.run(makeTree(toTextPath(path), mode, makeAsyncError), callback);
    else
        startOther('mkdir', [path, mode], 'mkdir', path,
                   (error) => callback(error));
}

function makeTreePromise(path, mode) {
    return promise(makeTree(toTextPath(path), mode, makeAsyncError),
                   FSReqPromise).then(undefined, refuse);
}

/* ---- Removing --------------------------------------------------------- */

function readRmdir(options, defaults) {
    if (options !== undefined)
        validateObject(options, 'options');
    const all = { ...defaults, ...options };
    const { maxRetries, recursive, retryDelay } = all;
    validateBoolean(recursive, 'options.recursive');
    validateInt32(retryDelay, 'options.retryDelay', 0);
    validateUint32(maxRetries, 'options.maxRetries');
    return all;
}

const rmdirDefaults = { retryDelay: 100, maxRetries: 0, recursive: false };

function readRm(options) {
    const own = readRmdir(options, { ...rmdirDefaults, force: false });
    validateBoolean(own.force, 'options.force');
    return own;
}

const retried = new Set([-16, -24, -23, -39, -1]);
// EBUSY, EMFILE, ENFILE, ENOTEMPTY, EPERM

/* Removes what is there under this name; tries again what may go later. */
function* removeAny(path, options, make) {
    for (let tries = 1; ; tries++) {
        const failed = yield* removeOnce(path, options, make);
        if (failed === undefined || failed[0] === ENOENT)
            return;
        if (tries > options.maxRetries || !retried.has(failed[0]))
            throw make(...failed);
        yield { wait: tries * options.retryDelay };
    }
}

/* Undefined, or what went wrong: the arguments of its error. */
function* removeOnce(path, options, make) {
    const numbers = yield ['lstat', path, false];
    if (numbers === ENOENT)
        return undefined;
    if (!isFolder(numbers)) {
        const err = yield ['unlink', path];
        return err === undefined ? err : [err, 'unlink', path];
    }
    const err = yield ['rmdir', path];
    if (err === undefined)
        return undefined;
    if (err !== -39 && err !== EEXIST && err !== -1) // ENOTEMPTY, EPERM
        return [err, 'rmdir', path];
    return yield* removeFolder(path, options, make);
}

function joinBytes(folder, name) {
    const { Buffer } = require('buffer');
    return toPath(Buffer.concat([Buffer.from(folder), Buffer.from('/'), name]));
}

function* removeFolder(path, options, make) {
    const list = yield ['scandir', path, false, nameCodecOf('buffer')];
    if (typeof list === 'number')
        return [list, 'scandir', path];
    yield list.map((name) => removeAny(joinBytes(path, name), options, make));
    const err = yield ['rmdir', path];
    return err === undefined ? err : [err, 'rmdir', path];
}

/* What rm() may not remove. Returns false if it is there, but no directory
 * although it should be. */
function* checkRemoval(path, options, isFolderWanted, make) {
    const numbers = yield ['lstat', path, false];
    if (typeof numbers === 'number') {
        if (options.force && numbers === ENOENT)
            return true;
        throw make(numbers, 'lstat', path);
    }
    if (isFolderWanted && !isFolder(numbers))
        return false;
    if (isFolder(numbers) && !options.recursive) {
        throw new codes.ERR_FS_EISDIR({
            code: 'EISDIR', message: 'is a directory', path, syscall: 'rm',
            errno: EISDIR,
        });
    }
    return true;
}

function* remove(path, options, make) {
    yield* checkRemoval(path, options, false, make);
    yield* removeAny(path, options, make);
}

function rmSync(path, options) {
    path = toPath(path);
    steps.runSync(remove(path, readRm(options), makeError));
}

function rm(path, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    path = toPath(path);
    const own = readRm(options);
    toCallback(callback);
    steps.run(remove(path, own, makeAsyncError),
              (error) => callback(error));
}

/* Node's is made of callbacks, too. */
function rmPromise(path, options) {
    return promise(remove(path, readRm(options), makeAsyncError));
}

/* ---- rmdir ------------------------------------------------------------ */

const warnOfTree = getDeprecationWarner(
    'In future versions of Node.js, fs.rmdir(path, { recursive: true }) ' +
    'will be removed. Use fs.rm(path, { recursive: true }) instead',
    'DEP0147');

/* True: the tree was removed; false: there is something else. */
function* removeTree(path, options, make) {
    warnOfTree();
    const own = readRm({ ...options, force: false });
    if (!(yield* checkRemoval(path, own, true, make)))
        return false;
    yield* removeAny(path, own, make);
    return true;
}

function rmdirSync(path, options) {
    path = toPath(path);
    if (options?.recursive) {
        if (steps.runSync(removeTree(path, options, makeError)))
            return;
    } else {
        readRmdir(options, rmdirDefaults);
    }
    callSync('rmdir', table.rmdir[1](path));
}

function rmdir(path, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    toCallback(callback);
    path = toPath(path);
    if (!options?.recursive) {
        readRmdir(options, rmdirDefaults);
        start('rmdir', [path], callback);
        return;
    }
    steps.run(removeTree(path, options, makeAsyncError), (error, isDone) => {
        if (error || isDone)
            callback(error);
        else
            start('rmdir', [path], callback);
    });
}

const removeTreePromise = (path, options) =>
    promise(removeTree(path, options, makeAsyncError));
const checkRmdir = (options) => readRmdir(options, rmdirDefaults);

module.exports = {
    calls: { mkdir, mkdirSync, readdir, readdirSync, rm, rmSync, rmdir,
             rmdirSync },
    checkRmdir, makeTree, makeTreePromise, readMkdir, readReaddir,
    readTreePromise, removeTreePromise, rmPromise,
};
