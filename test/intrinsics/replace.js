'use strict';

// What a program can replace: every function and accessor of the objects of the
// language. `names()` lists them as "Array.prototype.join" or
// "get RegExp.prototype.flags"; `replace(name, how)` replaces one:
//
//     throw     a function that throws
//     nonsense  a function that returns the number 42
//     delete    nothing: the property is gone
//
// It calls nothing afterwards that could have been replaced.

const roots = [];
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf,
        ownKeys } = Reflect;

function add(name, object) {
    roots.push([name, object]);
    if (typeof object === 'function' && object.prototype)
        roots.push([`${name}.prototype`, object.prototype]);
}

for (const name of ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean',
    'Symbol', 'BigInt', 'Date', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet',
    'WeakRef', 'FinalizationRegistry', 'Promise', 'Proxy', 'ArrayBuffer',
    'SharedArrayBuffer', 'DataView', 'Uint8Array', 'Int32Array', 'Float64Array',
    'Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError', 'Iterator',
    'JSON', 'Math', 'Reflect', 'Atomics']) {
    add(name, globalThis[name]);
}
add('TypedArray', getPrototypeOf(Uint8Array));
const iterators = {
    __proto__: null,
    ArrayIterator: [][Symbol.iterator](),
    MapIterator: new Map().entries(),
    SetIterator: new Set().values(),
    StringIterator: ''[Symbol.iterator](),
    RegExpStringIterator: ''.matchAll(/a/g),
};
for (const name of ownKeys(iterators))
    roots.push([`${name}.prototype`, getPrototypeOf(iterators[name])]);
roots.push(['Generator.prototype', getPrototypeOf(function* () {}.prototype)],
           ['AsyncGenerator.prototype',
            getPrototypeOf(async function* () {}.prototype)]);
roots.push(['AsyncIterator.prototype', getPrototypeOf(roots.at(-1)[1])]);

// The variables that hold them all.
const globals = ['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Date',
    'Error', 'Function', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise',
    'Proxy', 'RangeError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol',
    'TypeError', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet', 'decodeURIComponent',
    'encodeURIComponent', 'isNaN', 'parseFloat', 'parseInt'];

function find(wanted, each) {
    for (const [name, object] of roots) {
        for (const key of ownKeys(object)) {
            const d = getOwnPropertyDescriptor(object, key);
            if (!d.configurable)
                continue;
            const path = typeof key === 'symbol' ? `[${key.description}]` : `.${key}`;
            if (typeof d.value === 'function' && key !== 'constructor')
                each(`${name}${path}`, object, key, 'value');
            if (d.get)
                each(`get ${name}${path}`, object, key, 'get');
        }
    }
    for (const key of globals)
        each(`globalThis.${key}`, globalThis, key, 'value');
}

exports.names = () => {
    const list = [];
    find(null, (name) => list.push(name));
    return list;
};

exports.replace = (wanted, how) => {
    let found;
    find(wanted, (name, object, key, field) => {
        if (name === wanted)
            found = { object, key, field };
    });
    if (found === undefined)
        throw new Error(`${wanted}: there is no such function`);
    const { object, key, field } = found;
    const stub = how === 'throw' ?
        function () { throw new Error('replaced'); } :
        function () { return 42; };
    return () => {
        if (how === 'delete')
            deleteProperty(object, key);
        else
            defineProperty(object, key, { __proto__: null, [field]: stub });
    };
};

if (require.main === module)
    process.stdout.write(exports.names().map((name) => `${name}\n`).join(''));
