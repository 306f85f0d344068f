'use strict';
/*
 * Random values, as expressions: the text is printed, so that a line of the
 * output can be tried by hand, and helpers.js evaluates it. A kind is a name that
 * calls.js gives to an argument: `number`, `string`, `callback`, ...
 *
 * No object has a length above 100: a loop up to 2^53 would never end. No number
 * lies between 2^27 and 2^31 - 1: a string or buffer of that size would fit.
 */

const numbers = [
    '0', '-0', '1', '-1', '2', '3', '4', '5', '7', '10', '16', '36', '100',
    '0.5', '-0.5', '1.5', '2.5', '-2.5', '0.1', '123.456', '1e21', '-1e21',
    '1e-7', '1.005', '5e-324', '1.7976931348623157e308', 'NaN', 'Infinity',
    '-Infinity', '2147483648', '-2147483648', '4294967295', '4294967296',
    '-4294967297', '9007199254740991', '9007199254740992',
    '-9007199254740993', '0.000001', '255', '256', '-129', '65536', '1e300',
];

const pieces = [
    'a', 'b', 'abc', 'ABC', 'aa', 'xyz', '\u00df', '\u0130', '\u0131', '\u017f',
    '\u212a', '\u00e9', 'e\u0301', '\ufb01', '\ud55c', '\u1112\u1161\u11ab',
    '\u{1f600}', '\ud83d', '\ude00', ' ', '\u00a0', '\ufeff', '\u180e', '\t',
    '\n', '\r\n', '0', '12', '-1', '1e3', '0x1F', '0b11', '1n', '$&', '$1',
    '$<a>', '$$', '$`', "$'", '\u03a3', '\u03a3\u03c2', '\u1e9e', '\u01c4',
    '\u0149', 'null', 'length', '%41', '%E4%BD%A0', '%', '%ff', '%u0041',
    '\u2028', '\0', '-', '.', ',', '/', '\\', '(', '[', '^', '\u0344',
    '\u0958', '\u2126', '\u{1d15e}', '\u{10400}', 'T', 'Z', 'true', 'name',
    '\u1fb3', '\u0390', '\u0345\u0301', '\u05d0', '\u4e2d', 'AZaz09-_+/=',
];

const patterns = [
    '/a/', '/a/g', '/b*/g', '/(?:)/g', '/(a)(b)?/', '/(?<a>.)(?<b>.)?/gu',
    '/[^]/y', '/\\s+/g', '/./su', '/^.$/gm', '/(?=a)/g', '/(?<!b)a/gi',
    '/[\\p{L}--[a-z]]/v', '/\\w/iu', '/\\b/g', '/(.)\\1/d', '/a|ab|(c)/dg',
    '/[\\u00df\\u1e9e]/iu', '/\\u{1f600}/u', '/[\\ud83d]/g', '/x{0,2}?a/y',
    '/(?<y>a)|(?<y>b)/g', '/(?i:A)b/', '/-/g', '/[,.]/', '/\\d+/g',
    '/(z)((a+)?(b+)?(c))*/', '/$^/', '/k/i', '/[\\q{abc|a}]/v',
];

const dates = [
    '2024-02-29', '2024-03-31T01:30', '2024-03-31T02:30:00', '2024-10-27T02:30',
    '2024-11-03T01:30:00.5', '2024-03-05 10:00Z', '2024-05-00', '0000-01-01',
    '-000000-01-01T00:00Z', '+275760-09-13T00:00:00.000Z', '2024', '2024-06',
    '1900-01-01T00:00', '1883-11-18T12:03:58', '2011-12-30T12:00',
    '1/2/2024', '2 Jan 2024', 'Jan 2, 2024 3:04 PM', 'Thu, 01 Jan 1970 00:00:00 GMT',
    'Sat Mar 30 2024 25:00', '2024-02-30', '2024-01-01T24:00:00Z', '12:00',
    '2024-01-01T00:00:00+05:30', '20240101', '1970-01-01T00:00:00,5Z',
    'Mon Jan 01 2024 10:00:00 GMT+0200 (CEST)', '99-1-1', '2024-1-1', 'x 1',
    '2024-01-01T00:00:60Z', '2024-13-01', '(a) 1 Feb 2020', '1 February 49',
    '2045-07-01T12:00', '1945-05-24T02:30', '-100-01-01', '2024-01-01T1:00',
];

