'use strict';

// package.json: reading, the nearest one above a file, and finding a package in
// the node_modules folders above a file.
//
// A record is { exists, path, name, main, type, exports, imports }; `type` is
// 'commonjs', 'module' or 'none'. As in Node a name or a type that is not text
// is an error, and other fields of a wrong type count as missing. Records are
// cached for good, also those of missing files: a program that installs
// packages while it runs would not see them in Node, either.

const { readFileIfThere } = internalBinding('fs');
const { codes, throwIfNoMemory } = require('internal/errors');
const {
    isSchemeless, lazyUrl, normalizeBuiltin, pathToUrl, stat, stripBOM,
    urlToPath,
} = require('internal/modules/helpers');
/* Loaded when first used: internal/validators. */

const records = new Map();

function missing(path) {
    return { __proto__: null, exists: false, path, type: 'none',
             name: undefined, main: undefined, exports: undefined,
             imports: undefined };
}

function basePath(base) {
    if (base === undefined)
        return undefined;
    const text = `${base}`;
    return text.startsWith('file:') ? urlToPath(text) : text;
}

const isTextIfThere = (json, key) =>
    json[key] === undefined || typeof json[key] === 'string';

// An object; anything else that is JSON is not a package either. What a program
// has added to Object.prototype is not a field of it.
function parse(path, text, who) {
    try {
        const json = JSON.parse(stripBOM(text));
        if (typeof json !== 'object' || json === null || Array.isArray(json))
            throw json;
        Object.setPrototypeOf(json, null);
        if (isTextIfThere(json, 'name') && isTextIfThere(json, 'type'))
            return json;
        throw json;
    } catch (error) {
        throwIfNoMemory(error);
        throw invalidConfig(path, who);
    }
}

// Thrown by C++ in Node, so that its name is a plain one.
function invalidConfig(path, who) {
    const from = who && `"${who.specifier}" from ${basePath(who.base)}`;
    const { message } = new codes.ERR_INVALID_PACKAGE_CONFIG(
        from ? path : `${path}.`, from && `${from}.`);
    const error = new Error(message);
    Error.captureStackTrace(error, parse);
    error.code = 'ERR_INVALID_PACKAGE_CONFIG';
    return error;
}

const string = (value) => (typeof value === 'string' ? value : undefined);
const tree = (value) => (typeof value === 'object' && value !== null ||
    typeof value === 'string' ? value : undefined);

function makeRecord(path, json) {
    const type = json?.type;
    return {
        __proto__: null,
        exists: true,
        path,
        type: type === 'module' || type === 'commonjs' ? type : 'none',
        name: string(json?.name),
        main: string(json?.main),
        // null says "nothing is exported", so it is no missing field.
        exports: json?.exports === null ? null : tree(json?.exports),
        imports: tree(json?.imports),
    };
}

// who = { specifier, base }: the request that it is read for, for the message.
function read(path, who) {
    let record = records.get(path);
    if (record !== undefined)
        return record;
    const text = readFileIfThere(path);
    record = text === undefined ? missing(path) :
        makeRecord(path, parse(path, text, who));
    records.set(path, record);
    return record;
}

// The package.json that governs a file: the nearest above it, but a folder
// node_modules ends the search.
function findNearest(filename) {
    let end = filename.lastIndexOf('/');
    while (end >= 0) {
        const folder = filename.slice(0, end);
        if (folder.endsWith('/node_modules'))
            return undefined;
        const record = read(`${folder}/package.json`);
        if (record.exists)
            return record;
        end = folder.lastIndexOf('/');
    }
    return undefined;
}

// The same for a module's URL; never undefined.
function getScope(href) {
    const none = missing('');
    if (!href.startsWith('file:'))
        return none;
    return findNearest(urlToPath(href)) ?? none;
}

// ---- Finding a package -----------------------------------------------------

// 'a/b' is package 'a' and './b'; '@s/a/b' is '@s/a' and './b'.
function splitName(specifier, base) {
    let end = specifier.indexOf('/');
    let valid = true;
    if (specifier[0] === '@') {
        if (end < 0)
            valid = false;
        else
            end = specifier.indexOf('/', end + 1);
    }
    const name = end < 0 ? specifier : specifier.slice(0, end);
    if (!valid || /^\.|%|\\/.test(name)) {
        throw new codes.ERR_INVALID_MODULE_SPECIFIER(
            specifier, 'is not a valid package name', basePath(base));
    }
    return { name, subpath: '.' + (end < 0 ? '' : specifier.slice(end)) };
}

// A package may import itself by its own name if it has "exports".
function findSelf(name, base) {
    const scope = getScope(base);
    return scope.exists && scope.exports != null && scope.name === name ?
        scope : undefined;
}

function* folders(path) {
    for (let end = path.lastIndexOf('/'); end >= 0;
        end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end);
        if (!folder.endsWith('/node_modules'))
            yield folder;
        if (end === 0)
            return;
    }
}

// { path, subpath }: the package.json that a bare specifier means, seen from
// the module `base` (a URL). It need not exist: the folder counts.
function findPackage(specifier, base) {
    const { name, subpath } = splitName(specifier, base);
    const self = findSelf(name, base);
    if (self !== undefined)
        return { path: self.path, subpath };
    const from = base.startsWith('file:') ? urlToPath(base) : '';
    for (const folder of folders(from)) {
        const place = `${folder}/node_modules${name && `/${name}`}`;
        if (stat(place) === 1)
            return { path: `${place}/package.json`, subpath };
    }
    throw new codes.ERR_MODULE_NOT_FOUND(name, urlToPath(base), null);
}

// ---- module.findPackageJSON() ----------------------------------------------

function toHref(value) {
    const { URL } = lazyUrl();
    if (value instanceof URL)
        return value.href;
    return value[0] === '/' ? pathToUrl(value) : value;
}

function isPath(specifier) {
    return /^(\.{0,2}(\/|$)|file:)/.test(specifier);
}

function findPackageJSON(specifier, base = undefined) {
    const { validateString } = require('internal/validators');
    if (arguments.length === 0)
        throw new codes.ERR_MISSING_ARGS('specifier');
    const { URL } = lazyUrl();
    if (typeof specifier === 'symbol')
        validateString(specifier, 'specifier');
    if (base !== undefined && !(base instanceof URL))
        validateString(base, 'base');
    const wanted = toHref(specifier instanceof URL ? specifier
                                                   : `${specifier}`);
    const from = base === undefined ? 'data:' : toHref(base);
    if (wanted === '') {
        const error = new codes.ERR_UNSUPPORTED_RESOLVE_REQUEST(wanted, from);
        error.cause = new codes.ERR_INVALID_URL(wanted, from);
        throw error;
    }
    if (isPath(wanted)) {
        const href = new URL(wanted, from).href;
        const path = urlToPath(href);
        const folder = stat(path) === 1 && !path.endsWith('/');
        return findNearest(folder ? `${path}/` : path)?.path;
    }
    if (isSchemeless(wanted) || normalizeBuiltin(wanted) !== undefined)
        return undefined;
    if (!from.startsWith('file:'))
        throw new codes.ERR_INVALID_URL(wanted, from);
    const found = findPackage(wanted, from);
    return read(found.path).exists ? found.path : undefined;
}

module.exports = {
    basePath,
    findNearest,
    findPackage,
    findPackageJSON,
    getScope,
    read,
};
