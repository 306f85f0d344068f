'use strict';
/*
 * What the expressions of values.js are made with, and show(), which prints a
 * value without asking it anything that it could notice.
 */

const vm = require('vm');
const { hash } = require('../ecmascript/random');

const budget = 300;
let log = [];

function note(text) {
    log.push(text);
    if (log.length > budget)
        throw new Error('too many calls');
}

function take_log() {
    const text = log.join(' ');
    log = [];
    return text;
}

/* ---- Strings ------------------------------------------------------------- */

function half(text) {
    return text.length >> 1;
}

/* The same text, made in another way each. */
const ways = {
    rope: (t) => t.slice(0, half(t)) + t.slice(half(t)),
    deep(t) {
        let s = t.slice(0, 0);
        for (let i = 0; i < t.length; i += 600)
            s = s + t.slice(i, i + 600);
        return s;
    },
    left(t) {
        let s = '';
        for (let i = t.length; i > 0; i -= 550)
            s = t.slice(Math.max(0, i - 550), i) + s;
        return s;
    },
    slice: (t) => `\u20ac${t}`.slice(1),
    cut: (t) => `${t}....`.slice(0, -4),
    wide: (t) => Buffer.from(t, 'utf16le').toString('utf16le'),
    grown(t) {
        let s = '';
        for (let i = 0; i < t.length; i++)
            s += t[i];
        return s;
    },
    template: (t) => `${t.slice(0, 1)}${t.slice(1, 9)}${t.slice(9)}`,
    joined: (t) => t.split('').join(''),
    key: (t) => Object.keys({ [`k${t}`]: 1 })[0].slice(1),
    parsed: (t) => JSON.parse(JSON.stringify(t)),
    described: (t) => Symbol(t).description,
    upper: (t) => t.replace(/^/, '\u0100').replace('\u0100', ''),
};

function S(form, text) {
    return form === 'literal' ? text : ways[form](text);
}

/* ---- Arrays and objects ---------------------------------------------------- */

const other = vm.createContext({});

const W = (text) => vm.runInContext(text, other);

/* an integer that is kept as a double */
const D = (n) => (n + 0.5) - 0.5;

function A(list, at, value) {
    list[at] = value;
    return list;
}

function G(list, at) {
    let kept = `g${at}`;
    return Object.defineProperty(list, at, {
        get() {
            note(`get ${at}`);
            return kept;
        },
        set(v) {
            note(`set ${at}`);
            kept = v;
        },
        enumerable: true,
        configurable: true,
    });
}

const K = (list) => Object.defineProperty(list, 'length', { writable: false });

/* a typed array of a buffer that can change its size, or tracks it */
function Z(type, length, size) {
    const bytes = type.BYTES_PER_ELEMENT;
    const buffer = new ArrayBuffer(length * bytes, { maxByteLength: 8 * bytes });
    const array = size === undefined ? new type(buffer) :
        new type(buffer, 0, Math.min(size, length));
    if (size !== undefined && size > length)
        buffer.resize(0);
    return array;
}

/* many properties, in an order of their own */
function M(count) {
    const object = {};
    for (let i = 0; i < count; i++)
        object[`p${i * 7 % count}`] = i;
    return object;
}

/* Is it so long that a step over all of it would take its time? */
function is_long(value) {
    if (typeof value === 'string')
        return value.length > 9000;
    if (typeof value === 'bigint')
        return value > 2n ** 9000n || value < -(2n ** 9000n);
    for (let o = value; Object(o) === o; o = Object.getPrototypeOf(o)) {
        o = proxies.get(o) ?? o;
        const length = Object.getOwnPropertyDescriptor(o, 'length')?.value;
        if (Object(length) !== length && typeof length !== 'symbol' &&
            Number(length) > 3000)
            return true;
    }
    return false;
}

/* the length of what is to be made */
const N = (value) => (Number.isNaN(Number(Object(value) === value ||
    typeof value === 'symbol' ? 0 : value)) || !(value > 1000) ? value : 7);

class Sub extends Array {}

class Point {
    #hidden = 1;
    constructor(x, y) {
        this.x = x;
        this.y = y;
    }

    get hidden() {
        return this.#hidden;
    }

    static has(object) {
        return #hidden in object;
    }
}

const proxies = new WeakMap();

function trap_key(key) {
    return typeof key === 'string' || typeof key === 'symbol' ?
        ` ${escaped(String(key).slice(0, 20))}` : '';
}

function P(target) {
    const traps = {};
    for (const name of Object.getOwnPropertyNames(Reflect)) {
        const reflect = Reflect[name];
        traps[name] = (...args) => {
            note(`${name}${trap_key(args[1])}`);
            return reflect(...args);
        };
    }
    const proxy = new Proxy(target, traps);
    proxies.set(proxy, target);
    return proxy;
}

