'use strict';

// What both module systems need: which built-ins there are, the options that
// bear on loading, real paths, and the way between paths and file: URLs.

const { realpath, internalModuleStat } = internalBinding('fs');
const realm = require('internal/bootstrap/realm');

// ---- Options ---------------------------------------------------------------

// Set from the command line, before the first module is loaded.
const options = {
    __proto__: null,
    conditions: [], // --conditions, -C
    preserveSymlinks: false,
    preserveSymlinksMain: false,
    addons: true,
    detectModule: true,      // by its syntax, what a file without a type is
    requireModule: true,     // require() of an ES module
    globalSearchPaths: true, // NODE_PATH and the legacy folders
    inputType: '',
};
/* Loaded when first used: internal/errors, internal/url/url, path. */

function setOptions(given) {
    Object.assign(options, given);
    conditionsCache.clear();
}

const conditionsCache = new Map();

function makeConditions(kind) {
    const addons = options.addons ? ['node-addons'] : [];
    const all = kind === 'import' ?
        ['node', 'import', 'module-sync', ...addons] :
        ['require', 'node', ...addons, 'module-sync'];
    return new Set([...all, ...options.conditions]);
}

// The conditions of package.json's "exports" and "imports" that hold for
// 'import' or for 'require'.
function getConditions(kind) {
    let conditions = conditionsCache.get(kind);
    if (conditions === undefined) {
        conditions = makeConditions(kind);
        conditionsCache.set(kind, conditions);
    }
    return conditions;
}

// The ES module that is the program, if it is one: `promise` is pending while a
// top-level await of it is. It is here so that reading it does not load the ES
// module loader.
const entry = { __proto__: null, promise: undefined, settled: false };

// ---- Built-ins -------------------------------------------------------------

// These names are taken by packages, so they need the scheme.
const schemeOnly = new Set(['sea', 'sqlite', 'test', 'test/reporters']);

function isSchemeless(id) {
    return realm.canBeRequired(id) && !schemeOnly.has(id);
}

// 'fs' and 'node:fs' give 'fs'; what is not a built-in gives undefined.
function normalizeBuiltin(request) {
    if (request.startsWith('node:')) {
        const id = request.slice(5);
        return realm.canBeRequired(id) ? id : undefined;
    }
    return isSchemeless(request) ? request : undefined;
}

// Modules of Node 24 that Orrery does not have yet.
const awaited = new Set([
    'readline', 'readline/promises', 'repl', 'sea',
    'sqlite', 'trace_events', 'v8',
    'vm']);

// The words for a request that names such a module, else undefined.
function describeAwaited(request) {
    const id = request.startsWith('node:') ? request.slice(5) : request;
    const plain = request === id && schemeOnly.has(id);
    if (!awaited.has(id) || realm.canBeRequired(id) || plain)
        return undefined;
    return `orrery has no node:${id} yet`;
}

function isBuiltin(name) {
    return typeof name === 'string' && normalizeBuiltin(name) !== undefined;
}

function listBuiltins() {
    const ids = [];
    for (const id of realm.getIds()) {
        if (!realm.canBeRequired(id))
            continue;
        ids.push(schemeOnly.has(id) ? `node:${id}` : id);
    }
    return ids.sort();
}

// ---- Files -----------------------------------------------------------------

const realPaths = new Map();

function toRealPath(path) {
    let real = realPaths.get(path);
    if (real === undefined) {
        real = realpath(path);
        realPaths.set(path, real);
    }
    return real;
}

// 0 for a file, 1 for a directory, negative for neither.
function stat(path) {
    return internalModuleStat(path);
}

function stripBOM(text) {
    return text.charCodeAt(0) === 0xFEFF ? text.slice(1) : text;
}

// The wrapper is before the first line, where "#!" would be no comment any
// more. The line break stays, so that no position changes.
function stripShebang(text) {
    if (text.charCodeAt(0) !== 35 || text.charCodeAt(1) !== 33)
        return text;
    const end = text.search(/[\n\r\u2028\u2029]/);
    return end < 0 ? '' : text.slice(end);
}

// ---- URLs ------------------------------------------------------------------

let url;

function lazyUrl() {
    url ??= require('internal/url/url');
    return url;
}

// Everything that a path may hold and that needs no escape in a URL.
const plainPath = /^\/[\w\-./+@~!$&'()*,;=:]*$/;
const plainUrl = /^file:\/\/(\/[\w\-./+@~!$&'()*,;=:]*)$/;

// Most paths are plain, and then there is no need to parse anything.
function pathToUrl(path) {
    if (plainPath.test(path) && !path.includes('/.') && !path.includes('//'))
        return `file://${path}`;
    return lazyUrl().pathToFileURL(path).href;
}

function urlToPath(href) {
    const plain = plainUrl.exec(href);
    return plain !== null ? plain[1] : lazyUrl().fileURLToPath(href);
}

// { protocol, bare, suffix }: the part before ? or #, and the rest. The URL was
// parsed before, so there is nothing left to check.
function splitUrl(href) {
    const end = href.search(/[?#]/);
    return { protocol: href.slice(0, href.indexOf(':') + 1),
             bare: end < 0 ? href : href.slice(0, end),
             suffix: end < 0 ? '' : href.slice(end) };
}

const plainStep = /^\.{1,2}\/[\w\-./]*[\w-]$/;

// A relative specifier seen from a URL. Almost all are as plain as this, and
// parsing URLs is the better part of what resolving costs.
function joinUrl(specifier, base) {
    const from = plainUrl.exec(base);
    if (from === null || !plainStep.test(specifier) ||
        specifier.includes('//'))
        return new (lazyUrl().URL)(specifier, base).href;
    const { posix } = require('path');
    const folder = from[1].slice(0, from[1].lastIndexOf('/') + 1);
    return `file://${posix.join(folder, specifier)}`;
}

// For messages and cache keys: what is not a file keeps its URL.
function urlToFilename(href) {
    if (typeof href !== 'string' || !href.startsWith('file://'))
        return href;
    try {
        return urlToPath(href);
    } catch (error) {
        require('internal/errors').throwIfNoMemory(error);
        return href;
    }
}

/* Channels of modules that do not load diagnostics_channel themselves;
 * undefined until a program loads it, since there are no subscribers before. */
const diagnostics = {
    require: undefined, import: undefined, spawn: undefined, child: undefined,
};

module.exports = {
    diagnostics,
    entry,
    getConditions,
    describeAwaited,
    isBuiltin,
    isSchemeless,
    joinUrl,
    lazyUrl,
    listBuiltins,
    loadBuiltin: realm.requireBuiltin,
    normalizeBuiltin,
    options,
    pathToUrl,
    setOptions,
    splitUrl,
    stat,
    stripBOM,
    stripShebang,
    toRealPath,
    urlToFilename,
    urlToPath,
};
