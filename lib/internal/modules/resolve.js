'use strict';

// The ES module resolution algorithm: from a specifier and the URL of its
// module to the URL of the requested module. The steps have the names that
// Node's documentation gives them (PACKAGE_RESOLVE is packageResolve, and so
// on); CommonJS uses those about "exports" and "imports" too, with other
// conditions.
//
// URLs are strings (href) outside of one function, and files are looked at only
// in finalize() and resolveMain().

const { codes, throwIfNoMemory } = require('internal/errors');
const packageJson = require('internal/modules/package_json');
const {
    isSchemeless, joinUrl, lazyUrl, options, pathToUrl, splitUrl, stat,
    toRealPath, urlToPath,
} = require('internal/modules/helpers');
/* Loaded when first used: internal/modules/cjs, path. */

const { basePath } = packageJson;

const encodedSeparator = /%2f|%5c/i;

function parseUrl(text, base) {
    const { URL } = lazyUrl();
    return URL.canParse(text, base) ? new URL(text, base) : null;
}

function folderOf(packagePath) {
    return packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
}

function fileOf(base) {
    return base === null || base === undefined ? undefined : basePath(base);
}

// ---- Targets ---------------------------------------------------------------

// The place in a package.json from which a target was taken, as one object
// because every error message names most of it.
//     pkg        the record of the package.json
//     key        the key that matched: './lib/*'
//     subpath    what the * stands for; '' without a pattern
//     pattern    the key has a *
//     internal   "imports", not "exports"
//     base       URL of the requesting module; null if unknown

function invalidTarget(place, target) {
    const text = typeof target === 'object' && target !== null ?
        JSON.stringify(target, null, '') : `${target}`;
    return new codes.ERR_INVALID_PACKAGE_TARGET(
        folderOf(place.pkg.path), place.key, text, place.internal,
        fileOf(place.base));
}

function invalidSubpath(place, request) {
    const field = place.internal ? 'imports' : 'exports';
    return new codes.ERR_INVALID_MODULE_SPECIFIER(
        request, `request is not a valid match in pattern "${place.key}" for ` +
        `the "${field}" resolution of ${place.pkg.path}`, fileOf(place.base));
}

// '.', '..', 'node_modules' and nothing at all are not names for a step of a
// path, however they are written; nothing at all is only deprecated.
const empty = /(^|[\\/])[\\/]|[\\/]$/;

