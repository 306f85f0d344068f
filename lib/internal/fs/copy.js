'use strict';
/*
 * internal/fs/copy - cp(): a file, a link, or a whole tree.
 *
 *      filter -> stat of both -> may this be copied onto that? -> copy
 *
 * and the same for each entry of a directory. It is one generator for
 * internal/fs/steps. What differs between cpSync() and cp() is how they refuse:
 * Node's cpSync() finds all of it out before it writes, in C++, and its errors
 * are plain ones; those of cp() are system errors.
 */

const path = require('path');
const { codes } = require('internal/errors');
const steps = require('internal/fs/steps');
const {
    FSReqPromise, UTF8, constants, makeAsyncError, makeError, toCallback,
    toTextPath,
} = require('internal/fs/utils');
const { validateBoolean, validateFunction, validateInteger, validateObject } =
    require('internal/validators');
/* Loaded when first used: internal/fs/tree, internal/util/types. */

const ENOENT = -2;
const EEXIST = 17;
const ENOTDIR = 20;
const EISDIR = 21;
const EINVAL = 22;
const BATCH = 32; // entries of a directory that are read at once

// Indices into the numbers of stat.
const DEV = 0;
const MODE = 1;
const INO = 7;
const ATIME = 10;
const MTIME = 12;

/* ---- Options ---------------------------------------------------------- */

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
        return { ...defaults };
    validateObject(options, 'options');
    const own = { ...defaults, ...options };
    for (const flag of flags)
        validateBoolean(own[flag], `options.${flag}`);
    own.mode ??= 0;
    validateInteger(own.mode, 'mode', 0, 7);
    if (own.dereference && own.verbatimSymlinks) {
        throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('dereference',
                                                     'verbatimSymlinks');
    }
    if (own.filter !== undefined)
        validateFunction(own.filter, 'options.filter');
    return own;
}

/* ---- Refusing --------------------------------------------------------- */

const names = { [EEXIST]: 'EEXIST', [ENOTDIR]: 'ENOTDIR', [EISDIR]: 'EISDIR',
                [EINVAL]: 'EINVAL' };

function refuse(code, errno, message, dest) {
    return new codes[code]({ message, path: dest, syscall: 'cp', errno,
                             code: names[errno] });
}

/* As Node's C++ does it: the code is not in the stack, and sentences begin with
 * a capital letter. */
function refusePlainly(code, message) {
    return Object.assign(new Error(message), { code });
}

const asFolder = (name) => (name.endsWith('/') ? name : `${name}/`);

/* ---- What there is ---------------------------------------------------- */

const isFolder = (numbers) =>
    (numbers[MODE] & constants.S_IFMT) === constants.S_IFDIR;
const isSame = (a, b) => a[INO] === b[INO] && a[DEV] === b[DEV];

/* Whether `inner` is `outer`, or lies somewhere below it. */
function isWithin(outer, inner) {
    const parts = path.resolve(inner).split(path.sep).filter(Boolean);
    return path.resolve(outer).split(path.sep).filter(Boolean)
        .every((part, i) => parts[i] === part);
}

class Copy {
    constructor(options, isSync) {
        this.options = options;
        this.isSync = isSync;
        this.make = isSync ? makeError : makeAsyncError;
        this.statCall = options.dereference ? 'stat' : 'lstat';
    }

    /* A call whose failure ends the copy. */
    *call(name, syscall, args, dest) {
        const result = yield [name, ...args];
        if (typeof result === 'number' && result < 0)
            throw this.make(result, syscall, args[0], dest);
        return result;
    }

    *isWanted(from, to) {
        const { filter } = this.options;
        if (filter === undefined)
            return true;
        const answer = filter(from, to);
        if (!this.isSync)
            return yield { value: answer };
        if (require('internal/util/types').isPromise(answer)) {
            throw new codes.ERR_INVALID_RETURN_VALUE('boolean', 'filter',
                                                     answer);
        }
        return answer;
    }

    *statInto(found, key, file) {
        const numbers = yield [this.statCall, file, false];
        if (typeof numbers !== 'number')
            found[key] = numbers;
        else if (key === 'source' || numbers !== ENOENT)
            throw this.make(numbers, this.statCall, file);
    }

    /* { source, target }: the numbers of both; target is null if nothing is
     * there. */
    *statBoth(from, to) {
        const found = { source: null, target: null };
        yield [this.statInto(found, 'source', from),
               this.statInto(found, 'target', to)];
        return found;
    }

    /* ---- Checks ---- */

    checkKinds(from, to, { source, target }) {
        if (target !== null) {
            if (isSame(source, target))
                throw this.refuseSame(to);
            if (isFolder(source) && !isFolder(target))
                throw this.refuseFolderOnto(from, to);
            if (!isFolder(source) && isFolder(target))
                throw this.refuseOntoFolder(from, to);
        }
        if (isFolder(source) && isWithin(from, to))
            throw this.refuseInto(from, to);
    }