const times = [
    '0', '1', '-1', '1711848600000', '1711846800000', '1729990800000',
    '1730608200000', '8.64e15', '-8.64e15', '8.64e15+1', 'NaN', '-62135596800000',
    '-2717650800000', '1325239200000', '-1e12', '1e12', '253402300799999',
    '951782400000', '4102444800000', '-123456789.7', '-5756400000',
];

const json = [
    '{"a":1,"b":[true,false,null]}', '[1,2,{"a":"\\\\u0041"}]', '"\\\\ud83d"', '1e5',
    '-0', '01', '[1,]', '{"a":1,"a":2}', '{"__proto__":1}', ' \\n[ ]', '"\\t"',
    '', 'nul', '{"a":', '1E400', '"\\\\x"', '{"2":1,"b":2,"1":3}', '[[[[]]]]',
    '1.5', '-', '"abc', '{a:1}', "{'a':1}", 'undefined', '\\ufeff1', '123456789012345678901234567890',
];

const typed_names = [
    'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array',
    'Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array',
    'BigInt64Array', 'BigUint64Array',
];

const callback_names = [
    'first', 'second', 'both', 'numbers', 'less', 'boolean', 'equal', 'truth',
    'lie', 'odd', 'text', 'nothing', 'error', 'first', 'truth', 'odd',
];

const change_names = ['pop', 'push', 'clear', 'shrink', 'grow', 'detach',
                      'remove', 'add', 'set'];

const keys = ['a', 'b', '0', '1', 'length', 'constructor', 'x', '-1', '1.5',
              'prototype', 'name', '4294967295', '__proto__'];

