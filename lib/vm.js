'use strict';
/*
 * vm - scripts, and contexts to run them in.
 *
 * A script is compiled in each context that it runs in; bytecode belongs to
 * one. Cached data is a digest of the source and the engine: it is accepted or
 * rejected as in Node, but code is always compiled from its source, since bytes
 * from outside can't be trusted as bytecode.
 */

const { setImmediate } = internalBinding('order');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const {
    kValidateObjectAllowArray, kValidateObjectAllowNullable, validateArray,
    validateBoolean, validateBuffer, validateInt32, validateObject,
    validateOneOf, validateString, validateStringArray, validateUint32,
} = require('internal/validators');
const { emitExperimentalWarning, kEmptyObject } = require('internal/util');
const engine = require('internal/vm/vm');
const { digest, isRejected } = require('internal/vm/cache');
const { options: commandLine } = require('internal/process/object');
/* Loaded when first used: internal/options, internal/vm/modules, v8. */

const kParsingContext = Symbol('script parsing context');

// ---- Contexts ---------------------------------------------------------------

function isContext(object) {
    validateObject(object, 'object', kValidateObjectAllowArray);
    return engine.isContext(object);
}

function checkContext(object) {
    if (!isContext(object)) {
        throw new ERR_INVALID_ARG_TYPE('contextifiedObject', 'vm.Context',
                                       object);
    }
}

function checkCodeGeneration(codeGeneration, name) {
    validateObject(codeGeneration, name);
    const { strings = true, wasm = true } = codeGeneration;
    validateBoolean(strings, `${name}.strings`);
    validateBoolean(wasm, `${name}.wasm`);
    return strings;
}

let contexts = 0;

function createContext(contextObject = {}, options = kEmptyObject) {
    if (contextObject !== engine.constants.DONT_CONTEXTIFY &&
        isContext(contextObject))
        return contextObject;
    validateObject(options, 'options');
    const { name = `VM Context ${++contexts}`, origin, codeGeneration,
            microtaskMode } = options;
    validateString(name, 'options.name');
    if (origin !== undefined)
        validateString(origin, 'options.origin');
    const strings = codeGeneration === undefined ||
        checkCodeGeneration(codeGeneration, 'options.codeGeneration');
    validateOneOf(microtaskMode, 'options.microtaskMode',
                  ['afterEvaluate', undefined]);
    return engine.makeContext(contextObject, strings,
                              microtaskMode !== undefined);
}

/* The options of createContext() among those of runInNewContext(). */
function contextOptions(options) {
    if (!options)
        return {};
    const { contextName: name, contextOrigin: origin, microtaskMode,
            contextCodeGeneration: codeGeneration } = options;
    if (name !== undefined)
        validateString(name, 'options.contextName');
    if (origin !== undefined)
        validateString(origin, 'options.contextOrigin');
    if (codeGeneration !== undefined)
        checkCodeGeneration(codeGeneration, 'options.contextCodeGeneration');
    if (microtaskMode !== undefined)
        validateString(microtaskMode, 'options.microtaskMode');
    return { name, origin, codeGeneration, microtaskMode };
}

// ---- Cached data ------------------------------------------------------------

/* The properties of a Script or a function about cached data. */
function setCached(target, code, cachedData, produce) {
    if (cachedData !== undefined)
        target.cachedDataRejected = isRejected(code, cachedData);
    if (produce) {
        target.cachedDataProduced = true;
        target.cachedData = digest(code);
    }
}

// ---- Scripts ----------------------------------------------------------------

function checkSource(options, defaultName) {
    const { filename = defaultName, lineOffset = 0, columnOffset = 0,
            cachedData, produceCachedData = false } = options;
    validateString(filename, 'options.filename');
    validateInt32(lineOffset, 'options.lineOffset');
    validateInt32(columnOffset, 'options.columnOffset');
    if (cachedData !== undefined)
        validateBuffer(cachedData, 'options.cachedData');
    validateBoolean(produceCachedData, 'options.produceCachedData');
    return { filename, lineOffset, columnOffset, cachedData,
             produceCachedData };
}

function checkRun(options = kEmptyObject) {
    validateObject(options, 'options');
    const { timeout, displayErrors = true, breakOnSigint = false } = options;
    if (timeout !== undefined)
        validateUint32(timeout, 'options.timeout', true);
    validateBoolean(displayErrors, 'options.displayErrors');
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
    return { timeout: timeout ?? 0, displayErrors, breakOnSigint };
}

