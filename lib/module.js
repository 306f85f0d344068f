'use strict';

// node:module. The class itself is in internal/modules/cjs; here is what the
// documentation adds to it.

const { Module } = require('internal/modules/cjs');
const { codes, makePlainError } = require('internal/errors');
const { registerHooks } = require('internal/modules/hooks');
const { findPackageJSON } = require('internal/modules/package_json');
/* Loaded when first used: internal/modules/register,
 * internal/modules/source_map, internal/modules/source_maps,
 * internal/modules/translate, internal/validators. */

function syncBuiltinESMExports() {
    require('internal/modules/translate').syncBuiltinExports();
}

function register(specifier, parentURL = undefined, options = undefined) {
    require('internal/modules/register').register(specifier, parentURL,
                                                  options);
}
Object.defineProperty(register, 'length', { __proto__: null, value: 1 });

// There is no parser for TypeScript here; the error is that of a Node built
// without it.
function stripTypeScriptTypes(code, options = {}) {
    const { emitExperimentalWarning } = require('internal/util');
    const {
        validateBoolean, validateObject, validateOneOf, validateString,
    } = require('internal/validators');
    emitExperimentalWarning('stripTypeScriptTypes');
    validateString(code, 'code');
    validateObject(options, 'options');
    const { mode = 'strip', sourceMap = false, sourceUrl = '' } = options;
    validateOneOf(mode, 'options.mode', ['strip', 'transform']);
    validateBoolean(sourceMap, 'options.sourceMap');
    validateString(sourceUrl, 'options.sourceUrl');
    if (mode === 'strip')
        validateOneOf(sourceMap, 'options.sourceMap', [false, undefined]);
    throw new codes.ERR_NO_TYPESCRIPT();
}
Object.defineProperty(stripTypeScriptTypes, 'length',
                      { __proto__: null, value: 1 });

// ---- Source maps -------------------------------------------------------------

function findSourceMap(path) {
    return require('internal/modules/source_maps').find(path);
}

function getSourceMapsSupport() {
    return require('internal/modules/source_maps').getSupport();
}

function setSourceMapsSupport(enabled, options = undefined) {
    require('internal/modules/source_maps').setSupport(enabled, options);
}
Object.defineProperty(setSourceMapsSupport, 'length',
                      { __proto__: null, value: 1 });

// ---- The compile cache -------------------------------------------------------

// It may be missing in Node too, and these are its answers then.
const compileCacheStatus = Object.freeze({
    __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3,
});

function enableCompileCache(options) {
    const directory = typeof options === 'object' && options !== null
        ? options.directory : options;
    if (directory !== undefined && typeof directory !== 'string') {
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             'cacheDir should be a string');
    }
    if (process.env.NODE_DISABLE_COMPILE_CACHE) {
        return { status: compileCacheStatus.DISABLED,
                 message: 'Disabled by NODE_DISABLE_COMPILE_CACHE' };
    }
    return { status: compileCacheStatus.FAILED,
             message: 'This runtime has no compile cache' };
}

function getCompileCacheDir() {
    return undefined;
}

function flushCompileCache(keepDeserializedCache = false) {
    if (typeof keepDeserializedCache !== 'boolean') {
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             'keepDeserializedCache should be a boolean');
    }
}

const { defineLazy, deprecate } = require('internal/util');

Module._debug = deprecate(() => {}, 'Module._debug is deprecated.', 'DEP0077');
Module.constants = Object.freeze({ __proto__: null, compileCacheStatus });
Module.enableCompileCache = enableCompileCache;
Module.findPackageJSON = findPackageJSON;
Module.findSourceMap = findSourceMap;
Module.flushCompileCache = flushCompileCache;
Module.getCompileCacheDir = getCompileCacheDir;
Module.getSourceMapsSupport = getSourceMapsSupport;
Module.register = register;
Module.registerHooks = registerHooks;
Module.setSourceMapsSupport = setSourceMapsSupport;
Module.stripTypeScriptTypes = stripTypeScriptTypes;
Module.syncBuiltinESMExports = syncBuiltinESMExports;
defineLazy(Module, 'SourceMap',
           () => require('internal/modules/source_map').SourceMap);

module.exports = Module;
