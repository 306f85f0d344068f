'use strict';
/*
 * wasi - WebAssembly's System Interface, preview1. The calls themselves are in
 * internal/wasi.
 */

const { codes, makePlainError } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const {
    validateArray, validateBoolean, validateFunction, validateInt32,
    validateObject, validateString,
} = require('internal/validators');
/* Loaded when first used: internal/wasi/system, internal/wasm/native. */

emitExperimentalWarning('WASI');

const names = {
    '__proto__': null,
    'unstable': 'wasi_unstable',
    'preview1': 'wasi_snapshot_preview1',
};

/* What proc_exit() throws: no code of WebAssembly can catch it. */
const left = Symbol('exit');

function validateUndefined(value, name) {
    if (value !== undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(name, 'undefined', value);
}

function readEnv(env) {
    if (env === undefined)
        return [];
    validateObject(env, 'options.env');
    return Object.entries(env).filter(([, value]) => value !== undefined)
        .map(([key, value]) => `${key}=${value}`);
}

function readPreopens(preopens) {
    if (preopens === undefined)
        return [];
    validateObject(preopens, 'options.preopens');
    return Object.entries(preopens)
        .map(([name, path]) => [`${name}`, `${path}`]);
}

function readOptions(options) {
    if (options.args !== undefined)
        validateArray(options.args, 'options.args');
    const args = (options.args ?? []).map(String);
    const env = readEnv(options.env);
    const preopens = readPreopens(options.preopens);
    const { stdin = 0, stdout = 1, stderr = 2 } = options;
    validateInt32(stdin, 'options.stdin', 0);
    validateInt32(stdout, 'options.stdout', 0);
    validateInt32(stderr, 'options.stderr', 0);
    return { args, env, preopens, stdio: [stdin, stdout, stderr] };
}

class WASI {
    #name;
    #system;
    #isStarted = false;
    #exitCode = 0;

    constructor(options = {}) {
        validateObject(options, 'options');
        validateString(options.version, 'options.version');
        this.#name = names[options.version];
        if (this.#name === undefined) {
            throw new codes.ERR_INVALID_ARG_VALUE(
                'options.version', options.version, 'unsupported WASI version');
        }
        const { makeSystem } = require('internal/wasi/system');
        this.#system = makeSystem(readOptions(options));
        const { returnOnExit = true } = options;
        validateBoolean(returnOnExit, 'options.returnOnExit');
        this.wasiImport = this.#system.calls;
        if (returnOnExit) {
            this.wasiImport.proc_exit = (code) => {
                this.#exitCode = code;
                throw left;
            };
        }
    }

    finalizeBindings(instance, options = {}) {
        if (this.#isStarted)
            throw new codes.ERR_WASI_ALREADY_STARTED();
        validateObject(instance, 'instance');
        validateObject(instance.exports, 'instance.exports');
        const { memory = instance.exports.memory } = options;
        const { nativeOf } = require('internal/wasm/native');
        if (nativeOf(memory, 'Memory') === undefined) {
            throw makePlainError(
                TypeError, 'ERR_INVALID_ARG_TYPE',
                '"instance.exports.memory" property must be a ' +
                'WebAssembly.Memory object');
        }
        this.#system.setMemory(memory);
        this.#isStarted = true;
    }

    start(instance) {
        this.finalizeBindings(instance);
        const { _start, _initialize } = instance.exports;
        validateFunction(_start, 'instance.exports._start');
        validateUndefined(_initialize, 'instance.exports._initialize');
        try {
            _start();
        } catch (error) {
            if (error !== left)
                throw error;
        }
        return this.#exitCode;
    }

    initialize(instance) {
        this.finalizeBindings(instance);
        const { _start, _initialize } = instance.exports;
        validateUndefined(_start, 'instance.exports._start');
        if (_initialize !== undefined) {
            validateFunction(_initialize, 'instance.exports._initialize');
            _initialize();
        }
    }

    getImportObject() {
        return { [this.#name]: this.wasiImport };
    }
}

module.exports = { WASI };
