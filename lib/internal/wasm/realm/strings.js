'use strict';
/*
 * internal/wasm/realm/strings - imports that nobody has to provide: functions on
 * strings (`builtins: ['js-string']`), and globals whose names are their values
 * (`importedStringConstants`). Those of arrays are not here: WebAssembly has none.
 */

const binding = internalBinding('wasm');
const { isObject, types } = require('internal/wasm/realm/convert');
const { CompileError, makeOwnTrap } =
    require('internal/wasm/realm/errors');

const I = types.i32;
const E = types.externref;
const STRING = (E | 0x40000000) >>> 0; // never null
const NAME = 'wasm:js-string';

const { fromCharCode, fromCodePoint } = String;

function toString(value) {
    if (typeof value !== 'string')
        throw makeOwnTrap('illegal cast');
    return value;
}

function checkIndex(text, index) {
    if (index >>> 0 >= text.length)
        throw makeOwnTrap('string offset out of bounds');
    return index >>> 0;
}

const isNullOrString = (value) => value === null ? null : toString(value);

/* Each with the types of its parameters and of its result. */
const functions = {
    __proto__: null,
    cast: [[E], STRING, toString],
    test: [[E], I, (value) => +(typeof value === 'string')],
    fromCharCode: [[I], STRING, (code) => fromCharCode(code & 0xffff)],
    fromCodePoint: [[I], STRING, (code) => {
        if (code >>> 0 > 0x10ffff)
            throw makeOwnTrap(`Invalid code point ${code >>> 0}`);
        return fromCodePoint(code);
    }],
    charCodeAt: [[E, I], I, (value, index) => {
        const text = toString(value);
        return text.charCodeAt(checkIndex(text, index));
    }],
    codePointAt: [[E, I], I, (value, index) => {
        const text = toString(value);
        return text.codePointAt(checkIndex(text, index));
    }],
    length: [[E], I, (value) => toString(value).length],
    concat: [[E, E], STRING, (a, b) => toString(a) + toString(b)],
    substring: [[E, I, I], STRING, (value, from, to) => {
        const text = toString(value);
        return from >>> 0 > to >>> 0 || from >>> 0 > text.length ? '' :
            text.substring(from >>> 0, to >>> 0);
    }],
    equals: [[E, E], I, (a, b) => +(isNullOrString(a) === isNullOrString(b))],
    compare: [[E, E], I, (a, b) => {
        const x = toString(a);
        const y = toString(b);
        return x < y ? -1 : +(x > y);
    }],
};

/* What a module was compiled with, by its native. */
const optionsOf = new WeakMap();

/* { strings, constants } of the options of a program; undefined: neither. */
function readOptions(options) {
    if (!isObject(options))
        return undefined;
    const { builtins, importedStringConstants: name } = options;
    const strings = isObject(builtins) &&
        Array.prototype.includes.call(builtins, 'js-string');
    const constants = typeof name === 'string' ? name : undefined;
    return strings || constants !== undefined ? { strings, constants } :
        undefined;
}

/* The function for an import of a module; undefined: it is none of these. */
function functionOf(native, name, field) {
    return name === NAME && optionsOf.get(native)?.strings ?
        functions[field]?.[2] : undefined;
}

function isConstant(native, name) {
    const constants = optionsOf.get(native)?.constants;
    return constants !== undefined && constants === name;
}

/* Is it provided from here? */
function isOwn(native, name, field) {
    return isConstant(native, name) ||
        functionOf(native, name, field) !== undefined;
}

function checkFunction(native, i, field, where) {
    const [params, result] = functions[field];
    const [count, ...list] = binding.getSignature(native, i);
    if (count !== params.length || list.length !== count + 1 ||
        list[count] !== result || params.some((type, k) => type !== list[k])) {
        throw new CompileError(`${where}: Imported builtin function "${NAME}" ` +
                               `"${field}" has incorrect signature`);
    }
}

/* Remember the options, and check the imports that they are about. */
function useOptions(native, options, where) {
    if (options === undefined)
        return;
    optionsOf.set(native, options);
    const flat = binding.getImports(native);
    for (let i = 0; i < flat.length; i += 5) {
        const [name, field, kind, type, isMutable] = flat.slice(i, i + 5);
        if (isConstant(native, name)) {
            if (kind !== 'global' || isMutable ||
                (type !== E && type !== STRING)) {
                throw new CompileError(
                    `${where}: String constant import #${i / 5} "${field}" ` +
                    'must be an immutable global subtyping externref');
            }
        } else if (functionOf(native, name, field) !== undefined) {
            if (kind !== 'function') {
                throw new CompileError(`${where}: Imported builtin "${NAME}" ` +
                                       `"${field}" must be a function`);
            }
            checkFunction(native, i / 5, field, where);
        }
    }
}

module.exports = {
    functionOf, isConstant, isOwn, optionsOf, readOptions, useOptions,
};
