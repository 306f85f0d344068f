'use strict';

// CommonJS: the class Module, require(), and how a file becomes a module.
//
//     require(id) -> Module._load -> Module._resolveFilename   which file
//                                 -> Module._cache             already there?
//                                 -> module.load -> Module._extensions[...]
//                                                   -> module._compile
//
// The names and the order of these calls are public in fact if not on paper:
// programs put functions of their own in their place, so they are always called
// through the object that holds them.
//
// A module is in the cache before its file runs, which is what makes cycles
// work, and leaves it again if the file throws.

const path = require('path');
const binding = internalBinding('modules');
const { readFileUtf8 } = internalBinding('fs');
const { beginProgram } = internalBinding('process');
const { codes, throwIfNoMemory } = require('internal/errors');
const hooks = require('internal/modules/hooks');
const packageJson = require('internal/modules/package_json');
const {
    diagnostics, getConditions, isBuiltin, lazyUrl, listBuiltins, loadBuiltin,
    normalizeBuiltin, options, pathToUrl, stripBOM, stripShebang, urlToFilename,
} = require('internal/modules/helpers');
const { install } = require('internal/modules/cjs_resolve');
const { defineLazy } = require('internal/util');
/* Loaded when first used: internal/modules/esm, internal/modules/run_main,
 * internal/options, internal/process/object, internal/util/types,
 * internal/validators. */

// What we know of a module and the program must not see.
const parents = new WeakMap();     // the module that required it first
const lastParents = new WeakMap(); // the module that required it last
const handedOut = new WeakSet();   // its exports, before they were finished
const required = new WeakMap();    // the ES module that require() means by it
const visited = new WeakSet();     // made for import, and being run now
const sources = new WeakMap();     // read already, to find the names it exports
const snapshots = new WeakMap();   // its exports when its file had run

// What console.log(module) shows, here as in Node.
const kIsMainSymbol = Symbol('kIsMainSymbol');
const kIsCachedByESMLoader = Symbol('kIsCachedByESMLoader');
const kURL = Symbol('kURL');
const kFormat = Symbol('kFormat');
const kIsExecuting = Symbol('kIsExecuting'); // its function is on the stack

let preloading = false;

// ---- The class -------------------------------------------------------------

function addChild(parent, child, scan) {
    const children = parent?.children;
    if (children && !(scan && children.includes(child)))
        children.push(child);
}

// A function and no class: old programs call it on an object of theirs.
function Module(id = '', parent) {
    this.id = id;
    this.path = path.dirname(id);
    Object.defineProperty(this, 'exports', {
        __proto__: null, value: {}, writable: true, enumerable: true,
        configurable: true,
    });
    parents.set(this, parent);
    lastParents.set(this, parent);
    addChild(parent, this, false);
    this.filename = null;
    this.loaded = false;
    this.children = [];
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };
Module.Module = Module;
Module.isBuiltin = isBuiltin;
install(Module, (module) => parents.get(module));

// Deprecated in the documentation only: warns with --pending-deprecation.
let hasWarnedOfParent = false;

function warnOfParent() {
    const { options } = require('internal/process/object');
    if (hasWarnedOfParent || !options.pendingDeprecation)
        return;
    hasWarnedOfParent = true;
    process.emitWarning(
        'module.parent is deprecated due to accuracy issues. Please use ' +
        'require.main to find program entry point instead.',
        'DeprecationWarning', 'DEP0144');
}

Object.defineProperty(Module.prototype, 'parent', {
    __proto__: null,
    get: function getModuleParent() {
        warnOfParent();
        return parents.get(this);
    },
    set: function setModuleParent(value) {
        warnOfParent();
        parents.set(this, value);
    },
});
Object.defineProperty(Module.prototype, 'isPreloading', {
    __proto__: null,
    get() { return preloading; },
});
// An accessor, so that a module is shown without the name of its class.
Object.defineProperty(Module.prototype, 'constructor', {
    __proto__: null,
    get() { return Module; },
    enumerable: false,
    configurable: false,
});
internalBinding('errors').setTypeName(Module.prototype, 'Module');
defineLazy(Module, 'builtinModules', () => Object.freeze(listBuiltins()));

