'use strict';
/*
 * Random calls of everything that node:buffer has, one line each: what was
 * called, and what came of it. The same seed makes the same calls everywhere,
 * so two runtimes are compared by comparing what they print:
 *
 *     node buffer.js 7 1000 >a; orrery buffer.js 7 1000 >b; diff a b
 *
 * Memory that is not zeroed, and what depends on the length of the pool, are
 * left out.
 */

const buffer = require('buffer');
const { inspect } = require('util');

/* ---- Chance ----------------------------------------------------------- */

let state = 1;

function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}

function pick(list) {
    return list[random(list.length)];
}

function many(max, make) {
    const list = [];
    for (let n = random(max + 1); n > 0; n--)
        list.push(make());
    return list;
}

/* ---- Values ----------------------------------------------------------- */

const encodings = ['utf8', 'UTF-8', 'hex', 'base64', 'base64url', 'latin1',
                   'binary', 'ascii', 'ucs2', 'utf16le', 'UTF-16LE', 'ucs-2'];
const encoding = () => random(12) === 0
    ? pick(['', 'nope', 'buffer', 'utf', null, 5, {}, undefined])
    : pick(encodings);

const alphabets = [
    'abcxyz', '0123456789abcdefABCDEF', 'abcz', 'ab',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_',
    'ab=+/-_ \n', '\u00e9\u00ff\u0080a', '\u20ac\u0130a\u0131',
    '\ud83d\ude00a\ud800\udc00', '0fz',
];

function string() {
    const alphabet = pick(alphabets);
    let text = '';
    for (let n = random(random(8) === 0 ? 60 : 10); n > 0; n--)
        text += alphabet[random(alphabet.length)];
    return text + pick(['', '', '', '=', '==']);
}

const pieces = ['a', 'plain ASCII text ', '\u00e9', '\u20ac', '\u{1f600}']
    .map((text) => Buffer.from(text));
const faults = ['ff', 'c3', 'eda080', 'f09f98', 'e282', 'c080']
    .map((text) => Buffer.from(text, 'hex'));

/* UTF-8 that is long enough for loops over blocks, with few faults or none. */
function longText() {
    const often = pick([2, 3, 5]);
    const rate = pick([0, 0, 40]);
    return Buffer.concat(many(150, () => rate > 0 && random(rate) === 0
        ? pick(faults) : pieces[random(often)]));
}

function bytes() {
    if (random(30) === 0)
        return longText();
    const kind = random(4);
    const list = many(random(8) === 0 ? 70 : 14, () => {
        if (kind === 0)
            return 97 + random(3);
        if (kind === 1)
            return pick([0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xc3, 0xed,
                         0xa0, 0x41, 0xff]);
        return random(256);
    });
    return Buffer.from(list);
}

const views = [Uint8Array, Uint8Array, Uint16Array, Int8Array, DataView];

function view() {
    if (random(6) !== 0)
        return bytes();
    const memory = new Uint8Array(8);
    memory.set(bytes().subarray(0, 8));
    return new (pick(views))(memory.buffer);
}

const offset = () => pick([
    undefined, 0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 16, -1, -2, -5, -100, 100, 1.5,
    NaN, Infinity, -Infinity, -0, 0.1, 2 ** 31, 2 ** 32, 2 ** 53, '1', 'x',
    null, true,
]);
const place = () => random(3) === 0 ? offset() : random(12);

const number = () => pick([
    0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32768,
    -32769, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1, 2 ** 32, 2 ** 40,
    2 ** 47, 2 ** 48 - 1, -(2 ** 47), -(2 ** 39), 1.5, -1.5, -0.5, 0.1, NaN,
    Infinity, -0, 1e300, 3.4e38, '12', null, undefined, true, {}, [7],
]);
const big = () => pick([0n, 1n, -1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n - 1n,
                        2n ** 64n, 2n ** 63n - 1n, -(2n ** 63n) - 1n,
                        0x0102030405060708n, 1, undefined]);
const any = () => pick([
    undefined, null, true, 0, 5, 'x', '', {}, [], [1, 2, 300], () => {}, 1n,
    new Date(0), { length: 2, 0: 1 }, { type: 'Buffer', data: [1, 2] },
    new String('ab'), { valueOf() { return 'vo'; } }, /r/,
    { length: 'x' }, new Map(), { toString() { return 'utf8'; } },
]);
/* Node 24 ends with a failed assertion if it is to find half a pair. */
const needle = () => {
    const wanted = value();
    return typeof wanted === 'string' ? wanted.toWellFormed() : wanted;
};
/* Likewise if the end of a search is no number. */
const end = () => pick([undefined, random(12), random(12), -1, 100, 1.5, 0,
                        pick(encodings)]);
