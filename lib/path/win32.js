'use strict';
/*
 * path/win32 - paths as Windows has them, for programs that handle such paths
 * elsewhere too.
 *
 * A path begins with a device ("C:", "\\\\server\\share") or none, then a root
 * (a separator) or none. Most of the code is about these.
 */

const posix = require('path');
const { validateString } = require('internal/validators');
const { cutSuffix, formatWith, getExtension, keepParts } =
    require('internal/util/path_parts');
/* Loaded when first used: internal/util/glob. */

function isSeparator(code) {
    return code === 47 || code === 92;
}

function isLetter(code) {
    return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/* The index of the first separator at or after `from`; the length if none. */
function findSeparator(path, from) {
    while (from < path.length && !isSeparator(path.charCodeAt(from)))
        from++;
    return from;
}

function skipSeparators(path, from) {
    while (from < path.length && isSeparator(path.charCodeAt(from)))
        from++;
    return from;
}

/*
 * Split off what the path begins with:
 *   device      "C:", "\\\\server\\share", or ""
 *   end         where the rest begins, after device and root
 *   isAbsolute  whether there is a root
 */
function readRoot(path) {
    const root = { device: '', end: 0, isAbsolute: false, isUnc: false,
                   hasShare: false };
    if (path.length === 0)
        return root;
    const first = path.charCodeAt(0);
    if (isSeparator(first)) {
        root.isAbsolute = true;
        root.end = 1;
        if (path.length > 1 && isSeparator(path.charCodeAt(1)))
            readServer(path, root);
    } else if (isLetter(first) && path.charCodeAt(1) === 58) {
        root.device = path.slice(0, 2);
        root.end = 2;
        if (path.length > 2 && isSeparator(path.charCodeAt(2))) {
            root.isAbsolute = true;
            root.end = 3;
        }
    }
    return root;
}

/* Two separators, a name, separators, another name. Anything less has only
 * the one root. "\\\\.\\" and "\\\\?\\" name devices of the system. */
function readServer(path, root) {
    const serverEnd = findSeparator(path, 2);
    if (serverEnd === 2 || serverEnd === path.length)
        return;
    const server = path.slice(2, serverEnd);
    const shareStart = skipSeparators(path, serverEnd);
    if (shareStart === path.length)
        return;
    if (server === '.' || server === '?') {
        root.device = `\\\\${server}`;
        root.end = 4;
        root.isDevice = true;
        return;
    }
    const shareEnd = findSeparator(path, shareStart);
    root.isUnc = true;
    root.hasShare = true;
    root.device = `\\\\${server}\\${path.slice(shareStart, shareEnd)}`;
    root.shareEnd = shareEnd;
    root.end = shareEnd === path.length ? shareEnd : shareEnd + 1;
}

function normalizeParts(path, isAbsolute) {
    return keepParts(path.split(/[\\/]/), isAbsolute).join('\\');
}

/* The folder of a relative path: each drive has its own, which the shell stores
 * in variables such as "=C:". */
function getFolder(device) {
    if (device.length === 0)
        return process.cwd();
    const folder = process.env[`=${device}`] || process.cwd();
    if (folder.slice(0, 2).toLowerCase() !== device.toLowerCase() &&
        folder.charCodeAt(2) === 92)
        return `${device}\\`;
    return folder;
}

function resolve(...args) {
    let device = '';
    let tail = '';
    let isAbsolute = false;
    for (let i = args.length - 1; i >= -1; i--) {
        let path;
        if (i >= 0) {
            path = args[i];
            validateString(path, `paths[${i}]`);
            if (path.length === 0)
                continue;
        } else {
            path = getFolder(device);
        }
        const root = readRoot(path);
        if (root.device.length > 0) {
            if (device.length === 0)
                device = root.device;
            else if (root.device.toLowerCase() !== device.toLowerCase())
                continue;
        }
        if (!isAbsolute) {
            tail = `${path.slice(root.end)}\\${tail}`;
            isAbsolute = root.isAbsolute;
        }
        if (isAbsolute && device.length > 0)
            break;
    }
    tail = normalizeParts(tail, isAbsolute);
    return isAbsolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
}

const reservedNames = /^(?:CON|PRN|AUX|NUL|COM[1-9\u00b9\u00b2\u00b3]|LPT[1-9\u00b9\u00b2\u00b3])$/i;

/* "CON:" and similar are devices anywhere in a path. A colon at -1 leaves out
 * the last character, as in Node. */
function isReserved(path, colon) {
    return reservedNames.test(path.slice(0, colon));
}

/* The same as readRoot(), with reserved names as devices too. */
function readRootWithDevices(path) {
    const root = readRoot(path);
    const colon = path.indexOf(':');
    if (root.isDevice) {
        const name = path.slice(4, colon + 1);
        if (isReserved(name, name.length - 1)) {
            root.device = `\\\\?\\${name}`;
            root.end = 4 + name.length;
        }
    } else if (root.end === 0 && colon > 0 && isReserved(path, colon)) {
        root.device = path.slice(0, colon + 1);
        root.end = colon + 1;
    }
    return root;
}

function normalize(path) {
    validateString(path, 'path');
    if (path.length === 0)
        return '.';
    if (path.length === 1)
        return isSeparator(path.charCodeAt(0)) ? '\\' : path;
    const root = readRootWithDevices(path);
    if (root.isUnc && root.shareEnd === path.length)
        return `${root.device}\\`;

    let tail = root.end < path.length
        ? normalizeParts(path.slice(root.end), root.isAbsolute) : '';
    const endsInSeparator = isSeparator(path.charCodeAt(path.length - 1));
    if (tail.length === 0 && !root.isAbsolute)
        tail = '.';
    if (tail.length > 0 && endsInSeparator)
        tail += '\\';
    return guardDevice(path, root, tail);
}

/* Normalizing must not turn a relative path into one with a drive: what was
 * "./c:/x" stays relative. */
function guardDevice(path, root, tail) {
    if (!root.isAbsolute && root.device === '' && path.includes(':')) {
        if (tail.length >= 2 && isLetter(tail.charCodeAt(0)) &&
            tail.charCodeAt(1) === 58)
            return `.\\${tail}`;
        let colon = path.indexOf(':');
        do {
            if (colon === path.length - 1 ||
                isSeparator(path.charCodeAt(colon + 1)))
                return `.\\${tail}`;
            colon = path.indexOf(':', colon + 1);
        } while (colon !== -1);
    }
    const colon = path.indexOf(':');
    if (isReserved(path, colon))
        return `.\\${root.device}${tail}`;
    return root.isAbsolute ? `${root.device}\\${tail}`
                           : `${root.device}${tail}`;
}

function isAbsolute(path) {
    validateString(path, 'path');
    const first = path.charCodeAt(0); // NaN if there is none
    const isDrive = isLetter(first) && path[1] === ':';
    return isSeparator(isDrive ? path.charCodeAt(2) : first);
}

function join(...args) {
    let joined;
    let first;
    for (let i = 0; i < args.length; i++) {
        const part = args[i];
        validateString(part, 'path');
        if (part.length === 0)
            continue;
        if (joined === undefined)
            joined = first = part;
        else
            joined += `\\${part}`;
    }
    if (joined === undefined)
        return '.';
    joined = fixLeadingSeparators(joined, first);
    if (hasReservedPart(joined))
        return joined.replaceAll('/', '\\');
    return normalize(joined);
}

/* Would normalizing make a device of a part? Such a path is not normalized. */
function hasReservedPart(path) {
    if (!path.includes(':'))
        return false;
    const parts = path.split('\\');
    for (let i = 0; i < parts.length; i++) {
        const colon = parts[i].indexOf(':');
        if (colon !== -1 && isReserved(parts[i], colon))
            return true;
    }
    return false;
}

/* Joining must not make a server's name out of two parts: more than one
 * separator at the start only counts if the first part has a server in it. */
function fixLeadingSeparators(joined, first) {
    let keep = false;
    if (isSeparator(first.charCodeAt(0)) && first.length > 1 &&
        isSeparator(first.charCodeAt(1))) {
        keep = first.length > 2 && !isSeparator(first.charCodeAt(2));
    }
    if (keep)
        return joined;
    const start = skipSeparators(joined, 0);
    return start >= 2 ? `\\${joined.slice(start)}` : joined;
}

function splitParts(path) {
    const parts = path.split('\\');
    const kept = [];
    for (let i = 0; i < parts.length; i++) {
        if (parts[i] !== '')
            kept[kept.length] = parts[i];
    }
    return kept;
}

function relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to)
        return '';
    const fromFull = resolve(from);
    const toFull = resolve(to);
    if (fromFull === toFull ||
        fromFull.toLowerCase() === toFull.toLowerCase())
        return '';
    const fromParts = splitParts(fromFull);
    const toParts = splitParts(toFull);
    let shared = 0;
    while (shared < fromParts.length && shared < toParts.length &&
           fromParts[shared].toLowerCase() === toParts[shared].toLowerCase())
        shared++;
    if (shared === 0 && fromParts.length > 0 && toParts.length > 0)
        return toFull;
    const way = [];
    for (let i = shared; i < fromParts.length; i++)
        way[way.length] = '..';
    for (let i = shared; i < toParts.length; i++)
        way[way.length] = toParts[i];
    return way.join('\\');
}

