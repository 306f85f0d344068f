'use strict';
/*
 * internal/fs/copy - cpSync(): a file, a link, or a whole tree.
 *
 * What may not be copied onto what is found out for the roots, before anything
 * is written; below them two directories are merged.
 */

const fs = require('fs');
const path = require('path');
const { codes } = require('internal/errors');
const { toPath } = require('internal/fs/utils');
const { validateBoolean, validateFunction, validateInteger, validateObject } =
    require('internal/validators');

const defaults = {
    dereference: false,
    errorOnExist: false,
    filter: undefined,
    force: true,
    mode: 0,
    preserveTimestamps: false,
    recursive: false,
    verbatimSymlinks: false,
};

const flags = ['dereference', 'errorOnExist', 'force', 'preserveTimestamps',
               'recursive', 'verbatimSymlinks'];

function readOptions(options) {
    if (options === undefined)
        return defaults;
    validateObject(options, 'options');
    const own = { ...defaults, ...options };
    for (const flag of flags)
        validateBoolean(own[flag], `options.${flag}`);
    if (own.dereference && own.verbatimSymlinks) {
        throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference',
                                                     'verbatimSymlinks');
    }
    if (own.filter !== undefined)
        validateFunction(own.filter, 'options.filter');
    validateInteger(own.mode, 'mode', 0, 7);
    return own;
}

/* Errors that Node makes in C++ do not show their code in the stack. */
function refuse(code, message) {
    return Object.assign(new Error(message), { code });
}

function statOf(file, options) {
    return options.dereference
        ? fs.statSync(file, { throwIfNoEntry: false })
        : fs.lstatSync(file, { throwIfNoEntry: false });
}

function isSame(a, b) {
    return a.ino === b.ino && a.dev === b.dev;
}

/* Whether `inner` lies somewhere below `outer`. */
function isBelow(outer, inner) {
    const way = path.relative(path.resolve(outer), path.resolve(inner));
    return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`);
}

/* A link to the source is the source, too, unless the source is a link. */
function checkRoots(from, to, source, options) {
    const target = source.isSymbolicLink() ? statOf(to, options)
        : fs.statSync(to, { throwIfNoEntry: false });
    if (target !== undefined) {
        if (isSame(source, target)) {
            throw refuse('ERR_FS_CP_EINVAL',
                         `src and dest cannot be the same ${to}`);
        }
        if (source.isDirectory() && !target.isDirectory()) {
            throw refuse('ERR_FS_CP_DIR_TO_NON_DIR',
                         `Cannot overwrite non-directory ${to} with ` +
                         `directory ${from}`);
        }
        if (!source.isDirectory() && target.isDirectory()) {
            throw refuse('ERR_FS_CP_NON_DIR_TO_DIR',
                         `Cannot overwrite directory ${to} with ` +
                         `non-directory ${from}`);
        }
    }
    if (!source.isDirectory())
        return;
    if (!options.recursive) {
        throw refuse('ERR_FS_EISDIR', 'Recursive option not enabled, cannot ' +
                                      `copy a directory: ${from}/`);
    }
    if (isBelow(from, to)) {
        throw refuse('ERR_FS_CP_EINVAL', `Cannot copy ${from}/ to a ` +
                                         `subdirectory of self ${to}`);
    }
}

/* True if it is there already and is to stay as it is. */
function keepsOld(target, to, options) {
    if (target === undefined)
        return false;
    if (options.force) {
        fs.unlinkSync(to);
        return false;
    }
    if (options.errorOnExist) {
        throw new codes.ERR_FS_CP_EEXIST({
            message: `${to} already exists`, path: to, syscall: 'cp',
            errno: 17, code: 'EEXIST',
        });
    }
    return true;
}

function copyFile(from, to, source, target, options) {
    if (keepsOld(target, to, options))
        return;
    fs.copyFileSync(from, to, options.mode);
    if (options.preserveTimestamps)
        fs.utimesSync(to, source.atime, source.mtime);
    fs.chmodSync(to, source.mode & 0o7777);
}

function copyLink(from, to, target, options) {
    let goal = fs.readlinkSync(from);
    if (!options.verbatimSymlinks && !path.isAbsolute(goal))
        goal = path.resolve(path.dirname(from), goal);
    if (target !== undefined)
        fs.unlinkSync(to);
    fs.symlinkSync(goal, to);
}

function copyFolder(from, to, source, target, options) {
    if (target === undefined)
        fs.mkdirSync(to);
    for (const name of fs.readdirSync(from)) {
        const [inner, copy] = [path.join(from, name), path.join(to, name)];
        if (options.filter === undefined || options.filter(inner, copy))
            copyOne(inner, copy, options);
    }
    if (target === undefined)
        fs.chmodSync(to, source.mode & 0o7777);
}

function copyOne(from, to, options) {
    const source = statOf(from, options);
    const target = statOf(to, options);
    if (source.isDirectory())
        copyFolder(from, to, source, target, options);
    else if (source.isSymbolicLink())
        copyLink(from, to, target, options);
    else
        copyFile(from, to, source, target, options);
}

function cpSync(src, dest, options) {
    const own = readOptions(options);
    const from = toPath(src, 'src');
    const to = toPath(dest, 'dest');
    if (own.filter !== undefined && !own.filter(src, dest))
        return;
    const source = own.dereference ? fs.statSync(from) : fs.lstatSync(from);
    checkRoots(from, to, source, own);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    copyOne(from, to, own);
}

/* The copy is made of synchronous calls, in a turn of its own. */
function cp(src, dest, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    validateFunction(callback, 'cb');
    readOptions(options);
    toPath(src, 'src');
    toPath(dest, 'dest');
    setImmediate(() => {
        let failed = null;
        try {
            cpSync(src, dest, options);
        } catch (error) {
            failed = error;
        }
        callback(failed);
    });
}

module.exports = { cp, cpSync };