// ---- The wrapper -----------------------------------------------------------

// The text is not needed, since functions are compiled from their bodies; but
// if a program changes it, its wrapper is used.
const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
const wrapperText = [`(function (${parameters.join(', ')}) { `, '\n});'];
let patched = false;
let wrapper = new Proxy(wrapperText, {
    __proto__: null,
    set(target, key, value, receiver) {
        patched = true;
        return Reflect.set(target, key, value, receiver);
    },
    defineProperty(target, key, descriptor) {
        patched = true;
        return Reflect.defineProperty(target, key, descriptor);
    },
});
let wrap = function(script) {
    return Module.wrapper[0] + script + Module.wrapper[1];
};
Object.defineProperty(Module, 'wrap', {
    __proto__: null,
    get() { return wrap; },
    set(value) { patched = true; wrap = value; },
});
Object.defineProperty(Module, 'wrapper', {
    __proto__: null,
    get() { return wrapper; },
    set(value) { patched = true; wrapper = value; },
});

// ---- Cycles ----------------------------------------------------------------

function warnCircular(key) {
    process.emitWarning(
        `Accessing non-existent property '${String(key)}' of module exports ` +
        'inside circular dependency');
}

// The prototype of unfinished exports in a cycle: it warns when a missing
// property is read.
const unfinished = new Proxy({}, {
    __proto__: null,
    get(target, key) {
        // Transpiled code reads this one of every module.
        if (key in target || key === '__esModule')
            return target[key];
        warnCircular(key);
        return undefined;
    },
    getOwnPropertyDescriptor(target, key) {
        if (Object.hasOwn(target, key) || key === '__esModule')
            return Object.getOwnPropertyDescriptor(target, key);
        warnCircular(key);
        return undefined;
    },
});

function isProxy(value) {
    return require('internal/util/types').isProxy(value);
}

function circularExports(module) {
    const handle = required.get(module);
    if (handle !== undefined && handle.state !== 'evaluated') {
        const parent = lastParents.get(module);
        throw new codes.ERR_REQUIRE_CYCLE_MODULE(
            `Cannot require() ES Module ${module.id} in a cycle.` +
            (parent ? ` (from ${parent.filename})` : ''));
    }
    const { exports } = module;
    if (exports && !isProxy(exports) &&
        Object.getPrototypeOf(exports) === Object.prototype &&
        !exports.__esModule) {
        Object.setPrototypeOf(exports, unfinished);
        handedOut.add(module);
    }
    return exports;
}

function finishExports(module) {
    if (!handedOut.delete(module))
        return;
    const { exports } = module;
    if (exports && !isProxy(exports) &&
        Object.getPrototypeOf(exports) === unfinished)
        Object.setPrototypeOf(exports, Object.prototype);
}

// ---- Loading ---------------------------------------------------------------

// Which file a request meant, by folder and request; the file's module is
// looked up afresh, so deleting it from the cache still works.
const relativeCache = { __proto__: null };

function fromCache(module, parent) {
    addChild(parent, module, true);
    if (module.loaded)
        return { exports: module.exports };
    if (module[kIsCachedByESMLoader] && !visited.has(module)) {
        visited.add(module); // import wants it run now
        return undefined;
    }
    return { exports: circularExports(module) };
}

function makeMain(module) {
    process.mainModule = module;
    module.id = '.';
}

function newModule(filename, parent, isMain, found) {
    const module = new Module(filename, parent);
    if (isMain)
        makeMain(module);
    module[kIsMainSymbol] = !!isMain;
    Module._cache[filename] = module;
    module[kIsCachedByESMLoader] = false;
    module[kURL] = found?.url;
    module[kFormat] = found?.format;
    return module;
}

function forget(module, filename, parent, key) {
    delete Module._cache[filename];
    if (parent === undefined)
        return;
    delete relativeCache[key];
    const children = parent?.children;
    const index = Array.isArray(children) ? children.indexOf(module) : -1;
    if (index >= 0)
        children.splice(index, 1);
}

