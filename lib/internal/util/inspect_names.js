'use strict';
/*
 * internal/util/inspect_names - what an object is called: the name of its class, its
 * prefix with size and tag. What it says of itself may be a lie: a constructor counts
 * if the object is really an instance of it.
 */

const { getConstructorName: getClassName } = internalBinding('inspect');
/* Loaded when first used: internal/errors, internal/util/inspect. */

const ReflectApply = Reflect.apply;
const ReflectOwnKeys = Reflect.ownKeys;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const HasOwn = Object.prototype.hasOwnProperty;
const IsEnumerable = Object.prototype.propertyIsEnumerable;
const SymbolToStringTag = Symbol.toStringTag;

/* Names of the language's own classes. */
const builtInObjects = new Set([
    'Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol',
    'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError',
    'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
    'SuppressedError', 'InternalError', 'ArrayBuffer', 'Uint8Array',
    'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array',
    'Float16Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray',
    'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set',
    'Iterator', 'WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Reflect',
    'FinalizationRegistry', 'Atomics', 'DisposableStack',
    'AsyncDisposableStack', 'JSON', 'Math', 'Intl', 'WebAssembly',
]);

function isInstanceof(object, constructor) {
    try {
        return object instanceof constructor;
    } catch (error) {
        require('internal/errors').throwIfNoMemory(error);
        return false;
    }
}

/* The nearest constructor in the prototype chain that the object is really an
 * instance of. Null if there is no prototype. */
function getConstructorName(object, ctx, level, fromPrototypes) {
    const start = object;
    let firstProto;
    while (object) {
        const own = ObjectGetOwnPropertyDescriptor(object, 'constructor');
        if (own !== undefined && typeof own.value === 'function' &&
            own.value.name !== '' && isInstanceof(start, own.value)) {
            const { name } = own.value;
            if (fromPrototypes !== undefined &&
                (firstProto !== object || !builtInObjects.has(name))) {
                addPrototypeProperties(ctx, start, firstProto || start,
                                       level, fromPrototypes);
            }
            return String(name);
        }
        object = ObjectGetPrototypeOf(object);
        if (firstProto === undefined)
            firstProto = object;
    }
    if (firstProto === null)
        return null;
    return nameByPrototype(start, firstProto, ctx, level, fromPrototypes);
}

function nameByPrototype(start, firstProto, ctx, level, fromPrototypes) {
    const { getUserOptions, inspect, isTooDeep } =
        require('internal/util/inspect');
    const own = getClassName(start);
    if (isTooDeep(ctx, level))
        return `${own} <Complex prototype>`;
    const parent = getConstructorName(firstProto, ctx, level + 1,
                                      fromPrototypes);
    if (parent !== null)
        return `${own} <${parent}>`;
    const shown = inspect(firstProto, {
        ...getUserOptions(ctx, false), customInspect: false, depth: -1 });
    return `${own} <${shown}>`;
}

/* With showHidden: what the object has from prototypes that the program made,
 * three of them at most. */
function addPrototypeProperties(ctx, main, first, level, output) {
    const { NAMED, formatProperty } = require('internal/util/inspect');
    const known = new Set(['constructor', ...ReflectOwnKeys(main)]);
    let object = first === main ? ObjectGetPrototypeOf(first) : first;
    for (let count = 0; count < 3 && object !== null; count++) {
        if ((count > 0 || first === main) && isBuiltInPrototype(object))
            return;
        ctx.seen.push(main);
        for (const key of ReflectOwnKeys(object)) {
            const desc = ObjectGetOwnPropertyDescriptor(object, key);
            if (known.has(key) || typeof desc.value === 'function')
                continue;
            const text = formatProperty(ctx, object, level, key, NAMED, desc,
                                        main);
            output.push(ctx.colors ? `\u001b[2m${text}\u001b[22m` : text);
        }
        ctx.seen.pop();
        ReflectOwnKeys(object).forEach((key) => known.add(key));
        object = ObjectGetPrototypeOf(object);
    }
}

function isBuiltInPrototype(object) {
    const own = ObjectGetOwnPropertyDescriptor(object, 'constructor');
    return typeof own?.value === 'function' &&
           builtInObjects.has(own.value.name);
}

/* "Name(size) [tag] ", without the parts that are empty. */
function getPrefix(name, tag, fallback, size = '') {
    const isNameless = name === null;
    const head = isNameless ? `[${fallback}${size}: null prototype] `
                            : `${name}${size} `;
    const isInName = isNameless ? tag === fallback : hasWord(name, tag);
    return tag === '' || isInName ? head : `${head}[${tag}] `;
}

/* Whether the name has the tag in it as a word: MyMap needs no [Map], while
 * Mapped does. */
function hasWord(name, tag) {
    const at = name.indexOf(tag);
    if (at === -1)
        return false;
    const next = name[at + tag.length];
    return next === undefined || next !== next.toLowerCase();
}

function getTag(ctx, value) {
    let tag;
    try {
        tag = value[SymbolToStringTag];
    } catch (error) {
        require('internal/errors').throwIfNoMemory(error);
        return '';
    }
    if (typeof tag !== 'string' || tag === '')
        return '';
    /* A tag that is shown as a property is not repeated. */
    const isShown = ReflectApply(ctx.showHidden ? HasOwn : IsEnumerable, value,
                                 [SymbolToStringTag]);
    return isShown ? '' : tag;
}

module.exports = {
    builtInObjects,
    getConstructorName,
    getPrefix,
    getTag,
    isInstanceof,
};
