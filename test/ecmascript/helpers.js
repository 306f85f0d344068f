'use strict';
/*
 * What the expressions of values.js are made with. `log` keeps what a function
 * asks of its arguments: each trap of a proxy, each conversion, each call of a
 * callback, in the order in which it happens. After `budget` entries a helper
 * throws, so that no call lasts for ever.
 *
 * To try one expression alone: `require('./helpers').evaluate(text)`.
 */

const show = require('./show');

const budget = 400;
let log = [];

function note(text) {
    log.push(text);
    if (log.length > budget)
        throw new Error('too many calls');
}

/* A proxy that logs each trap. */
function P(target) {
    const traps = {};
    for (const name of Reflect.ownKeys(Reflect)) {
        if (typeof name !== 'string')
            continue;
        const reflect = Reflect[name];
        traps[name] = (...args) => {
            note(`${name}${trap_key(args)}`);
            return reflect(...args);
        };
    }
    return show.named(new Proxy(target, traps), 'proxy');
}

function trap_key(args) {
    const key = args[1];
    return typeof key === 'string' || typeof key === 'symbol' ?
        ` ${String(key)}` : '';
}

/* Objects with conversions: V has the two old ones, T the new one. */
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

/* An iterable that logs; C closes it with a throw. */
function iterable(values, close) {
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
            if (close)
                throw new RangeError('return');
            return { value, done: true };
        },
    };
}

const I = (values) => iterable(values, false);
const C = (values) => iterable(values, true);

/* Callbacks. */
const bodies = {
    first: (a) => a,
    second: (a, b) => b,
    both: (a, b) => [a, b],
    numbers: (a, b) => a - b,
    less: (a, b) => (a < b ? -1 : 1),
    boolean: (a, b) => a > b,
    equal: () => 0,
    truth: () => true,
    lie: () => false,
    odd: (a, b) => b % 2,
    text: (a) => `<${String(a)}>`,
    nothing: () => undefined,
    error: () => {
        throw new EvalError('callback');
    },
};

function F(name) {
    return show.named((...args) => {
        note(`${name}(${args.map((a) => show(a, 1)).join()})`);
        return bodies[name](...args);
    }, `function ${name}`);
}

/* Callbacks that change what is walked through, which is the last argument. */
const changes = {
    pop: (a) => a.pop(),
    push: (a) => a.push(9),
    clear: (a) => {
        a.length = 0;
    },
    shrink: (a) => a.buffer.resize(4),
    grow: (a) => a.buffer.resize(a.buffer.maxByteLength),
    detach: (a) => a.buffer.transfer(),
    remove: (a) => a.delete(1),
    add: (a) => a.add(7),
    set: (a) => a.set({}, 7),
};

function M(name) {
    let done = false;
    return show.named((...args) => {
        note(`${name}(${args.slice(0, -1).map((a) => show(a, 1)).join()})`);
        if (!done) {
            done = true;
            changes[name](args[args.length - 1]);
        }
        return args[0];
    }, `function ${name}`);
}

/* Buffers: detached, resizable, growable; views of them. */
function D(view) {
    (view.buffer || view).transfer();
    return view;
}

function R(type, length, max, offset = 0) {
    const size = type.BYTES_PER_ELEMENT || 1;
    const buffer = new ArrayBuffer(size * (length + offset),
        { maxByteLength: size * (max + offset) });
    new Uint8Array(buffer).forEach((_, i, a) => {
        a[i] = i * 37;
    });
    return type === ArrayBuffer ? buffer : new type(buffer, offset * size);
}

function G(type, length) {
    const size = type.BYTES_PER_ELEMENT || 1;
    const buffer = new SharedArrayBuffer(size * length);
    new Uint8Array(buffer).forEach((_, i, a) => {
        a[i] = i * 11;
    });
    return type === SharedArrayBuffer ? buffer : new type(buffer);
}

/* A view that has lost its end. */
function L(type) {
    const buffer = new ArrayBuffer(64, { maxByteLength: 64 });
    const view = new type(buffer, 8, 3);
    buffer.resize(16);
    return view;
}

/* An array or regular expression whose results are made by another constructor. */
function S(object) {
    const base = object.constructor;
    const species = function (...args) {
        note(`species(${args.map((a) => show(a, 1)).join()})`);
        return new base(...args);
    };
    object.constructor = { [Symbol.species]: species };
    return object;
}

/* The object with a getter that logs in place of a property. */
function A(object, key, value) {
    return Object.defineProperty(object, key, {
        get() {
            note(`get ${String(key)}`);
            return value;
        },
        set() {
            note(`set ${String(key)}`);
        },
        configurable: true,
        enumerable: true,
    });
}

const scope = { P, V, T, I, C, F, M, D, R, G, L, S, A };
const compile = new Function(...Object.keys(scope), 'text',
    'return eval(text);');

function evaluate(text) {
    return compile(...Object.values(scope), `(${text})`);
}

/* What was logged since the last call. */
function take_log() {
    const result = log;
    log = [];
    return result;
}

module.exports = { evaluate, take_log };
