'use strict';

// How require() finds a file: Module._resolveFilename and what it uses.
// Programs replace these functions one by one, so each is looked up on Module
// when it is called, never closed over.

const path = require('path');
const { codes } = require('internal/errors');
const packageJson = require('internal/modules/package_json');
const {
    describeAwaited, getConditions, normalizeBuiltin, options, pathToUrl, stat,
    toRealPath, urlToPath,
} = require('internal/modules/helpers');
/* Loaded when first used: internal/modules/resolve. */

// Set by install(): this file and cjs.js need each other.
let Module;
let parentOf; // the module that required a module first
let globalFolders = [];

function isRelative(request) {
    return /^\.(\.?\/|\.?$|\.\\)/.test(request);
}

// ---- One candidate ---------------------------------------------------------

function tryFile(name, isMain) {
    if (Module._stat(name) !== 0)
        return undefined;
    const asIs = isMain ? options.preserveSymlinksMain :
        options.preserveSymlinks;
    return asIs ? path.resolve(name) : toRealPath(name);
}

function tryExtensions(base, extensions, isMain) {
    for (const extension of extensions) {
        const found = tryFile(base + extension, isMain);
        if (found)
            return found;
    }
    return false;
}

function badMain(pkg, filename, request) {
    const error = new Error(`Cannot find module '${filename}'. ` +
        'Please verify that the package.json has a valid "main" entry');
    error.code = 'MODULE_NOT_FOUND';
    error.path = pkg.path;
    error.requestPath = request;
    return error;
}

// A folder: its package.json's "main", else its index.
function tryFolder(folder, extensions, isMain, request) {
    const index = () =>
        tryExtensions(path.resolve(folder, 'index'), extensions, isMain);
    const pkg = Module._readPackage(folder);
    if (!pkg.main)
        return index();
    const filename = path.resolve(folder, pkg.main);
    const found = tryFile(filename, isMain) ||
        tryExtensions(filename, extensions, isMain) ||
        tryExtensions(path.resolve(filename, 'index'), extensions, isMain);
    if (found)
        return found;
    const fallback = index();
    if (!fallback)
        throw badMain(pkg, filename, request);
    process.emitWarning(
        `Invalid 'main' field in '${pkg.path}' of '${pkg.main}'. Please ` +
        'either fix that or report it to the module author',
        'DeprecationWarning', 'DEP0128');
    return fallback;
}

// ---- Exports and imports ---------------------------------------------------

function notFound(request, where) {
    const error = new Error(`Cannot find module '${request}'`);
    error.code = 'MODULE_NOT_FOUND';
    if (where)
        error.path = where;
    return error;
}

// "exports" and "imports" name a file exactly: nothing is added to it.
function finishUrl(href, parentPath, packagePath) {
    const { encodedSeparator } = require('internal/modules/resolve');
    const isPlain = !encodedSeparator.test(href);
    const filename = isPlain ? urlToPath(href) : undefined;
    const found = isPlain && tryFile(filename);
    if (found)
        return found;
    throw isPlain ? notFound(filename, packagePath) :
        new codes.ERR_INVALID_MODULE_SPECIFIER(
            href, 'must not include encoded "/" or "\\" characters',
            parentPath);
}

const bareName = /^((?:@[^/\\%]+\/)?[^./\\%][^/\\%]*)(\/.*)?$/;

function tryExports(folder, request, conditions) {
    const match = bareName.exec(request);
    if (match === null)
        return undefined;
    const [, name, rest = ''] = match;
    const pkg = Module._readPackage(path.resolve(folder, name));
    if (!pkg.exists || pkg.exports == null)
        return undefined;
    const { exportsResolve } = require('internal/modules/resolve');
    return finishUrl(exportsResolve(pkg, `.${rest}`, null, conditions), null,
                     path.dirname(pkg.path));
}

function parentFile(parent) {
    if (!parent)
        return undefined;
    if (parent.filename)
        return parent.filename;
    return parent.id === '<repl>' || parent.id === 'internal/preload' ?
        `${process.cwd()}/` : undefined;
}

// A package may require itself by its own name.
function trySelf(parentPath, request, conditions) {
    const pkg = parentPath && packageJson.findNearest(parentPath);
    if (!pkg || pkg.exports === undefined || pkg.name === undefined)
        return undefined;
    if (request !== pkg.name && !request.startsWith(`${pkg.name}/`))
        return undefined;
    const { exportsResolve } = require('internal/modules/resolve');
    const subpath = `.${request.slice(pkg.name.length)}`;
    return finishUrl(exportsResolve(pkg, subpath, pathToUrl(parentPath),
                                    conditions), parentPath,
                     path.dirname(pkg.path));
}

function tryImports(parentPath, request, conditions) {
    const pkg = parentPath && packageJson.findNearest(parentPath);
    if (!pkg || pkg.imports == null)
        return undefined;
    const { importsResolve } = require('internal/modules/resolve');
    let href;
    try {
        href = importsResolve(request, pathToUrl(parentPath), conditions);
    } catch (error) {
        throw error.code === 'ERR_MODULE_NOT_FOUND' ? notFound(request) : error;
    }
    return finishUrl(href, parentPath, pkg.path);
}

// ---- The search ------------------------------------------------------------

// 'a/', '.', '..', './x/..' mean a folder.
function asksForFolder(request) {
    return /(^|\/)\.{0,2}$/.test(request) && request !== '';
}

