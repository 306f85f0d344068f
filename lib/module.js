'use strict';

// node:module. The class itself is in internal/modules/cjs; here is what the
// documentation adds to it.

const { Module } = require('internal/modules/cjs');
const { codes } = require('internal/errors');
const { findPackageJSON } = require('internal/modules/package_json');

function syncBuiltinESMExports() {
    require('internal/modules/translate').syncBuiltinExports();
}

// Hooks run in a thread of their own in Node, and Orrery has none for them.
function register() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('module.register()');
}

function registerHooks() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('module.registerHooks()');
}

function stripTypeScriptTypes() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('module.stripTypeScriptTypes()');
}

// There are no source maps and no compile cache yet. Both may be missing in
// Node too, and these are its answers then.
function findSourceMap() {
    return undefined;
}

const compileCacheStatus = Object.freeze({
    __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3,
});

function enableCompileCache() {
    return { status: compileCacheStatus.FAILED,
             message: 'This runtime has no compile cache' };
}

function getCompileCacheDir() {
    return undefined;
}

function flushCompileCache() {}

Module.constants = Object.freeze({ __proto__: null, compileCacheStatus });
Module.enableCompileCache = enableCompileCache;
Module.findPackageJSON = findPackageJSON;
Module.findSourceMap = findSourceMap;
Module.flushCompileCache = flushCompileCache;
Module.getCompileCacheDir = getCompileCacheDir;
Module.register = register;
Module.registerHooks = registerHooks;
Module.stripTypeScriptTypes = stripTypeScriptTypes;
Module.syncBuiltinESMExports = syncBuiltinESMExports;

module.exports = Module;