function runLoad(module, filename, parent, key) {
    let threw = true;
    try {
        module.load(filename);
        threw = false;
    } finally {
        if (threw)
            forget(module, filename, parent, key);
        else
            finishExports(module);
    }
    return module.exports;
}

function loadScheme(request) {
    const id = normalizeBuiltin(request);
    if (id === undefined)
        throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(request);
    return requireBuiltin(id);
}

// A hook may put something else in its place, for good.
const replacedBuiltins = new Map(); // id -> Module

function requireBuiltin(id) {
    if (replacedBuiltins.has(id))
        return replacedBuiltins.get(id).exports;
    if (!hooks.has('load'))
        return loadBuiltin(id);
    const url = `node:${id}`;
    const { format, source } = hooks.load(
        url, 'builtin', undefined, getConditions('require'),
        () => ({ format: 'builtin', source: null }));
    if (format === undefined || format === 'builtin')
        return loadBuiltin(id);
    const module = newModule(url, undefined, false, { url, format });
    sources.set(module, source);
    replacedBuiltins.set(id, module);
    return runLoad(module, url);
}

function urlOf(filename) {
    const id = normalizeBuiltin(filename);
    if (id !== undefined)
        return `node:${id}`;
    return path.isAbsolute(filename) ? pathToUrl(filename) : filename;
}

// Through the hooks of registerHooks(): { url, format, filename }.
function resolveHooked(request, parent, isMain) {
    const found = hooks.resolve(
        request, parent?.filename ? urlOf(parent.filename) : undefined,
        undefined, getConditions('require'),
        (wanted) => ({
            url: urlOf(Module._resolveFilename(wanted, parent, isMain)) }));
    return { url: found.url, format: found.format,
             filename: urlToFilename(found.url) };
}

// `resolved`, as above, if an import has run the hooks already.
Module._load = function(request, parent, isMain, resolved = undefined) {
    const key = parent ? `${parent.path}\x00${request}` : undefined;
    if (parent) {
        const known = Module._cache[relativeCache[key]];
        const cached = known && fromCache(known, parent);
        if (cached !== undefined)
            return cached.exports;
    }
    const found = resolved ?? (hooks.has('resolve')
        ? resolveHooked(request, parent, isMain) : undefined);
    if (`${found?.url ?? request}`.startsWith('node:'))
        return loadScheme(found?.url ?? request);
    const filename = found?.filename ??
        Module._resolveFilename(request, parent, isMain);
    const known = Module._cache[filename];
    if (known !== undefined) {
        const cached = fromCache(known, parent);
        if (cached !== undefined)
            return cached.exports;
        lastParents.set(known, parent);
    } else {
        const id = normalizeBuiltin(filename);
        if (id !== undefined)
            return requireBuiltin(id);
    }
    const module = known ?? newModule(filename, parent, isMain, found);
    if (parent)
        relativeCache[key] = filename;
    return runLoad(module, filename, parent, key);
};

// '.test.js' may have a function of its own; the longest one registered wins.
function findExtension(filename) {
    const name = path.basename(filename);
    for (let dot = name.indexOf('.', 1); dot > 0;
        dot = name.indexOf('.', dot + 1)) {
        const extension = name.slice(dot);
        if (Module._extensions[extension])
            return extension;
    }
    return '.js';
}

// What a hook says it is counts more than its name.
const extensionOf = { __proto__: null, commonjs: '.js', module: '.js',
                      json: '.json', addon: '.node' };

Module.prototype.load = function(filename) {
    this.filename ??= filename;
    this.paths ??= Module._nodeModulePaths(path.dirname(filename));
    const extension = extensionOf[this[kFormat]] ?? findExtension(filename);
    Module._extensions[extension](this, filename);
    this.loaded = true;
    snapshots.set(this, this.exports);
};

