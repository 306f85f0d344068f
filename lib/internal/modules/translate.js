'use strict';

// From the URL of a module to a handle of the engine: what kind of thing it is
// (its format), its source, and the module made of it.
//
//     node:      builtin     filled from the built-in's exports
//     data:      by type     text/javascript, application/json
//     file:      .mjs .cjs .json, and .js by the nearest package.json; without
//                a "type" there, by what its syntax says
//
// Here nothing runs and nothing is cached but the CommonJS module of a file.

const binding = internalBinding('modules');
const { readFileUtf8 } = internalBinding('fs');
const { codes, throwIfNoMemory } = require('internal/errors');
const hooks = require('internal/modules/hooks');
const packageJson = require('internal/modules/package_json');
const {
    getConditions, loadBuiltin, normalizeBuiltin, options, splitUrl, stripBOM,
    urlToFilename, urlToPath,
} = require('internal/modules/helpers');
/* Loaded when first used: fs, internal/modules/cjs, internal/modules/lexer,
 * internal/options, internal/util, internal/wasm/esm. */

// ---- Formats ---------------------------------------------------------------

const formats = {
    '__proto__': null,
    '.mjs': 'module',
    '.cjs': 'commonjs',
    '.json': 'json',
    '.node': 'addon',
    '.wasm': 'wasm',
};

