'use strict';
/*
 * Expressions for values, in every form in which an engine may keep them. What
 * is random is the expression; helpers.js has the functions that it names.
 *
 *   S(form, text)   a string: a rope, a slice, of wide characters, grown, ...
 *   W(text)         an object of another realm
 *   P(target)       a proxy that logs its traps
 *   V(n, s), T(v)   objects whose conversions are logged
 *
 * Lengths stay below 3,000, so that no step takes long.
 */

const pieces = [
    'a', 'b', 'ab', 'xyz', 'A', '0', '1', '12', '-', ' ', '.', '\u00e9', '\u00df',
    '\u00ff', '\u0100', '\u20ac', '\u4e2d', '\u{1f600}', '\ud83d', '\ude00',
    '\u0130', 'e\u0301', '\n', '\u2028', '\u00a0', '$1', '\\', '"', '/', '\0',
    'length', '__proto__', '\u00c3\u00a9',
];

const words = [
    '', '0', '-0', '1', '-1', '01', '1.5', '1e3', ' 12 ', '0x1f', '1e21', 'NaN',
    'Infinity', '-Infinity', '4294967294', '4294967295', '4294967296',
    '9007199254740993', '1e-7', 'a', 'b', 'c', 'x', 'length', 'constructor',
    '__proto__', 'prototype', 'toString', 'valueOf', 'name', 'undefined', 'null',
    'true', '12n', '0n', '-1.50', '2', '3', '10', '\u00e9', '\u20ac', '\u{1f600}',
];

const forms = [
    'literal', 'literal', 'rope', 'deep', 'left', 'slice', 'cut', 'wide', 'grown',
    'template', 'joined', 'key', 'parsed', 'described', 'upper',
];

const numbers = [
    '0', '-0', '1', '-1', '2', '3', '5', '7', '10', '100', '1.5', '-1.5', '0.1',
    '0.5', '-0.5', '2.5', 'NaN', 'Infinity', '-Infinity', '2147483647',
    '2147483648', '-2147483648', '-2147483649', '4294967295', '4294967296',
    '9007199254740991', '9007199254740992', '1e21', '1e-7', '5e-324', '1e300',
    '1.7976931348623157e308', '123456789', '0.1+0.2', '1.5*2', '0*-1', '2**31',
    '2**53', '-(2**31)', '1e3', '7/2*2', '65535', '65536', '-65537',
];

const bigints = [
    '0n', '1n', '-1n', '2n', '3n', '10n', '255n', '-256n', '2n**31n', '2n**63n',
    '2n**64n', '-(2n**63n)', '2n**64n-1n', '10n**30n', '-(3n**200n)',
    '2n**63n-1n', '2n**64n-2n**64n+5n', '9007199254740993n', '12345678901234567890n',
];

const typed_names = [
    'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array',
    'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array',
    'BigUint64Array', 'Float16Array',
];

const names = ['a', 'b', 'c', 'x', 'length', 'y', 'z', 'constructor', 'valueOf'];