Module.prototype.require = function(id) {
    const { validateString } = require('internal/validators');
    validateString(id, 'id');
    if (id === '') {
        throw new codes.ERR_INVALID_ARG_VALUE('id', id,
                                              'must be a non-empty string');
    }
    if (!diagnostics.require?.hasSubscribers)
        return Module._load(id, this, false);
    return diagnostics.require.traceSync(
        Module._load, { __proto__: null, parentFilename: this.filename, id },
        Module, id, this, false);
};

// ---- Compiling -------------------------------------------------------------

// What the parser says about code that can only be an ES module.
const moduleOnly =
    /^(Cannot use .* outside a module|Unexpected token 'export')/;

// A file that does not say what it is and is not CommonJS may be an ES module.
function compileAsModule(content, filename, error) {
    if (error?.name !== 'SyntaxError')
        throw error;
    const handle = tryModule(content, pathToUrl(filename), error);
    if (handle === undefined)
        throw error;
    return { handle };
}

function tryModule(content, href, error) {
    try {
        return binding.compileModule(content, href);
    } catch (moduleError) {
        throwIfNoMemory(moduleError);
        // It is wrong in both. Say so in the terms of what it seems to be.
        if (moduleOnly.test(error.message))
            throw moduleError;
        return undefined;
    }
}

// For import of a file without a format: { format, handle? }. getUrl() is
// called only if it is needed.
function detectFormat(content, filename, getUrl) {
    try {
        binding.compileFunction(stripShebang(content), filename, parameters);
        return { format: 'commonjs' };
    } catch (error) {
        if (error?.name !== 'SyntaxError')
            throw error;
        const handle = tryModule(content, getUrl(), error);
        return handle === undefined ? { format: 'commonjs' } :
            { format: 'module', handle };
    }
}

function isModuleSyntax(error, content, filename) {
    return error?.name === 'SyntaxError' &&
        (moduleOnly.test(error.message) ||
         tryModule(content, pathToUrl(filename), error) !== undefined);
}

// Emitted at once: the error is likely to end the program before the next tick.
function explainModuleSyntax(error, content, filename) {
    if (!isModuleSyntax(error, content, filename))
        return;
    const warning = new Error(
        `Failed to load the ES module: ${filename}. Make sure to set "type": ` +
        '"module" in the nearest package.json file or use the .mjs extension.');
    warning.name = 'Warning';
    process.emit('warning', warning);
}

// { body }, or { handle } of an ES module. It is one function, as in Node: each
// more would take the place of a caller in the stack of a syntax error.
function wrapSafe(content, filename, format, isDetected) {
    if (format === 'module')
        return { handle: null };
    const text = stripShebang(content);
    try {
        const body = patched ?
            binding.runScript(Module.wrap(text), filename, 1) :
            binding.compileFunction(text, filename, parameters);
        return { body };
    } catch (error) {
        if (format !== 'commonjs' && !patched && isDetected)
            return compileAsModule(content, filename, error);
        explainModuleSyntax(error, content, filename);
        throw error;
    }
}

Module.prototype._compile = function(content, filename, format) {
    const isDetected = options.detectModule &&
        (options.requireModule || this[kIsMainSymbol]);
    const { body, handle } = wrapSafe(content, filename, format, isDetected);
    if (body === undefined) {
        loadModule(this, filename, content, handle ?? undefined);
        return undefined;
    }
    const require = makeRequire(this);
    const { exports } = this;
    this[kIsExecuting] = true;
    beginProgram();
    const result = Reflect.apply(body, exports, [
        exports, require, this, filename, path.dirname(filename),
    ]);
    this[kIsExecuting] = false;
    return result;
};

// ---- ES modules by require() -----------------------------------------------

// Transpiled code recognises an ES module by __esModule, and takes its default
// export then. A namespace has none, so require() returns a facade that has.
function makeFacade(handle) {
    const facade = binding.compileModule(
        "export * from 'original';\nexport { default } from 'original';\n" +
        'export const __esModule = true;', 'node:internal/required');
    for (let i = 0; i < facade.requests.length; i++)
        facade.linkRequest(i, handle);
    facade.link();
    facade.evaluate();
    return facade.namespace;
}

