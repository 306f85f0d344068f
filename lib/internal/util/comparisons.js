'use strict';
/*
 * internal/util/comparisons - whether two values are deeply equal.
 *
 * Three modes: strict (assert.deepStrictEqual), loose (assert.deepEqual: `==`
 * for primitives, prototypes do not count), partial
 * (assert.partialDeepStrictEqual: all of the expected must be in the actual,
 * which may have more). The first value is the actual, the second the expected.
 *
 * Cycles: as in Node they are not detected at first, since most values have
 *         none.
 * Once a comparison has exhausted the stack, all further ones detect them:
 * `seen` holds the objects of both sides that are being compared. When both
 * sides come back to one of these they are equal; when only one side does, they
 * are not.
 */

const { Buffer } = require('buffer');
const { kindOf, kinds, getOwnNonIndexProperties } =
    internalBinding('inspect');
/* Loaded when first used: crypto, internal/crypto/keys, internal/util/types. */

const ReflectApply = Reflect.apply;
const ObjectIs = Object.is;
const ObjectKeys = Object.keys;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectGetOwnPropertySymbols = Object.getOwnPropertySymbols;
const ObjectToString = Object.prototype.toString;
const HasOwn = Object.prototype.hasOwnProperty;
const IsEnumerable = Object.prototype.propertyIsEnumerable;
const ArrayIsArray = Array.isArray;
const isView = ArrayBuffer.isView;
const DateGetTime = Date.prototype.getTime;
const ErrorCtor = Error;
const Bytes = Uint8Array;

const kLoose = 0;
const kStrict = 1;
const kPartial = 2;
const kStrictWithoutPrototypes = 3;

const ONLY_ENUMERABLE = 2;
const SKIP_SYMBOLS = 16;

const builtins = new Set([
    Array, ArrayBuffer, BigInt, BigInt64Array, BigUint64Array, Boolean, Buffer,
    DataView, Date, Error, Float16Array, Float32Array, Float64Array, Function,
    Int16Array, Int32Array, Int8Array, Map, Number, Object, Promise, RegExp, Set,
    String, Symbol, Uint16Array, Uint32Array, Uint8Array, Uint8ClampedArray,
    WeakMap, WeakSet,
]);

const kNoIterator = 0;
const kIsArray = 1;
const kIsSet = 2;
const kIsMap = 3;

function hasOwn(object, key) {
    return ReflectApply(HasOwn, object, [key]);
}

function isEnumerable(object, key) {
    return ReflectApply(IsEnumerable, object, [key]);
}

/* ---- Entry points ----------------------------------------------------- */

function isDeep(a, b, mode, seen) {
    if (a === b)
        return a !== 0 || mode === kLoose || ObjectIs(a, b);
    if (mode !== kLoose) {
        if (typeof a !== 'object')
            return typeof a === 'number' && a !== a && b !== b;
        if (typeof b !== 'object' || a === null || b === null)
            return false;
        return compareObjects(a, b, mode, seen);
    }
    if (a === null || typeof a !== 'object') {
        return (b === null || typeof b !== 'object') &&
               // eslint-disable-next-line eqeqeq
               (a == b || (a !== a && b !== b));
    }
    if (b === null || typeof b !== 'object')
        return false;
    return compareObjects(a, b, mode, seen);
}

/* Objects with a constructor that they inherit are told by it, and may have other
 * prototypes. An own property `constructor` counts if it is one of the language. */
function hasSameClass(a, b) {
    const { constructor } = a;
    if (constructor !== undefined && !hasOwn(a, 'constructor') ||
        builtins.has(constructor))
        return constructor === b.constructor;
    return ObjectGetPrototypeOf(a) === ObjectGetPrototypeOf(b);
}