function toNamespacedPath(path) {
    if (typeof path !== 'string' || path.length === 0)
        return path;
    const resolved = resolve(path);
    if (resolved.length <= 2)
        return path;
    if (resolved.startsWith('\\\\')) {
        const code = resolved.charCodeAt(2);
        if (code !== 63 && code !== 46)
            return `\\\\?\\UNC\\${resolved.slice(2)}`;
    } else if (isLetter(resolved.charCodeAt(0)) &&
               resolved.charCodeAt(1) === 58 &&
               resolved.charCodeAt(2) === 92) {
        return `\\\\?\\${resolved}`;
    }
    return resolved;
}

/* Where the path ends if separators at its end are left out, but not before
 * `start`. */
function trimEnd(path, start) {
    let end = path.length;
    while (end > start && isSeparator(path.charCodeAt(end - 1)))
        end--;
    return end;
}

function lastSeparator(path, start, end) {
    for (let i = end - 1; i >= start; i--) {
        if (isSeparator(path.charCodeAt(i)))
            return i;
    }
    return -1;
}

/* The root's end as dirname() and parse() count it: a share is whole only with
 * a separator after it, or at the end. */
function readRootEnd(path) {
    if (path.length === 1)
        return isSeparator(path.charCodeAt(0)) ? 1 : 0;
    const root = readRoot(path);
    if (root.isDevice)
        return readDeviceEnd(path);
    return root.end;
}

