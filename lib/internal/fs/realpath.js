'use strict';
/*
 * internal/fs/realpath - the path of a file without links in it.
 *
 * It is one call of the kernel. Node walks the path part by part, so its errors
 * name the first part that is missing; so do these.
 */

const binding = internalBinding('fs');
const {
    FSReqCallback, FSReqPromise, makeError, makeAsyncError, refuse, toCallback,
    toOptions, toPath,
} = require('internal/fs/utils');
const { nameToResult } = require('internal/buffer');

function firstMissing(path) {
    const { dirname } = require('path');
    let missing = path;
    while (dirname(missing) !== missing &&
           typeof binding.lstat(dirname(missing), false) === 'number')
        missing = dirname(missing);
    return missing;
}

function realpathSync(path, options) {
    const { encoding } = toOptions(options, {});
    const whole = require('path').resolve(toPath(path));
    const result = binding.realPath(whole);
    if (typeof result === 'number')
        throw makeError(result, 'lstat', firstMissing(whole));
    return nameToResult(result, encoding);
}
realpathSync.native = function native(path, options) {
    const { encoding } = toOptions(options, {});
    const result = binding.realPath(toPath(path));
    if (typeof result === 'number')
        throw makeError(result, 'realpath', path);
    return nameToResult(result, encoding);
};

function errorOf(errno, syscall, path) {
    const named = syscall === 'lstat'
        ? firstMissing(require('path').resolve(path)) : path;
    return makeAsyncError(errno, syscall, named);
}

function startRealpath(path, syscall, done, Request = FSReqCallback) {
    path = toPath(path);
    const oncomplete = (errno, result) => {
        if (errno !== undefined)
            done(errorOf(errno, syscall, path));
        else
            done(null, result);
    };
    const err = binding.realPath(path, new Request(oncomplete));
    if (err < 0)
        process.nextTick(done, errorOf(err, syscall, path));
}

function realpath(path, options, callback) {
    startRealpath(path, 'lstat', toCallback(callback ?? options));
}
realpath.native = function native(path, options, callback) {
    startRealpath(path, 'realpath', toCallback(callback ?? options));
};

async function promised(path) {
    return await new Promise((resolve, reject) => {
        startRealpath(path, 'realpath', (error, value) => {
            if (error)
                reject(error);
            else
                resolve(value);
        }, FSReqPromise);
    }).then(undefined, refuse);
}

Object.defineProperty(promised, 'name',
                      { __proto__: null, value: 'realpath' });

module.exports = { promised, realpath, realpathSync };
