'use strict';
/*
 * internal/vm/modules - vm.Module, SourceTextModule and SyntheticModule, which
 * are there with --experimental-vm-modules.
 *
 * A module is a handle of internalBinding('modules'); the program links it
 * itself, without a loader. A handle is never freed.
 */

const binding = internalBinding('modules');
const {
    codes: {
        ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MODULE_LINK_MISMATCH,
        ERR_VM_MODULE_ALREADY_LINKED, ERR_VM_MODULE_CACHED_DATA_REJECTED,
        ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA,
        ERR_VM_MODULE_DIFFERENT_CONTEXT, ERR_VM_MODULE_LINK_FAILURE,
        ERR_SOURCE_PHASE_NOT_DEFINED, ERR_VM_MODULE_NOT_MODULE,
        ERR_VM_MODULE_STATUS,
    },
} = require('internal/errors');
const {
    validateArray, validateBoolean, validateBuffer, validateFunction,
    validateInt32, validateObject, validateString, validateUint32,
} = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const {
    getHandle, isContext, setImport, settleOutside,
} = require('internal/vm/vm');
const imports = require('internal/vm/imports');
/* Loaded when first used: internal/vm/cache, util. */

let warned = false;

function warnOnce() {
    if (warned)
        return;
    warned = true;
    process.emitWarning('VM Modules is an experimental feature and might ' +
        'change at any time', 'ExperimentalWarning');
}

const kStates = {
    __proto__: null,
    unlinked: 'unlinked', linked: 'linked', running: 'evaluating',
    evaluated: 'evaluated', pending: 'evaluated', errored: 'errored',
};

let modules = 0;
const modulesByContext = new WeakMap();

/* "vm:module(0)", counted for each context. */
function nextIdentifier(context) {
    if (context === undefined)
        return `vm:module(${modules++})`;
    const count = modulesByContext.get(context) ?? 0;
    modulesByContext.set(context, count + 1);
    return `vm:module(${count})`;
}

function checkContext(context) {
    if (context === undefined)
        return undefined;
    validateObject(context, 'context');
    if (!isContext(context))
        throw new ERR_INVALID_ARG_TYPE('options.context', 'vm.Context', context);
    return getHandle(context);
}

class Module {
    #handle;
    #identifier;
    #context;
    #requested; // what its requests lead to, once that is known
    #isLinking = false;
    #linkError;
    #hasLinkError = false;

    constructor(options, makeHandle) {
        warnOnce();
        if (new.target === Module)
            throw new TypeError('Module is not a constructor');
        const { context } = options;
        const contextHandle = checkContext(context);
        if (options.identifier !== undefined)
            validateString(options.identifier, 'options.identifier');
        this.#identifier = options.identifier ?? nextIdentifier(context);
        this.#context = context;
        this.#handle = makeHandle(this.#identifier, contextHandle);
    }

    static isModule(value) {
        return typeof value === 'object' && value !== null && #handle in value;
    }

    /* For what is below: the handle of a module that must be one. */
    static handleOf(module) {
        return module.#handle;
    }

