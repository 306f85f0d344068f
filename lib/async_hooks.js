'use strict';
/*
 * async_hooks - ids, resources and hooks.
 *
 * The ids are those of the records that the loop and the engine keep for
 * everything they schedule. A resource of the program's own takes an id of the
 * same counter; while its scope runs, executionAsyncId() returns it.
 */

const binding = internalBinding('async');
const asyncContext = internalBinding('async_context');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const hooks = require('internal/async/hooks');
const { AsyncLocalStorage } = require('internal/async/local_storage');

// ---- Resources -------------------------------------------------------------------

function readTrigger(options) {
    const given = typeof options === 'number' ? options :
        options.triggerAsyncId;
    if (given === undefined)
        return hooks.executionAsyncId();
    if (!Number.isSafeInteger(given) || given < -1)
        throw new codes.ERR_INVALID_ASYNC_ID('triggerAsyncId', given);
    return given;
}

const registry = new FinalizationRegistry(({ id, state }) => {
    if (!state.destroyed)
        hooks.emitDestroy(id);
});

/* bound.asyncResource: deprecated, with one warning. */
let warned = false;

function resourceOf(resource) {
    return function() {
        if (!warned) {
            warned = true;
            process.emitWarning(
                'The asyncResource property on bound functions is deprecated',
                'DeprecationWarning', 'DEP0172');
        }
        return resource;
    };
}

function replaceResource(value) {
    Object.defineProperty(this, 'asyncResource', {
        __proto__: null, configurable: true, enumerable: true, value,
        writable: true,
    });
}

class AsyncResource {
    #id;
    #trigger;
    #asyncContext;
    #state = { destroyed: false };

    constructor(type, options = {}) {
        validateString(type, 'type');
        if (type.length === 0 && hooks.isActive())
            throw new codes.ERR_ASYNC_TYPE(type);
        this.#trigger = readTrigger(options);
        this.#id = binding.newId();
        this.#asyncContext = asyncContext.get();
        if (!hooks.isActive())
            return;
        hooks.emitInit(this.#id, type, this.#trigger, this);
        if (options?.requireManualDestroy !== true)
            registry.register(this, { id: this.#id, state: this.#state });
    }

    asyncId() { return this.#id; }

    triggerAsyncId() { return this.#trigger; }

    runInAsyncScope(fn, receiver, ...args) {
        const outer = asyncContext.exchange(this.#asyncContext);
        try {
            return hooks.runInScope(this.#id, this.#trigger, this, fn,
                                    receiver, args);
        } finally {
            asyncContext.set(outer);
        }
    }

    emitDestroy() {
        this.#state.destroyed = true;
        hooks.emitDestroy(this.#id);
        return this;
    }

    bind(fn, receiver) {
        validateFunction(fn, 'fn');
        const resource = this;
        const bound = function(...args) {
            return resource.runInAsyncScope(
                fn, receiver === undefined ? this : receiver, ...args);
        };
        Object.defineProperties(bound, {
            length: {
                __proto__: null, configurable: true, enumerable: false,
                value: fn.length, writable: false,
            },
            name: {
                __proto__: null, configurable: true, enumerable: false,
                value: receiver === undefined ? 'bound' :
                    'bound runInAsyncScope', writable: false,
            },
            asyncResource: {
                __proto__: null, configurable: true, enumerable: true,
                get: resourceOf(resource), set: replaceResource,
            },
        });
        return bound;
    }

    static bind(fn, type, receiver) {
        validateFunction(fn, 'fn');
        return new AsyncResource(type || fn.name || 'bound-anonymous-fn')
            .bind(fn, receiver);
    }
}

/* Node's resource types with their numbers (async_wrap providers). Not all of
 * them occur here. */
const providerNames = `
    NONE DIRHANDLE DNSCHANNEL ELDHISTOGRAM FILEHANDLE FILEHANDLECLOSEREQ
    BLOBREADER FSEVENTWRAP FSREQCALLBACK FSREQPROMISE GETADDRINFOREQWRAP
    GETNAMEINFOREQWRAP HEAPSNAPSHOT HTTP2SESSION HTTP2STREAM HTTP2PING
    HTTP2SETTINGS HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST LOCKS JSSTREAM
    JSUDPWRAP MESSAGEPORT PIPECONNECTWRAP PIPESERVERWRAP PIPEWRAP PROCESSWRAP
    PROMISE QUERYWRAP QUIC_ENDPOINT QUIC_LOGSTREAM QUIC_SESSION QUIC_STREAM
    QUIC_UDP SHUTDOWNWRAP SIGNALWRAP STATWATCHER STREAMPIPE TCPCONNECTWRAP
    TCPSERVERWRAP TCPWRAP TTYWRAP UDPSENDWRAP UDPWRAP SIGINTWATCHDOG WORKER
    WORKERCPUPROFILE WORKERCPUUSAGE WORKERHEAPPROFILE WORKERHEAPSNAPSHOT
    WORKERHEAPSTATISTICS WRITEWRAP ZLIB CHECKPRIMEREQUEST PBKDF2REQUEST
    KEYPAIRGENREQUEST KEYGENREQUEST KEYEXPORTREQUEST ARGON2REQUEST
    CIPHERREQUEST DERIVEBITSREQUEST HASHREQUEST RANDOMBYTESREQUEST
    RANDOMPRIMEREQUEST SCRYPTREQUEST SIGNREQUEST TLSWRAP VERIFYREQUEST
`.trim().split(/\s+/);

const asyncWrapProviders = Object.freeze(providerNames.reduce(
    (all, name, number) => Object.assign(all, { [name]: number }),
    { __proto__: null }));

module.exports = {
    AsyncLocalStorage,
    AsyncResource,
    asyncWrapProviders,
    createHook: hooks.createHook,
    executionAsyncId: hooks.executionAsyncId,
    executionAsyncResource: hooks.executionAsyncResource,
    triggerAsyncId: hooks.triggerAsyncId,
};