/* For parse() "\\\\?\\x" is a server like any other. */
function readDeviceEnd(path) {
    const shareStart = skipSeparators(path, findSeparator(path, 2));
    const shareEnd = findSeparator(path, shareStart);
    return shareEnd === path.length ? shareEnd : shareEnd + 1;
}

function dirname(path) {
    validateString(path, 'path');
    if (path.length === 0)
        return '.';
    if (path.length === 1)
        return isSeparator(path.charCodeAt(0)) ? path : '.';
    const rootEnd = readRootEnd(path);
    if (rootEnd === path.length && rootEnd > 0 && isAbsoluteOrDrive(path))
        return path;
    const end = trimEnd(path, rootEnd);
    const slash = lastSeparator(path, rootEnd, end);
    if (slash !== -1 && end > rootEnd)
        return path.slice(0, slash);
    return rootEnd === 0 ? '.' : path.slice(0, rootEnd);
}

function isAbsoluteOrDrive(path) {
    return isSeparator(path.charCodeAt(0)) || path.charCodeAt(1) === 58;
}

function getNameStart(path) {
    const start = path.length >= 2 && isLetter(path.charCodeAt(0)) &&
                  path.charCodeAt(1) === 58 ? 2 : 0;
    const slash = lastSeparator(path, start, trimEnd(path, start));
    return slash === -1 ? start : slash + 1;
}

function basename(path, suffix) {
    if (suffix !== undefined)
        validateString(suffix, 'suffix');
    validateString(path, 'path');
    const start = getNameStart(path);
    return cutSuffix(path, start, trimEnd(path, start), suffix);
}

function extname(path) {
    validateString(path, 'path');
    const start = getNameStart(path);
    return getExtension(path.slice(start, trimEnd(path, start)));
}

function format(pathObject) {
    return formatWith('\\', pathObject);
}

function parse(path) {
    validateString(path, 'path');
    const result = { root: '', dir: '', base: '', ext: '', name: '' };
    if (path.length === 0)
        return result;
    if (path.length === 1) {
        if (isSeparator(path.charCodeAt(0)))
            result.root = result.dir = path;
        else
            result.base = result.name = path;
        return result;
    }
    const rootEnd = readRootEnd(path);
    if (rootEnd > 0)
        result.root = path.slice(0, rootEnd);
    if (rootEnd === path.length && rootEnd > 0) {
        result.dir = path;
        return result;
    }
    const end = trimEnd(path, rootEnd);
    const slash = lastSeparator(path, rootEnd, end);
    result.base = path.slice(slash === -1 ? rootEnd : slash + 1, end);
    result.ext = getExtension(result.base);
    result.name = result.base.slice(0,
                                    result.base.length - result.ext.length);
    if (slash > 0 && slash !== rootEnd - 1)
        result.dir = path.slice(0, slash);
    else
        result.dir = result.root;
    return result;
}

function matchesGlob(path, pattern) {
    validateString(path, 'path');
    validateString(pattern, 'pattern');
    return require('internal/util/glob').matchesGlob(path, pattern, true);
}

module.exports = {
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
    sep: '\\',
    delimiter: ';',
    win32: null,
    posix,
    _makeLong: toNamespacedPath,
};
module.exports.win32 = module.exports;
