'use strict';
/*
 * internal/fs/calls - the file calls that are one request each, as a table.
 *
 * A line says how the arguments are checked and what is made of the result.
 * Three functions are made from it: the one with a callback, the synchronous
 * one (both in fs), and the one with a promise (internal/fs/promises).
 */

const binding = internalBinding('fs');
const {
    FSReqCallback, FSReqPromise, StatFs, constants, makeAsyncError, makeError,
    makeSample, refuse, toCodec, toFd, toFlags, toMode, toPath, toTime,
} = require('internal/fs/utils');
const { validateInteger, validateOneOf } = require('internal/validators');
/* Loaded when first used: buffer. */

const same = (value) => value;
/* true for bigints; undefined for numbers, and C makes the Stats */
const toStatForm = (options) => (options?.bigint ? true : undefined);
const withPath = (path) => [toPath(path)];
const withFd = (fd) => [toFd(fd)];
const withOwner = (path, uid, gid) =>
    [toPath(path), toId(uid, 'uid'), toId(gid, 'gid')];
const withTimes = (path, atime, mtime) =>
    [toPath(path), toTime(atime), toTime(mtime)];
const withStat = (path, options) => [toPath(path), toStatForm(options)];

function toId(value, name) {
    validateInteger(value, name, -1, 4294967295);
    return value;
}

function toLength(value = 0) {
    validateInteger(value, 'len');
    return Math.max(0, value);
}

/* In the words of Node's C++. */
function toAccess(mode) {
    if (mode === undefined || mode === null)
        return constants.F_OK;
    if (typeof mode !== 'number') {
        throw Object.assign(
            new TypeError('mode must be int32 or null/undefined'),
            { code: 'ERR_INVALID_ARG_TYPE' });
    }
    if (!(mode >= 0 && mode <= 7)) {
        throw Object.assign(
            new RangeError('mode is out of range: >= 0 && <= 7'),
            { code: 'ERR_OUT_OF_RANGE' });
    }
    return mode;
}

/* What a link is to point to, which matters on other systems only. */
const linkTypes = ['dir', 'file', 'junction', null, undefined];

/*
 * name: [how many arguments it has, how they are checked, what the result is,
 * the name of the system call, how many of the arguments are paths, whether the
 * arguments are checked before the callback].
 */
const table = {
    __proto__: null,
    access: [2, (path, mode) => [toPath(path), toAccess(mode)], same,
             'access', 1, true],
    open: [3, (path, flags, mode) => [toPath(path), toFlags(flags),
                                      toMode(mode, 'mode', 0o666)], same,
           'open', 1, true],
    close: [1, withFd, same, 'close', 0],
    stat: [2, withStat, same, 'stat', 1],
    lstat: [2, withStat, same, 'lstat', 1],
    fstat: [2, (fd, options) => [toFd(fd), toStatForm(options)], same,
            'fstat', 0],
    statfs: [2, (path, options) => [toPath(path), !!options?.bigint],
             (n) => new StatFs(n), 'statfs', 1],
    rmdir: [1, withPath, same, 'rmdir', 1],
    unlink: [1, withPath, same, 'unlink', 1],
    rename: [2, (from, to) => [toPath(from, 'oldPath'), toPath(to, 'newPath')],
             same, 'rename', 2],
    link: [2, (from, to) => [toPath(from, 'existingPath'),
                             toPath(to, 'newPath')], same, 'link', 2],
    symlink: [3, (target, path, type) => {
        validateOneOf(type, 'type', linkTypes);
        return [toPath(target, 'target'), toPath(path)];
    }, same, 'symlink', 2, true],
    readlink: [2, (path, options) => [toPath(path), toCodec(options)], same,
               'readlink', 1],
    chmod: [2, (path, mode) => [toPath(path), toMode(mode, 'mode')], same,
            'chmod', 1, true],
    fchmod: [2, (fd, mode) => [toFd(fd), toMode(mode, 'mode')], same,
             'fchmod', 0, true],
    chown: [3, withOwner, same, 'chown', 1],
    lchown: [3, withOwner, same, 'lchown', 1],
    fchown: [3, (fd, uid, gid) => [toFd(fd), toId(uid, 'uid'),
                                   toId(gid, 'gid')], same, 'fchown', 0, true],
    utimes: [3, withTimes, same, 'utime', 1],
    lutimes: [3, withTimes, same, 'lutime', 1],
    futimes: [3, (fd, atime, mtime) => [toFd(fd), toTime(atime, 'atime'),
                                        toTime(mtime, 'mtime')], same,
              'futime', 0, true],
    ftruncate: [2, (fd, len) => [toFd(fd), toLength(len)], same,
                'ftruncate', 0, true],
    fsync: [1, withFd, same, 'fsync', 0],
    fdatasync: [1, withFd, same, 'fdatasync', 0],
    copyFile: [3, (from, to, mode) => [toPath(from, 'src'), toPath(to, 'dest'),
                                       toAccess(mode)], same, 'copyfile', 2, true],
    mkdtemp: [2, (prefix, options) => [toTemplate(prefix), toCodec(options)],
              same, 'mkdtemp', 1],
    realPath: [2, (path, options) => [toPath(path), toCodec(options)], same,
               'realpath', 1],
};