function decodeSegment(segment) {
    return segment.replace(/%([0-9a-f]{2})/gi,
                           (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

function hasForbiddenSegment(path) {
    for (const segment of path.split(/[\\/]/)) {
        const name = decodeSegment(segment).toLowerCase();
        if (name === '.' || name === '..' || name === 'node_modules')
            return true;
    }
    return false;
}

function hasEmptySegment(path) {
    return empty.test(path) || path.startsWith('/') || path.startsWith('\\');
}

function warnEmptySegment(place, target, isTarget) {
    if (process.noDeprecation || place.slashMatch)
        return;
    const resolved = place.pattern ?
        target.replaceAll('*', () => place.subpath) : target;
    const request = place.pattern ?
        place.key.replace('*', () => place.subpath) : place.key;
    const double = /[/\\][/\\]/.test(isTarget ? resolved : request);
    const file = fileOf(place.base);
    process.emitWarning(
        `Use of deprecated ${double ? 'double slash' :
            'leading or trailing slash matching'} resolving "${resolved}" ` +
        `for module request "${request}" ${request !== place.key ?
            `matched to "${place.key}" ` : ''}in the "${place.internal ?
            'imports' : 'exports'}" field module resolution of the package ` +
        `at ${place.pkg.path}${file ? ` imported from ${file}` : ''}.`,
        'DeprecationWarning', 'DEP0166');
}

function resolveInternalTarget(place, target, conditions) {
    if (!place.internal || target[0] === '/' || target.startsWith('../') ||
        parseUrl(target) !== null)
        throw invalidTarget(place, target);
    const wanted = place.pattern ?
        target.replaceAll('*', () => place.subpath) : target;
    return packageResolve(wanted, pathToUrl(place.pkg.path), conditions);
}

function checkTargetPath(place, target) {
    const path = target.slice(2);
    if (hasForbiddenSegment(path))
        throw invalidTarget(place, target);
    if (path === '' || hasEmptySegment(path))
        warnEmptySegment(place, target, true);
}

function checkSubpath(place, target) {
    if (hasForbiddenSegment(place.subpath))
        throw invalidSubpath(place,
                             place.key.replace('*', () => place.subpath));
    if (hasEmptySegment(place.subpath))
        warnEmptySegment(place, target, false);
}

// PACKAGE_TARGET_RESOLVE of a string.
function resolveTargetString(place, target, conditions) {
    if (place.subpath !== '' && !place.pattern && !target.endsWith('/'))
        throw invalidTarget(place, target);
    if (!target.startsWith('./'))
        return resolveInternalTarget(place, target, conditions);
    checkTargetPath(place, target);
    const { URL } = lazyUrl();
    const folder = pathToUrl(folderOf(place.pkg.path));
    const resolved = new URL(target, folder);
    if (!resolved.pathname.startsWith(new URL(folder).pathname))
        throw invalidTarget(place, target);
    if (place.subpath === '')
        return resolved.href;
    checkSubpath(place, target);
    return place.pattern ?
        new URL(resolved.href.replaceAll('*', () => place.subpath)).href :
        new URL(place.subpath, resolved).href;
}

// The first that fits; an invalid one counts only if no other does.
function resolveTargetArray(place, targets, conditions) {
    let last = null;
    for (const target of targets) {
        let resolved;
        try {
            resolved = resolveTarget(place, target, conditions);
        } catch (error) {
            if (error.code !== 'ERR_INVALID_PACKAGE_TARGET')
                throw error;
            last = error;
            continue;
        }
        if (resolved === null)
            last = null;
        else if (resolved !== undefined)
            return resolved;
    }
    if (last === null)
        return null;
    throw last;
}

function isArrayIndex(key) {
    const number = +key;
    return `${number}` === key && number >= 0 && number < 0xFFFF_FFFF;
}

function resolveTargetObject(place, target, conditions) {
    const keys = Object.getOwnPropertyNames(target);
    if (keys.some(isArrayIndex)) {
        throw new codes.ERR_INVALID_PACKAGE_CONFIG(
            place.pkg.path, place.base ?? undefined,
            '"exports" cannot contain numeric property keys.');
    }
    for (const key of keys) {
        if (key !== 'default' && !conditions.has(key))
            continue;
        const resolved = resolveTarget(place, target[key], conditions);
        if (resolved !== undefined)
            return resolved;
    }
    return undefined;
}

// A URL; null if the target forbids it, undefined if no condition held.
function resolveTarget(place, target, conditions) {
    if (typeof target === 'string')
        return resolveTargetString(place, target, conditions);
    if (Array.isArray(target)) {
        return target.length === 0 ? null :
            resolveTargetArray(place, target, conditions);
    }
    if (target === null)
        return null;
    if (typeof target === 'object')
        return resolveTargetObject(place, target, conditions);
    throw invalidTarget(place, target);
}

// ---- Exports and imports ---------------------------------------------------

// PATTERN_KEY_COMPARE: true if pattern a is more specific than b.
function isMoreSpecific(a, b) {
    const starA = a.indexOf('*');
    const starB = b.indexOf('*');
    return starA !== starB ? starA > starB : a.length > b.length;
}

function matchPattern(key, request) {
    const star = key.indexOf('*');
    if (star < 0 || key.lastIndexOf('*') !== star ||
        request.length < key.length || !request.startsWith(key.slice(0, star)))
        return undefined;
    const tail = key.slice(star + 1);
    return request.endsWith(tail) ?
        request.slice(star, request.length - tail.length) : undefined;
}

function findPattern(map, request) {
    let best;
    for (const key of Object.getOwnPropertyNames(map)) {
        const subpath = matchPattern(key, request);
        if (subpath !== undefined &&
            (best === undefined || isMoreSpecific(key, best.key)))
            best = { key, subpath };
    }
    return best;
}

// Some pattern begins as the request does, whether it matches or not.
function beginsPattern(map, request) {
    return Object.getOwnPropertyNames(map).some((key) => key.includes('*') &&
        request.startsWith(key.slice(0, key.indexOf('*'))));
}

// { "import": ... } or a string stands for { ".": ... }.
function isMainSugar(map, pkg, base) {
    if (typeof map === 'string' || Array.isArray(map))
        return true;
    if (typeof map !== 'object' || map === null)
        return false;
    const keys = Object.getOwnPropertyNames(map);
    const sugar = (key) => key === '' || key[0] !== '.';
    if (keys.some((key) => sugar(key) !== sugar(keys[0]))) {
        throw new codes.ERR_INVALID_PACKAGE_CONFIG(
            pkg.path, base ?? undefined,
            '"exports" cannot contain some keys starting with \'.\' and some ' +
            'not. The exports object must either be an object of package ' +
            'subpath keys or an object of main entry condition name keys ' +
            'only.');
    }
    return keys.length > 0 && sugar(keys[0]);
}

const warnedSlashes = new Set();

function warnTrailingSlash(request, pkg, base) {
    const key = `${pkg.path}|${request}`;
    if (process.noDeprecation || warnedSlashes.has(key))
        return;
    warnedSlashes.add(key);
    const file = fileOf(base);
    process.emitWarning(
        `Use of deprecated trailing slash pattern mapping "${request}" in ` +
        'the "exports" field module resolution of the package at ' +
        `${pkg.path}${file ? ` imported from ${file}` : ''}. Mapping ` +
        'specifiers ending in "/" is no longer supported.',
        'DeprecationWarning', 'DEP0155');
}

function lookUp(place, map, request, conditions) {
    if (Object.hasOwn(map, request) && !request.includes('*') &&
        !request.endsWith('/')) {
        return resolveTarget({ ...place, key: request, subpath: '',
                               pattern: false }, map[request], conditions);
    }
    const best = findPattern(map, request);
    if (request.endsWith('/') && !place.internal && beginsPattern(map, request))
        warnTrailingSlash(request, place.pkg, place.base);
    if (best === undefined)
        return undefined;
    return resolveTarget({ ...place, ...best, pattern: true,
                           slashMatch: request.endsWith('/') },
                         map[best.key], conditions);
}

// PACKAGE_EXPORTS_RESOLVE: subpath is '.' or './...'.
function exportsResolve(pkg, subpath, base, conditions) {
    const map = isMainSugar(pkg.exports, pkg, base) ?
        { '.': pkg.exports } : pkg.exports ?? {};
    const place = { pkg, base, internal: false };
    const resolved = lookUp(place, map, subpath, conditions);
    if (resolved == null) {
        throw new codes.ERR_PACKAGE_PATH_NOT_EXPORTED(
            folderOf(pkg.path), subpath, fileOf(base));
    }
    return resolved;
}

// PACKAGE_IMPORTS_RESOLVE of '#name'.
function importsResolve(name, base, conditions) {
    if (name === '#' || name.endsWith('/')) {
        throw new codes.ERR_INVALID_MODULE_SPECIFIER(
            name, 'is not a valid internal imports specifier name',
            fileOf(base));
    }
    const pkg = packageJson.getScope(base);
    const map = pkg.exists && typeof pkg.imports === 'object' ?
        pkg.imports : undefined;
    const resolved = map === undefined ? undefined :
        lookUp({ pkg, base, internal: true }, map, name, conditions);
    if (resolved == null) {
        throw new codes.ERR_PACKAGE_IMPORT_NOT_DEFINED(
            name, pkg.exists ? folderOf(pkg.path) : undefined, fileOf(base));
    }
    return resolved;
}

// ---- A package without exports ---------------------------------------------

const mainEndings = ['', '.js', '.json', '.node', '/index.js', '/index.json',
                     '/index.node'];
const indexes = ['index.js', 'index.json', 'index.node'];

function* mainCandidates(pkg) {
    const { resolve } = require('path');
    const folder = folderOf(pkg.path);
    if (pkg.main !== undefined) {
        for (const ending of mainEndings)
            yield resolve(folder, `./${pkg.main}${ending}`);
    }
    for (const index of indexes)
        yield folder + index;
}

function warnLegacyMain(path, pkg, base) {
    const { extname, resolve } = require('path');
    const isModule = extname(path) === '.mjs' ||
        extname(path) === '.js' &&
        packageJson.findNearest(path)?.type === 'module';
    if (process.noDeprecation || !isModule)
        return;
    const folder = folderOf(pkg.path);
    const entry = path.slice(folder.length);
    const file = fileOf(base);
    if (pkg.main === undefined) {
        process.emitWarning(
            `No "main" or "exports" field defined in the package.json for ` +
            `${folder} resolving the main entry point "${entry}", imported ` +
            `from ${file}.\nDefault "index" lookups for the main are ` +
            'deprecated for ES modules.', 'DeprecationWarning', 'DEP0151');
    } else if (resolve(folder, pkg.main) !== path) {
        process.emitWarning(
            `Package ${folder} has a "main" field set to "${pkg.main}", ` +
            'excluding the full filename and extension to the resolved file ' +
            `at "${entry}", imported from ${file}.\n Automatic extension ` +
            'resolution of the "main" field is deprecated for ES modules.',
            'DeprecationWarning', 'DEP0151');
    }
}

function resolveMain(pkg, base) {
    for (const path of mainCandidates(pkg)) {
        if (stat(path) !== 0)
            continue;
        warnLegacyMain(path, pkg, base);
        return pathToUrl(path);
    }
    const { resolve: join } = require('path');
    throw new codes.ERR_MODULE_NOT_FOUND(
        join(folderOf(pkg.path), pkg.main ?? 'index.js'), fileOf(base), null);
}

// PACKAGE_RESOLVE of a bare specifier.
function packageResolve(specifier, base, conditions) {
    if (isSchemeless(specifier))
        return `node:${specifier}`;
    const { path, subpath } = packageJson.findPackage(specifier, base);
    const pkg = packageJson.read(path, { specifier, base });
    if (pkg.exports != null)
        return exportsResolve(pkg, subpath, base, conditions);
    if (subpath === '.')
        return resolveMain(pkg, base);
    const { URL } = lazyUrl();
    return new URL(subpath, pathToUrl(folderOf(path))).href;
}

// ---- The whole way ---------------------------------------------------------

function isPathLike(specifier) {
    return /^(\/|\.\.?(\/|$))/.test(specifier);
}

function unsupportedRequest(specifier, base, cause) {
    const error = new codes.ERR_UNSUPPORTED_RESOLVE_REQUEST(specifier, base);
    error.cause = cause;
    return error;
}

// The path of a file: URL, or a complaint.
function fileOfUrl(bare, href, base) {
    if (encodedSeparator.test(bare)) {
        throw new codes.ERR_INVALID_MODULE_SPECIFIER(
            new (lazyUrl().URL)(bare).pathname,
            'must not include encoded "/" or "\\" characters', fileOf(base));
    }
    try {
        return urlToPath(bare);
    } catch (error) {
        error.input = href;
        error.module = base;
        throw error;
    }
}

function finalize(href, base, preserveSymlinks) {
    const { bare, suffix } = splitUrl(href);
    const path = fileOfUrl(bare, href, base);
    const kind = stat(path);
    if (kind === 1 || path.endsWith('/'))
        throw new codes.ERR_UNSUPPORTED_DIR_IMPORT(path, fileOf(base), href);
    if (kind !== 0)
        throw new codes.ERR_MODULE_NOT_FOUND(path, fileOf(base), href);
    return preserveSymlinks ? href : pathToUrl(toRealPath(path)) + suffix;
}

// ESM_RESOLVE without the last step.
function findUrl(specifier, base, conditions) {
    if (isPathLike(specifier)) {
        try {
            return joinUrl(specifier, base);
        } catch (cause) {
            throwIfNoMemory(cause);
            throw unsupportedRequest(specifier, base, cause);
        }
    }
    if (specifier[0] === '#' && base.startsWith('file:'))
        return importsResolve(specifier, base, conditions);
    if (specifier.startsWith('node:'))
        return specifier;
    const url = specifier.includes(':') ? parseUrl(specifier) : null;
    if (url !== null)
        return url.href;
    if (!base.startsWith('file:') && !isSchemeless(specifier)) {
        throw unsupportedRequest(specifier, base,
                                 new codes.ERR_INVALID_URL(specifier));
    }
    return packageResolve(specifier, base, conditions);
}

// Relative to the requesting file, or within the package for a package: the
// specifier of what require() would find.
function suggest(specifier, base, found) {
    const { posix } = require('path');
    if (isPathLike(specifier) && specifier[0] === '.') {
        // Both as URLs have them: what one writes in an import is one.
        const text = posix.relative(posix.dirname(base.slice(7)),
                                    pathToUrl(found).slice(7));
        return text.startsWith('../') ? text : `./${text}`;
    }
    if (specifier[0] === '/')
        return found;
    const slash = specifier.indexOf('/');
    const name = slash < 0 ? specifier : specifier.slice(0, slash);
    const needle = `/node_modules/${name}/`;
    const at = found.lastIndexOf(needle);
    return at < 0 ? pathToUrl(found) : `${name}/` +
        found.slice(at + needle.length).split('/').map(encodeURIComponent)
            .join('/');
}

function findAsCommonJS(specifier, base) {
    try {
        const { Module } = require('internal/modules/cjs');
        const parent = urlToPath(base);
        // As in Node it has no filename, so that what is relative is looked
        // for from the working directory: the hint is given only if the program
        // was started in the directory of the file.
        const asking = new Module(parent, null);
        asking.paths = Module._nodeModulePaths(parent);
        const found = Module._resolveFilename(specifier, asking, false);
        return suggest(specifier, base, found);
    } catch (error) {
        throwIfNoMemory(error);
        return undefined; // there is nothing to suggest then
    }
}

function addHint(error, specifier, base) {
    const wanted = specifier.startsWith('file://') ? urlToPath(specifier) :
        specifier;
    const found = findAsCommonJS(wanted, base);
    if (found === undefined || found === wanted)
        return;
    const hint = `Did you mean to import ${JSON.stringify(found)}?`;
    const { stack } = error;
    const end = stack.indexOf('\n');
    error.stack = `${stack.slice(0, end)}\n${hint}${stack.slice(end)}`;
    error.message += `\n${hint}`;
}

// ESM_RESOLVE: the URL of the module; `isMain` for the program itself.
function resolve(specifier, base, conditions, isMain = false) {
    const href = findUrl(specifier, base, conditions);
    if (!href.startsWith('file:'))
        return href;
    return finalize(href, base, isMain ? options.preserveSymlinksMain :
        options.preserveSymlinks);
}

function resolveWithHint(specifier, base, conditions, isMain) {
    try {
        return resolve(specifier, base, conditions, isMain);
    } catch (error) {
        if (error.code === 'ERR_MODULE_NOT_FOUND' ||
            error.code === 'ERR_UNSUPPORTED_DIR_IMPORT')
            addHint(error, specifier, base);
        throw error;
    }
}

module.exports = {
    addHint,
    encodedSeparator,
    exportsResolve,
    importsResolve,
    resolve: resolveWithHint,
};