    refuseSame(to) {
        const message = 'src and dest cannot be the same';
        return this.isSync
            ? refusePlainly('ERR_FS_CP_EINVAL', `${message} ${to}`)
            : refuse('ERR_FS_CP_EINVAL', EINVAL, message, to);
    }

    refuseFolderOnto(from, to) {
        const rest = `annot overwrite non-directory ${to} with directory ` +
            `${from}`;
        return this.isSync
            ? refusePlainly('ERR_FS_CP_DIR_TO_NON_DIR', `C${rest}`)
            : refuse('ERR_FS_CP_DIR_TO_NON_DIR', EISDIR, `c${rest}`, to);
    }

    refuseOntoFolder(from, to) {
        const rest = `annot overwrite directory ${to} with non-directory ` +
            `${from}`;
        return this.isSync
            ? refusePlainly('ERR_FS_CP_NON_DIR_TO_DIR', `C${rest}`)
            : refuse('ERR_FS_CP_NON_DIR_TO_DIR', ENOTDIR, `c${rest}`, to);
    }

    refuseInto(from, to) {
        return this.isSync
            ? refusePlainly('ERR_FS_CP_EINVAL',
                            `Cannot copy ${asFolder(from)} to a subdirectory ` +
                            `of self ${to}`)
            : refuse('ERR_FS_CP_EINVAL', EINVAL,
                     `cannot copy ${from} to a subdirectory of self ${to}`,
                     to);
    }

    refuseFolder(from) {
        return this.isSync
            ? refusePlainly('ERR_FS_EISDIR', 'Recursive option not enabled, ' +
                            `cannot copy a directory: ${asFolder(from)}`)
            : refuse('ERR_FS_EISDIR', EISDIR,
                     `${from} is a directory (not copied)`, from);
    }

    refuseKind(mode, to) {
        const [code, what] = mode === constants.S_IFSOCK
            ? ['ERR_FS_CP_SOCKET', 'a socket file']
            : mode === constants.S_IFIFO
                ? ['ERR_FS_CP_FIFO_PIPE', 'a FIFO pipe']
                : ['ERR_FS_CP_UNKNOWN', 'an unknown file type'];
        return this.isSync
            ? refusePlainly(code, `Cannot copy ${what}: ${to}`)
            : refuse(code, EINVAL, `cannot copy ${what}: ${to}`, to);
    }

    /* No directory above the target may be the source. */
    *checkParents(from, source, to) {
        const own = path.resolve(path.dirname(from));
        let parent = path.resolve(path.dirname(to));
        while (parent !== own && parent !== path.dirname(parent)) {
            const numbers = yield ['stat', parent, false];
            if (numbers === ENOENT)
                return;
            if (typeof numbers === 'number')
                throw this.make(numbers, 'stat', parent);
            if (isSame(source, numbers))
                throw this.refuseInto(from, to);
            parent = path.dirname(parent);
        }
    }

    *makeParent(to) {
        const parent = path.dirname(to);
        const numbers = yield ['stat', parent, false];
        if (typeof numbers !== 'number')
            return;
        if (numbers !== ENOENT)
            throw this.make(numbers, 'stat', parent);
        const { makeTree } = require('internal/fs/tree');
        yield* makeTree(parent, 0o777, this.make);
    }

    /* A link to the source is the source for cpSync(), unless the source is a
     * link. */
    *checkLinkToSource(to, source) {
        if ((source[MODE] & constants.S_IFMT) === constants.S_IFLNK)
            return;
        const numbers = yield ['stat', to, false];
        if (typeof numbers !== 'number' && isSame(source, numbers))
            throw this.refuseSame(to);
    }

    /* ---- Copying ---- */

    *run(from, to) {
        if (!(yield* this.isWanted(from, to)))
            return;
        const found = yield* this.statBoth(from, to);
        if (this.isSync)
            yield* this.checkLinkToSource(to, found.source);
        this.checkKinds(from, to, found);
        if (this.isSync && isFolder(found.source) && !this.options.recursive)
            throw this.refuseFolder(from);
        yield* this.checkParents(from, found.source, to);
        yield* this.makeParent(to);
        yield* this.copyAny(from, to, found);
    }

    /* cp() looks at the source once more, as Node does. */
    *copyAny(from, to, { source, target }) {
        if (!this.isSync)
            source = yield* this.call(this.statCall, this.statCall,
                                      [from, false]);
        const kind = source[MODE] & constants.S_IFMT;
        if (kind === constants.S_IFDIR) {
            if (!this.options.recursive)
                throw this.refuseFolder(from);
            yield* this.copyFolder(from, to, source, target);
        } else if (kind === constants.S_IFREG || kind === constants.S_IFCHR ||
                   kind === constants.S_IFBLK) {
            yield* this.copyFile(from, to, source, target);
        } else if (kind === constants.S_IFLNK) {
            yield* this.copyLink(from, to, target);
        } else {
            throw this.refuseKind(kind, to);
        }
    }