function compareObjects(a, b, mode, seen) {
    if (mode === kStrict && !hasSameClass(a, b))
        return false;
    if (ReflectApply(ObjectToString, a, []) !==
        ReflectApply(ObjectToString, b, []))
        return false;
    if (ArrayIsArray(a))
        return ArrayIsArray(b) && compareArrays(a, b, mode, seen);
    if (ArrayIsArray(b))
        return false;
    if (isView(a) || isView(b))
        return isView(a) && isView(b) && compareViews(a, b, mode, seen);

    const kind = kindOf(a);
    switch (kind) {
    case kinds.Set:
        return kindOf(b) === kind && isSizeRight(a, b, mode) &&
               compareKeys(a, b, mode, seen, kIsSet);
    case kinds.Map:
        return kindOf(b) === kind && isSizeRight(a, b, mode) &&
               compareKeys(a, b, mode, seen, kIsMap);
    case kinds.Date:
        return kindOf(b) === kind && isSameTime(a, b) &&
               compareKeys(a, b, mode, seen, kNoIterator);
    case kinds.RegExp:
        return kindOf(b) === kind && a.source === b.source &&
               a.flags === b.flags && a.lastIndex === b.lastIndex &&
               compareKeys(a, b, mode, seen, kNoIterator);
    case kinds.ArrayBuffer:
    case kinds.SharedArrayBuffer:
        return kindOf(b) === kind && isSameBuffer(a, b, mode) &&
               compareKeys(a, b, mode, seen, kNoIterator);
    case kinds.NumberObject:
    case kinds.StringObject:
    case kinds.BooleanObject:
    case kinds.BigIntObject:
    case kinds.SymbolObject:
        return kindOf(b) === kind && ObjectIs(unbox(a, kind),
                                              unbox(b, kind)) &&
               compareKeys(a, b, mode, seen, kNoIterator);
    case kinds.WeakMap:
    case kinds.WeakSet:
    case kinds.Promise:
        return false;
    default:
        return compareOthers(a, b, mode, seen, kind);
    }
}

const otherKinds = new Set([
    kinds.Set, kinds.Map, kinds.Date, kinds.RegExp, kinds.ArrayBuffer,
    kinds.SharedArrayBuffer, kinds.NumberObject, kinds.StringObject,
    kinds.BooleanObject, kinds.BigIntObject, kinds.SymbolObject,
    kinds.WeakMap, kinds.WeakSet, kinds.Promise,
]);

function compareOthers(a, b, mode, seen, kind) {
    const isErrorA = kind === kinds.Error || a instanceof ErrorCtor;
    const isErrorB = kindOf(b) === kinds.Error || b instanceof ErrorCtor;
    if (isErrorA !== isErrorB)
        return false;
    if (isErrorA && !isSameError(a, b, mode, seen))
        return false;
    if (otherKinds.has(kindOf(b)))
        return false;
    if (!isSameUrl(a, b))
        return false;
    const tag = a[Symbol.toStringTag];
    if ((tag === 'KeyObject' || tag === 'CryptoKey') && !isSameKey(a, b))
        return false;
    return compareKeys(a, b, mode, seen, kNoIterator);
}

/* URLs keep all they have where keys do not show it. */
function isUrl(value) {
    return typeof value.href === 'string' &&
           typeof value.protocol === 'string' && value.auth === undefined &&
           value.path === undefined && ObjectKeys(value).length === 0;
}

function isSameUrl(a, b) {
    const isUrlA = isUrl(a);
    return isUrlA === isUrl(b) && (!isUrlA || a.href === b.href);
}

/* Keys of node:crypto keep all they have in handles. */
function isSameKey(a, b) {
    const { isCryptoKey, isKeyObject } = require('internal/util/types');
    if (isKeyObject(a) || isKeyObject(b)) {
        const { isSameKeyObject } = require('internal/crypto/keys');
        return isKeyObject(a) && isKeyObject(b) && isSameKeyObject(a, b);
    }
    if (!isCryptoKey(a) || !isCryptoKey(b))
        return isCryptoKey(a) === isCryptoKey(b);
    const { KeyObject } = require('crypto');
    return a.extractable === b.extractable &&
        KeyObject.from(a).equals(KeyObject.from(b)) &&
        isDeep(a.algorithm, b.algorithm, kStrict) &&
        isDeep(a.usages, b.usages, kStrict);
}

function unbox(value, kind) {
    switch (kind) {
    case kinds.NumberObject:
        return ReflectApply(Number.prototype.valueOf, value, []);
    case kinds.StringObject:
        return ReflectApply(String.prototype.valueOf, value, []);
    case kinds.BooleanObject:
        return ReflectApply(Boolean.prototype.valueOf, value, []);
    case kinds.BigIntObject:
        return ReflectApply(BigInt.prototype.valueOf, value, []);
    default:
        return ReflectApply(Symbol.prototype.valueOf, value, []);
    }
}

function isSizeRight(a, b, mode) {
    return mode === kPartial ? a.size >= b.size : a.size === b.size;
}

function isSameTime(a, b) {
    return ObjectIs(ReflectApply(DateGetTime, a, []),
                    ReflectApply(DateGetTime, b, []));
}

/* ---- Errors and buffers ----------------------------------------------- */

