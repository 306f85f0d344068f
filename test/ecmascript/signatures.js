'use strict';
/*
 * What fits: the kinds (see values.js) of receiver and arguments of each function.
 * A function that is not named gets as many random arguments as its length says.
 */

const { all } = require('./functions');

/* By the beginning of the path; the first that fits counts. */
const receivers = [
    ['Array.fromAsync', 'plain_constructor'],
    ['TypedArray.prototype', 'typed'], ['Uint8Array.prototype', 'byte_array'],
    ['Array.prototype', 'array'], ['ArrayBuffer.prototype', 'buffer'],
    ['SharedArrayBuffer.prototype', 'shared'], ['BigInt.prototype', 'bigint'],
    ['Boolean.prototype', 'boolean'], ['DataView.prototype', 'view'],
    ['Date.prototype', 'date'], ['Error.prototype', 'error'],
    ['Function.prototype', 'function'], ['Iterator.prototype', 'iterator'],
    ['ArrayIteratorPrototype', 'iterator'], ['MapIteratorPrototype', 'iterator'],
    ['SetIteratorPrototype', 'iterator'], ['StringIteratorPrototype', 'iterator'],
    ['RegExpStringIteratorPrototype', 'iterator'],
    ['IteratorHelperPrototype', 'iterator'],
    ['WrapForValidIteratorPrototype', 'iterator'],
    ['GeneratorFunction.prototype', 'generator'],
    ['AsyncGeneratorFunction.prototype', 'async_generator'],
    ['Map.prototype', 'map'], ['Number.prototype', 'number'],
    ['Object.prototype', 'object'], ['Promise.prototype', 'promise'],
    ['Promise', 'constructor'], ['RegExp.prototype', 'regexp'],
    ['Set.prototype', 'set'], ['String.prototype', 'string'],
    ['Symbol.prototype', 'symbol'], ['WeakMap.prototype', 'weak_map'],
    ['WeakSet.prototype', 'weak_set'], ['WeakRef.prototype', 'weak_ref'],
    ['Array', 'constructor'], ['TypedArray', 'constructor'],
];

function receiver_kind(path) {
    const bare = path.replace(/^[gs]et /, '');
    const found = receivers.find(([prefix]) => bare.startsWith(prefix));
    return found && found[1];
}

/* Kinds of arguments: `NAME ...: kind kind`. A path may end in .NAME only. */
const table = `
Array.from: list callback
Array.fromAsync: list callback
Array.of: element element element
Array.prototype.concat: array object element
copyWithin: index index index
every filter find findIndex findLast findLastIndex flatMap forEach map some: callback any
fill: element index index
flat: index
includes indexOf lastIndexOf: element index
join: short
push unshift: element element
reduce reduceRight: callback element
slice subarray: index index
sort toSorted: callback
splice toSpliced: index index element element
at: index
with: index element
TypedArray.prototype.set: list index
TypedArray.from: list callback
Array.fromAsync: list callback
ArrayBuffer SharedArrayBuffer: size options
resize grow transfer transferToFixedLength: size
ArrayBuffer.prototype.slice: index index
DataView: buffer index index
Atomics.add Atomics.and Atomics.exchange Atomics.or Atomics.store Atomics.sub Atomics.xor: integer_array index number
Atomics.compareExchange: integer_array index number number
Atomics.load Atomics.notify: integer_array index number
Atomics.wait Atomics.waitAsync: shared index number field
BigInt: primitive
BigInt.asIntN BigInt.asUintN: index bigint
BigInt.prototype.toString Number.prototype.toString: radix
Number.prototype.toFixed Number.prototype.toPrecision Number.prototype.toExponential: radix
Date: field field field field field field field
Date.UTC: field field field field field field field
Date.parse: date_text
Date.prototype.setTime: time
Function GeneratorFunction AsyncFunction AsyncGeneratorFunction: source source
Function.prototype.apply: any array
Function.prototype.bind Function.prototype.call: any element element
Iterator.from Iterator.concat: iterable iterable
Iterator.zip: list options
Iterator.prototype.drop Iterator.prototype.take: index
JSON.parse: json callback
JSON.stringify: tree replacer indent
JSON.rawJSON: json
Map WeakMap: entries
Set WeakSet: iterable
Map.groupBy Object.groupBy: iterable callback
Math.sumPrecise: list
Math.max Math.min Math.hypot: number number number
Object.assign: object object any
Object.create: object descriptors
Object.defineProperties: object descriptors
Object.defineProperty Reflect.defineProperty: object key descriptor
Object.fromEntries: entries
Object.getOwnPropertyDescriptor Reflect.getOwnPropertyDescriptor: object key
Object.hasOwn Reflect.has Reflect.deleteProperty: object key
Object.setPrototypeOf Reflect.setPrototypeOf: object object
Reflect.get: object key object
Reflect.set: object key element object
Reflect.apply: function any array
Reflect.construct: constructor array constructor
hasOwnProperty propertyIsEnumerable __lookupGetter__ __lookupSetter__: key
__defineGetter__ __defineSetter__: key function
isPrototypeOf: object
Promise: callback
Promise.all Promise.allSettled Promise.any Promise.race: promises
Promise.try: callback element
Promise.prototype.then: callback callback
Promise.prototype.catch Promise.prototype.finally: callback
Proxy Proxy.revocable: object handler
RegExp: pattern flags
RegExp.escape: string
RegExp.prototype.compile: pattern flags
RegExp.prototype.exec RegExp.prototype.test: string
RegExp.prototype[Symbol.match] RegExp.prototype[Symbol.matchAll] RegExp.prototype[Symbol.search]: string
RegExp.prototype[Symbol.replace]: string short
RegExp.prototype[Symbol.split]: string index
union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom: set
String.fromCharCode String.fromCodePoint: number number number
String.raw: object element element
String.prototype.concat: string string
String.prototype.endsWith String.prototype.startsWith String.prototype.includes: short index
String.prototype.indexOf String.prototype.lastIndexOf: short index
charAt charCodeAt codePointAt: index
localeCompare: string
String.prototype.match String.prototype.matchAll String.prototype.search: regexp
normalize: form
padEnd padStart: index short
repeat: index
String.prototype.replace String.prototype.replaceAll: regexp string
String.prototype.split: regexp index
substr substring: index index
anchor link fontcolor fontsize: short
Uint8Array.fromBase64: base64 options
Uint8Array.fromHex: hex
Uint8Array.prototype.setFromBase64: base64 options
Uint8Array.prototype.setFromHex: hex
Uint8Array.prototype.toBase64: options
decodeURI decodeURIComponent unescape: uri
encodeURI encodeURIComponent escape: string
eval: code
parseFloat: digits
parseInt: digits radix
Number: digits
isNaN isFinite: primitive
WeakRef: object
`;

