'use strict';
/*
 * path - paths as POSIX has them. What needs Windows' rules is in path/win32,
 * which is loaded when it is first used.
 *
 * Nothing here touches the disk; only resolve() and relative() use the current
 * folder, and only if their arguments are relative.
 */

const { validateString } = require('internal/validators');
const { defineLazy } = require('internal/util');
const { cutSuffix, formatWith, getExtension, keepParts } =
    require('internal/util/path_parts');
/* Loaded when first used: internal/util/glob, path/win32. */

const SLASH = 47;

function normalizeParts(path, isAbsolute) {
    return keepParts(path.split('/'), isAbsolute).join('/');
}

function resolve(...args) {
    let resolved = '';
    let isAbsolute = false;
    for (let i = args.length - 1; i >= 0 && !isAbsolute; i--) {
        const path = args[i];
        validateString(path, `paths[${i}]`);
        if (path.length === 0)
            continue;
        resolved = `${path}/${resolved}`;
        isAbsolute = path.charCodeAt(0) === SLASH;
    }
    if (!isAbsolute) {
        const folder = process.cwd();
        resolved = `${folder}/${resolved}`;
        isAbsolute = folder.charCodeAt(0) === SLASH;
    }
    resolved = normalizeParts(resolved, isAbsolute);
    if (isAbsolute)
        return `/${resolved}`;
    return resolved.length > 0 ? resolved : '.';
}

function normalize(path) {
    validateString(path, 'path');
    const { length } = path;
    const root = length > 0 && path.charCodeAt(0) === SLASH ? '/' : '';
    const end = length > 0 && path.charCodeAt(length - 1) === SLASH ? '/' : '';
    const parts = length > 0 ? normalizeParts(path, root !== '') : '';
    if (parts !== '')
        return root + parts + end;
    return root || `.${end}`;
}

function isAbsolute(path) {
    validateString(path, 'path');
    return path.length > 0 && path.charCodeAt(0) === SLASH;
}

function join(...args) {
    let joined = '';
    for (let i = 0; i < args.length; i++) {
        const part = args[i];
        validateString(part, 'path');
        if (part.length > 0)
            joined = joined.length === 0 ? part : `${joined}/${part}`;
    }
    return joined.length === 0 ? '.' : normalize(joined);
}

/* The way from one folder to the other: up to what they share, then down. */
function relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to)
        return '';
    from = resolve(from);
    to = resolve(to);
    if (from === to)
        return '';
    const fromParts = from === '/' ? [] : from.slice(1).split('/');
    const toParts = to === '/' ? [] : to.slice(1).split('/');
    let shared = 0;
    while (shared < fromParts.length && shared < toParts.length &&
           fromParts[shared] === toParts[shared])
        shared++;
    const way = [];
    for (let i = shared; i < fromParts.length; i++)
        way[way.length] = '..';
    for (let i = shared; i < toParts.length; i++)
        way[way.length] = toParts[i];
    return way.join('/');
}

function toNamespacedPath(path) {
    return path;
}

/* Where the path ends if slashes at its end are left out; 0 if it has nothing
 * but slashes. */
function trimEnd(path) {
    let end = path.length;
    while (end > 0 && path.charCodeAt(end - 1) === SLASH)
        end--;
    return end;
}

function dirname(path) {
    validateString(path, 'path');
    if (path.length === 0)
        return '.';
    const isRooted = path.charCodeAt(0) === SLASH;
    const end = trimEnd(path);
    if (end === 0)
        return '/';
    const slash = path.lastIndexOf('/', end - 1);
    if (slash === -1)
        return '.';
    if (slash === 0)
        return '/';
    /* A second slash before the last part stays, as it stays in Node. */
    if (isRooted && slash === 1)
        return '//';
    return path.slice(0, slash);
}

function basename(path, suffix) {
    if (suffix !== undefined)
        validateString(suffix, 'suffix');
    validateString(path, 'path');
    const end = trimEnd(path);
    const start = end === 0 ? 0 : path.lastIndexOf('/', end - 1) + 1;
    return cutSuffix(path, start, end, suffix);
}

function extname(path) {
    validateString(path, 'path');
    const end = trimEnd(path);
    return getExtension(path.slice(path.lastIndexOf('/', end - 1) + 1, end));
}

function format(pathObject) {
    return formatWith('/', pathObject);
}

function parse(path) {
    validateString(path, 'path');
    const result = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0)
        return result;
    const isRooted = path.charCodeAt(0) === SLASH;
    if (isRooted)
        result.root = '/';
    const end = trimEnd(path);
    const slash = end === 0 ? -1 : path.lastIndexOf('/', end - 1);
    if (end > 0) {
        result.base = path.slice(slash + 1, end);
        /* Right below the root, and only there, ".." counts as a name with
         * an extension. */
        result.ext = slash === 0 && result.base === '..'
            ? '.' : getExtension(result.base);
        result.name = result.base.slice(
            0, result.base.length - result.ext.length);
    }
    if (slash > 0)
        result.dir = path.slice(0, slash);
    else if (isRooted)
        result.dir = '/';
    return result;
}

function matchesGlob(path, pattern) {
    validateString(path, 'path');
    validateString(pattern, 'pattern');
    return require('internal/util/glob').matchesGlob(path, pattern, false);
}

const posix = {
    resolve,
    normalize,
    isAbsolute,
    join,
    relative,
    toNamespacedPath,
    dirname,
    basename,
    extname,
    format,
    parse,
    matchesGlob,
    sep: '/',
    delimiter: ':',
    posix: null,
};

posix.posix = posix;
defineLazy(posix, 'win32', () => require('path/win32'));
posix._makeLong = toNamespacedPath;

module.exports = posix;
