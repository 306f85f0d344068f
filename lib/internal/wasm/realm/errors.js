'use strict';
/*
 * internal/wasm/realm/errors - WebAssembly's classes of errors, and the errors of its
 * binding.
 */

const { isObject } = require('internal/wasm/realm/convert');

function makeErrorClass(name) {
    const ErrorClass = {
        [name]: function(message = undefined, options = undefined) {
            const error = Reflect.construct(
                Error, message === undefined ? ['', options] :
                    [message, options], new.target ?? ErrorClass);
            if (message === undefined)
                delete error.message;
            Error.captureStackTrace(error, new.target ?? ErrorClass);
            return error;
        },
    }[name];
    Object.setPrototypeOf(ErrorClass, Error);
    Object.defineProperty(ErrorClass, 'length', {
        __proto__: null, value: 1, configurable: true,
    });
    ErrorClass.prototype = Object.create(Error.prototype, {
        constructor: { value: ErrorClass, writable: true, configurable: true },
        name: { value: name, writable: true, configurable: true },
        message: { value: '', writable: true, configurable: true },
    });
    Object.defineProperty(ErrorClass, 'prototype', {
        __proto__: null, writable: false, enumerable: false,
    });
    return ErrorClass;
}

const CompileError = makeErrorClass('CompileError');
const LinkError = makeErrorClass('LinkError');
const RuntimeError = makeErrorClass('RuntimeError');

/* The error for a module that is not valid: [text, offset, function, name]. */
function makeCompileError(where, [text, offset, index]) {
    const place = index < 0 ? '' : `Compiling function #${index} failed: `;
    const at = text === 'BufferSource argument is empty' ? '' : ` @+${offset}`;
    return new CompileError(`${where}: ${place}${text}${at}`);
}

/* Where modules came from that were compiled while they arrived, by the number
 * that stacks name the others by. */
const urls = new Map();

/* Calls of WebAssembly come before those of JavaScript. */
function addFrames(error, frames) {
    const lines = [];
    for (let i = 0; i < frames.length; i += 4) {
        const [index, offset, name, hash] = frames.slice(i, i + 4);
        const id = hash.toString(16).padStart(8, '0');
        const url = urls.get(hash) ?? `wasm://wasm/${id}`;
        const place =
            `${url}:wasm-function[${index}]:0x${offset.toString(16)}`;
        lines.push(name === '' ? `    at ${place}` : `    at ${name} (${place})`);
    }
    const { stack } = error;
    if (lines.length === 0 || typeof stack !== 'string')
        return;
    const head = `${error.name}: ${error.message}`;
    if (!stack.startsWith(head))
        return;
    Object.defineProperty(error, 'stack', {
        __proto__: null, writable: true, enumerable: false, configurable: true,
        value: `${head}\n${lines.join('\n')}${stack.slice(head.length)}`,
    });
}

/* Errors of traps, which WebAssembly does not catch. */
const traps = new WeakSet();
const isTrap = (value) => isObject(value) && traps.has(value);

/* A trap of a function that is built in. */
function makeOwnTrap(text) {
    const error = new RuntimeError(text);
    traps.add(error);
    return error;
}

/* What a trap throws. */
function makeTrap(text, isStack, frames) {
    const error = isStack ? new RangeError(text) : new RuntimeError(text);
    traps.add(error);
    Error.captureStackTrace(error, makeTrap);
    addFrames(error, frames);
    return error;
}

module.exports = {
    CompileError, LinkError, RuntimeError, isTrap, makeCompileError, makeOwnTrap,
    makeTrap, urls,
};