    static #check(value) {
        if (!Module.isModule(value))
            throw new ERR_INVALID_THIS('Module');
    }

    get identifier() {
        Module.#check(this);
        return this.#identifier;
    }

    get context() {
        Module.#check(this);
        return this.#context;
    }

    get status() {
        Module.#check(this);
        if (this.#hasLinkError)
            return 'errored';
        return this.#isLinking ? 'linking' : kStates[this.#handle.state];
    }

    get namespace() {
        const { status } = this;
        if (status === 'unlinked' || status === 'linking')
            throw new ERR_VM_MODULE_STATUS('must not be unlinked or linking');
        return this.#handle.namespace;
    }

    get error() {
        if (this.status !== 'errored')
            throw new ERR_VM_MODULE_STATUS('must be errored');
        return this.#hasLinkError ? this.#linkError : this.#handle.error;
    }

    async link(linker) {
        Module.#check(this);
        validateFunction(linker, 'linker');
        const { status } = this;
        if (status === 'linked')
            throw new ERR_VM_MODULE_ALREADY_LINKED();
        if (status !== 'unlinked')
            throw new ERR_VM_MODULE_STATUS('must be unlinked');
        await this.#connect(linker);
        Module.instantiate(this);
    }

    /* Connect the requests of this module and of all that it leads to. */
    async #connect(linker) {
        this.#isLinking = true;
        try {
            const found = this.#handle.requests.map(
                ({ specifier, attributes }) =>
                    this.#ask(linker, specifier, attributes));
            this.#join(await Promise.all(found));
        } catch (error) {
            this.#linkError = error;
            this.#hasLinkError = true;
            throw error;
        } finally {
            this.#isLinking = false;
        }
    }

    #accept(module) {
        if (!Module.isModule(module))
            throw new ERR_VM_MODULE_NOT_MODULE();
        if (module.context !== this.#context)
            throw new ERR_VM_MODULE_DIFFERENT_CONTEXT();
        return module;
    }

    async #ask(linker, specifier, attributes) {
        const extra = { attributes, assert: attributes };
        const module = this.#accept(await linker(specifier, this, extra));
        if (module.status === 'errored') {
            throw new ERR_VM_MODULE_LINK_FAILURE(
                `request for '${specifier}' resolved to an errored module`,
                module.error);
        }
        if (module.status === 'unlinked')
            await module.#connect(linker);
        return module;
    }

    /* linkRequests() of a SourceTextModule. */
    static connect(module, others) {
        if (module.status !== 'unlinked')
            throw new ERR_VM_MODULE_STATUS('must be unlinked');
        validateArray(others, 'modules');
        const { length } = module.#handle.requests;
        if (others.length !== length) {
            throw new ERR_MODULE_LINK_MISMATCH(
                `Expected ${length} modules, got ${others.length}`);
        }
        module.#join(others.map((other) => module.#accept(other)));
    }

    /* A module without requests. */
    static joinNothing(module) {
        module.#requested = [];
    }

    /* A module and its source are of one module. */
    #checkSame(modules) {
        const seen = new Map();
        const { requests } = this.#handle;
        for (const [i, { specifier, attributes }] of requests.entries()) {
            const key = JSON.stringify([specifier,
                                        Object.entries(attributes).sort()]);
            const before = seen.get(key) ?? i;
            if (modules[before] !== modules[i]) {
                throw new ERR_MODULE_LINK_MISMATCH(
                    `Module request 'ModuleCacheKey("${specifier}")' at index ` +
                    `${before} must be linked to the same module requested at ` +
                    `index ${i}`);
            }
            seen.set(key, before);
        }
    }

    #refuseSources() {
        for (const [i, { isSource }] of this.#handle.requests.entries()) {
            if (isSource) {
                throw new ERR_SOURCE_PHASE_NOT_DEFINED(
                    this.#requested[i].identifier);
            }
        }
    }

    #join(modules) {
        this.#checkSame(modules);
        for (const [i, module] of modules.entries())
            this.#handle.linkRequest(i, module.#handle);
        this.#requested = modules;
    }

    /* All of the graph must be connected. */
    static instantiate(root) {
        const seen = new Set([root]);
        for (const module of seen) {
            const isOpen = module.#requested === undefined;
            if (isOpen && (module === root ||
                           module.#handle.requests.length > 0)) {
                const { specifier } = module.#handle.requests[0] ?? {};
                throw new ERR_VM_MODULE_LINK_FAILURE(
                    `request for '${specifier}' can not be resolved on ` +
                    `module '${module.identifier}' that is not linked`);
            }
            if (!isOpen)
                module.#refuseSources();
            for (const other of module.#requested ?? [])
                seen.add(other);
        }
        root.#handle.link();
    }

    evaluate(options = kEmptyObject) {
        try {
            Module.#check(this);
            validateObject(options, 'options');
            const { timeout, breakOnSigint = false } = options;
            if (timeout !== undefined)
                validateUint32(timeout, 'options.timeout', true);
            validateBoolean(breakOnSigint, 'options.breakOnSigint');
            const { status } = this;
            if (!['linked', 'evaluated', 'errored'].includes(status) ||
                this.#hasLinkError) {
                throw new ERR_VM_MODULE_STATUS(
                    'must be one of linked, evaluated, or errored');
            }
            return settleOutside(this.#context, this.#handle.evaluate());
        } catch (error) {
            return Promise.reject(error);
        }
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
        Module.#check(this);
        if (typeof depth === 'number' && depth < 0)
            return this;
        const shown = Object.create(Object.getPrototypeOf(this));
        for (const name of ['status', 'identifier', 'context']) {
            Object.defineProperty(shown, name, {
                __proto__: null, value: this[name], enumerable: true,
            });
        }
        return inspect(shown, { ...options, customInspect: false });
    }
}

// ---- Modules of a source ----------------------------------------------------

const metas = new WeakMap(); // handle -> (meta) => undefined

function setImporter(identifier, module, importer) {
    const { context } = module;
    if (importer === undefined) {
        setImport(identifier, undefined, module, context);
        return;
    }
    imports.set(identifier, async (specifier, attributes, phase) =>
        resolveImported(await importer(specifier, module, attributes, phase),
                        phase),
                globalOf(context));
}

function globalOf(context) {
    return context === undefined ? undefined :
        internalBinding('contexts').getGlobal(getHandle(context));
}

/* What import() gives for what a callback returned: a namespace, or a module
 * that is evaluated first. No module of node:vm has a source. */
async function resolveImported(result, phase) {
    if (require('util').types.isModuleNamespaceObject(result))
        return result;
    if (!Module.isModule(result))
        throw new ERR_VM_MODULE_NOT_MODULE();
    if (result.status === 'errored')
        throw result.error;
    if (phase === 'source')
        throw new ERR_SOURCE_PHASE_NOT_DEFINED(result.identifier);
    await result.evaluate();
    return result.namespace;
}

class SourceTextModule extends Module {
    #source;
    #requests;

    constructor(sourceText, options = kEmptyObject) {
        validateString(sourceText, 'sourceText');
        validateObject(options, 'options');
        const { lineOffset = 0, columnOffset = 0, initializeImportMeta,
                importModuleDynamically, cachedData } = options;
        validateInt32(lineOffset, 'options.lineOffset');
        validateInt32(columnOffset, 'options.columnOffset');
        if (initializeImportMeta !== undefined) {
            validateFunction(initializeImportMeta,
                             'options.initializeImportMeta');
        }
        if (importModuleDynamically !== undefined) {
            validateFunction(importModuleDynamically,
                             'options.importModuleDynamically');
        }
        if (cachedData !== undefined)
            validateBuffer(cachedData, 'options.cachedData');
        super(options, (name, context) => binding.compileModule(
            ' '.repeat(Math.max(0, columnOffset)) + sourceText, name,
            1 + lineOffset, context));
        this.#source = sourceText;
        const handle = Module.handleOf(this);
        if (initializeImportMeta !== undefined)
            metas.set(handle, (meta) => initializeImportMeta(meta, this));
        setImporter(this.identifier, this, importModuleDynamically);
        this.#requests = Object.freeze(handle.requests.map(
            ({ specifier, attributes, isSource }) => Object.freeze({
                __proto__: null, specifier,
                attributes: Object.freeze(attributes),
                phase: isSource ? 'source' : 'evaluation',
            })));
        if (cachedData !== undefined &&
            require('internal/vm/cache').isRejected(sourceText, cachedData)) {
            throw new ERR_VM_MODULE_CACHED_DATA_REJECTED();
        }
    }

    get moduleRequests() {
        return this.#requests;
    }

    get dependencySpecifiers() {
        return Object.freeze(this.#requests.map(({ specifier }) => specifier));
    }

    linkRequests(modules) {
        Module.connect(this, modules);
    }

    instantiate() {
        if (this.status !== 'unlinked')
            throw new ERR_VM_MODULE_STATUS('must be unlinked');
        Module.instantiate(this);
    }

    hasTopLevelAwait() {
        return Module.handleOf(this).awaitsItself;
    }

    hasAsyncGraph() {
        const { status } = this;
        if (status === 'unlinked' || status === 'linking')
            throw new ERR_VM_MODULE_STATUS('must be instantiated');
        return Module.handleOf(this).awaits;
    }

    createCachedData() {
        if (this.status === 'evaluating' || this.status === 'evaluated' ||
            this.status === 'errored')
            throw new ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA();
        return require('internal/vm/cache').digest(this.#source);
    }
}

// ---- Modules of values ------------------------------------------------------

class SyntheticModule extends Module {
    constructor(exportNames, evaluateCallback, options = kEmptyObject) {
        if (!Array.isArray(exportNames) ||
            exportNames.some((name) => typeof name !== 'string')) {
            throw new ERR_INVALID_ARG_TYPE('exportNames',
                                           'Array of unique strings',
                                           exportNames);
        }
        for (const [i, name] of exportNames.entries()) {
            if (exportNames.indexOf(name) !== i) {
                const { codes: { ERR_INVALID_ARG_VALUE } } =
                    require('internal/errors');
                throw new ERR_INVALID_ARG_VALUE(`exportNames.${name}`, name,
                                                'is duplicated');
            }
        }
        validateFunction(evaluateCallback, 'evaluateCallback');
        validateObject(options, 'options');
        let module;
        super(options, (name) => binding.makeModule(
            name, exportNames, () => evaluateCallback.call(module, module)));
        module = this;
        Module.joinNothing(this);
    }

    /* A synthetic module imports nothing: there is nothing to link. */
    link() {
        if (!Module.isModule(this))
            throw new ERR_INVALID_THIS('SyntheticModule');
    }

    setExport(name, value) {
        if (!Module.isModule(this))
            throw new ERR_INVALID_THIS('SyntheticModule');
        validateString(name, 'name');
        try {
            Module.handleOf(this).setExport(name, value);
        } catch {
            throw new ReferenceError(`Export '${name}' is not defined in module`);
        }
    }
}

module.exports = { Module, SourceTextModule, SyntheticModule, metas, resolveImported };
