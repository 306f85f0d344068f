'use strict';
/*
 * internal/vm/vm - what node:vm and the REPL share: which object is a context,
 * compiling and running in one, and what import() means there.
 *
 * A context's handle (internalBinding('contexts')) is a private field of the
 * sandbox, so that both go together.
 */

const binding = internalBinding('contexts');
const { makeRequire } = require('internal/bootstrap/realm');
const { codes: { ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING,
                 ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG } } =
    require('internal/errors');
const { validateFunction } = require('internal/validators');
const imports = require('internal/vm/imports');
/* Loaded when first used: internal/bootstrap/realm_globals, internal/options,
 * internal/process/execution, internal/process/object, internal/vm/modules. */

const constants = Object.freeze({
    __proto__: null,
    USE_MAIN_CONTEXT_DEFAULT_LOADER:
        Symbol('vm_dynamic_import_main_context_default'),
    DONT_CONTEXTIFY: Symbol('vm_context_no_contextify'),
});

// ---- Contexts ---------------------------------------------------------------

class ReturnArgument {
    constructor(object) {
        return object;
    }
}

/* Gives the fields to an object that others have made. */
class Stamp extends ReturnArgument {
    #handle;
    #ownsMicrotasks;

    constructor(object, handle, ownsMicrotasks) {
        super(object);
        this.#handle = handle;
        this.#ownsMicrotasks = ownsMicrotasks;
    }

    static ownsMicrotasks(object) {
        return object.#ownsMicrotasks;
    }

    static get(object) {
        return #handle in object ? object.#handle : undefined;
    }
}

function isContext(object) {
    return Stamp.get(object) !== undefined;
}

/* What a context with microtasks of its own promises is settled by those, which
 * run now: the promise that is returned is of this context. */
function settleOutside(context, promise) {
    if (context === undefined || !Stamp.ownsMicrotasks(context))
        return promise;
    const outer = new Promise((resolve, reject) => {
        Promise.prototype.then.call(promise, resolve, reject);
    });
    binding.runOwnMicrotasks(Stamp.get(context));
    return outer;
}

let gcExposed = false;

/* Do contexts that are made from now on have a function gc()? */
function exposeGc(exposed) {
    gcExposed = exposed;
}

/* This function runs in the context, so it is compiled there from its text:
 * built-in functions keep no source. */
const kForbidStrings = `function() {
    const text = 'Code generation from strings disallowed for this context';
    const forbid = (name) => ({
        [name]: function() { throw new EvalError(text); },
    })[name];
    const kinds = [function() {}, async function() {}, function*() {},
                   async function*() {}];
    for (const kind of kinds) {
        const { constructor, __proto__: proto } = kind;
        const refusing = forbid(constructor.name);
        refusing.prototype = proto;
        Object.defineProperty(proto, 'constructor', { value: refusing });
    }
    Object.defineProperty(globalThis, 'Function',
                          { value: Function.prototype.constructor });
    Object.defineProperty(globalThis, 'eval', { value: forbid('eval') });
}`;

/* What lib/ has instead of V8 is of the context, too. */
function defineGlobals(global, handle) {
    makeRequire(handle)('internal/bootstrap/realm_globals').define(global);
}

/* A context of that sandbox, or of an object of its own; what stands for it. */
function makeContext(sandbox, allowsStrings, ownsMicrotasks = false) {
    const bare = sandbox === constants.DONT_CONTEXTIFY;
    const handle = binding.makeContext(bare ? undefined : sandbox,
                                       ownsMicrotasks, defineGlobals);
    const object = bare ? binding.getGlobal(handle) : sandbox;
    new Stamp(object, handle, ownsMicrotasks);
    if (gcExposed) {
        binding.getGlobal(handle).gc =
            () => internalBinding('process').collect();
    }
    if (!allowsStrings) {
        const script = binding.compileScript(`(${kForbidStrings})()`,
                                             'node:internal/vm', 1, handle);
        binding.runScript(script, 0);
    }
    return object;
}

// ---- Code -------------------------------------------------------------------

/* The offset is made of spaces; nobody looks for a column beyond these. */
const MAX_COLUMNS = 1 << 20;

/* The first line begins so far to the right; further to the left it can't. */
function shift(code, columnOffset) {
    return columnOffset > 0
        ? ' '.repeat(Math.min(columnOffset, MAX_COLUMNS)) + code : code;
}