function tryBase(base, request, isMain) {
    const kind = Module._stat(base);
    const extensions = Object.keys(Module._extensions);
    let found;
    if (!asksForFolder(request)) {
        found = kind === 0 ? tryFile(base, isMain) : undefined;
        found ||= tryExtensions(base, extensions, isMain);
    }
    if (!found && kind === 1)
        found = tryFolder(base, extensions, isMain, request);
    return found;
}

function findPath(request, paths, isMain,
                  conditions = getConditions('require')) {
    const absolute = path.isAbsolute(request);
    if (absolute)
        paths = [''];
    else if (!paths || paths.length === 0)
        return false;
    const key = `${request}\x00${paths.join('\x00')}`;
    const known = Module._pathCache[key];
    if (known)
        return known;
    const inside = !isRelative(request) ||
        !path.normalize(request).startsWith('..');
    for (const folder of paths) {
        if (typeof folder !== 'string')
            throw new codes.ERR_INVALID_ARG_TYPE('paths', 'array of strings',
                                                 paths);
        if (inside && folder && Module._stat(folder) < 1)
            continue;
        const exported = absolute ? undefined :
            tryExports(folder, request, conditions);
        if (exported)
            return exported;
        const found = tryBase(path.resolve(folder, request), request, isMain);
        if (found) {
            Module._pathCache[key] = found;
            return found;
        }
    }
    return false;
}

function nodeModulePaths(from) {
    const folders = [];
    let folder = path.resolve(from);
    while (folder !== '/') {
        if (path.basename(folder) !== 'node_modules')
            folders.push(`${folder}/node_modules`);
        folder = path.dirname(folder);
    }
    folders.push('/node_modules');
    return folders;
}

function resolveLookupPaths(request, parent) {
    if (normalizeBuiltin(request) !== undefined)
        return null;
    if (!/^\.($|[./])/.test(request)) {
        const folders = parent?.paths?.length ?
            [...parent.paths, ...globalFolders] : globalFolders;
        return folders.length > 0 ? folders : null;
    }
    if (!parent?.id || !parent.filename)
        return ['.']; // a REPL has no file
    return [path.dirname(parent.filename)];
}

// require.resolve(x, { paths }): the folders above each of them.
function pathsFromOptions(request, given) {
    if (isRelative(request))
        return given;
    const asking = new Module('', null);
    const folders = new Set();
    for (const place of given) {
        asking.paths = Module._nodeModulePaths(place);
        for (const folder of Module._resolveLookupPaths(request, asking))
            folders.add(folder);
    }
    return [...folders];
}

function searchPaths(request, parent, given) {
    if (Array.isArray(given))
        return pathsFromOptions(request, given);
    if (given !== undefined)
        throw new codes.ERR_INVALID_ARG_VALUE('options.paths', given);
    return Module._resolveLookupPaths(request, parent);
}

function requireStack(parent) {
    const stack = [];
    for (let m = parent; m; m = parentOf(m))
        stack.push(m.filename || m.id);
    return stack;
}

function moduleNotFound(request, parent) {
    const stack = requireStack(parent);
    const what = describeAwaited(request) ?? `Cannot find module '${request}'`;
    const error = new Error(what +
        (stack.length > 0 ? `\nRequire stack:\n- ${stack.join('\n- ')}` : ''));
    error.code = 'MODULE_NOT_FOUND';
    error.requireStack = stack;
    return error;
}

function resolveFilename(request, parent, isMain, given) {
    if (normalizeBuiltin(request) !== undefined)
        return request;
    const conditions = given?.conditions ?? getConditions('require');
    const paths = searchPaths(request, parent, given?.paths);
    const parentPath = parentFile(parent);
    if (request[0] === '#') {
        const found = tryImports(parentPath, request, conditions);
        if (found)
            return found;
    }
    const found = trySelf(parentPath, request, conditions) ||
        Module._findPath(request, paths, isMain, conditions);
    if (found)
        return found;
    throw moduleNotFound(request, parent);
}

// NODE_PATH and the legacy folders, searched last.
function initPaths({ HOME, NODE_PATH } = process.env) {
    if (!options.globalSearchPaths) {
        Module.globalPaths = [];
        return;
    }
    globalFolders = (NODE_PATH ?? '').split(':').filter(Boolean);
    if (HOME) {
        globalFolders.push(path.resolve(HOME, '.node_modules'),
                           path.resolve(HOME, '.node_libraries'));
    }
    globalFolders.push(path.resolve(process.execPath, '../../lib/node'));
    Module.globalPaths = globalFolders.slice();
}

// Without names of their own they are shown by those they are found under.
function nameless(fn) {
    return Object.defineProperty(fn, 'name', { __proto__: null, value: '' });
}

// Programs replace these two to count or to fake files.
function replaceable(name, value) {
    Object.defineProperty(Module, name, {
        __proto__: null,
        get() { return value; },
        set(other) { value = other; },
        enumerable: false,
        configurable: true,
    });
}

function install(ModuleClass, parentOfModule) {
    Module = ModuleClass;
    parentOf = parentOfModule;
    replaceable('_stat', stat);
    replaceable('_readPackage', (folder) =>
        packageJson.read(path.resolve(folder, 'package.json')));
    Module._findPath = nameless(findPath);
    Module._nodeModulePaths = nameless(nodeModulePaths);
    Module._resolveLookupPaths = nameless(resolveLookupPaths);
    Module._resolveFilename = nameless(resolveFilename);
    Module._initPaths = nameless(initPaths);
    Module.globalPaths = [];
}

module.exports = { install, requireStack };
