'use strict';

// How a program is started: from a file, from -e, from standard input; and what
// is loaded before it.
//
// A CommonJS main runs here and now, inside the callback that the runtime
// opened for it, so its ticks come before its microtasks. An ES module main
// runs from a microtask, so for it it is the other way round.

const path = require('path');
const packageJson = require('internal/modules/package_json');
const {
    options, pathToUrl, stripBOM, toRealPath,
} = require('internal/modules/helpers');
const { Module } = require('internal/modules/cjs');
const cjs = require('internal/modules/cjs');
/* Loaded when first used: internal/errors, internal/modules/esm,
 * internal/modules/register, internal/util, internal/vitest/worker. */

function lazyEsm() {
    return require('internal/modules/esm');
}

// A program that imports nothing never loads the other loader.
function initialize() {
    cjs.initialize();
    internalBinding('modules').setCallbacks(
        (...args) => lazyEsm().importDynamically(...args),
        (meta, handle) => lazyEsm().fillMeta(meta, handle));
}

// An ES module that failed ends the program as an unhandled rejection would,
// but at once.
function reportUncaught(error) {
    internalBinding('errors').triggerUncaughtException(error, true);
}

function findMain(main) {
    const found = Module._findPath(path.resolve(main), null, true);
    if (!found)
        return undefined;
    return options.preserveSymlinksMain ? found : toRealPath(found);
}

function isModuleFile(filename) {
    if (filename.endsWith('.mjs') || filename.endsWith('.wasm'))
        return true;
    if (filename.endsWith('.cjs'))
        return false;
    return packageJson.findNearest(filename)?.type === 'module';
}

// After --import the program is imported, also if it is CommonJS.
let byImport = false;

// Programs that are loaded before may have put a function of their own there.
function start(main, isByImport) {
    byImport = isByImport;
    Module.runMain(main);
}

function runMain(main) {
    const filename = findMain(main);
    if (filename?.endsWith('/vitest/vitest.mjs') &&
        internalBinding('process').backend() === 'sim') {
        const { start: startWorker } = require('internal/vitest/worker');
        lazyEsm().runEntryOf(() => startWorker(process.argv.slice(2)));
        return;
    }
    if (byImport || (filename !== undefined && isModuleFile(filename))) {
        lazyEsm().runMain(pathToUrl(filename ?? path.resolve(main)));
        return;
    }
    // Also if it was not found: there the message comes from. '/a/b.js' keeps
    // the name it was given.
    Module._load(path.resolve(main), null, true);
}

// --entry-url: the program is named by a URL, as in an import.
function runEntryUrl(text) {
    const { emitExperimentalWarning } = require('internal/util');
    const { cwdUrl, runMain: run } = lazyEsm();
    emitExperimentalWarning('--entry-url');
    run(new URL(text, cwdUrl()).href);
}

// The program is an ES module with this URL.
function runUrl(href) {
    return lazyEsm().runMain(href);
}

// -r, in order.
function preload(requests) {
    Module._preloadModules(requests);
}

// --experimental-loader, in order.
function registerLoaders(specifiers) {
    const advice = specifiers.map((specifier) => {
        const text = JSON.stringify(specifier);
        return `register(${text}, pathToFileURL("./"));`;
    }).join(' ');
    process.emitWarning(
        '`--experimental-loader` may be removed in the future; instead use ' +
        '`register()`:\n--import \'data:text/javascript,import { register } ' +
        'from "node:module"; import { pathToFileURL } from "node:url"; ' +
        `${advice}'`, 'ExperimentalWarning');
    const { register } = require('internal/modules/register');
    const { cwdUrl } = lazyEsm();
    for (const specifier of specifiers)
        register(specifier, cwdUrl());
}

// --import, in order; a promise.
async function preloadImports(specifiers) {
    const { cwdUrl, importFrom } = lazyEsm();
    for (const specifier of specifiers)
        await importFrom(specifier, cwdUrl());
}

// ---- -e and standard input -------------------------------------------------

function exposeForEval(name, module) {
    const require = cjs.makeRequire(module);
    globalThis.module = module;
    globalThis.exports = module.exports;
    globalThis.require = require;
    globalThis.__filename = name;
    globalThis.__dirname = '.';
}

// A script sees what a CommonJS file sees, and its value is what -p prints.
function runScript(source, name, isCompiled) {
    const module = new Module(name);
    module.filename = path.resolve(name);
    module.paths = Module._nodeModulePaths(process.cwd());
    exposeForEval(name, module);
    const { compileScript, runCompiled } = internalBinding('modules');
    if (!isCompiled)
        compileScript(source, name, 1);
    internalBinding('process').beginProgram();
    return wrapEval(name)(runCompiled);
}

// In Node a script of that name runs the program, and each stack ends with it.
function wrapEval(name) {
    const call = `${'\n'.repeat(5)}${' '.repeat(16)}return run();`;
    return internalBinding('modules')
        .compileFunction(call, `${name}-wrapper`, ['run']);
}

function evalUrl() {
    return `${lazyEsm().cwdUrl()}[eval1]`;
}

// A module has no value that could be printed.
function runModuleText(source, isPrinted, handle = undefined) {
    if (isPrinted) {
        const { codes } = require('internal/errors');
        throw new codes.ERR_EVAL_ESM_CANNOT_PRINT();
    }
    return lazyEsm().runSource(source, evalUrl(), handle);
}

// -c of standard input: CommonJS unless --input-type=module.
function checkText(source, name, inputType) {
    if (inputType === 'module')
        internalBinding('modules').compileModule(source, name);
    else
        cjs.wrapSafe(source, name, 'commonjs', false);
}

function checkFile(main) {
    const filename = findMain(main) ??
        Module._resolveFilename(path.resolve(main), null, true);
    const { readFileUtf8 } = internalBinding('fs');
    const source = stripBOM(readFileUtf8(filename));
    if (isModuleFile(filename))
        internalBinding('modules').compileModule(source, filename);
    else
        cjs.wrapSafe(source, filename, undefined, options.detectModule);
}

// inputType is 'module', 'commonjs', or '': the first one that parses. That is
// decided before anything runs, since a program may throw a SyntaxError.
function runEval(source, name, inputType = '', isPrinted = false) {
    if (inputType === 'module')
        return runModuleText(source, isPrinted);
    if (inputType !== '' || !options.detectModule)
        return runScript(source, name, false);
    const handle = compileOrDetect(source, name);
    return handle === undefined ? runScript(source, name, true) :
        runModuleText(source, isPrinted, handle);
}

// What is a script stays one, also if it declares names that the function
// around a CommonJS file has.
function compileOrDetect(source, name) {
    try {
        internalBinding('modules').compileScript(source, name, 1);
    } catch (error) {
        const { handle } = error?.name === 'SyntaxError' ?
            cjs.detectFormat(source, name, evalUrl) : {};
        if (handle === undefined)
            throw error;
        return handle;
    }
    return undefined;
}

module.exports = {
    checkFile,
    checkText,
    initialize,
    preload,
    preloadImports,
    registerLoaders,
    reportUncaught,
    runEntryUrl,
    runEval,
    runMain,
    runUrl,
    start,
};
