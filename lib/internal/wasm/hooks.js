'use strict';
/*
 * internal/wasm/hooks - what the binding of WebAssembly calls. The files of
 * realm/ are run once for each context of node:vm, this one once: traps are errors
 * of the first context.
 */

const binding = internalBinding('wasm');
const { isObject } = require('internal/wasm/realm/convert');
const { makeTrap } = require('internal/wasm/realm/errors');
const { keep, nativeOf, setNative } = require('internal/wasm/native');

function toList(iterable, count) {
    if (!isObject(iterable))
        throw new TypeError('multi-return value must be iterable');
    const list = [...iterable];
    if (list.length !== count)
        throw new TypeError('multi-return length mismatch');
    return list;
}

binding.setup(
    makeTrap,
    (value) => BigInt.asIntN(64, value),
    toList,
    (fn) => nativeOf(fn, 'function') ?? null,
    (fn, native, owner) => {
        setNative(fn, 'function', native);
        keep(fn, owner);
    });
