'use strict';
/*
 * internal/url/files - from file: URLs to paths and back, and from URLs to the
 * options of http.request().
 */

const {
    codes: {
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_ARG_VALUE,
        ERR_INVALID_FILE_URL_HOST,
        ERR_INVALID_FILE_URL_PATH,
        ERR_INVALID_URL,
        ERR_INVALID_URL_SCHEME,
    },
} = require('internal/errors');
const { URL, isURL } = require('internal/url/url');
const { kValidateObjectAllowObjects, validateObject, validateString } =
    require('internal/validators');
/* Loaded when first used: internal/buffer/buffer, path. */

function toUrl(path) {
    if (typeof path !== 'string' && !isURL(path))
        throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
    const url = typeof path === 'string' ? new URL(path) : path;
    if (url.protocol === 'file:')
        return url;
    throw new ERR_INVALID_URL_SCHEME('file');
}

/* An encoded separator would be a separator after decoding: refuse it. */
function checkSlashes(url, pathname, windows) {
    const pattern = windows ? /%(2f|5c)/i : /%2f/i;
    if (pattern.test(pathname)) {
        throw new ERR_INVALID_FILE_URL_PATH(
            windows ? 'must not include encoded \\ or / characters'
                    : 'must not include encoded / characters', url.href);
    }
}

/* `pathname` is decoded, or has at least its drive as it is. */
function fromWindowsPathname(url, pathname) {
    if (url.hostname !== '') {
        const { domainToUnicode } = require('internal/url/url');
        return `\\\\${domainToUnicode(url.hostname)}${pathname}`;
    }
    const letter = pathname.charCodeAt(1) | 32;
    if (letter < 97 || letter > 122 || pathname[2] !== ':')
        throw new ERR_INVALID_FILE_URL_PATH('must be absolute', url.href);
    return pathname.slice(1);
}

function getWindowsPath(url) {
    checkSlashes(url, url.pathname, true);
    return fromWindowsPathname(
        url, decodeURIComponent(url.pathname.replaceAll('/', '\\')));
}

function checkHost(url) {
    if (url.hostname !== '')
        throw new ERR_INVALID_FILE_URL_HOST(process.platform);
}

function getPosixPath(url) {
    checkHost(url);
    const { pathname } = url;
    if (!pathname.includes('%'))
        return pathname;
    checkSlashes(url, pathname, false);
    return decodeURIComponent(pathname);
}

function fileURLToPath(path, options = undefined) {
    const url = toUrl(path);
    return options?.windows ? getWindowsPath(url) : getPosixPath(url);
}

/* The bytes of a text in which some are written as %XX. Anything else stays as
 * it is. */
function decodeBytes(text) {
    const { encode, toResult } = require('internal/buffer/buffer');
    const bytes = [];
    for (const part of text.split(/(%[\da-f]{2})/i)) {
        if (/^%[\da-f]{2}$/i.test(part))
            bytes.push(parseInt(part.slice(1), 16));
        else
            bytes.push(...encode(part, 'utf8'));
    }
    return toResult(Uint8Array.from(bytes));
}

/* For names that are not UTF-8. An encoded slash is no reason to refuse
 * here. */
function fileURLToPathBuffer(path, options = undefined) {
    const url = toUrl(path);
    if (options?.windows) {
        return decodeBytes(fromWindowsPathname(
            url, url.pathname.replaceAll('/', '\\')));
    }
    checkHost(url);
    return decodeBytes(url.pathname);
}

/* What a path may contain and a URL's path would take for something else. */
const special = /[\0%\\\n\r\t?#[\]| ~]/g;
const replacements = { '\0': '%00', '%': '%25', '\\': '%5C', '\n': '%0A',
                       '\r': '%0D', '\t': '%09', '?': '%3F', '#': '%23',
                       '[': '%5B', ']': '%5D', '|': '%7C', ' ': '%20',
                       '~': '%7E' };

function escapePath(path, windows) {
    return path.replace(special, (char) => windows && char === '\\'
        ? char : replacements[char]);
}

/* "\\\\server\\share\\path": the server is the URL's host. */
function fromUncPath(filepath) {
    const start = filepath.startsWith('\\\\?\\UNC\\') ? 8 : 2;
    const end = filepath.indexOf('\\', start);
    if (end === -1) {
        throw new ERR_INVALID_ARG_VALUE('path', filepath,
                                        'Missing UNC resource path');
    }
    if (end === 2) {
        throw new ERR_INVALID_ARG_VALUE('path', filepath,
                                        'Empty UNC servername');
    }
    const url = new URL('file://');
    url.hostname = filepath.slice(start, end);
    if (url.hostname === '')
        throw new ERR_INVALID_URL(filepath);
    url.pathname = escapePath(filepath.slice(end), true)
        .replaceAll('\\', '/');
    return url;
}

function pathToFileURL(filepath, options = undefined) {
    validateString(filepath, 'path');
    const windows = options?.windows === true;
    const path = windows ? require('path').win32 : require('path');
    if (windows && filepath.startsWith('\\\\') &&
        !/^\\\\\?\\[A-Za-z]:/.test(filepath))
        return fromUncPath(filepath);
    let resolved = path.resolve(filepath);
    if (windows && resolved.startsWith('\\\\?\\'))
        resolved = resolved.slice(4);
    /* A slash at the end means a folder and must not be lost. */
    const last = filepath[filepath.length - 1];
    const endsInSlash = last === '/' || (windows && last === '\\');
    if (endsInSlash && resolved[resolved.length - 1] !== path.sep)
        resolved += '/';
    resolved = escapePath(resolved, windows);
    if (windows) {
        resolved = resolved.replaceAll('\\', '/');
        if (resolved[0] !== '/')
            resolved = `/${resolved}`;
    }
    return new URL(`file://${resolved}`);
}

function toPathIfFileURL(value) {
    return isURL(value) ? fileURLToPath(value) : value;
}

/* What a URL has behind accessors, as the plain object that http takes. */
function urlToHttpOptions(url) {
    validateObject(url, 'url', kValidateObjectAllowObjects);
    const options = Object.assign({ __proto__: null }, url);
    for (const name of ['protocol', 'hostname', 'hash', 'search', 'pathname'])
        options[name] = url[name];
    options.path = `${url.pathname || ''}${url.search || ''}`;
    options.href = url.href;
    /* The brackets of an IPv6 address are part of the URL only. */
    if (url.hostname?.startsWith('['))
        options.hostname = url.hostname.slice(1, -1);
    if (url.port !== '')
        options.port = Number(url.port);
    const { username, password } = url;
    if (username || password)
        options.auth = [username, password].map(decodeURIComponent).join(':');
    return options;
}

module.exports = {
    fileURLToPath,
    fileURLToPathBuffer,
    pathToFileURL,
    toPathIfFileURL,
    urlToHttpOptions,
};