function exportsOfModule(handle, namespace) {
    if (Object.hasOwn(namespace, 'module.exports'))
        return namespace['module.exports'];
    if (!Object.hasOwn(namespace, 'default') ||
        Object.hasOwn(namespace, '__esModule'))
        return namespace;
    return makeFacade(handle);
}

// With --no-require-module.
function requireEsmError(module, filename, content) {
    const hasSyntax = detectFormat(content, filename, () =>
        pathToUrl(filename)).format === 'module';
    const config = filename.endsWith('.mjs') ? undefined :
        packageJson.findNearest(filename)?.path;
    return new codes.ERR_REQUIRE_ESM(filename, hasSyntax,
                                     lastParents.get(module)?.filename, config);
}

// --trace-require-module prints where require() loads an ES module.
function traceRequire(module) {
    const mode = require('internal/options').get('trace-require-module');
    const parent = lastParents.get(module);
    const from = parent?.filename ?? parent?.id;
    if (mode === undefined ||
        (mode === 'no-node-modules' && from?.includes('/node_modules/')))
        return;
    const who = from === 'internal/preload' ? '--require' :
        from === '.' ? 'The entry point' : `CommonJS module ${from}`;
    const { emitExperimentalWarning } = require('internal/util');
    emitExperimentalWarning(
        'Support for loading ES Module in require()',
        from === undefined ? '' :
            `${who} is loading ES Module ${module.id} using require().\n`);
}

function loadModule(module, filename, content, handle) {
    const esm = require('internal/modules/esm');
    if (module[kIsMainSymbol]) {
        esm.runMain(pathToUrl(filename), handle);
        process.mainModule = undefined; // it is no CommonJS module
        return;
    }
    if (!options.requireModule)
        throw requireEsmError(module, filename, content);
    traceRequire(module);
    const found = esm.requireModule({
        filename, content, handle,
        parent: lastParents.get(module),
        onHandle: (job) => required.set(module, job),
    });
    module.exports = exportsOfModule(found.handle, found.namespace);
}

// ---- Kinds of files --------------------------------------------------------

function typeOfPackage(filename) {
    const type = packageJson.findNearest(filename)?.type;
    return type === 'none' ? undefined : type;
}

function formatOf(filename) {
    if (filename.endsWith('.cjs'))
        return 'commonjs';
    if (filename.endsWith('.mjs'))
        return 'module';
    if (filename.endsWith('.js'))
        return typeOfPackage(filename);
    return undefined;
}

function readSource(module, filename) {
    const known = sources.get(module);
    sources.delete(module);
    if (known !== undefined)
        return known;
    if (!hooks.has('load'))
        return readFileUtf8(filename);
    const found = hooks.load(
        module[kURL] ?? urlOf(filename), module[kFormat], undefined,
        getConditions('require'),
        (url, { format }) => ({
            format, source: readFileUtf8(urlToFilename(url)) }));
    if (found.format !== undefined)
        module[kFormat] = found.format;
    return found.source ?? readFileUtf8(filename);
}

Module._extensions['.js'] = function(module, filename) {
    module[kFormat] ??= formatOf(filename);
    const content = stripBOM(readSource(module, filename));
    module._compile(content, filename, module[kFormat]);
};

const { parse } = JSON; // stacks show it by that name

Module._extensions['.json'] = function(module, filename) {
    module[kFormat] ??= 'json';
    const content = readSource(module, filename);
    try {
        module.exports = parse(stripBOM(content));
    } catch (error) {
        error.message = `${filename}: ${error.message}`;
        throw error;
    }
};

Module._extensions['.node'] = function(module, filename) {
    return process.dlopen(module, filename);
};

// ---- require() -------------------------------------------------------------

function makeRequire(module) {
    const { validateString } = require('internal/validators');

    const require_ = function require(path) {
        return module.require(path);
    };
    function resolve(request, options) {
        validateString(request, 'request');
        return Module._resolveFilename(request, module, false, options);
    }
    resolve.paths = function paths(request) {
        validateString(request, 'request');
        return Module._resolveLookupPaths(request, module);
    };
    require_.resolve = resolve;
    Object.defineProperty(require_, 'main', {
        __proto__: null, value: process.mainModule, writable: true,
        enumerable: true, configurable: true,
    });
    require_.extensions = Module._extensions;
    require_.cache = Module._cache;
    return require_;
}

