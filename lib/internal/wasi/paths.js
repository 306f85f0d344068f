'use strict';
/*
 * internal/wasi/paths - paths inside of a folder that a program was given. They
 * are followed part by part, symbolic links too, and never lead out of it.
 */

const fs = require('fs');
const { errno } = require('internal/wasi/names');

const MAX_LINKS = 32;

class WasiError extends Error {
    constructor(number) {
        super(`WASI error ${number}`);
        this.number = number;
    }
}

function fail(name) {
    throw new WasiError(errno[name]);
}

function readLink(path) {
    try {
        return fs.readlinkSync(path);
    } catch (error) {
        if (error.code === 'EINVAL' || error.code === 'ENOENT' ||
            error.code === 'ENOTDIR')
            return undefined; // not a link
        throw error;
    }
}

/*
 * The real path of `path` below `root`, which has no links in it. The last part
 * is followed only if `follows` is set.
 */
function resolve(root, path, follows) {
    if (path.startsWith('/') || path.includes('\0'))
        fail(path.includes('\0') ? 'EILSEQ' : 'ENOTCAPABLE');
    const rest = path.split('/');
    const parts = [];
    let links = 0;
    while (rest.length > 0) {
        const part = rest.shift();
        if (part === '' || part === '.')
            continue;
        if (part === '..') {
            if (parts.length === 0)
                fail('ENOTCAPABLE');
            parts.pop();
            continue;
        }
        const isLast = rest.every((p) => p === '');
        const whole = `${root}/${[...parts, part].join('/')}`;
        const link = !isLast || follows || rest.length > 0 ?
            readLink(whole) : undefined;
        if (link === undefined) {
            parts.push(part);
            continue;
        }
        if (++links > MAX_LINKS)
            fail('ELOOP');
        if (link.startsWith('/'))
            fail('ENOTCAPABLE');
        rest.unshift(...link.split('/'));
    }
    return parts.length === 0 ? root : `${root}/${parts.join('/')}`;
}

module.exports = { WasiError, fail, resolve };