function V(number, string) {
    return {
        valueOf() {
            note('valueOf');
            return number;
        },
        toString() {
            note('toString');
            return string;
        },
    };
}

function T(value) {
    return {
        [Symbol.toPrimitive](hint) {
            note(`toPrimitive ${hint}`);
            return value;
        },
    };
}

function I(values) {
    let i = 0;
    return {
        [Symbol.iterator]() {
            note('iterator');
            return this;
        },
        next() {
            note('next');
            return { value: values[i], done: i++ >= values.length };
        },
        return(value) {
            note('return');
            return { value, done: true };
        },
    };
}

const Y = { a: Symbol('a'), b: Symbol('b') };

/* ---- show() -------------------------------------------------------------- */

const tag_of = Function.prototype.call.bind(Object.prototype.toString);

function escaped(s) {
    let text = '';
    for (let i = 0; i < s.length; i++) {
        const code = s.charCodeAt(i);
        text += code >= 0x20 && code < 0x7f ? s[i] :
            `\\u${code.toString(16).padStart(4, '0')}`;
    }
    return text;
}

function show_string(s) {
    const text = escaped(s.slice(0, 40));
    return s.length <= 40 ? `"${text}"` : `"${text}"${s.length}#${hash(s)}`;
}

function show_key(key) {
    return typeof key === 'symbol' ? `[${show(key)}]` : show_string(key);
}

function show_property(object, key, depth) {
    const d = Object.getOwnPropertyDescriptor(object, key);
    const flags = (d.writable === false ? 'r' : '') +
        (d.enumerable ? '' : 'h') + (d.configurable ? '' : 'f');
    const value = 'value' in d ? show(d.value, depth - 1) :
        `accessor${d.get ? 'g' : ''}${d.set ? 's' : ''}`;
    return `${show_key(key)}${flags && `/${flags}`}:${value}`;
}

/* "Array.prototype", "global"; the order of what is in them is not compared */
function name_of(object) {
    const maker = Object.getOwnPropertyDescriptor(object, 'constructor')?.value;
    if (typeof maker === 'function' &&
        Object.getOwnPropertyDescriptor(maker, 'prototype')?.value === object)
        return `${maker.name}.prototype`;
    return Object.hasOwn(object, 'globalThis') ? 'global' : '';
}

function show_object(object, depth) {
    if (proxies.has(object))
        return `P${show(proxies.get(object), depth)}`;
    if (typeof object === 'function')
        return `function ${show_string(String(
            Object.getOwnPropertyDescriptor(object, 'name')?.value))}`;
    if (name_of(object) !== '')
        return name_of(object);
    const proto = Object.getPrototypeOf(object);
    const constructor = proto &&
        Object.getOwnPropertyDescriptor(proto, 'constructor')?.value;
    const kind = proto === null ? 'null' : constructor?.name ?? tag_of(object);
    if (depth <= 0)
        return `${kind}{}`;
    const keys = Reflect.ownKeys(object).filter((key) => key !== 'stack');
    const list = keys.slice(0, 40).map((key) => show_property(object, key, depth));
    if (keys.length > 40)
        list.push(`...${keys.length}`);
    return `${kind}${show_inner(object, depth)}{${list}}` +
        (Object.isExtensible(object) ? '' : '!');
}

function show_inner(object, depth) {
    const type = require('util').types;
    if (type.isMap(object)) {
        return `(${Array.from(Map.prototype.entries.call(object), ([k, v]) =>
            `${show(k, depth - 1)}=>${show(v, depth - 1)}`)})`;
    }
    if (type.isSet(object)) {
        return `(${Array.from(Set.prototype.values.call(object), (v) =>
            show(v, depth - 1))})`;
    }
    if (type.isDate(object))
        return `(${Date.prototype.getTime.call(object)})`;
    if (type.isBoxedPrimitive(object) && !type.isStringObject(object))
        return `(${show(object.valueOf === Object.prototype.valueOf ? 0 :
            boxed(object))})`;
    if (type.isRegExp(object))
        return `(${RegExp.prototype.toString.call(object)})`;
    return '';
}

function boxed(object) {
    for (const type of [Number, Boolean, BigInt, Symbol]) {
        try {
            return type.prototype.valueOf.call(object);
        } catch {
            /* Another kind. */
        }
    }
}

function show(value, depth = 3) {
    switch (typeof value) {
    case 'string':
        return show_string(value);
    case 'number':
        return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
        return value.toString().length > 60 ?
            `${hash(value.toString())}n` : `${value}n`;
    case 'symbol':
        return `Symbol(${value.description})`;
    case 'object':
    case 'function':
        return value === null ? 'null' : show_object(value, depth);
    default:
        return String(value);
    }
}

module.exports = { S, W, D, A, G, K, Z, M, Sub, Point, P, V, T, I, Y, note, show, N,
                   is_long, take_log };