function pathOfRequire(from) {
    const { URL, fileURLToPath } = lazyUrl();
    const isUrl = from instanceof URL ||
        typeof from === 'string' && !path.isAbsolute(from);
    try {
        if (isUrl)
            return fileURLToPath(new URL(from));
        if (typeof from === 'string')
            return from;
    } catch (error) {
        throwIfNoMemory(error);
        // The error is the same as for any other invalid argument.
    }
    throw new codes.ERR_INVALID_ARG_VALUE(
        'filename', from,
        'must be a file URL object, file URL string, or absolute path string');
}

Module.createRequire = function createRequire(filename) {
    const given = pathOfRequire(filename);
    const place = given.endsWith('/') ? path.join(given, 'noop.js') : given;
    const module = new Module(place);
    module.filename = place;
    module.paths = Module._nodeModulePaths(module.path);
    return makeRequire(module);
};

// ---- For the start of the program ------------------------------------------

Module._preloadModules = function(requests) {
    if (!Array.isArray(requests))
        return;
    const parent = new Module('internal/preload', null);
    parent.paths = Module._nodeModulePaths(process.cwd());
    preloading = true;
    try {
        for (const request of requests)
            parent.require(request);
    } finally {
        preloading = false;
    }
};

Module.runMain = function executeUserEntryPoint(main = process.argv[1]) {
    return require('internal/modules/run_main').runMain(main);
};

// ---- For import ------------------------------------------------------------

// The module of a CommonJS file that is imported: in the cache like any other,
// but it runs only when the importing graph is evaluated.
function moduleForImport(filename) {
    let module = Module._cache[filename];
    if (module === undefined) {
        module = new Module(filename);
        module[kIsCachedByESMLoader] = true;
        module.paths = Module._nodeModulePaths(module.path);
        module.filename = filename;
        Module._cache[filename] = module;
    }
    return module;
}

// What CommonJS means by a specifier, as import would have to write it.
function toImportSpecifier(specifier, module) {
    if (isBuiltin(specifier))
        return specifier;
    return pathToUrl(Module._resolveFilename(specifier, module));
}

// CommonJS that a hook of module.register() gave the source of. Its require()
// finds files as ever, and then goes the way of import, so that the hooks have
// a say in it.
function runHooked(module, content, href) {
    const { requireHooked, resolveHooked } = require('internal/modules/esm');
    const { filename } = module;
    const require_ = function require(specifier) {
        const wanted = toImportSpecifier(specifier, module);
        return wanted.endsWith('.node') ? Module._load(specifier, module) :
            requireHooked(wanted, href);
    };
    require_.resolve = (specifier) =>
        resolveHooked(toImportSpecifier(specifier, module), href);
    require_.main = process.mainModule;
    const { body } = wrapSafe(content, filename, 'commonjs');
    Reflect.apply(body, module.exports, [
        module.exports, require_, module, filename, path.dirname(filename),
    ]);
    module.loaded = true;
}

// The exports that an import gets: those after the file has run, copied at the
// first import.
function takeSnapshot(module) {
    const snapshot = snapshots.get(module);
    snapshots.delete(module);
    return snapshot === undefined ? module.exports : snapshot;
}

// Not from process.env, which is yet to be loaded and seldom needed.
function initialize() {
    const { getEnv } = internalBinding('variables');
    Module._initPaths({ HOME: getEnv('HOME'), NODE_PATH: getEnv('NODE_PATH') });
}

module.exports = {
    Module,
    detectFormat,
    exportsOfModule,
    findExtension,
    initialize,
    isExecuting: (module) => module[kIsExecuting] === true,
    runHooked,
    keepSource: (module, source) => sources.set(module, source),
    makeRequire,
    moduleForImport,
    takeSnapshot,
    wrapSafe,
};