/* These are not enumerable and still what an error is about. */
function isSameError(a, b, mode, seen) {
    if (!isErrorFieldEqual('message', a, b, mode, seen) ||
        !isErrorFieldEqual('name', a, b, mode, seen) ||
        !isErrorFieldEqual('errors', a, b, mode, seen))
        return false;
    const hasA = hasOwn(a, 'cause');
    const hasB = hasOwn(b, 'cause');
    if (mode === kPartial ? hasB && !hasA : hasA !== hasB)
        return false;
    return !hasB || isDeep(a.cause, b.cause, mode, seen);
}

function isErrorFieldEqual(name, a, b, mode, seen) {
    if (isEnumerable(a, name))
        return true;
    if (mode === kPartial && name !== 'name' && !hasOwn(b, name))
        return true;
    return isDeep(a[name], b[name], mode, seen);
}

function isSameBuffer(a, b, mode) {
    return isSameBytes(new Bytes(a), new Bytes(b), mode);
}

/* In partial mode the expected must be within the actual, in order. */
function isSameBytes(a, b, mode) {
    if (mode === kPartial)
        return isByteSubsequence(a, b);
    return a.length === b.length &&
        internalBinding('buffer').compare(a, b) === 0;
}

function isByteSubsequence(a, b) {
    let at = 0;
    for (let i = 0; i < b.length; i++) {
        while (at < a.length && a[at] !== b[i])
            at++;
        if (at === a.length)
            return false;
        at++;
    }
    return true;
}

function isFloat(kind) {
    return kind === kinds.Float32Array || kind === kinds.Float64Array ||
           kind === kinds.Float16Array;
}

/* Numbers are compared as numbers where that differs from their bytes. */
function isSameFloats(a, b, mode) {
    if (a.length < b.length || (mode !== kPartial && a.length !== b.length))
        return false;
    for (let i = 0; i < b.length; i++) {
        const same = mode === kLoose
            ? a[i] === b[i] : ObjectIs(a[i], b[i]);
        if (!same)
            return false;
    }
    return true;
}

function compareViews(a, b, mode, seen) {
    const kind = kindOf(a);
    if (kindOf(b) !== kind)
        return false;
    if (isFloat(kind)) {
        if (!isSameFloats(a, b, mode))
            return false;
    } else if (kind === kinds.DataView) {
        const left = new Bytes(a.buffer, a.byteOffset, a.byteLength);
        const right = new Bytes(b.buffer, b.byteOffset, b.byteLength);
        if (!isSameBytes(left, right, mode))
            return false;
    } else if (!isSameBytes(a, b, mode)) {
        return false;
    }
    if (kind === kinds.DataView)
        return compareKeys(a, b, mode, seen, kNoIterator);
    const filter = mode === kLoose ? ONLY_ENUMERABLE | SKIP_SYMBOLS
                                   : ONLY_ENUMERABLE;
    const keysA = getOwnNonIndexProperties(a, filter);
    const keysB = getOwnNonIndexProperties(b, filter);
    if (mode !== kPartial && keysA.length !== keysB.length)
        return false;
    return compareKeys(a, b, mode, seen, kNoIterator, keysB);
}

/* ---- Keys ------------------------------------------------------------- */

function compareArrays(a, b, mode, seen) {
    if (mode === kPartial ? a.length < b.length : a.length !== b.length)
        return false;
    const filter = mode === kLoose ? ONLY_ENUMERABLE | SKIP_SYMBOLS
                                   : ONLY_ENUMERABLE;
    const keysB = getOwnNonIndexProperties(b, filter);
    if (mode !== kPartial &&
        getOwnNonIndexProperties(a, filter).length !== keysB.length)
        return false;
    return compareKeys(a, b, mode, seen, kIsArray, keysB);
}

/* The enumerable symbols of b, if a has them too and (unless partial) no
 * more; undefined if not. */
function matchSymbols(a, b, mode) {
    const symbolsB = ObjectGetOwnPropertySymbols(b);
    const result = [];
    for (let i = 0; i < symbolsB.length; i++) {
        if (!isEnumerable(b, symbolsB[i]))
            continue;
        if (!isEnumerable(a, symbolsB[i]))
            return undefined;
        result[result.length] = symbolsB[i];
    }
    if (mode === kPartial)
        return result;
    const symbolsA = ObjectGetOwnPropertySymbols(a);
    let count = 0;
    for (let i = 0; i < symbolsA.length; i++) {
        if (isEnumerable(a, symbolsA[i]))
            count++;
    }
    return count === result.length ? result : undefined;
}

