'use strict';
/*
 * internal/fs/realpath - the path of a file without links in it.
 *
 * realpath.native() is one call of the kernel. realpath() is one, too; but Node
 * walks the path part by part, so its errors name the first part that is
 * missing, and so do these.
 */

const binding = internalBinding('fs');
const { runSync, start, table } = require('internal/fs/calls');
const {
    FSReqCallback, makeError, makeAsyncError, toCallback, toCodec, toTextPath,
} = require('internal/fs/utils');

function firstMissing(path) {
    const { dirname } = require('path');
    let missing = path;
    while (dirname(missing) !== missing &&
           typeof binding.lstat(dirname(missing), false) === 'number')
        missing = dirname(missing);
    return missing;
}

function realpathSync(path, options) {
    const codec = toCodec(options);
    const whole = require('path').resolve(toTextPath(path));
    const result = binding.realPath(whole, codec);
    if (typeof result === 'number')
        throw makeError(result, 'lstat', firstMissing(whole));
    return result;
}
realpathSync.native = function native(path, options) {
    return runSync('realPath', table.realPath[1](path, options));
};

function realpath(path, options, callback) {
    callback = toCallback(typeof options === 'function' ? options : callback);
    const codec = toCodec(options);
    const whole = require('path').resolve(toTextPath(path));
    const oncomplete = (errno, result) => {
        if (errno === undefined)
            callback(null, result);
        else
            callback(makeAsyncError(errno, 'lstat', firstMissing(whole)));
    };
    const err = binding.realPath(whole, codec, new FSReqCallback(oncomplete));
    if (err < 0)
        process.nextTick(oncomplete, err);
}
realpath.native = function native(path, options, callback) {
    callback = toCallback(typeof options === 'function' ? options : callback);
    start('realPath', table.realPath[1](path, options), callback);
};

module.exports = { realpath, realpathSync };
