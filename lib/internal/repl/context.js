'use strict';
/* internal/repl/context - the global object of a REPL, and the modules that are
 * there under their names. */

const path = require('path');
const vm = require('vm');
const { Module, makeRequire } = require('internal/modules/cjs');
const { listBuiltins } = require('internal/modules/helpers');
/* Loaded when first used: console. */

/* The modules that have a plain name. */
function listLibraries() {
    return listBuiltins().filter((id) => !id.startsWith('_') &&
        !id.includes('/') && !id.includes(':'));
}

function defineHidden(context, name, value) {
    Object.defineProperty(context, name, {
        __proto__: null, configurable: true, writable: true, value,
    });
}

/* Loaded when it is read for the first time; a program may replace it. */
function addLibrary(context, name) {
    const set = (value) => {
        delete context[name];
        context[name] = value;
    };
    Object.defineProperty(context, name, {
        __proto__: null, configurable: true, enumerable: false, set,
        get() {
            const library = require(name);
            delete context[name];
            Object.defineProperty(context, name, {
                __proto__: null, get: () => library, set, configurable: true,
                enumerable: false,
            });
            return library;
        },
    });
}

function addLibraries(context) {
    for (const name of listLibraries()) {
        if (!Object.hasOwn(context, name))
            addLibrary(context, name);
    }
}

/* A context of its own has the globals of this one that are not built-ins of
 * the language. */
function copyGlobals(context) {
    const own = new Set(vm.runInContext(
        'Object.getOwnPropertyNames(globalThis)', context));
    for (const name of Object.getOwnPropertyNames(globalThis)) {
        if (!own.has(name)) {
            Object.defineProperty(context, name, {
                __proto__: null,
                ...Object.getOwnPropertyDescriptor(globalThis, name),
            });
        }
    }
}

/* Where a module of the current folder would be looked for; nowhere if that
 * folder is gone. */
function listPaths() {
    let filename;
    try {
        filename = path.resolve('repl');
    } catch {
        return [];
    }
    return Module._resolveLookupPaths('<repl>', {
        __proto__: null, filename, paths: Module._nodeModulePaths(filename),
    }) ?? [];
}

function createContext(server) {
    let context = globalThis;
    if (!server.useGlobal) {
        const { Console } = require('console');
        context = vm.createContext();
        copyGlobals(context);
        context.global = context;
        defineHidden(context, 'console', new Console(server.output));
    }
    const module = new Module('<repl>');
    module.paths = listPaths();
    defineHidden(context, 'module', module);
    defineHidden(context, 'require', makeRequire(module));
    addLibraries(context);
    return context;
}

module.exports = { createContext, listLibraries };