/* Compare the properties, then the elements. `keysB` if they are known. */
function compareKeys(a, b, mode, seen, type, keysB) {
    const given = keysB !== undefined;
    keysB ??= ObjectKeys(b);
    if (!given && mode !== kPartial &&
        keysB.length !== ObjectKeys(a).length)
        return false;
    for (let i = 0; i < keysB.length; i++) {
        if (!isEnumerable(a, keysB[i]))
            return false;
    }
    if (!given && mode !== kLoose) {
        const symbols = matchSymbols(a, b, mode);
        if (symbols === undefined)
            return false;
        for (let i = 0; i < symbols.length; i++)
            keysB[keysB.length] = symbols[i];
    }
    if (keysB.length === 0 && (type === kNoIterator ||
        (type === kIsArray ? b.length === 0 : b.size === 0)))
        return true;
    return compareInCircle(a, b, mode, seen, keysB, type);
}

function compareContents(a, b, mode, seen, keysB, type) {
    return compareEntries(a, b, mode, seen, type) &&
           compareValues(a, b, mode, seen, keysB);
}

/* `seen` is null if cycles are not detected, and undefined at the top. Node has
 * separate variables for the first two levels, and one set below. */
function compareInCircle(a, b, mode, seen, keysB, type) {
    if (seen === null)
        return compareContents(a, b, mode, seen, keysB, type);
    if (seen === undefined) {
        seen = { first: [a, b], second: undefined, all: undefined };
        return compareContents(a, b, mode, seen, keysB, type);
    }
    if (seen.all !== undefined || seen.second !== undefined)
        return compareBelow(a, b, mode, seen, keysB, type);
    if (a === seen.first[0] || b === seen.first[1])
        return a === seen.first[0] && b === seen.first[1];
    seen.second = [a, b];
    const result = compareContents(a, b, mode, seen, keysB, type);
    seen.second = undefined;
    seen.all?.delete(a);
    seen.all?.delete(b);
    return result;
}

function compareBelow(a, b, mode, seen, keysB, type) {
    const all = seen.all ??= new Set([...seen.first, ...seen.second]);
    const before = all.size;
    all.add(a);
    all.add(b);
    if (all.size !== before + 2)
        return all.size === before;
    const result = compareContents(a, b, mode, seen, keysB, type);
    all.delete(a);
    all.delete(b);
    return result;
}

function compareValues(a, b, mode, seen, keys) {
    for (let i = 0; i < keys.length; i++) {
        if (!isDeep(a[keys[i]], b[keys[i]], mode, seen))
            return false;
    }
    return true;
}

function compareEntries(a, b, mode, seen, type) {
    switch (type) {
    case kIsArray:
        return mode === kPartial ? isSubsequence(a, b, seen)
                                 : compareElements(a, b, mode, seen);
    case kIsSet:
        return compareSets(a, b, mode, seen);
    case kIsMap:
        return compareMaps(a, b, mode, seen);
    default:
        return true;
    }
}

/* ---- Elements --------------------------------------------------------- */

function compareElements(a, b, mode, seen) {
    for (let i = 0; i < a.length; i++) {
        const has = hasOwn(a, i);
        if (has !== hasOwn(b, i)) {
            return false;
        } else if (has) {
            if (!isDeep(a[i], b[i], mode, seen))
                return false;
        } else {
            /* A hole: what follows is likely more of it. Go by keys. */
            return compareSparse(a, b, mode, seen, i);
        }
    }
    return true;
}

function compareSparse(a, b, mode, seen, from) {
    const keysA = ObjectKeys(a);
    let count = 0;
    for (let i = 0; i < keysA.length; i++) {
        const key = keysA[i];
        if (!(+key >= from))
            continue;
        count++;
        if (!hasOwn(b, key) || !isDeep(a[key], b[key], mode, seen))
            return false;
    }
    const keysB = ObjectKeys(b);
    for (let i = 0; i < keysB.length; i++) {
        if (+keysB[i] >= from)
            count--;
    }
    return count === 0;
}

/* All of b's elements in a, in the same order; holes are skipped. */
function isSubsequence(a, b, seen) {
    let at = 0;
    for (let i = 0; i < b.length; i++, at++) {
        if (b[i] === undefined && !hasOwn(b, i))
            return isSparseSubsequence(a, b, seen, i, at);
        while (at < a.length && !isDeep(a[at], b[i], kPartial, seen)) {
            if (a[at] === undefined && !hasOwn(a, at))
                return isSparseSubsequence(a, b, seen, i, at);
            at++;
        }
        if (at >= a.length || (b[i] === undefined && !hasOwn(a, at)))
            return isSparseSubsequence(a, b, seen, i, at);
    }
    return true;
}

