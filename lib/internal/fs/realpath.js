'use strict';
/*
 * internal/fs/realpath - the path of a file without links in it.
 *
 * realpath.native() is one call of the kernel. realpath() walks the path part by
 * part, as Node does: it takes as many requests, and its errors name the part
 * at which it ends. realpathSync() asks the kernel first, and walks only to
 * find out what is wrong.
 */

const binding = internalBinding('fs');
const path = require('path');
const { runSync, start, table } = require('internal/fs/calls');
const steps = require('internal/fs/steps');
const {
    UTF8, constants, makeAsyncError, makeError, toCallback, toCodec, toTextPath,
} = require('internal/fs/utils');
const { encode, toResult } = require('internal/buffer/buffer');

const MODE = 1; // index into the numbers of stat
const { S_IFIFO, S_IFLNK, S_IFMT, S_IFSOCK } = constants;

const split = (whole) => whole.split('/').filter(Boolean);

/* Pipes and sockets have names that are not paths: they end the walk. */
const isNameless = (kind) => kind === S_IFIFO || kind === S_IFSOCK;

function* readLink(base, make) {
    const numbers = yield ['stat', base, false];
    if (typeof numbers === 'number')
        throw make(numbers, 'stat', base);
    const goal = yield ['readlink', base, UTF8];
    if (typeof goal === 'number')
        throw make(goal, 'readlink', base);
    return { goal: path.resolve(path.dirname(base), goal),
             kind: numbers[MODE] & S_IFMT };
}

function* walk(whole, make) {
    const known = new Set(); // parts that are not links
    let parts = split(whole);
    let done = '';
    while (parts.length > 0) {
        const base = `${done}/${parts.shift()}`;
        if (!known.has(base)) {
            const numbers = yield ['lstat', base, false];
            if (typeof numbers === 'number')
                throw make(numbers, 'lstat', base);
            if ((numbers[MODE] & S_IFMT) === S_IFLNK) {
                const { goal, kind } = yield* readLink(base, make);
                if (isNameless(kind))
                    return path.join(goal, ...parts);
                parts = [...split(goal), ...parts];
                done = '';
                continue;
            }
            known.add(base);
        }
        done = base;
    }
    return done === '' ? '/' : done;
}

const toName = (text, codec, options) => (codec === UTF8 ? text
    : toResult(encode(text, 'utf8'), options.encoding ?? options));

/* A primitive value is a path by its text, even undefined. */
function toAnyPath(given) {
    return toTextPath(given === null || typeof given !== 'object' ? `${given}`
                                                                  : given);
}

function realpathSync(given, options) {
    const codec = toCodec(options);
    const whole = path.resolve(toAnyPath(given));
    const result = binding.realPath(whole, codec);
    if (typeof result !== 'number')
        return result;
    return toName(steps.runSync(walk(whole, (errno, syscall, base) => makeError(
        errno, syscall, base, undefined, realpathSync))), codec, options);
}
realpathSync.native = function native(given, options) {
    return runSync('realPath', table.realPath[1](given, options));
};

function realpath(given, options, callback) {
    callback = toCallback(typeof options === 'function' ? options : callback);
    const codec = toCodec(options);
    const whole = path.resolve(toAnyPath(given));
    steps.run(walk(whole, makeAsyncError), (error, text) => {
        if (error)
            callback(error);
        else
            callback(null, toName(text, codec, options));
    });
}
realpath.native = function native(given, options, callback) {
    callback = toCallback(typeof options === 'function' ? options : callback);
    start('realPath', table.realPath[1](given, options), callback);
};

module.exports = { realpath, realpathSync };
