'use strict';
/*
 * Every function that the ECMAScript library has: the list is made by walking
 * from the global names of the standard, so that a function which one runtime
 * lacks is seen as a missing name. Functions of V8 or the host alone are not in
 * it. Paths are sorted: two runtimes that have the same functions give the same
 * list.
 */

const globals = [
    'AggregateError', 'Array', 'ArrayBuffer', 'Atomics', 'BigInt',
    'BigInt64Array', 'BigUint64Array', 'Boolean', 'DataView', 'Date', 'Error',
    'EvalError', 'FinalizationRegistry', 'Float16Array', 'Float32Array',
    'Float64Array', 'Function', 'Int16Array', 'Int32Array', 'Int8Array',
    'Iterator', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy',
    'RangeError', 'ReferenceError', 'Reflect', 'RegExp', 'Set',
    'SharedArrayBuffer', 'String', 'Symbol', 'SyntaxError', 'TypeError',
    'URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array',
    'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet', 'decodeURI',
    'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'eval',
    'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'unescape',
];

const { getPrototypeOf } = Object;

/* Objects of the standard that no global name leads to. */
const hidden = {
    TypedArray: getPrototypeOf(Int8Array),
    GeneratorFunction: (function* () {}).constructor,
    AsyncFunction: (async function () {}).constructor,
    AsyncGeneratorFunction: (async function* () {}).constructor,
    AsyncIteratorPrototype:
        getPrototypeOf(getPrototypeOf((async function* () {}).prototype)),
    ArrayIteratorPrototype: getPrototypeOf([].values()),
    MapIteratorPrototype: getPrototypeOf(new Map().values()),
    SetIteratorPrototype: getPrototypeOf(new Set().values()),
    StringIteratorPrototype: getPrototypeOf(''[Symbol.iterator]()),
    RegExpStringIteratorPrototype: getPrototypeOf(''.matchAll(/a/g)),
    IteratorHelperPrototype: getPrototypeOf([].values().map((x) => x)),
    WrapForValidIteratorPrototype: getPrototypeOf(Iterator.from({ next() {} })),
};

/* What only V8 has, what answers otherwise each time, and what would end or
 * stop the program. */
const left_out = new Set([
    'Date.now', 'Math.random', 'Error.captureStackTrace',
    'Error.stackTraceLimit', 'Error.prepareStackTrace', 'FinalizationRegistry',
]);

function key_text(key) {
    return typeof key === 'symbol' ? `[${key.description}]` : `.${key}`;
}

/* Every function below `object`, which is reached by `path`. */
function walk(found, seen, path, object) {
    if (left_out.has(path))
        return;
    if (typeof object === 'function')
        found.set(path, object);
    if (seen.has(object))
        return;
    seen.add(object);
    for (const key of Reflect.ownKeys(object))
        walk_property(found, seen, path, object, key);
}

function walk_property(found, seen, path, object, key) {
    const name = path + key_text(key);
    const { value, get, set } = Object.getOwnPropertyDescriptor(object, key);
    if (left_out.has(name) || key === 'constructor')
        return;
    if (typeof get === 'function')
        found.set(`get ${name}`, get);
    if (typeof set === 'function')
        found.set(`set ${name}`, set);
    if (typeof value === 'function' || key === 'prototype')
        walk(found, seen, name, value);
}

/* A map from the path of each function to the function. */
function all() {
    const found = new Map();
    const seen = new Set([undefined, null]);
    for (const name of globals) {
        if (name in globalThis)
            walk(found, seen, name, globalThis[name]);
    }
    for (const name of Object.keys(hidden))
        walk(found, seen, name, hidden[name]);
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

module.exports = { all, globals, hidden };
