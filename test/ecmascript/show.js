'use strict';
/*
 * show(value): a value as text, the same in every runtime. It asks nothing of the
 * value that could be seen or that could call the program: no property is got, no
 * prototype's method is called that was not kept from the start, and a proxy has
 * a name instead.
 */

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { apply, ownKeys } = Reflect;
const { globals, hidden } = require('./functions');

const names = new WeakMap();

function named(object, name) {
    names.set(object, name);
    return object;
}

const prototypes = new Map();

for (const name of globals) {
    if (globalThis[name] && globalThis[name].prototype)
        prototypes.set(globalThis[name].prototype, name);
}
for (const name of Object.keys(hidden))
    prototypes.set(hidden[name].prototype || hidden[name], name);

/* The first prototype that has a name. */
function kind_of(object) {
    let p = object;
    for (let i = 0; i < 5; i++) {
        if (names.has(p))
            return names.get(p);
        p = getPrototypeOf(p);
        if (p === null)
            return i === 0 ? 'null' : 'unnamed';
        if (prototypes.has(p))
            return prototypes.get(p);
    }
    return 'deep';
}

function getter(prototype, name) {
    return getOwnPropertyDescriptor(prototype, name).get;
}

const typed = hidden.TypedArray.prototype;
const map_entries = Map.prototype.forEach;
const set_entries = Set.prototype.forEach;

/* Contents that are not properties, by brand: each throws if it is not its kind. */
const contents = [
    (o) => number(apply(Date.prototype.getTime, o, [])),
    (o) => `${apply(getter(typed, 'byteOffset'), o, [])}/` +
        `${apply(getter(typed, 'byteLength'), o, [])}/` +
        (getter(typed, Symbol.toStringTag) &&
         apply(getter(typed, Symbol.toStringTag), o, [])),
    (o) => buffer_text(o, ArrayBuffer),
    (o) => buffer_text(o, SharedArrayBuffer),
    (o) => `view ${apply(getter(DataView.prototype, 'byteLength'), o, [])}`,
    (o, depth) => {
        const parts = [];
        apply(map_entries, o, [(value, key) =>
            parts.push(`${show(key, depth - 1)}=>${show(value, depth - 1)}`)]);
        return parts.join();
    },
    (o, depth) => {
        const parts = [];
        apply(set_entries, o, [(value) => parts.push(show(value, depth - 1))]);
        return parts.join();
    },
    (o) => `boxed ${number(apply(Number.prototype.valueOf, o, []))}`,
    (o) => `boxed ${string(apply(String.prototype.valueOf, o, []))}`,
    (o) => `boxed ${apply(Boolean.prototype.valueOf, o, [])}`,
    (o) => `boxed ${apply(BigInt.prototype.valueOf, o, [])}n`,
    (o) => `boxed ${symbol(apply(Symbol.prototype.valueOf, o, []))}`,
];

function buffer_text(o, type) {
    const { prototype } = type;
    const length = apply(getter(prototype, 'byteLength'), o, []);
    const max = apply(getter(prototype, 'maxByteLength'), o, []);
    const bytes = length > 64 ? '' : [...new Uint8Array(o)].join(' ');
    return `${length}/${max} ${bytes}`;
}

function brand(object, depth) {
    for (const content of contents) {
        try {
            return content(object, depth);
        } catch {
            /* Another kind. */
        }
    }
    return '';
}

function number(n) {
    return Object.is(n, -0) ? '-0' : String(n);
}

function symbol(s) {
    return `Symbol(${s.description})`;
}

const plain = /^[\x20-\x7e]*$/;

function string(s) {
    if (plain.test(s))
        return `"${s}"`;
    let result = '';
    for (let i = 0; i < s.length; i++) {
        const code = s.charCodeAt(i);
        result += code >= 0x20 && code < 0x7f ? s[i] :
            `\\u${code.toString(16).padStart(4, '0')}`;
    }
    return `"${result}"`;
}

function property(object, key, depth) {
    const d = getOwnPropertyDescriptor(object, key);
    const flags = (d.writable === false ? 'r' : '') +
        (d.enumerable ? '' : 'h') + (d.configurable ? '' : 'f');
    const name = typeof key === 'symbol' ? `[${symbol(key)}]` : string(key);
    const value = 'value' in d ? show(d.value, depth - 1) : 'accessor';
    return `${name}${flags && `/${flags}`}:${value}`;
}

/* The stack of an error differs from runtime to runtime. */
function properties(object, depth) {
    return ownKeys(object).filter((key) => key !== 'stack').slice(0, 80)
        .map((key) => property(object, key, depth)).join();
}

function show_object(object, depth) {
    if (names.has(object))
        return names.get(object);
    if (prototypes.has(object))
        return `${prototypes.get(object)}.prototype`;
    if (object === globalThis)
        return 'globalThis';
    const kind = kind_of(object);
    if (typeof object === 'function')
        return show_function(object, kind);
    if (depth <= 0)
        return `${kind}{}`;
    return `${kind}{${brand(object, depth)};${properties(object, depth)}}`;
}

function show_function(f, kind) {
    const d = getOwnPropertyDescriptor(f, 'name');
    return `${kind} ${d && typeof d.value === 'string' ? string(d.value) : ''}`;
}

function show(value, depth = 3) {
    switch (typeof value) {
    case 'string':
        return string(value);
    case 'number':
        return number(value);
    case 'bigint':
        return `${value}n`;
    case 'symbol':
        return symbol(value);
    case 'object':
    case 'function':
        return value === null ? 'null' : show_object(value, depth);
    default:
        return String(value);
    }
}

module.exports = show;
show.named = named;