function getIndexKeys(array, from) {
    const keys = ObjectKeys(array);
    const result = [];
    for (let i = 0; i < keys.length; i++) {
        if (+keys[i] >= from)
            result.push(keys[i]);
    }
    return result;
}

/* The same by keys: holes can be as long as four thousand million. */
function isSparseSubsequence(a, b, seen, fromB, fromA) {
    const keysA = getIndexKeys(a, fromA);
    const keysB = getIndexKeys(b, fromB);
    let at = 0;
    for (let i = 0; i < keysB.length; i++, at++) {
        while (at < keysA.length &&
               !isDeep(a[keysA[at]], b[keysB[i]], kPartial, seen))
            at++;
        if (at === keysA.length)
            return false;
    }
    return true;
}

/* ---- Sets and maps ---------------------------------------------------- */

/* What could be loosely equal to a primitive of another type. Symbols,
 * undefined and null (to each other) are not to be found by searching. */
function findLoosePrimitive(value) {
    const type = typeof value;
    if (type === 'undefined')
        return null;
    if (type === 'object')
        return undefined;
    // A number in a string is searched as a number.
    const number = type === 'string' ? +value : value;
    const isNaN = typeof number === 'number' && number !== number;
    return type !== 'symbol' && !isNaN;
}

function isObject(value) {
    return typeof value === 'object' && value !== null;
}

/* Take the first of the candidates that is equal out of the set. */
function takeEqual(candidates, value, mode, seen) {
    for (const candidate of candidates) {
        if (isDeep(candidate, value, mode, seen)) {
            candidates.delete(candidate);
            return true;
        }
    }
    return false;
}

function compareSets(a, b, mode, seen) {
    const missing = [];
    for (const value of b) {
        if (a.has(value))
            continue;
        if (!isObject(value)) {
            if (mode !== kLoose)
                return false;
            const alternative = findLoosePrimitive(value);
            if (alternative === false)
                return false;
        }
        missing.push(value);
    }
    if (missing.length === 0)
        return true;
    /* What a has and b has not: only among these can the equals be. */
    const candidates = new Set();
    for (const value of a) {
        if (b.has(value) || (mode !== kLoose && !isObject(value)))
            continue;
        candidates.add(value);
    }
    if (mode !== kPartial && candidates.size !== missing.length)
        return false;
    for (let i = 0; i < missing.length; i++) {
        if (!takeEqual(candidates, missing[i], mode, seen))
            return false;
    }
    return true;
}

function takeEqualEntry(candidates, map, key, value, mode, seen) {
    for (const candidate of candidates) {
        if (isDeep(candidate, key, mode, seen) &&
            isDeep(map.get(candidate), value, mode, seen)) {
            candidates.delete(candidate);
            return true;
        }
    }
    return false;
}

function compareMaps(a, b, mode, seen) {
    const missing = [];
    const same = new Set();
    for (const { 0: key, 1: value } of b) {
        const isSearched = isObject(key) || mode === kLoose;
        if (a.has(key) && isDeep(a.get(key), value, mode, seen)) {
            same.add(key);
            continue;
        }
        if (!isSearched)
            return false;
        missing.push(key);
    }
    if (missing.length === 0)
        return true;
    const candidates = new Set();
    for (const key of a.keys()) {
        if (!same.has(key) && (mode === kLoose || isObject(key)))
            candidates.add(key);
    }
    if (mode !== kPartial && candidates.size !== missing.length)
        return false;
    for (let i = 0; i < missing.length; i++) {
        if (!takeEqualEntry(candidates, a, missing[i], b.get(missing[i]),
                            mode, seen))
            return false;
    }
    return true;
}

let watchesCircles = false;

function compare(a, b, mode) {
    if (!watchesCircles) {
        try {
            return isDeep(a, b, mode, null);
        } catch {
            watchesCircles = true;
        }
    }
    return isDeep(a, b, mode, undefined);
}

module.exports = {
    isDeepEqual(a, b) {
        return compare(a, b, kLoose);
    },
    isDeepStrictEqual(a, b, skipPrototype) {
        return compare(a, b,
                       skipPrototype ? kStrictWithoutPrototypes : kStrict);
    },
    isPartialStrictEqual(a, b) {
        return compare(a, b, kPartial);
    },
};