    *copyFile(from, to, source, target) {
        const { force, errorOnExist, mode, preserveTimestamps } = this.options;
        if (target !== null && !force) {
            if (errorOnExist) {
                throw refuse('ERR_FS_CP_EEXIST', EEXIST,
                             `${to} already exists`, to);
            }
            return;
        }
        if (target !== null)
            yield* this.call('unlink', 'unlink', [to]);
        yield* this.call('copyFile', 'copyfile', [from, to, mode], to);
        if (preserveTimestamps)
            yield* this.copyTimes(from, to, source[MODE]);
        yield* this.call('chmod', 'chmod', [to, source[MODE]]);
    }

    /* Only a file that can be written to can be given other times. */
    *copyTimes(from, to, mode) {
        if ((mode & 0o200) === 0)
            yield* this.call('chmod', 'chmod', [to, mode | 0o200]);
        const numbers = yield* this.call('stat', 'stat', [from, false]);
        const toSeconds = (i) => numbers[i] + numbers[i + 1] / 1e9;
        yield* this.call('utimes', 'utime', [to, toSeconds(ATIME),
                                             toSeconds(MTIME)]);
    }

    *copyFolder(from, to, source, target) {
        const { errorOnExist, force } = this.options;
        if (target !== null && errorOnExist && !force && !this.isSync) {
            throw refuse('ERR_FS_CP_EEXIST', EEXIST, `${to} already exists`,
                         to);
        }
        if (target === null)
            yield* this.call('mkdir', 'mkdir', [to, 0o777]);
        yield* this.copyEntries(from, to);
        if (target === null)
            yield* this.call('chmod', 'chmod', [to, source[MODE]]);
    }

    *copyEntries(from, to) {
        const dir = yield* this.call('opendir', 'opendir', [from]);
        try {
            let list;
            do {
                list = yield* this.call('readdir', 'scandir',
                                        [dir, BATCH, UTF8]);
                for (let i = 0; i < list.length; i += 2)
                    yield* this.copyEntry(path.join(from, list[i]),
                                          path.join(to, list[i]));
            } while (list.length > 0);
        } finally {
            yield ['closedir', dir];
        }
    }

    *copyEntry(from, to) {
        if (!(yield* this.isWanted(from, to)))
            return;
        const found = yield* this.statBoth(from, to);
        this.checkKinds(from, to, found);
        yield* this.copyAny(from, to, found);
    }

    /* ---- Links ---- */

    *readLink(link) {
        const goal = yield ['readlink', link, UTF8];
        if (typeof goal === 'number')
            return goal;
        return path.isAbsolute(goal) ? goal
                                     : path.resolve(path.dirname(link), goal);
    }

    *copyLink(from, to, target) {
        let goal = yield* this.call('readlink', 'readlink', [from, UTF8]);
        if (!this.options.verbatimSymlinks && !path.isAbsolute(goal))
            goal = path.resolve(path.dirname(from), goal);
        if (target !== null) {
            const old = yield* this.readLink(to);
            if (typeof old === 'string') {
                yield* this.checkLinks(from, to, goal, old);
                yield* this.call('unlink', 'unlink', [to]);
            } else if (old !== -EINVAL) {
                throw this.make(old, 'readlink', to);
            }
        }
        yield* this.call('symlink', 'symlink', [goal, to], to);
    }

    /* A directory's link may not be replaced by one that leads into it, or out
     * of it. */
    *checkLinks(from, to, goal, old) {
        const numbers = yield ['stat', from, false];
        if (typeof numbers === 'number' || !isFolder(numbers))
            return;
        if (isWithin(goal, old)) {
            throw refuse('ERR_FS_CP_EINVAL', EINVAL,
                         `cannot copy ${goal} to a subdirectory of self ` +
                         `${old}`, to);
        }
        if (isWithin(old, goal)) {
            throw refuse('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', EINVAL,
                         `cannot overwrite ${old} with ${goal}`, to);
        }
    }
}

/* ---- The three forms -------------------------------------------------- */

function cpSync(src, dest, options) {
    const own = readOptions(options);
    const from = toTextPath(src, 'src');
    const to = toTextPath(dest, 'dest');
    steps.runSync(new Copy(own, true).run(from, to));
}

function cp(src, dest, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    toCallback(callback);
    const own = readOptions(options);
    const from = toTextPath(src, 'src');
    const to = toTextPath(dest, 'dest');
    steps.run(new Copy(own, false).run(from, to), (error) => {
        process.nextTick(callback, error);
    }, FSReqPromise);
}

async function cpPromise(src, dest, options) {
    const own = readOptions(options);
    const from = toTextPath(src, 'src');
    const to = toTextPath(dest, 'dest');
    return new Promise((resolve, reject) => {
        steps.run(new Copy(own, false).run(from, to), (error) => {
            if (error)
                reject(error);
            else
                resolve();
        }, FSReqPromise);
    });
}

module.exports = { cp, cpPromise, cpSync };
