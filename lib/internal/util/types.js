'use strict';
/*
 * internal/util/types - the type of a value, independent of its prototype.
 *
 * The engine knows the class of every object. It hands out that number (kindOf)
 * and the numbers' names (kinds), so each check here is one call and one
 * comparison, and uses nothing that a program can patch.
 */

const { kindOf, kinds } = internalBinding('inspect');
/* Loaded when first used: internal/crypto/crypto_key, internal/crypto/keys. */

/* A predicate for one class. */
function is(kind) {
    return (value) => kindOf(value) === kind;
}

function isAsyncFunction(value) {
    const kind = kindOf(value);
    return kind === kinds.AsyncFunction ||
           kind === kinds.AsyncGeneratorFunction;
}

function isGeneratorFunction(value) {
    const kind = kindOf(value);
    return kind === kinds.GeneratorFunction ||
           kind === kinds.AsyncGeneratorFunction;
}

function isAnyArrayBuffer(value) {
    const kind = kindOf(value);
    return kind === kinds.ArrayBuffer || kind === kinds.SharedArrayBuffer;
}

function isBoxedPrimitive(value) {
    const kind = kindOf(value);
    return kind === kinds.NumberObject || kind === kinds.StringObject ||
           kind === kinds.BooleanObject || kind === kinds.BigIntObject ||
           kind === kinds.SymbolObject;
}

const ArrayBufferIsView = ArrayBuffer.isView;

function isArrayBufferView(value) {
    return ArrayBufferIsView(value);
}

function isTypedArray(value) {
    return ArrayBufferIsView(value) && kindOf(value) !== kinds.DataView;
}

/* Also what the engine makes a DOMException of. */
function isNativeError(value) {
    return Error.isError(value);
}

/* A private field of the key decides; the prototype does not matter. */
function isKeyObject(value) {
    return typeof value === 'object' && value !== null &&
        require('internal/crypto/keys').isKeyObject(value);
}

function isCryptoKey(value) {
    return typeof value === 'object' && value !== null &&
        require('internal/crypto/crypto_key').slotsOf(value) !== undefined;
}

const types = {
    isExternal: is(kinds.External),
    isDate: is(kinds.Date),
    isArgumentsObject: is(kinds.Arguments),
    isBigIntObject: is(kinds.BigIntObject),
    isBooleanObject: is(kinds.BooleanObject),
    isNumberObject: is(kinds.NumberObject),
    isStringObject: is(kinds.StringObject),
    isSymbolObject: is(kinds.SymbolObject),
    isBoxedPrimitive,
    isNativeError,
    isRegExp: is(kinds.RegExp),
    isAsyncFunction,
    isGeneratorFunction,
    isGeneratorObject: is(kinds.Generator),
    isPromise: is(kinds.Promise),
    isMap: is(kinds.Map),
    isSet: is(kinds.Set),
    isMapIterator: is(kinds.MapIterator),
    isSetIterator: is(kinds.SetIterator),
    isWeakMap: is(kinds.WeakMap),
    isWeakSet: is(kinds.WeakSet),
    isArrayBuffer: is(kinds.ArrayBuffer),
    isDataView: is(kinds.DataView),
    isSharedArrayBuffer: is(kinds.SharedArrayBuffer),
    isProxy: is(kinds.Proxy),
    isModuleNamespaceObject: is(kinds.ModuleNamespace),
    isAnyArrayBuffer,
    isCryptoKey,
    isKeyObject,
    isArrayBufferView,
    isTypedArray,
};

const arrays = ['Uint8Array', 'Uint8ClampedArray', 'Uint16Array',
                'Uint32Array', 'Int8Array', 'Int16Array', 'Int32Array',
                'Float16Array', 'Float32Array', 'Float64Array',
                'BigInt64Array', 'BigUint64Array'];
for (let i = 0; i < arrays.length; i++)
    types[`is${arrays[i]}`] = is(kinds[arrays[i]]);

module.exports = types;
