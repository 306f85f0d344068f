'use strict';
/*
 * internal/wasm/realm/webassembly - the global WebAssembly.
 *
 * Modules are checked at once, which takes a millisecond for a hundred
 * kilobytes; the promises of compile() and instantiate() are settled a turn
 * later, as in Node, where another thread works meanwhile.
 */

const binding = internalBinding('wasm');
const { setImmediate } = internalBinding('order');
const { isObject, toBytes } = require('internal/wasm/realm/convert');
const { CompileError, LinkError, RuntimeError, urls } =
    require('internal/wasm/realm/errors');
const { Exception, JSTag, Tag } = require('internal/wasm/realm/exceptions');
const { Instance, Module, makeInstance, makeModule, nativeOf } =
    require('internal/wasm/realm/module');
const { readOptions } = require('internal/wasm/realm/strings');
const { Global, Memory, Table } = require('internal/wasm/realm/parts');
/* Loaded when first used: internal/errors, internal/fetch/response. */

/* A promise of what make() returns, settled in another turn. */
function later(make) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let settle;
    try {
        const value = make();
        settle = () => resolve(value);
    } catch (error) {
        settle = () => reject(error);
    }
    setImmediate(settle);
    return promise;
}

function checkImports(imports, where) {
    if (imports !== undefined && !isObject(imports))
        throw new TypeError(`${where}: Argument 1 must be an object`);
}

/* A module that stacks call by its URL. */
function makeNamed(bytes, url, where, options) {
    const module = makeModule(bytes, where, options);
    if (url !== '')
        urls.set(binding.getHash(nativeOf(module, 'Module')), url);
    return module;
}

async function instantiateBytes(bytes, imports, where, options, url = '') {
    const module = await later(() => makeNamed(bytes, url, where, options));
    const instance = makeInstance(module, imports, where);
    return { module, instance };
}

/* The bytes of a response to fetch(), and its URL. */
async function readResponse(source) {
    const { ERR_INVALID_ARG_TYPE, ERR_WEBASSEMBLY_RESPONSE } =
        require('internal/errors').codes;
    const { Response } = require('internal/fetch/response');
    const response = await source;
    if (!(response instanceof Response)) {
        throw new ERR_INVALID_ARG_TYPE(
            'source', ['Response', 'Promise resolving to Response'], response);
    }
    const type = response.headers.get('Content-Type');
    if (type !== 'application/wasm') {
        throw new ERR_WEBASSEMBLY_RESPONSE(
            `has unsupported MIME type '${type}'`);
    }
    if (!response.ok)
        throw new ERR_WEBASSEMBLY_RESPONSE(`has status code ${response.status}`);
    if (response.bodyUsed)
        throw new ERR_WEBASSEMBLY_RESPONSE('body has already been used');
    return { bytes: await response.arrayBuffer(), url: response.url };
}

const calls = {
    async compile(source, options) {
        const where = 'WebAssembly.compile()';
        const bytes = toBytes(source, where);
        const read = readOptions(options);
        return later(() => makeModule(bytes, where, read));
    },
    validate(source, options) {
        const where = 'WebAssembly.validate()';
        try {
            makeModule(toBytes(source, where), where, readOptions(options));
            return true;
        } catch (error) {
            if (error instanceof CompileError)
                return false;
            throw error;
        }
    },
    async instantiate(source, imports, options) {
        const where = 'WebAssembly.instantiate()';
        if (nativeOf(source, 'Module') !== undefined) {
            checkImports(imports, where);
            return makeInstance(source, imports, where);
        }
        const bytes = toBytes(source, where, 'a buffer source or a ' +
                              'WebAssembly.Module object');
        checkImports(imports, where);
        return instantiateBytes(bytes, imports, where, readOptions(options));
    },
    async compileStreaming(source, options) {
        const where = 'WebAssembly.compileStreaming()';
        const { bytes, url } = await readResponse(source);
        return later(() => makeNamed(bytes, url, where, readOptions(options)));
    },
    async instantiateStreaming(source, imports, options) {
        const where = 'WebAssembly.instantiateStreaming()';
        checkImports(imports, where);
        const { bytes, url } = await readResponse(source);
        return instantiateBytes(bytes, imports, where, readOptions(options),
                                url);
    },
};

/* No async functions, as far as a program can see. */
const functions = {
    compile(source, options = undefined) {
        return calls.compile(source, options);
    },
    validate(source, options = undefined) {
        return calls.validate(source, options);
    },
    instantiate(source, imports = undefined, options = undefined) {
        return calls.instantiate(source, imports, options);
    },
    compileStreaming(source, options = undefined) {
        return calls.compileStreaming(source, options);
    },
    instantiateStreaming(source, imports = undefined, options = undefined) {
        return calls.instantiateStreaming(source, imports, options);
    },
};

const WebAssembly = {};
Object.defineProperty(WebAssembly, Symbol.toStringTag, {
    __proto__: null, value: 'WebAssembly', configurable: true,
});

function defineMembers(members, enumerable) {
    for (const name of Object.keys(members)) {
        Object.defineProperty(WebAssembly, name, {
            __proto__: null, value: members[name], writable: true, enumerable,
            configurable: true,
        });
    }
}

const { compile, validate, instantiate, ...streaming } = functions;
defineMembers({ compile, validate, instantiate }, true);
defineMembers({ Module, Instance, Table, Memory, Global, Tag }, false);
Object.defineProperty(WebAssembly, 'JSTag', {
    __proto__: null, value: JSTag, configurable: true,
});
defineMembers({ Exception, CompileError, LinkError, RuntimeError }, false);
defineMembers(streaming, true);

module.exports = { WebAssembly };