const decorated = new WeakSet();

/* An error is shown with the line that it comes from, as Node does it. */
function decorate(error) {
    if (!Error.isError(error))
        return;
    const arrow = internalBinding('errors').getArrow(error);
    const { stack } = error;
    if (arrow === undefined || typeof stack !== 'string' ||
        decorated.has(error))
        return;
    decorated.add(error);
    require('internal/process/execution').setDecorated(decorated);
    if (!stack.startsWith(arrow)) // a SyntaxError has it
        error.stack = `${arrow}\n${stack}`;
}

function compileScript(code, filename, lineOffset, columnOffset, context) {
    const handle = context === undefined ? undefined : Stamp.get(context);
    try {
        return binding.compileScript(shift(code, columnOffset), filename,
                                     1 + lineOffset, handle);
    } catch (error) {
        decorate(error);
        throw error;
    }
}

/* For the REPL: compiled in a context, or in this one; not decorated. */
function compilePlain(code, filename, context, awaits) {
    const handle = context === undefined ? undefined : Stamp.get(context);
    return binding.compileScript(code, filename, 1, handle, awaits);
}

/* SIGINT ends the script, and no listener of the program hears of it. */
function runUntilSigint(script, timeout) {
    const sigint = internalBinding('sigint');
    const listeners = process.rawListeners('SIGINT');
    process.removeAllListeners('SIGINT');
    sigint.start();
    try {
        return binding.runScript(script, timeout, true);
    } finally {
        sigint.stop();
        for (const listener of listeners)
            process.on('SIGINT', listener);
    }
}

function runPlain(script, timeout) {
    return binding.runScript(script, timeout, false);
}

function runScript(script, timeout, displayErrors, breakOnSigint) {
    const run = breakOnSigint ? runUntilSigint : runPlain;
    if (!displayErrors)
        return run(script, timeout);
    try {
        return run(script, timeout);
    } catch (error) {
        decorate(error);
        throw error;
    }
}

/* A function that sees the properties of these objects as variables. */
function compileInside(extensions, code, source, handle) {
    const names = extensions.map((_, i) => `$${i}`);
    const around = names.map((name) => `with (${name}) `).join('');
    const outer = binding.compileFunction(
        `${around}return (function (${source.params}) {${code}\n})`,
        source.filename, source.line, names.join(), handle);
    return outer(...extensions);
}

function compileFunction(code, source, context, extensions) {
    const handle = context === undefined ? undefined : Stamp.get(context);
    try {
        const shifted = shift(code, source.columnOffset);
        if (extensions.length > 0)
            return compileInside(extensions, shifted, source, handle);
        return binding.compileFunction(shifted, source.filename, source.line,
                                       source.params, handle);
    } catch (error) {
        decorate(error);
        throw error;
    }
}

// ---- import() ---------------------------------------------------------------

function refuseImport() {
    throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
}

function refuseCallback() {
    throw new ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG();
}

/* With --experimental-vm-modules the callback is asked. */
function makeImporter(importer, target) {
    const { options } = require('internal/process/object');
    if (options.named.length === 0 ||
        !require('internal/options').has('experimental-vm-modules'))
        return refuseCallback;
    return async (specifier, attributes, phase) => {
        const { resolveImported } = require('internal/vm/modules');
        return resolveImported(
            await importer(specifier, target, attributes, phase), phase);
    };
}

/* What import() does in code of that name. Code of a file that says nothing of
 * it imports as the file does. */
function setImport(filename, importer, target, context) {
    const global = context === undefined ? undefined :
        binding.getGlobal(Stamp.get(context));
    if (importer !== undefined &&
        importer !== constants.USE_MAIN_CONTEXT_DEFAULT_LOADER)
        validateFunction(importer, 'options.importModuleDynamically');
    if (importer === constants.USE_MAIN_CONTEXT_DEFAULT_LOADER)
        imports.delete(filename, global);
    else if (typeof importer === 'function')
        imports.set(filename, makeImporter(importer, target), global);
    else if (!/^(\/|file:)/.test(filename))
        imports.set(filename, refuseImport, global);
}

function getHandle(context) {
    return Stamp.get(context);
}

module.exports = {
    compileFunction,
    compilePlain,
    compileScript,
    constants,
    countContexts: binding.countContexts,
    exposeGc,
    getHandle,
    isContext,
    makeContext,
    runScript,
    setImport,
    settleOutside,
};
