'use strict';
/*
 * Steps of a program: what is done to the variables a, b and c. Each is the text
 * of an expression, or of statements that end with `return`; its value is what
 * is printed.
 */

const { string, number, primitive, element, array, value, index, callback,
        literal, text, names, bigints } = require('./values');
const { syntax } = require('./syntax');
const { library } = require('./library');

const binary = ['==', '!=', '===', '!==', '<', '<=', '>', '>=', '+', '+', '-', '*',
                '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>', 'in',
                'instanceof', '&&', '||', '??'];
const assigning = ['=', '+=', '+=', '-=', '*=', '/=', '%=', '**=', '&=', '|=',
                   '^=', '<<=', '>>=', '>>>=', '&&=', '||=', '??='];
const unary = ['-', '+', '~', '!', 'typeof ', 'void '];

const variable = (r) => r.pick(['a', 'b', 'c', 'a', 'b']);

/* A variable, or any value. */
function operand(r) {
    return r.chance(75) ? variable(r) : r.chance(60) ? primitive(r) : value(r);
}

function place(r) {
    switch (r.int(5)) {
    case 0:
        return `${variable(r)}.${r.pick(names)}`;
    case 1:
    case 2:
        return `${variable(r)}[${index(r)}]`;
    case 3:
        return `${variable(r)}[${operand(r)}]`;
    default:
        return variable(r);
    }
}

const array_methods = {
    at: [index], concat: [operand, operand], copyWithin: [index, index, index],
    entries: [], every: [callback], fill: [element, index, index],
    filter: [callback], find: [callback], findIndex: [callback],
    findLast: [callback], findLastIndex: [callback], flat: [(r) => String(r.int(3))],
    flatMap: [callback], forEach: [callback], includes: [operand, index],
    indexOf: [operand, index], join: [string], keys: [],
    lastIndexOf: [operand, index], map: [callback], pop: [],
    push: [element, element], reduce: [callback, element],
    reduceRight: [callback, element], reverse: [], shift: [],
    slice: [index, index], some: [callback], sort: [callback],
    splice: [index, index, element, element], toReversed: [],
    toSorted: [callback], toSpliced: [index, index, element], toString: [],
    unshift: [element, element], values: [], with: [index, element],
    subarray: [index, index], set: [array, index],
};

const pattern = (r) => r.pick(['/a/', '/a/g', '/./gu', '/(?:)/g', '/[^a]/y', '/\\d/g',
                               '/(.)(.)/', '/\u00e9|\u20ac/g', '/(?<n>a)/',
                               '/\\ud83d/g', '/\\u{1f600}/u']);
const search = (r) => (r.chance(40) ? pattern(r) : operand(r));
const replacement = (r) => r.pick(['"$&$&"', '"$1"', '"[$`]"', '"$<n>"', '()=>"_"',
                                   '(m,...x)=>`${m}${x.length}`', 'a', '"\\u20ac"',
                                   '""', '"$\'"', '"$$"']);
const small = (r) => r.pick(['0', '1', '2', '5', '-1', '1100', '1.5', 'undefined']);

const string_methods = {
    at: [index], charAt: [index], charCodeAt: [index], codePointAt: [index],
    concat: [operand, operand], endsWith: [operand, index],
    includes: [operand, index], indexOf: [operand, index], isWellFormed: [],
    lastIndexOf: [operand, index], localeCompare: [string], match: [search],
    matchAll: [search], normalize: [], padEnd: [small, operand],
    padStart: [small, operand], repeat: [(r) => String(r.int(4))],
    replace: [search, replacement], replaceAll: [search, replacement],
    search: [search], slice: [index, index], split: [search, index],
    startsWith: [operand, index], substr: [index, index],
    substring: [index, index], toLowerCase: [], toUpperCase: [],
    toWellFormed: [], trim: [], trimEnd: [], trimStart: [], valueOf: [],
    toString: [], anchor: [operand],
};

const collection_methods = {
    get: [operand], has: [operand], set: [operand, element], add: [operand],
    delete: [operand], clear: [], forEach: [callback], keys: [], entries: [],
    union: [operand], intersection: [operand], difference: [operand],
    symmetricDifference: [operand], isSubsetOf: [operand],
    isSupersetOf: [operand], isDisjointFrom: [operand],
};