const kMagicComment =
    /^[\t ]*\/\/[#@] sourceMappingURL=[\t ]*([^\s'"]*)[\t ]*$/gm;

function sourceMapUrl(code) {
    const last = [...code.matchAll(kMagicComment)].pop();
    return last === undefined ? undefined : last[1];
}

class Script {
    #code;
    #source;
    #importer;
    #compiled; // the last one
    #context; // that it was compiled in; undefined is this one

    constructor(code, options = kEmptyObject) {
        code = `${code}`;
        if (typeof options === 'string')
            options = { filename: options };
        else
            validateObject(options, 'options');
        this.#source = checkSource(options, 'evalmachine.<anonymous>');
        this.#code = code;
        this.#importer = options.importModuleDynamically;
        this.#compile(options[kParsingContext]);
        const { filename, cachedData, produceCachedData } = this.#source;
        setCached(this, code, cachedData, produceCachedData);
        this.sourceMapURL = sourceMapUrl(code);
    }

    #compile(context) {
        const { filename, lineOffset, columnOffset } = this.#source;
        this.#compiled = engine.compileScript(this.#code, filename, lineOffset,
                                              columnOffset, context);
        this.#context = context;
        engine.setImport(filename, this.#importer, this, context);
    }

    #run(context, { timeout, displayErrors, breakOnSigint }) {
        if (context !== this.#context)
            this.#compile(context);
        return engine.runScript(this.#compiled, timeout, displayErrors,
                                breakOnSigint);
    }

    runInThisContext(options) {
        return this.#run(undefined, checkRun(options));
    }

    runInContext(contextifiedObject, options) {
        checkContext(contextifiedObject);
        return this.#run(contextifiedObject, checkRun(options));
    }

    runInNewContext(contextObject, options) {
        const context = createContext(contextObject, contextOptions(options));
        return this.runInContext(context, options);
    }

    createCachedData() {
        return digest(this.#code);
    }
}

function createScript(code, options) {
    return new Script(code, options);
}

function withContext(options, context) {
    if (typeof options === 'string')
        options = { filename: options };
    return { ...options, [kParsingContext]: context };
}

function runInContext(code, contextifiedObject, options) {
    checkContext(contextifiedObject);
    return createScript(code, withContext(options, contextifiedObject))
        .runInContext(contextifiedObject,
                      typeof options === 'string' ? undefined : options);
}

function runInNewContext(code, contextObject, options) {
    if (typeof options === 'string')
        options = { filename: options };
    const context = createContext(contextObject, contextOptions(options));
    return createScript(code, withContext(options, context))
        .runInContext(context, options);
}

function runInThisContext(code, options) {
    if (typeof options === 'string')
        options = { filename: options };
    return createScript(code, options).runInThisContext(options);
}

// ---- Functions --------------------------------------------------------------

function checkParsingContext(context) {
    if (context === undefined)
        return;
    if (typeof context !== 'object' || context === null ||
        !isContext(context)) {
        throw new ERR_INVALID_ARG_TYPE('options.parsingContext', 'Context',
                                       context);
    }
}

function compileFunction(code, params, options = kEmptyObject) {
    validateString(code, 'code');
    validateObject(options, 'options');
    if (params !== undefined)
        validateStringArray(params, 'params');
    const source = checkSource(options, '');
    const { parsingContext, contextExtensions = [] } = options;
    checkParsingContext(parsingContext);
    validateArray(contextExtensions, 'options.contextExtensions');
    for (const [i, extension] of contextExtensions.entries()) {
        validateObject(extension, `options.contextExtensions[${i}]`,
                       kValidateObjectAllowNullable);
    }
    const name = source.filename || '<anonymous>';
    const compiled = engine.compileFunction(code, {
        filename: name,
        line: 1 + source.lineOffset,
        columnOffset: source.columnOffset,
        params: (params ?? []).join(', '),
    }, parsingContext, contextExtensions);
    setCached(compiled, code, source.cachedData, source.produceCachedData);
    engine.setImport(name, options.importModuleDynamically, compiled,
                     parsingContext);
    return compiled;
}

let collected;

/* A promise that is kept after the next collection: only that frees a cycle.
 * It keeps the program for one turn, in which a gc() that the program calls now
 * is noticed. */
function waitForCollection() {
    collected ??= new FinalizationRegistry((resolve) => resolve());
    return new Promise((resolve) => {
        const cycle = {};
        cycle.itself = cycle;
        collected.register(cycle, resolve);
        setImmediate(() => {});
    });
}

/* All contexts share one heap, and whose an object is it does not say: what
 * belongs to a context may be nothing or all of it. */
function countMemory(mode) {
    const { used_heap_size: used } = require('v8').getHeapStatistics();
    const total = { jsMemoryEstimate: used, jsMemoryRange: [used, used] };
    if (mode === 'summary')
        return { total };
    const share = (jsMemoryEstimate) =>
        ({ jsMemoryEstimate, jsMemoryRange: [0, used] });
    const other = Array.from({ length: engine.countContexts() },
                             () => share(0));
    return { total, current: share(used), other };
}

async function measureAfter(mode, execution) {
    if (execution === 'eager')
        internalBinding('process').collect();
    else
        await waitForCollection();
    return countMemory(mode);
}

function measureMemory(options = kEmptyObject) {
    emitExperimentalWarning('vm.measureMemory');
    validateObject(options, 'options');
    const { mode = 'summary', execution = 'default' } = options;
    validateOneOf(mode, 'options.mode', ['summary', 'detailed']);
    validateOneOf(execution, 'options.execution', ['default', 'eager']);
    return measureAfter(mode, execution);
}

module.exports = {
    Script,
    createContext,
    createScript,
    runInContext,
    runInNewContext,
    runInThisContext,
    isContext,
    compileFunction,
    measureMemory,
    constants: engine.constants,
};

if (commandLine.named.length > 0 &&
    require('internal/options').has('experimental-vm-modules')) {
    const { Module, SourceTextModule, SyntheticModule } =
        require('internal/vm/modules');
    Object.assign(module.exports, { Module, SourceTextModule, SyntheticModule });
}