function extensionOf(bare) {
    const name = bare.slice(bare.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    return dot <= 0 ? '' : name.slice(dot);
}

const warnedPackages = new Set();

function warnTypeless(href, pkg = packageJson.getScope(href)) {
    if (!pkg.exists || href.includes('/node_modules/') ||
        warnedPackages.has(pkg.path))
        return;
    warnedPackages.add(pkg.path);
    process.emitWarning(
        `Module type of ${href} is not specified and it doesn't parse as ` +
        'CommonJS.\nReparsing as ES module because module syntax was ' +
        'detected. This incurs a performance overhead.\nTo eliminate this ' +
        `warning, add "type": "module" to ${pkg.path}.`,
        { code: 'MODULE_TYPELESS_PACKAGE_JSON' });
}

// CommonJS unless it parses as an ES module only.
function detect(source, href, pkg) {
    if (!options.detectModule)
        return { format: 'commonjs' };
    const { detectFormat } = require('internal/modules/cjs');
    const found = detectFormat(stripBOM(source), urlToPath(href), () => href);
    if (found.handle !== undefined)
        warnTypeless(href, pkg);
    return found;
}

const isWasm = (source) => source.startsWith('\0asm');

/* A file without an extension, in a package of modules: its bytes decide. */
function unnamedFormat(filename) {
    const source = readFileUtf8(filename);
    return isWasm(source) ? { format: 'wasm' } :
        { format: 'module', source };
}

function fileFormat(href, bare) {
    const extension = extensionOf(bare);
    if (extension !== '.js' && extension !== '') {
        const format = formats[extension];
        if (format === undefined) {
            throw new codes.ERR_UNKNOWN_FILE_EXTENSION(extension,
                                                       urlToPath(href));
        }
        return { format };
    }
    const pkg = packageJson.getScope(href);
    if (extension === '' && pkg.type === 'module')
        return unnamedFormat(urlToPath(href));
    if (pkg.type !== 'none')
        return { format: pkg.type };
    const source = readFileUtf8(urlToPath(href));
    if (extension === '' && isWasm(source))
        return { format: 'wasm' };
    return { source, ...detect(source, href, pkg) };
}

// ---- data: -----------------------------------------------------------------

const dataUrl = /^data:([^/,]+\/[^;,]+)?([^,]*),(.*)$/s;

function decodeData(href) {
    const match = dataUrl.exec(href.replace(/#.*$/s, ''));
    if (match === null)
        throw new codes.ERR_INVALID_URL(href);
    const [, mime = '', parameters, body] = match;
    const text = decodeBody(body, href);
    const base64 = /;base64$/.test(parameters);
    return { mime, source: base64 ? decodeBase64(text) : text };
}

function decodeBody(body, href) {
    try {
        return decodeURIComponent(body);
    } catch {
        throw new codes.ERR_INVALID_URL(href);
    }
}

function decodeBase64(text) {
    return new TextDecoder().decode(Uint8Array.from(atob(text),
        (c) => c.charCodeAt(0)));
}

const dataFormats = {
    '__proto__': null,
    'text/javascript': 'module',
    'application/javascript': 'module',
    'application/json': 'json',
    'application/wasm': 'wasm',
};

function dataFormat(href) {
    const { mime, source } = decodeData(href);
    const format = dataFormats[mime.toLowerCase()];
    if (format !== undefined)
        return { format, source };
    throw new codes.ERR_UNKNOWN_MODULE_FORMAT(mime || null, href);
}

// ---- Attributes ------------------------------------------------------------

// Of the formats there are; others may be what a hook makes something of.
const wantedType = { __proto__: null, addon: undefined,
                     builtin: undefined, commonjs: undefined,
                     json: 'json', module: undefined, text: 'text',
                     wasm: undefined };

function isTextWanted({ type }) {
    return type === 'text' &&
        require('internal/options').has('experimental-import-text');
}

function checkAttributeNames(href, attributes) {
    for (const key of Object.keys(attributes)) {
        if (key !== 'type') {
            throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED(
                key, attributes[key], href);
        }
    }
}

function checkType(href, format, { type }) {
    const wanted = wantedType[format];
    if (type === wanted || !(format in wantedType))
        return;
    if (type === undefined)
        throw new codes.ERR_IMPORT_ATTRIBUTE_MISSING(href, 'type', wanted);
    if (type !== 'json' && !isTextWanted({ type }))
        throw new codes.ERR_IMPORT_ATTRIBUTE_UNSUPPORTED('type', type, href);
    throw new codes.ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(href, type);
}

// Node forgets its own scheme for those that it may learn to load one day.
function unsupportedScheme(protocol) {
    const web = protocol === 'http:' || protocol === 'https:';
    return new codes.ERR_UNSUPPORTED_ESM_URL_SCHEME(
        { protocol }, web ? ['file', 'data'] : ['file', 'data', 'node']);
}

function findFormat(href) {
    const { protocol, bare } = splitUrl(href);
    switch (protocol) {
    case 'node:':
        return { format: 'builtin' };
    case 'data:':
        return dataFormat(href);
    case 'file:':
        return fileFormat(href, bare);
    default:
        throw unsupportedScheme(protocol);
    }
}

// --experimental-import-text: any file, as text.
function findText(href) {
    const { protocol } = splitUrl(href);
    if (protocol === 'data:')
        return { format: 'text', source: decodeData(href).source };
    return protocol === 'file:' ? { format: 'text' } : findFormat(href);
}

// { format, source?, handle? } without asking hooks for more than the format.
function loadItself(href, attributes, format) {
    checkAttributeNames(href, attributes);
    const found = format ? { format } : isTextWanted(attributes) ?
        findText(href) : findFormat(href);
    checkType(href, found.format, attributes);
    return found;
}

function checkSource(format, source) {
    if (source == null && (format === 'module' || format === 'json')) {
        throw hooks.wrongResult('load', 'source',
                                'string, array buffer, or typed array', source);
    }
}

// What hooks of module.register() say. CommonJS without a source is read by
// the CommonJS loader as ever.
function loadCustom(custom, href, attributes, format) {
    const found = custom.load(href, {
        format, importAttributes: attributes,
        conditions: getConditions('import') });
    checkSource(found.format, found.source);
    const source = hooks.toText(found.source) ?? undefined;
    return { format: found.format, source,
             isHooked: found.format === 'commonjs' && source !== undefined };
}

// The same with them. They see the source, so it is read before it is needed.
function load(href, attributes, format) {
    const custom = hooks.customLoader();
    if (!hooks.has('load')) {
        return custom === undefined ? loadItself(href, attributes, format) :
            loadCustom(custom, href, attributes, format);
    }
    return hooks.load(
        href, format, attributes, getConditions('import'),
        (url, context) => {
            if (custom !== undefined) {
                return loadCustom(custom, url, context.importAttributes,
                                  context.format);
            }
            const found = loadItself(url, context.importAttributes,
                                     context.format);
            return { format: found.format,
                     source: found.format === 'builtin'
                         ? null : sourceOf(url, found) };
        });
}

// ---- For hooks of module.register() ----------------------------------------

function unknownFormat(href, format) {
    const mime = /^data:([^/]+\/[^;,]+)(?:[^,]*?)(;base64)?,/.exec(href)?.[1];
    return new codes.ERR_UNKNOWN_MODULE_FORMAT(mime ?? format, href);
}

// What a URL seems to be before its source is read; null if one must look.
function formatHint(href) {
    const { protocol, bare } = splitUrl(href);
    if (protocol === 'node:')
        return 'builtin';
    if (protocol === 'data:')
        return dataFormats[dataUrl.exec(href)?.[1]?.toLowerCase()] ?? null;
    if (protocol !== 'file:')
        return null;
    const extension = extensionOf(bare);
    if (extension !== '.js' && extension !== '')
        return formats[extension];
    const { type } = packageJson.getScope(href);
    return type === 'none' ? null : type;
}

// What a resolve hook gets from the last one in the chain.
function withHint(url, specifier) {
    return specifier.startsWith('node:') ? { url } :
        { url, format: formatHint(url) };
}

// The end of the chain of load hooks.
function loadForHook(href, context) {
    const { importAttributes } = context;
    let { format, source } = context;
    const { protocol } = splitUrl(href);
    if (!/^(node|data|file):$/.test(protocol))
        throw unsupportedScheme(protocol);
    if (protocol === 'node:') {
        format ??= 'builtin';
        source = null;
    } else if (format == null) {
        const found = findFormat(href);
        format = found.format;
        source = format === 'commonjs' ? null :
            source ?? sourceOf(href, found);
    } else if (format !== 'commonjs' && format !== 'addon') {
        source ??= protocol === 'data:' ? decodeData(href).source :
            sourceOf(href, {});
    }
    checkAttributeNames(href, importAttributes ?? {});
    checkType(href, format, importAttributes ?? {});
    return { __proto__: null, format, responseURL: href, source };
}

// ---- Making modules --------------------------------------------------------

function sourceOf(href, found) {
    return found.source ?? readFileUtf8(urlToPath(href));
}

function makeSource(href, found) {
    return { handle: found.handle ??
        binding.compileModule(stripBOM(sourceOf(href, found)), href) };
}

// An import and a require() of one JSON file give the same object.
function makeJson(href, found) {
    const { Module } = require('internal/modules/cjs');
    const { protocol, suffix } = splitUrl(href);
    const isPlainFile = protocol === 'file:' && suffix === '';
    const path = isPlainFile ? urlToPath(href) : undefined;
    let module = isPlainFile ? Module._cache[path] : undefined;
    if (!module?.loaded) {
        module = { __proto__: null, loaded: true,
                   exports: parseJson(href, sourceOf(href, found)) };
        if (isPlainFile)
            Module._cache[path] = module;
    }
    const { exports } = module;
    return { handle: binding.makeModule(href, ['default'], (handle) => {
        handle.setExport('default', exports);
    }) };
}

function makeText(href, found) {
    require('internal/util').emitExperimentalWarning('Text import');
    const text = stripBOM(sourceOf(href, found));
    return { handle: binding.makeModule(href, ['default'], (handle) => {
        handle.setExport('default', text);
    }) };
}

const { parse } = JSON; // stacks show it by that name

function parseJson(href, source) {
    try {
        return parse(stripBOM(source));
    } catch (error) {
        const name = href.startsWith('file:') ? urlToPath(href) : href;
        error.message = `${name}: ${error.message}`;
        throw error;
    }
}

// Built-ins by id, to follow changes of their exports.
const builtinHandles = new Map();

function setBuiltinExports(handle, exports, names) {
    for (const name of names) {
        if (name !== 'default')
            handle.setExport(name, readExport(exports, name));
    }
    handle.setExport('default', exports);
}

function readExport(exports, name) {
    try {
        return Object.hasOwn(exports, name) ? exports[name] : undefined;
    } catch (error) {
        throwIfNoMemory(error);
        return undefined; // a getter's trouble is no reason not to load
    }
}

function makeBuiltin(href) {
    const id = normalizeBuiltin(href);
    if (id === undefined)
        throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(href);
    let entry = builtinHandles.get(id);
    if (entry === undefined) {
        const exports = loadBuiltin(id);
        const names = [...new Set([...Object.keys(exports), 'default'])];
        const handle = binding.makeModule(href, names, () =>
            setBuiltinExports(handle, exports, names));
        entry = { handle, exports, names };
        builtinHandles.set(id, entry);
    }
    return { handle: entry.handle };
}

function syncBuiltinExports() {
    for (const { handle, exports, names } of builtinHandles.values())
        setBuiltinExports(handle, exports, names);
}

// ---- CommonJS --------------------------------------------------------------

const exportedNames = new WeakMap(); // CommonJS module -> Set

function lexerLook(module) {
    const { Module, findExtension, moduleForImport } =
        require('internal/modules/cjs');
    return (request) => {
        let filename;
        try {
            filename = Module._resolveFilename(request, module, false);
        } catch (error) {
            throwIfNoMemory(error);
            return []; // the error is thrown when it runs
        }
        if (normalizeBuiltin(filename) !== undefined ||
            findExtension(filename) !== '.js')
            return [];
        return namesOf(moduleForImport(filename), filename);
    };
}

function readQuietly(filename) {
    try {
        return readFileUtf8(filename);
    } catch (error) {
        if (error.code !== 'ENOENT')
            throw error;
        return ''; // running it will say what is wrong
    }
}

function namesOf(module, filename, source = undefined) {
    const known = exportedNames.get(module);
    if (known !== undefined)
        return known;
    const { exportNames } = require('internal/modules/lexer');
    const { keepSource } = require('internal/modules/cjs');
    const names = new Set();
    exportedNames.set(module, names);
    try {
        const text = source ?? readQuietly(filename);
        if (!module.loaded)
            keepSource(module, text);
        return exportNames(stripBOM(text), names, lexerLook(module));
    } catch (error) {
        exportedNames.delete(module); // half of them are no answer
        throw error;
    }
}

function fillCommonJS(handle, module, filename, names, isMain, hooked) {
    const { Module, runHooked, takeSnapshot } =
        require('internal/modules/cjs');
    let exports = takeSnapshot(module);
    if (!module.loaded && hooked !== undefined) {
        runHooked(module, hooked.source, hooked.href);
        exports = module.exports;
    }
    if (!module.loaded) {
        const resolved = hooks.has('resolve') ?
            { filename } : undefined;
        exports = Module._load(filename, undefined, isMain, resolved);
        if (!module.loaded) { // a replaced _load() did not run it
            module.exports = exports;
            module.loaded = true;
        }
    }
    for (const name of names) {
        if (name !== 'default' && name !== 'module.exports' &&
            exports != null && Object.hasOwn(exports, name))
            handle.setExport(name, readExport(exports, name));
    }
    handle.setExport('default', exports);
    handle.setExport('module.exports', exports);
}

function makeCommonJS(href, found, isMain) {
    const { moduleForImport } = require('internal/modules/cjs');
    const filename = urlToFilename(href);
    const module = moduleForImport(filename);
    const names = namesOf(module, filename, found.source);
    if (isMain)
        process.mainModule = module;
    const list = [...new Set([...names, 'default', 'module.exports'])];
    const hooked = found.isHooked ?
        { source: stripBOM(found.source), href } : undefined;
    const handle = binding.makeModule(href, list, () =>
        fillCommonJS(handle, module, filename, list, isMain, hooked));
    return { handle, commonJS: module };
}

// An addon is one object; what it has is not known before it is loaded. Only
// now, when the module runs, does it load, and through require()'s cache.
function makeAddon(href) {
    const { Module } = require('internal/modules/cjs');
    const names = ['default', 'module.exports'];
    require('internal/util').emitExperimentalWarning('Importing addons');
    return { handle: binding.makeModule(href, names, (handle) => {
        const exports = Module._load(urlToPath(href));
        for (const name of names)
            handle.setExport(name, exports);
    }) };
}

// Bytes, not text.
function bytesOf(href, { source }) {
    if (source !== undefined && typeof source !== 'string')
        return source;
    const { protocol } = splitUrl(href);
    if (protocol !== 'data:')
        return require('fs').readFileSync(urlToPath(href));
    const [, , parameters, body] = dataUrl.exec(href.replace(/#.*$/s, ''));
    return Buffer.from(decodeBody(body, href),
                       /;base64$/.test(parameters) ? 'base64' : 'latin1');
}

function makeWasm(href, found) {
    const { makeText: makeWasmText } = require('internal/wasm/esm');
    const { text, fill, source } = makeWasmText(
        href, href.startsWith('file:') ? urlToPath(href) : href,
        bytesOf(href, found));
    return { handle: binding.compileModule(text, href), fill, source };
}

// { handle, commonJS }: commonJS is the Module behind it, if one is. `fill` fills
// import.meta of a text that was made here; `source` is what the module is
// compiled from, where `import source` gives that.
function translate(href, found, isMain) {
    switch (found.format) {
    case 'module':
        return makeSource(href, found);
    case 'commonjs':
        return makeCommonJS(href, found, isMain);
    case 'json':
        return makeJson(href, found);
    case 'text':
        return makeText(href, found);
    case 'builtin':
        return makeBuiltin(href);
    case 'addon':
        return makeAddon(href);
    case 'wasm':
        return makeWasm(href, found);
    default:
        throw new codes.ERR_UNKNOWN_MODULE_FORMAT(found.format, href);
    }
}

module.exports = {
    formatHint,
    withHint,
    load,
    loadForHook,
    syncBuiltinExports,
    translate,
    unknownFormat,
    warnTypeless,
};