const number_methods = {
    toFixed: [small], toPrecision: [small], toExponential: [small],
    toString: [(r) => r.pick(['2', '10', '16', '36', '', '37', '1.9'])],
    valueOf: [], hasOwnProperty: [index], isPrototypeOf: [operand],
    propertyIsEnumerable: [index], toLocaleString: [], call: [operand, operand],
    apply: [operand, array], bind: [operand], test: [operand], exec: [operand],
    next: [operand], return: [operand],
};

const tables = [array_methods, array_methods, string_methods, string_methods,
                collection_methods, number_methods];

function arguments_of(r, kinds) {
    const count = r.chance(70) ? kinds.length : r.int(kinds.length + 2);
    const list = [];
    for (let i = 0; i < count; i++)
        list.push((kinds[i] || operand)(r));
    return list.join();
}

function method(r) {
    const table = r.pick(tables);
    const name = r.pick(Object.keys(table));
    const args = arguments_of(r, table[name]);
    const of = variable(r);
    if (r.chance(20)) {
        const type = table === string_methods ? '""' :
            table === array_methods ? '[]' : 'new Set';
        return `(${type}).${name}.call(${[of, args].filter(Boolean)})`;
    }
    return `${of}.${name}(${args})`;
}

const statics = [
    (r) => `Object.${r.pick(['keys', 'values', 'entries', 'getOwnPropertyNames',
                             'getOwnPropertySymbols', 'isFrozen', 'isSealed',
                             'isExtensible', 'getOwnPropertyDescriptors',
                             'fromEntries', 'freeze', 'seal',
                             'preventExtensions'])}(${operand(r)})`,
    (r) => `Object.assign(${variable(r)},${operand(r)})`,
    (r) => `Object.is(${operand(r)},${operand(r)})`,
    (r) => `Object.hasOwn(${operand(r)},${index(r)})`,
    (r) => `Object.getOwnPropertyDescriptor(${operand(r)},${index(r)})`,
    (r) => `Object.groupBy(${operand(r)},${callback(r)})`,
    (r) => `Map.groupBy(${operand(r)},${callback(r)})`,
    (r) => `Object.defineProperty(${variable(r)},${index(r)},${descriptor(r)})`,
    (r) => `Reflect.defineProperty(${variable(r)},${index(r)},${descriptor(r)})`,
    (r) => `Reflect.set(${operand(r)},${index(r)},${element(r)}` +
        `${r.chance(30) ? `,${operand(r)}` : ''})`,
    (r) => `Reflect.get(${operand(r)},${index(r)}` +
        `${r.chance(30) ? `,${operand(r)}` : ''})`,
    (r) => `Reflect.${r.pick(['ownKeys', 'getPrototypeOf', 'isExtensible',
                              'preventExtensions'])}(${operand(r)})`,
    (r) => `Reflect.${r.pick(['has', 'deleteProperty',
                              'getOwnPropertyDescriptor'])}(${operand(r)},${index(r)})`,
    (r) => `Object.setPrototypeOf(${variable(r)},${r.pick(['null', '{}', '[]',
                                                          'Array.prototype', 'b'])})`,
    (r) => `Array.${r.pick(['from', 'of', 'isArray'])}(${operand(r)})`,
    (r) => `Array.from(${operand(r)},${callback(r)})`,
    (r) => `new ${r.pick(['Map', 'Set', 'Array', 'Uint8Array', 'Float64Array',
                          'String', 'Number', 'Object', 'WeakSet', 'Sub', 'Date',
                          'BigInt64Array', 'Int16Array'])}(N(${operand(r)}))`,
    (r) => `${r.pick(['String', 'Number', 'BigInt', 'Boolean', 'parseInt',
                      'parseFloat', 'isNaN', 'Symbol', 'encodeURIComponent',
                      'decodeURIComponent', 'escape', 'RegExp', 'Number.isInteger',
                      'Number.isSafeInteger', 'isFinite'])}(${operand(r)})`,
    (r) => `JSON.stringify(${operand(r)}${r.chance(30) ?
        `,${r.pick(['null', 'b', '["a","0","length"]', '(k,v)=>v'])},${small(r)}` : ''})`,
    (r) => `JSON.parse(JSON.stringify(${operand(r)})??"0")`,
    (r) => `JSON.parse(${string(r)})`,
    (r) => `structuredClone(${operand(r)})`,
    (r) => `Math.${r.pick(['max', 'min', 'hypot'])}(...${operand(r)})`,
    (r) => `Math.${r.pick(['floor', 'ceil', 'round', 'trunc', 'sign', 'abs', 'fround',
                           'sqrt', 'clz32', 'f16round'])}(${operand(r)})`,
    (r) => `Math.imul(${operand(r)},${operand(r)})`,
    (r) => `String.raw({raw:${operand(r)}},${operand(r)})`,
    (r) => `String.fromCharCode(${operand(r)},${operand(r)})`,
    (r) => `String.fromCodePoint(${operand(r)})`,
    (r) => `BigInt.${r.pick(['asIntN', 'asUintN'])}(${r.pick(['8', '64', '65', '0'])},` +
        `${r.pick(bigints)})`,
    (r) => `Buffer.from(${string(r)}${r.pick(['', ',"latin1"', ',"hex"', ',"utf16le"',
                                             ',"base64"'])}).toString("hex")`,
    (r) => `Symbol.for(${operand(r)}).description`,
    (r) => `Point.has(${operand(r)})`,
    (r) => `[...${operand(r)}]`,
    (r) => `({...${operand(r)}})`,
    (r) => `Array(...${operand(r)},${operand(r)})`,
    (r) => `[${operand(r)},...${operand(r)},${element(r)}]`,
    (r) => `new Set([${operand(r)},${operand(r)},${primitive(r)}]).size`,
    (r) => `new Map([[${operand(r)},1]]).get(${operand(r)})`,
    (r) => `isDeep(${operand(r)},${operand(r)})`,
];