/* Only what any source file may hold: the rest is escaped. */
function literal(text) {
    return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (c) =>
        `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function random_number(r) {
    switch (r.int(6)) {
    case 0:
        return String(r.int(200) - 100);
    case 1:
        return `${r.int(1 << 27) - (1 << 26)}e${r.int(60) - 40}`;
    case 2:
        return `${r.int(1 << 27)}.${r.int(1 << 27)}`;
    default:
        return r.pick(numbers);
    }
}

function text(r, max) {
    return r.list(0, max, () => r.pick(pieces)).join('');
}

function typed(r) {
    const type = r.pick(typed_names);
    const big = type.startsWith('Big') ? 'n' : '';
    const list = r.list(0, 6, () => big ? `${r.int(300) - 100}n` : make(r, 'number'));
    switch (r.int(9)) {
    case 0:
        return `R(${type},${r.int(5)},8)`;
    case 1:
        return `R(${type},4,6,${r.int(3)})`;
    case 2:
        return `D(new ${type}(4))`;
    case 3:
        return `G(${type},${r.int(5)})`;
    case 4:
        return `L(${type})`;
    case 5:
        return `S(${type}.of(${list}))`;
    default:
        return `${type}.of(${list})`;
    }
}

function array(r) {
    const list = r.list(0, 7, () => r.chance(15) ? '' : make(r, 'element'));
    const plain = `[${list}${list[list.length - 1] === '' ? ',' : ''}]`;
    switch (r.int(12)) {
    case 0:
        return `P(${plain})`;
    case 1:
        return `Object.freeze(${plain})`;
    case 2:
        return `S(${plain})`;
    case 3:
        return `A(${plain},${r.int(4)},${make(r, 'element')})`;
    case 4:
        return `new (class extends Array{})(${r.int(4)})`;
    case 5:
        return `Array.from({length:${r.int(100)}},(_,i)=>i*7919%${1 + r.int(60)})`;
    case 6:
        return `(function(){return arguments})(${list.filter(Boolean)})`;
    default:
        return plain;
    }
}

const makers = {
    number: random_number,
    index: (r) => r.pick(['0', '1', '2', '-1', '-2', '3', '5', '99', '-99',
                          'NaN', 'Infinity', '-Infinity', '1.9', 'undefined',
                          '"2"', 'V(1,"x")']),
    size: (r) => r.pick(['0', '1', '5', '8', '16', '24', '-1', '1.5', '"8"',
                         'undefined', 'Infinity', 'V(8,"")', '9007199254740992']),
    radix: (r) => r.chance(85) ? String(r.int(40)) : make(r, 'any'),
    bigint: (r) => r.pick(['0n', '1n', '-1n', '2n', '10n', '255n', '-256n',
                           '2n**31n', '2n**63n', '-(2n**63n)', '2n**64n-1n',
                           '10n**30n', '-(3n**200n)', '12345678901234567890n',
                           `${r.int(1 << 27)}n*${r.int(1 << 27) - (1 << 26)}n`]),
    string: (r) => r.chance(3) ? `${literal(text(r, 3))}.repeat(900)` :
        literal(text(r, 6)),
    short: (r) => literal(text(r, 2)),
    digits: (r) => literal(r.pick(['', ' ', '0x', '-', '+', '0b', '0o', '.']) +
        r.pick(['', '1', '12', '7f', 'zz', '1.5', '1e3', '00', '123456789012345678901',
                '0.1e-10', '1_0', 'Infinity', '5e-324', '\u00a07', '1n']) +
        r.pick(['', '', '', ' ', 'x', '.', '\ufeff', '\u180e'])),
    symbol: (r) => r.pick(['Symbol.iterator', 'Symbol("a")', 'Symbol()',
                           'Symbol.for("b")', 'Symbol.toPrimitive']),
    boolean: (r) => r.pick(['true', 'false']),
    nothing: (r) => r.pick(['undefined', 'null']),
    key: (r) => r.chance(85) ? literal(r.pick(keys)) : make(r, 'primitive'),
    regexp: (r) => r.chance(8) ? `S(${r.pick(patterns)})` :
        r.chance(8) ? `P(${r.pick(patterns)})` :
            r.chance(10) ? `Object.assign(${r.pick(patterns)},{lastIndex:${r.int(5)}})` :
                r.pick(patterns),
    pattern: (r) => r.chance(30) ? make(r, 'regexp') :
        literal(r.pick(['a', '(', '[', '(?<n>a)', '\\d', '/', '\n', '', '[]',
                        'a{2,1}', '\\u{61}', '(?:', '*', '\\', '\\k<a>', '^$'])),
    flags: (r) => r.chance(20) ? 'undefined' :
        literal(r.list(0, 3, () => r.pick([...'dgimsuyvx'])).join('')),
    date: (r) => r.chance(85) ? `new Date(${r.pick(times)})` :
        `new Date(${literal(r.pick(dates))})`,
    date_text: (r) => literal(r.pick(dates)),
    time: (r) => r.chance(70) ? r.pick(times) : make(r, 'number'),
    field: (r) => r.pick(['0', '1', '2', '11', '12', '30', '31', '59', '60', '-1',
                          '99', '100', '1970', '2024', 'NaN', '1.9', '"3"',
                          'V(3,"")', 'undefined', '1e9', '275760', '-271821']),
    json: (r) => `'${r.pick(json).replace(/'/g, "\\'")}'`,
    uri: (r) => literal(r.list(0, 4, () => r.pick(
        ['%41', '%C3%A9', '%F0%9F%98%80', '%ED%A0%80', '%C0%80', '%', '%2', '%2f',
         '%3B', '%uD83D', '%u0041', 'a', '\u00e9', '\u{1f600}', '\ud83d', '#', '+',
         '%ff', '%E4%BD', '~', '%00'])).join('')),
    base64: (r) => literal(r.pick(['', 'AA==', 'AAEC', 'AAE', 'AAE=', 'A', 'AB==',
                                   'Zm9v YmFy', '-_-_', '+/+/', 'Zm9vY', '=',
                                   'AA=', 'Zm9v====', 'Zm\n9v'])),
    hex: (r) => literal(r.pick(['', '00', 'fF10', '0', 'gg', '1234567', 'dead beef'])),
    form: (r) => r.pick(['"NFC"', '"NFD"', '"NFKC"', '"NFKD"', 'undefined',
                         '"nfc"', 'V(1,"NFC")']),
    callback: (r) => r.chance(85) ? `F("${r.pick(callback_names)}")` :
        r.chance(70) ? `M("${r.pick(change_names)}")` : make(r, 'any'),
    constructor: (r) => r.pick(['Array', 'Object', 'Map', 'class{}', 'Promise',
                                'Uint8Array', 'class extends Array{}', 'F("both")',
                                'P(function(){"use strict"})', 'String', 'Symbol']),
    /* With Uint8Array and an iterable V8's Array.fromAsync() did not end. */
    plain_constructor: (r) => r.pick(['Array', 'Object', 'class{}', 'undefined',
                                      'class extends Array{}', 'F("both")']),
    source: (r) => literal(r.pick(['', 'a', '1', 'return a', 'a=1', '...a', '}', '/*',
                                   'a,b', '{a}', 'return this', 'yield 1',
                                   'await 1', '"use strict"', '-->', '//'])),
    code: (r) => literal(r.pick(['1', 'var zz=1', '{', '[1,2].map(x=>x*2)', 'throw 1',
                                 '({a:1})', 'if(0)1;else 2', '', 'new.target',
                                 'a b', '"\\u0041"', 'do 5; while(0)', '`${1}`'])),
    array,
    list: (r) => r.chance(70) ? array(r) : make(r, 'iterable'),
    typed,
    byte_array: (r) => r.chance(70) ? `Uint8Array.of(${r.list(0, 6, () => r.int(256))})` :
        typed(r),
    big_array: (r) => `${r.pick(['BigInt64Array', 'BigUint64Array'])}.of(1n,2n)`,
    integer_array: (r) => r.pick(['new Int32Array(4)', 'Uint8Array.of(1,2,255)',
                                  'G(Int32Array,4)', 'G(BigInt64Array,2)',
                                  'new Uint16Array([1,65535])', 'R(Int8Array,4,8)',
                                  'new BigUint64Array(2)', 'new Float32Array(2)',
                                  'new Uint8ClampedArray(2)', 'D(new Int8Array(2))']),
    buffer: (r) => r.pick(['new ArrayBuffer(8)', 'R(ArrayBuffer,8,16)',
                           'D(new ArrayBuffer(8))', 'G(SharedArrayBuffer,8)',
                           'new ArrayBuffer(0)', 'Uint8Array.of(1,2,3).buffer']),
    shared: (r) => r.pick(['G(SharedArrayBuffer,8)', 'new SharedArrayBuffer(0)',
                           'new SharedArrayBuffer(4,{maxByteLength:16})']),
    view: (r) => r.pick(['new DataView(new ArrayBuffer(16))', 'R(DataView,8,16)',
                         'D(new DataView(new ArrayBuffer(8)))', 'L(DataView)',
                         'new DataView(G(SharedArrayBuffer,16),2)',
                         'new DataView(Float64Array.of(1.5,-3).buffer)']),
    map: (r) => r.chance(90) ? `new Map([${r.list(0, 4, () =>
        `[${make(r, 'element')},${make(r, 'element')}]`)}])` : 'P(new Map)',
    set: (r) => r.chance(80) ? `new Set([${r.list(0, 5, () => make(r, 'element'))}])` :
        r.pick(['{size:2,has:F("truth"),keys(){return I([1,2])}}', 'P(new Set)',
                '{size:NaN,has(){},keys(){}}', 'new Map([[1,2],[3,4]])', '[1,2]']),
    weak: (r) => r.pick(['new WeakMap([[Symbol.iterator,1]])', 'new WeakSet',
                         'new WeakRef({})', 'new WeakMap']),
    weak_map: () => 'new WeakMap([[Array,1]])',
    weak_set: () => 'new WeakSet([Array])',
    weak_ref: () => 'new WeakRef({})',
    entries: (r) => r.pick([`[[1,2],["a",${make(r, 'element')}]]`, 'I([[1,2]])',
                            'C([1])', 'new Map([[1,2]])', '[[]]', '["ab"]', 'null',
                            'I([{0:1,1:2}])']),
    iterable: (r) => r.pick([`I([${r.list(0, 4, () => make(r, 'element'))}])`,
                             'C([1,2,3])', '[1,2,3]', 'new Set([1,2])', '"a\\ud83d\\ude00b"',
                             '(function*(){yield 1;yield 2;return 3})()', array(r),
                             'new Map([[1,2]])', 'Iterator.from([5,6,7])']),
    iterator: (r) => r.pick(['I([1,2,3])', 'C([1,2,3])', '[4,,5].values()', 'new Set([1]).entries()',
                             '[1,2,3].values().filter(F("truth"))', 'I([[1],[2,3]])',
                             'Iterator.from(I([1,2]))', '"ab"[Symbol.iterator]()',
                             '"aba".matchAll(/a/g)', 'new Map([[1,2]]).keys()',
                             '(function*(){try{yield 1;yield 2}finally{yield 9}})()']),
    generator: (r) => r.pick(['(function*(){yield 1;yield 2;return 3})()',
                              '(function*(){try{yield 1}finally{yield 9}})()',
                              '(function*(){throw 1})()']),
    async_generator: (r) => r.pick(['(async function*(){yield 1;yield 2;return 3})()',
                                    '(async function*(){try{yield 1}finally{yield 9}})()',
                                    '(async function*(){throw 1})()']),
    promise: (r) => r.pick(['Promise.resolve(1)', 'Promise.resolve({then(f){f(5)}})',
                            'new Promise(()=>{})', 'S(Promise.resolve(2))',
                            'Promise.resolve(3).then(F("text"))']),
    promises: (r) => r.pick([`[${r.list(0, 3, () => r.chance(50) ? make(r, 'promise') : make(r, 'element'))}]`,
                             'I([Promise.resolve(1),2])', 'C([1])', '[]',
                             '[{then(a,b){b(7)}},1]', '[{then(a){a(8)}}]']),
    function: (r) => r.pick(['F("first")', 'function f(a,b=1){return this}', '(a)=>a',
                             'class A{static m(){}}', 'async()=>{}', 'function*g(){}',
                             'F("both").bind(1,2)', 'P(function(){"use strict"})', '({m(){}}).m',
                             'parseInt', 'Array', '(function(){"use strict";return this})',
                             'Symbol.prototype[Symbol.toPrimitive]']),
    error: (r) => r.pick(['new Error("m")', 'new TypeError("m",{cause:1})',
                          'new AggregateError([1],"m")', 'Object.assign(new Error,{name:"N"})',
                          '{name:"",message:"x"}', '{message:V(1,"y")}', 'new Error()']),
    options: (r) => r.pick(['undefined', '{cause:1}', 'A({},"cause",1)', '{}', 'null', '1',
                            '{maxByteLength:16}', '{alphabet:"base64url"}',
                            '{alphabet:"x"}', '{lastChunkHandling:"strict"}',
                            '{lastChunkHandling:"stop-before-partial"}',
                            '{omitPadding:true}', '{maxByteLength:4}', 'P({})',
                            '{mode:"longest"}', '{mode:"strict"}', '{alphabet:V(1,"base64")}']),
    descriptor: (r) => r.pick(['{value:1}', '{get(){return 1}}', '{get:1}', '{set(){},value:1}',
                               '{writable:false}', 'P({value:2,enumerable:true})', '{}', '1',
                               '{value:0,writable:true,configurable:true,enumerable:true}',
                               '{configurable:false}', '{value:-1}']),
    descriptors: (r) => r.pick(['{a:{value:1}}', '{length:{value:0}}', '{a:1}',
                                'P({b:{get(){}}})', '{0:{value:9,enumerable:true}}', '{}']),
    handler: (r) => r.pick(['{}', '{get:F("second")}', 'null', 'P({})', '{has:1}',
                            '{ownKeys(){return ["a"]}}', '{getPrototypeOf(){return Array.prototype}}']),
    indent: (r) => r.pick(['undefined', '2', '" "', '"--------------"', '11', '-1',
                           'new Number(3)', 'new String("\\t")', 'null', '1.9']),
    replacer: (r) => r.pick(['undefined', '["a","b",1]', 'F("second")', 'P(["a"])',
                             'F("nothing")', 'null', '[new String("a"),{},"a"]', 'F("both")']),
    tree: (r) => r.pick(['{a:[1,{b:2}],c:"\\ud83d",d:undefined,e(){},f:NaN,g:-0}',
                         '[undefined,()=>1,Symbol(),null,new Date(0),/x/]',
                         '{toJSON:F("text"),a:1}', 'new Map([[1,2]])', '"\\u2028\\ud800\\"\\\\"',
                         '[[],{},[[]],{a:{}}]', 'P({a:1,b:[2]})', 'P([1,2])', '1n',
                         'Object(1n)', 'new String("x")', 'A({},"a",1)', '{b:1,2:1,a:1,1:1}',
                         '(()=>{const a={};a.a=a;return a})()', 'JSON.rawJSON("1e5")',
                         '[JSON.rawJSON("\\"x\\"")]', 'Object.create({a:1})']),
    object: (r) => r.pick(['{}', '{a:1,b:2}', '{2:1,b:2,1:3,a:4}', 'P({a:1})', 'Object.create(null)',
                           'Object.freeze({a:1})', 'A({b:2},"a",1)', '{length:3,0:"x",2:"z"}',
                           '{length:"2",0:1}', '{length:-1}', '{length:V(2,"")}', 'P({length:2,0:5})',
                           'Object.create({a:1,b:2})', 'Object.seal([1,2])', '{["__proto__"]:1}',
                           '{get [Symbol.toStringTag](){return "Tag"}}', '{[Symbol("s")]:1,a:2}',
                           'Object.preventExtensions({a:1})', 'A({},"length",2)', 'new Proxy({},{})',
                           '{constructor:1}', '{[Symbol.isConcatSpreadable]:true,length:2,1:3}',
                           'A({},Symbol.toPrimitive,undefined)', '{then(f){f(1)}}']),
    odd: (r) => r.pick(['V(1,"x")', 'V({},"7")', 'V({},{})', 'T(3)', 'T("b")', 'T({})', 'T(2n)',
                        'T(Symbol.iterator)', 'Object(1)', 'Object("ab")', 'Object(1n)',
                        'Object(Symbol.iterator)', 'Object(false)', 'V(NaN,"")',
                        'V(undefined,null)']),
    primitive: (r) => make(r, r.pick(['number', 'string', 'bigint', 'symbol', 'boolean',
                                      'nothing', 'number', 'short'])),
    element: (r) => r.chance(80) ? (r.chance(60) ? r.pick(numbers) : make(r, r.pick(
        ['short', 'nothing', 'boolean', 'bigint']))) : make(r, 'object'),
    any: (r) => make(r, r.pick(['primitive', 'primitive', 'primitive', 'object', 'odd',
                                'array', 'typed', 'function', 'regexp', 'date', 'map',
                                'set', 'buffer', 'view', 'promise', 'iterable', 'error',
                                'generator', 'weak', 'callback'])),
};

/* The expression of a random value of this kind. */
function make(r, kind) {
    return makers[kind](r);
}

module.exports = { make, makers };