const kinds = new Map();
for (const line of table.split('\n')) {
    const [names, list] = line.split(': ');
    for (const name of list ? names.split(' ') : [])
        kinds.set(name, list.split(' '));
}

/* Families of which all members take the same. */
function family(path) {
    if (/^Math\./.test(path))
        return ['number', 'number'];
    if (/^Date\.prototype\.set/.test(path))
        return ['field', 'field', 'field', 'field'];
    if (/^DataView\.prototype\.set/.test(path))
        return ['index', path.includes('Big') ? 'bigint' : 'number', 'boolean'];
    if (/^DataView\.prototype\.get/.test(path))
        return ['index', 'boolean'];
    if (/^(Big)?[UIF]\w+Array$/.test(path))
        return [path.startsWith('Big') ? 'big_array' : 'list'];
    if (/Error$/.test(path))
        return path === 'AggregateError' ? ['iterable', 'string', 'options'] :
            ['string', 'options'];
    return undefined;
}

/* The operators of the language, as if they were functions. */
const operators = new Map(Object.entries({
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
    '&': (a, b) => a & b,
    '|': (a, b) => a | b,
    '^': (a, b) => a ^ b,
    '<<': (a, b) => a << b,
    '>>': (a, b) => a >> b,
    '>>>': (a, b) => a >>> b,
    '==': (a, b) => a == b,
    '===': (a, b) => a === b,
    '<': (a, b) => a < b,
    '<=': (a, b) => a <= b,
    'in': (a, b) => a in b,
    'instanceof': (a, b) => a instanceof b,
    'negate': (a) => -a,
    'plus': (a) => +a,
    'complement': (a) => ~a,
    'increment': (a) => [a++, a],
    'typeof': (a) => typeof a,
    'template': (a, b) => `${a}-${b}`,
    'member': (a, b) => a[b],
    'assign': (a, b) => a[b] = 1,
    'delete': (a, b) => delete a[b],
    'spread': (a) => [...a],
    'copy': (a) => ({ ...a }),
    'rest': ({ a, ...rest }) => rest,
    'unpack': ([a, , b = 1, ...c]) => [a, b, c],
    'for in': (a) => {
        const keys = [];
        for (const key in a)
            keys.push(key);
        return keys;
    },
    'power': (a, b) => typeof b === 'bigint' && (b > 300n) ? 0 : a ** b,
    'array length': (a) => {
        const list = [1, 2, 3];
        list.length = a;
        return list.length;
    },
    'date of number': (a) => new Date(a),
}).map(([name, f]) => [`operator ${name}`, f]));

const lists = {
    'operator in': ['key', 'object'],
    'operator instanceof': ['any', 'function'],
    'operator member': ['object', 'key'],
    'operator assign': ['object', 'key'],
    'operator delete': ['object', 'key'],
    'operator spread': ['iterable'],
    'operator unpack': ['iterable'],
    'operator copy': ['object'],
    'operator rest': ['object'],
    'operator for in': ['object'],
    'operator array length': ['number'],
    'operator date of number': ['time'],
};

const functions = new Map([...all(), ...operators]);

/* The kinds of the arguments of a function. */
function signature(path) {
    const bare = path.replace(/^[gs]et /, '').replace(/\[Symbol/g, '[Symbol');
    const last = bare.slice(bare.lastIndexOf('.') + 1);
    if (path.startsWith('set '))
        return ['any'];
    if (path.startsWith('operator '))
        return lists[path] || ['primitive', 'primitive'].slice(0, functions.get(path).length);
    return kinds.get(bare) || family(bare) ||
        (bare.includes('.prototype.') ? kinds.get(last) : undefined) ||
        Array(Math.min(4, functions.get(path).length)).fill('any');
}

module.exports = { signature, receiver_kind, operators };