/* Only what any source file may hold: the rest is escaped. */
function literal(text) {
    return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (c) =>
        `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function text(r) {
    if (r.chance(35))
        return r.pick(words);
    return r.list(0, 5, () => r.pick(pieces)).join('');
}

/* A long one is written as what it repeats. */
function string(r) {
    const t = text(r);
    const form = r.pick(forms);
    if (r.chance(25) && t.length > 0) {
        const n = Math.ceil((1030 + r.int(300)) / t.length);
        return `S("${form}",${literal(t)}.repeat(${n}))`;
    }
    return form === 'literal' ? literal(t) : `S("${form}",${literal(t)})`;
}

function number(r) {
    switch (r.int(6)) {
    case 0:
        return String(r.int(40) - 20);
    case 1:
        return `${r.int(1 << 27) - (1 << 26)}e${r.int(30) - 20}`;
    case 2:
        return `D(${r.int(20) - 5})`;
    default:
        return r.pick(numbers);
    }
}

function primitive(r) {
    switch (r.int(10)) {
    case 0:
    case 1:
    case 2:
        return string(r);
    case 3:
    case 4:
    case 5:
        return number(r);
    case 6:
        return r.pick(bigints);
    case 7:
        return r.pick(['true', 'false']);
    case 8:
        return r.pick(['undefined', 'null']);
    default:
        return r.pick(['Symbol.iterator', 'Y.a', 'Y.b', 'Symbol.for("q")']);
    }
}

function element(r) {
    return r.chance(80) ? primitive(r) : value(r);
}

/* Elements of one kind: the fast ways are often for those. */
function elements(r, max) {
    const kind = r.pick([number, number, string, primitive, element,
                         () => String(r.int(10))]);
    return r.list(0, max, () => kind(r));
}

function dense(r) {
    return `[${elements(r, 6)}]`;
}

function holey(r) {
    const list = elements(r, 5).map((e) => (r.chance(40) ? '' : e));
    return `[${list},,${r.chance(50) ? element(r) : ''}]`;
}

function array(r) {
    switch (r.int(16)) {
    case 0:
    case 1:
        return holey(r);
    case 2:
        return `A(${dense(r)},${r.int(1500)},${element(r)})`;
    case 3:
        return `Object.${r.pick(['freeze', 'seal', 'preventExtensions'])}` +
            `(${r.chance(70) ? dense(r) : holey(r)})`;
    case 4:
        return `G(${dense(r)},${r.int(6)})`;
    case 5:
        return `Object.assign(${dense(r)},{x:1,${r.pick(names)}:${number(r)}})`
            .replace('length:', 'y:');
    case 6:
        return `K(${r.chance(50) ? dense(r) : holey(r)})`;
    case 7:
        return `new Sub(${elements(r, 4)})`.replace(/\((-?[\d.e+]+)\)$/, '(3)')
            .replace(/\([^,]*\)$/, '("s")');
    case 8:
        return `W(${literal(array_text(r))})`;
    case 9:
        return `P(${r.chance(60) ? dense(r) : holey(r)})`;
    case 10:
        return `(function(){return arguments})(${elements(r, 4)})`;
    case 11:
        return `Array.from({length:${r.int(70)}},(_,i)=>i*7919%${1 + r.int(60)})`;
    default:
        return dense(r);
    }
}

/* What another realm evaluates has none of the helpers. */
function array_text(r) {
    return `[${r.list(0, 4, () => r.pick(numbers))}]`;
}

function typed(r) {
    const name = r.pick(typed_names);
    const list = r.list(0, 5, () => (name.startsWith('Big') ?
        r.pick(bigints) : number(r)));
    switch (r.int(7)) {
    case 0:
        return `Z(${name},${r.int(5)})`;
    case 1:
        return `Z(${name},${r.int(5)},${r.int(5)})`;
    case 2:
        return `W("${name}.of()")`;
    case 3:
        return `new ${name}(${r.int(5)})`;
    default:
        return `${name}.of(${list})`;
    }
}

function property(r) {
    const name = r.chance(25) ? String(r.int(5)) :
        r.chance(10) ? `[${primitive(r)}]` : r.pick(names);
    if (name === 'length')
        return `length:${r.int(6)}`;
    switch (r.int(12)) {
    case 0:
        return `get ${name}(){note("get");return ${primitive(r)}}`;
    case 1:
        return `set ${name}(v){note("set")}`;
    case 2:
        return `${name}(a){return a}`;
    default:
        return `${name}:${element(r)}`;
    }
}

function object(r) {
    const list = r.list(0, 5, () => property(r));
    switch (r.int(14)) {
    case 0:
        return `({__proto__:null,${list}})`;
    case 1:
        return `({__proto__:{${r.list(0, 3, () => property(r))}},${list}})`;
    case 2:
        return `Object.${r.pick(['freeze', 'seal', 'preventExtensions'])}({${list}})`;
    case 3:
        return `P({${list}})`;
    case 4:
        return `({length:${r.int(6)},${r.list(0, 4, () =>
            `${r.int(5)}:${element(r)}`)}})`;
    case 5:
        return `W(${literal(`({a:1,b:[2],length:${r.int(4)}})`)})`;
    case 6:
        return `M(${r.int(60)})`;
    case 7:
        return `new Point(${number(r)},${primitive(r)})`;
    case 8:
        return `V(${number(r)},${string(r)})`;
    case 9:
        return `T(${primitive(r)})`;
    default:
        return `({${list}})`;
    }
}

function special(r) {
    switch (r.int(11)) {
    case 0:
        return `new Map([${r.list(0, 4, () => `[${primitive(r)},${element(r)}]`)}])`;
    case 1:
        return `new Set([${elements(r, 5)}])`;
    case 2:
        return r.pick(['/a/g', '/(.)\\1/u', '/[^]/y', '/x|(?<n>b)/', '/\\d+/gi',
                       '/(?:)/g', '/./su', '/\u20ac/', 'W("/a/g")']);
    case 3:
        return `new Date(${r.pick(['0', '1e12', 'NaN', '-1', '8.64e15'])})`;
    case 4:
        return `new ${r.pick(['String', 'Number', 'Boolean', 'Object'])}(${primitive(r)})`;
    case 5:
        return `Object(${primitive(r)})`;
    case 6:
        return r.pick(['(x=>x)', '(function f(a,b){return a})', 'Math.max', 'Point',
                       'W("(function(){})")', '(class Q{static s=1})', 'Array',
                       '(x=>x).bind(null)', 'async()=>{}', '(function*(){yield 1})']);
    case 7:
        return r.pick(['new Error("e")', 'new TypeError("t")', 'W("new Error(1)")',
                       'new RangeError("r",{cause:1})']);
    case 8:
        return `I([${elements(r, 4)}])`;
    case 9:
        return `[${elements(r, 4)}].${r.pick(['values', 'entries', 'keys'])}()`;
    default:
        return 'new WeakMap()';
    }
}

function value(r) {
    switch (r.int(10)) {
    case 0:
    case 1:
    case 2:
        return array(r);
    case 3:
        return typed(r);
    case 4:
    case 5:
        return object(r);
    case 6:
        return special(r);
    default:
        return primitive(r);
    }
}

function index(r) {
    return r.chance(70) ? String(r.int(7)) :
        r.pick(['-1', '-2', '1.5', '"0"', '"1"', 'D(1)', 'D(2)', '-0', '1000',
                '4294967295', 'NaN', '"length"', '"x"', '"-1"',
                'S("rope","1")', 'S("wide","2")', '2n', 'Symbol.iterator',
                'S("wide","length")', 'S("rope","length")', '"4294967295"']);
}

function callback(r) {
    return r.pick([
        'x=>x', '(x,i)=>i', 'x=>typeof x', '(a,b)=>a<b?-1:1', '(a,b)=>a-b',
        'x=>!x', '(x,i)=>i%2', '()=>{throw new EvalError("cb")}', 'Boolean',
        'function(){return this}', 'function(){"use strict";return this}',
        '(x,i,o)=>{note(typeof o);return x}', 'String', 'x=>[x]', '()=>0',
        '(a,b)=>`${typeof a}${typeof b}`', 'undefined', 'null', '1',
        '(x,i,o)=>{if(i===1&&o)o.length=1;return x}',
        '(x,i,o)=>{if(i===0&&Array.isArray(o))o.push(1);return i}',
        '(x,i,o)=>{if(i===0&&o)delete o[2];return true}',
    ]);
}

module.exports = { string, number, primitive, element, array, typed, object,
                   special, value, index, callback, literal, text, names,
                   bigints, dense };