/* What is no number here depends in Node on how hot the caller is. */
const finite = () => pick([undefined, random(12), random(12), -1, 100, 1.5]);
const careful = new Set([needle, end, finite]);
const value = () => pick([string, string, view, number, any])();
const size = () => pick([0, 1, 2, 3, 4, 5, 6, 7, 8, undefined, 1.5, '2', -1]);
const list = () => random(10) === 0
    ? any() : many(4, () => random(12) === 0 ? any() : view());

/* ---- Calls ------------------------------------------------------------ */

/* By name: what to make its arguments with. */
const methods = {
    toString: [encoding, place, place],
    write: [string, place, place, encoding],
    slice: [place, place], subarray: [place, place],
    copy: [view, place, place, place],
    equals: [view], compare: [view, place, place, place, place],
    indexOf: [needle, place, end, encoding],
    lastIndexOf: [needle, place, end, encoding],
    includes: [needle, place, end, encoding],
    fill: [value, place, place, encoding],
    toJSON: [], swap16: [], swap32: [], swap64: [], inspect: [],
    toLocaleString: [encoding, place, place],
};
for (const name of ['ascii', 'base64', 'base64url', 'latin1', 'hex', 'ucs2',
                    'utf8']) {
    methods[`${name}Slice`] = [place, place];
    methods[`${name}Write`] = [string, finite, finite];
}
for (const order of ['LE', 'BE']) {
    for (const type of ['UInt16', 'UInt32', 'Int16', 'Int32', 'Float',
                        'Double']) {
        methods[`read${type}${order}`] = [place];
        methods[`write${type}${order}`] = [number, place];
    }
    for (const type of ['BigInt64', 'BigUInt64']) {
        methods[`read${type}${order}`] = [place];
        methods[`write${type}${order}`] = [big, place];
    }
    for (const type of ['Int', 'UInt']) {
        methods[`read${type}${order}`] = [place, size];
        methods[`write${type}${order}`] = [number, place, size];
    }
}
for (const type of ['UInt8', 'Int8']) {
    methods[`read${type}`] = [place];
    methods[`write${type}`] = [number, place];
}

const statics = {
    from: [value, () => random(2) ? encoding() : place(), place],
    alloc: [() => random(12), value, encoding],
    concat: [list, () => random(2) ? undefined : random(20)],
    byteLength: [value, encoding],
    compare: [view, view],
    isEncoding: [encoding],
    isBuffer: [value],
    copyBytesFrom: [view, place, place],
    of: [number, number, number],
};

const functions = {
    transcode: [view, encoding, encoding],
    isUtf8: [view], isAscii: [view],
    atob: [string], btoa: [string],
};

function show(result) {
    if (ArrayBuffer.isView(result)) {
        const all = new Uint8Array(result.buffer, result.byteOffset,
                                   result.byteLength);
        return `${result.constructor.name}<${Buffer.from(all).toString('hex')}>`;
    }
    if (typeof result === 'string')
        return JSON.stringify(result);
    return inspect(result, { breakLength: Infinity });
}

function run(fn) {
    try {
        return show(fn());
    } catch (error) {
        return `${error.name} ${error.code} ${error.message}`;
    }
}

/* Some calls have an argument that is wrong, and some too few. */
function makeArguments(makers) {
    const args = makers.map(
        (make) => random(25) === 0 && !careful.has(make) ? any() : make());
    while (args.length > 0 && random(4) === 0)
        args.pop();
    return args;
}

function callOne() {
    const kind = random(10);
    if (kind === 0) {
        const name = pick(Object.keys(functions));
        const args = makeArguments(functions[name]);
        return [name, args, () => buffer[name](...args)];
    }
    if (kind < 3) {
        const name = pick(Object.keys(statics));
        const args = makeArguments(statics[name]);
        return [`Buffer.${name}`, args, () => Buffer[name](...args)];
    }
    const name = pick(Object.keys(methods));
    const args = makeArguments(methods[name]);
    const self = bytes();
    const before = show(self);
    return [`${before}.${name}`, args, () => {
        const result = Reflect.apply(Buffer.prototype[name], self, args);
        return show(self) === before ? result : [show(result), show(self)];
    }];
}

/* The lines of `count` calls, one after the other. */
function *makeLines(seed, count) {
    state = (seed * 2654435761 + 1) >>> 0;
    for (let i = 0; i < count; i++) {
        const [name, args, fn] = callOne();
        const shown = args.map(show).join(', ');
        yield `${i} ${name}(${shown}) => ${run(fn)}`;
    }
}

if (require.main === module) {
    const [seed = 1, count = 1000] = process.argv.slice(2).map(Number);
    for (const line of makeLines(seed, count))
        console.log(line);
}

module.exports = { makeLines };
