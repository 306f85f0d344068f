'use strict';
/*
 * internal/wasm/hooks - what the binding of WebAssembly calls. The files of
 * realm/ are run once for each context of node:vm, this one once: traps are errors
 * of the first context.
 */

const binding = internalBinding('wasm');
const { isTrap, makeTrap } = require('internal/wasm/realm/errors');
const { keep, makeObject, nativeOf, objectOf, setNative } =
    require('internal/wasm/native');
/* Loaded when first used: internal/wasm/realm/exceptions. */

/* V8 names the value that several results should have been: its type, and
 * what it is if that is short. */
function describe(value) {
    const type = typeof value;
    if (value === undefined)
        return type;
    return value === null || type === 'number' || type === 'boolean' ?
        `${type} ${value}` : type;
}

function toList(iterable, count) {
    const method = iterable?.[Symbol.iterator]; // read once: it may be a getter
    if (typeof method !== 'function') {
        throw new TypeError(`${describe(iterable)} is not iterable (cannot ` +
                            'read property Symbol(Symbol.iterator))');
    }
    const list = [...{
        __proto__: null,
        [Symbol.iterator]: () => Reflect.apply(method, iterable, []),
    }];
    if (list.length !== count)
        throw new TypeError('multi-return length mismatch');
    return list;
}

/* memory.atomic.wait: 0, 1 or 2; undefined if nothing may wait here. */
function wait(buffer, address, bytes, expected, timeout) {
    const view = bytes === 8 ? new BigInt64Array(buffer) :
        new Int32Array(buffer);
    try {
        const how = Atomics.wait(view, address / bytes, expected,
                                 timeout < 0 ? Infinity : timeout);
        return ['ok', 'not-equal', 'timed-out'].indexOf(how);
    } catch (error) {
        if (error instanceof TypeError)
            return undefined;
        throw error;
    }
}

function notify(buffer, address, count) {
    return Atomics.notify(new Int32Array(buffer), address / 4, count);
}

binding.setup(
    makeTrap,
    (value) => BigInt.asIntN(64, value),
    toList,
    (fn) => nativeOf(fn, 'function') ?? null,
    (fn, native, owner) => {
        setNative(fn, 'function', native);
        keep(fn, owner);
    },
    (...args) =>
        require('internal/wasm/realm/exceptions').makeException(...args),
    (value) => nativeOf(value, 'Exception') ??
        (isTrap(value) ? undefined : null),
    wait, notify, makeObject, objectOf);