function descriptor(r) {
    const fields = [];
    if (r.chance(70))
        fields.push(`value:${element(r)}`);
    else if (r.chance(70))
        fields.push(`get(){note("got");return ${primitive(r)}}`);
    else
        fields.push('set(v){note("put")}');
    for (const name of ['enumerable', 'configurable', 'writable']) {
        if (r.chance(40) && !(name === 'writable' && !/^value/.test(fields[0])))
            fields.push(`${name}:${r.pick(['true', 'false'])}`);
    }
    return `{${fields}}`;
}

/* Statements, whose last one returns. */
const statements = [
    (r) => `let n="";for(const x of ${operand(r)}){n+=typeof x;if(n.length>60)break}return n`,
    (r) => `let n=[];for(const k in ${operand(r)}){n.push(k);if(n.length>20)break}return n`,
    (r) => `let n=[];for(const k in ${variable(r)}){n.push(k);${r.pick(
        ['delete a[1]', 'a.q=1', 'a.length=1', 'delete b.b', 'b[9]=1'])};` +
        'if(n.length>20)break}return n',
    (r) => `switch(${operand(r)}){case ${operand(r)}:return 1;case ${primitive(r)}:` +
        `return 2;case ${number(r)}:case ${string(r)}:return 3;default:return 4}`,
    (r) => `const [x,,y=${element(r)},...z]=${operand(r)};return [x,y,z]`,
    (r) => `const {a:x,length:y=${element(r)},[${index(r)}]:z,...w}=${operand(r)};` +
        'return [x,y,z,w]',
    (r) => `[${place(r)},${place(r)}]=${operand(r)};return [a,b]`,
    (r) => `({a:${place(r)},0:${place(r)}=1}=${operand(r)});return [a,b,c]`,
    (r) => `function f(x=${element(r)},...y){return [x,y,arguments.length]}` +
        `return f(...${operand(r)})`,
    (r) => `function f(x,y){arguments[0]=${element(r)};y=1;return [x,arguments]}` +
        `return f(${operand(r)},${operand(r)})`,
    (r) => `let s=${operand(r)};for(let i=0;i<4;i++)s+=${operand(r)};return s`,
    (r) => `let s="";for(let i=0;i<3;i++)s=\`\${s}\${${operand(r)}}|\`;return s`,
    (r) => `let s=0;for(let i=0;i<3;i++)s=s*31+${operand(r)};return s`,
    (r) => `for(let i=0;i<4;i++)${variable(r)}[i]=${element(r)};return [a,b]`,
    (r) => `let n=0;for(let i=0;i<${variable(r)}.length&&i<50;i++)` +
        `if(${variable(r)}[i]===${operand(r)})n++;return n`,
    (r) => `const {length:n}=${variable(r)};${variable(r)}.length=${small(r)};return n`,
    (r) => `try{${place(r)}=${operand(r)};return 1}finally{a=[a];` +
        `${r.chance(20) ? 'return a' : ''}}`,
    (r) => `const f=(x)=>x${r.pick(['.a', '.a.b', '[0]', '?.a.b', '?.[0]', '()',
                                    '?.()', '.a()', '.a.b()', '[0]()', '.a?.b.c()'])};` +
        `return f(${operand(r)})`,
    (r) => `const t=${r.pick(['a', 'b.x', 'c'])}?${place(r)}:${operand(r)};` +
        `return t.${r.pick(['map', 'x', 'foo'])}(${operand(r)})`,
    (r) => `return ${variable(r)}.${r.pick(['foo', 'x', 'a.b', 'constructor.q'])}(1)`,
    (r) => `return new ${variable(r)}(${operand(r)})`,
    (r) => `return ${variable(r)}(${operand(r)})`,
    (r) => `return ((s,...v)=>[s.raw.length,v])\`${text(r).replace(/[`$\\]/g, '')
        .replace(/[^\x20-\x7e]/g, '')}\${${operand(r)}}\``,
    (r) => `function* g(){const x=yield* ${operand(r)};yield x}return [...g()].length`,
    (r) => `class C{[${operand(r)}]=${operand(r)};static s=${operand(r)}}` +
        'return [new C,C.s]',
    (r) => `const o={${r.pick(names)}:1,[${operand(r)}]:${operand(r)},get ${
        r.pick(names)}(){return 2}};return o`,
    (r) => `const o={__proto__:${operand(r)}};o.x=1;o[0]=2;return [o.x,o[0],o.length]`,
    (r) => `const o={__proto__:${operand(r)}};o.${r.pick(names)}=${element(r)};return o`,
    (r) => `const e=(()=>{try{throw ${operand(r)}}catch(x){return x}})();return e`,
    (r) => `label:for(const x of [1,2]){for(const k in ${operand(r)})` +
        '{if(x>1)break label;continue label}}return 0',
    (r) => `eval(${literal(`var q=${number(r)}`)});return q`,
    (r) => `const g=()=>${variable(r)};${place(r)}${r.pick(['++', '--'])};return g()`,
    (r) => `const p=${variable(r)};p.push?.(${element(r)});p[${index(r)}]=p;return p.length`,
];

function expression(r) {
    switch (r.int(12)) {
    case 0:
    case 1:
    case 2:
        return `${operand(r)} ${r.pick(binary)} ${operand(r)}`
            .replace(/^([-+~!]|typeof |void )(.*) \*\* /, '($1$2) ** ')
            .replace(/^(-.*) \*\* /, '($1) ** ');
    case 3:
        return `${r.pick(unary)}${place(r)}`;
    case 4:
        return `${place(r)} ${r.pick(assigning)} ${operand(r)}`;
    case 5:
        return r.chance(50) ? `${place(r)}${r.pick(['++', '--'])}` :
            `${r.pick(['++', '--'])}${place(r)}`;
    case 6:
        return place(r);
    case 7:
        return `delete ${place(r)}`;
    case 8:
        return r.pick(statics)(r);
    default:
        return method(r);
    }
}

function step(r) {
    if (r.chance(15))
        return syntax(r);
    if (r.chance(10))
        return library(r);
    return r.chance(25) ? r.pick(statements)(r) :
        `return ${r.chance(20) ? r.pick(statics)(r) : expression(r)}`;
}

module.exports = { step };