const warnOfX = () => process.emitWarning(
    'mkdtemp() templates ending with X are not portable. ' +
    'For details see: https://nodejs.org/api/fs.html');
let hasWarnedOfX = false;

/* The six letters are replaced by the kernel's C library. */
function toTemplate(prefix) {
    const path = toPath(prefix, 'prefix');
    if (!hasWarnedOfX && (path.at(-1) === 'X' || path.at(-1) === 0x58)) {
        hasWarnedOfX = true;
        warnOfX();
    }
    if (typeof path === 'string')
        return `${path}XXXXXX`;
    const { Buffer } = require('buffer');
    return Buffer.concat([path, Buffer.from('XXXXXX')]);
}

function errorOf(row, errno, path, dest, make) {
    const { 3: syscall, 4: count } = row;
    return make(errno, syscall, count > 0 ? path : undefined,
                count > 1 ? dest : undefined, runSync);
}

function runSync(name, args) {
    const result = Reflect.apply(binding[name], binding, args);
    if (typeof result === 'number' && result < 0)
        throw errorOf(table[name], result, args[0], args[1], makeError);
    return table[name][2](result);
}

/*
 * What the loop completes of a call in the table. C makes those of callbacks, of
 * the sample below: the row of the table, the callback and, for an error, the
 * first two arguments, whatever they are.
 */
class CallRequest extends FSReqCallback {
    constructor(row, done, path, dest) {
        super();
        this.row = row;
        this.done = done;
        this.path = path;
        this.dest = dest;
    }

    oncomplete(errno, value) {
        const { row, done } = this;
        if (errno !== undefined)
            done(errorOf(row, errno, this.path, this.dest, makeAsyncError));
        else if (value === undefined)
            done(null);
        else
            done(null, row[2] === same ? value : row[2](value));
    }
}
Object.defineProperty(CallRequest, 'name',
                      { __proto__: null, value: 'FSReqCallback' });
binding.setSamples(0, makeSample(false), makeSample(true), new CallRequest(),
                   CallRequest.prototype.oncomplete, table);

/* Reflect.apply() costs a third of a call with a spread array. The array is not
 * kept, or it and the request would keep each other. */
function submit(name, args, request) {
    args.push(request);
    const err = Reflect.apply(binding[name], binding, args);
    args.pop();
    return err;
}

/* Calls done(error) or done(null, value) later, even if it could not begin. */
function start(name, args, done) {
    const err = submit(name, args, done);
    if (err < 0)
        refuseStart(name, err, done, args[0], args[1]);
}

function refuseStart(name, err, done, path, dest) {
    const request = new CallRequest(table[name], done, path, dest);
    process.nextTick(() => request.oncomplete(err));
}

/* A stat call with a path that is a string: C looks for zero bytes in it. */
function startStat(name, path, done) {
    const err = binding[name](path, undefined, done);
    if (err < 0)
        refuseStart(name, err, done, toPath(path));
}

/* A request that settles a promise: `syscall`, `path` and `dest` are for its
 * error, `toValue` makes the value. */
class PromiseRequest extends FSReqPromise {
    constructor(syscall, path, dest, toValue, resolve, reject) {
        super();
        this.syscall = syscall;
        this.path = path;
        this.dest = dest;
        this.toValue = toValue;
        this.resolve = resolve;
        this.reject = reject;
    }

    oncomplete(errno, value) {
        const { resolve, reject, toValue } = this;
        if (errno !== undefined)
            reject(makeAsyncError(errno, this.syscall, this.path, this.dest));
        else
            resolve(value === undefined ? value : toValue(value));
    }
}

/*
 * As a promise, which callers await: then a reaction and an await are between
 * the loop's callback and the caller, as many microtasks as in Node.
 */
function settle(name, args, syscall, path, dest, toValue) {
    return new Promise((resolve, reject) => {
        const request = new PromiseRequest(syscall, path, dest, toValue,
                                           resolve, reject);
        const err = submit(name, args, request);
        if (err < 0)
            process.nextTick(() => request.oncomplete(err));
    }).then(undefined, refuse);
}

function ask(name, args) {
    const { 2: toValue, 3: syscall, 4: count } = table[name];
    return settle(name, args, syscall, count > 0 ? args[0] : undefined,
                  count > 1 ? args[1] : undefined, toValue);
}

function askOther(name, args, syscall, path) {
    return settle(name, args, syscall, path, undefined, same);
}

/* A request that is not in the table. */
function startOther(name, args, syscall, path, done) {
    const oncomplete = (errno, value) => {
        if (errno === undefined)
            done(null, value);
        else
            done(makeAsyncError(errno, syscall, path));
    };
    const err = submit(name, args, new FSReqCallback(oncomplete));
    if (err < 0)
        process.nextTick(done, makeAsyncError(err, syscall, path));
}

module.exports = { ask, askOther, runSync, start, startOther, startStat, submit,
                   table, toLength };

// Stacks name the module that a program knows.
//# sourceURL=node:fs
