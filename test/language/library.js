'use strict';
/*
 * Steps that call the library with functions of the program: proxies of all traps,
 * JSON with a reviver or raw texts, iterator helpers, sets and what looks like one,
 * sorting, generators as arguments, regular expressions of the program's own making,
 * numbers as texts.
 *
 * Each function returns the text of statements that end with `return`.
 */

const { string, number, primitive, element, value, literal, names } =
    require('./values');

const variable = (r) => r.pick(['a', 'b', 'c']);
const small = (r) => String(r.int(5));

/* ---- Proxies ------------------------------------------------------------- */

const trap_names = [
    'get', 'set', 'has', 'deleteProperty', 'ownKeys', 'getOwnPropertyDescriptor',
    'defineProperty', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible',
    'preventExtensions', 'apply', 'construct',
];

/* What a trap answers: mostly what is true, else what may break a rule. */
function answer(r, name) {
    if (r.chance(60))
        return `Reflect.${name}(...q)`;
    return r.pick(['true', 'false', 'undefined', 'null', '1', '{}', '[]', '["x","y"]',
                   '["x","x"]', '["length"]', '[Symbol.iterator]', '{value:1}',
                   '{value:1,configurable:true}', '{value:2,writable:true,configurable:true}',
                   '{get(){return 3},configurable:true}', 'Array.prototype', 'q[0]',
                   '(()=>{throw 5})()', primitive(r)]);
}

function proxies(r) {
    const traps = trap_names.filter(() => r.chance(35)).map((name) =>
        `${name}(...q){note("${name} "+String(typeof q[1]==="symbol"?"y":` +
        `typeof q[1]==="string"?q[1]:typeof q[1]));return ${answer(r, name)}}`);
    const target = r.pick(['{x:1,y:2}', '[1,2,3]', 'function f(x){return x}', 'class F{}',
                           'Object.freeze({x:1})', 'Object.preventExtensions({y:1})',
                           'Object.defineProperty({},"x",{value:1})', 'new Map', 'a',
                           'Object.create({x:5})', '()=>1']);
    const use = r.pick([
        'p.x', 'p.x=2', '"x" in p', 'delete p.x', 'Object.keys(p)', '{...p}', '[...p]',
        'Object.entries(p)', 'Reflect.ownKeys(p)', 'Object.getOwnPropertyDescriptor(p,"x")',
        'Object.getOwnPropertyDescriptors(p)', 'Object.defineProperty(p,"z",{value:1})',
        'Object.defineProperty(p,"x",{value:1,configurable:false})', 'Object.getPrototypeOf(p)',
        'Object.setPrototypeOf(p,null)', 'Object.isExtensible(p)', 'Object.preventExtensions(p)',
        'Object.freeze(p)', 'Object.seal(p)', 'Object.isFrozen(p)', 'p(1,2)', 'new p(1)',
        'p instanceof Object', 'Object instanceof p', 'JSON.stringify(p)', 'Array.isArray(p)',
        'Object.assign({},p)', 'Object.assign(p,{x:9,q:1})', 'p.push(4)', 'p.splice(0,1)',
        'p.concat([1])', '[].concat(p)', 'p.map(x=>x)', 'Array.from(p)', 'String(p)', '`${p}`',
        '({__proto__:p}).x', '({__proto__:p}).w=1', 'Object.create(p).x=3', 'p.length=0',
        '(()=>{const o=[];for(const k in p)o.push(k);return o})()', 'p.sort()', 'p.reverse()',
        'Object.prototype.toString.call(p)', 'typeof p', 'Object.hasOwn(p,"x")', 'p?.x?.y',
        'p.x++', 'p.x??=1', 'p.x&&=4', 'delete p[0]', 'p.constructor', 'Object.groupBy(p,x=>x)',
        'Reflect.set(p,"x",1,{})', 'Reflect.set({},"x",1,p)', 'Reflect.get(p,"x",5)',
        'Reflect.construct(p,[1],Object)', 'class D extends p{};new D', 'Function.prototype.toString.call(p)',
        'new Set([p]).has(p)', 'structuredClone(p)', 'p.toString()', 'p.propertyIsEnumerable("x")',
        'Object.fromEntries([["x",p]]).x===p', 'with_(p)', 'Array.prototype.flat.call(p)',
        'Array.prototype.includes.call(p,2)', 'Array.prototype.fill.call(p,7)',
        'Array.prototype.copyWithin.call(p,0,1)', 'Array.prototype.toSorted.call(p)',
        'Array.prototype.lastIndexOf.call(p,2)', 'Array.prototype.unshift.call(p,0)',
    ]).replace('with_(p)', 'Function("p","with(p){return typeof x+typeof q}")(p)');
    const [before, last] = use.startsWith('class') ? use.split(';') : ['', use];
    return `const p=new Proxy(${target.startsWith('class') || target.startsWith('{') ?
        `(${target})` : target},{${traps}});${before ? `${before};` : ''}return ${last}`
        .replace('return {...p}', 'return ({...p})');
}

/* ---- JSON ---------------------------------------------------------------- */

function json_text(r, depth) {
    const kind = r.int(depth > 0 ? 9 : 6);
    const space = r.chance(20) ? r.pick([' ', '\n', '\t']) : '';
    switch (kind) {
    case 0:
        return r.pick(['0', '-0', '1', '-1.5', '1e3', '1E+2', '12345678901234567890', '1e400',
                       '0.1', '5e-324', '01', '.5', '1.', '+1', '- 1', '0x1']);
    case 1:
        return r.pick(['true', 'false', 'null', 'nul', 'True', 'undefined', 'NaN', '']);
    case 2:
    case 3:
        return r.pick(['"a"', '""', '"\\n"', '"\\u0041"', '"\\ud83d"', '"\\x"', '"\n"', '"\u20ac"',
                       '"__proto__"', "'a'", '"a', '"\\u12"', '"\\/"', '"\u2028"']);
    case 4:
        return '[]';
    case 5:
        return '{}';
    case 6:
    case 7: {
        const keys = ['"a"', '"b"', '"0"', '"1"', '"a"', '"__proto__"', '"length"', '"\u00e9"', 'a'];
        return `{${space}${r.list(0, 3, () => `${r.pick(keys)}${space}:${space}` +
            json_text(r, depth - 1)).join(',')}${r.chance(5) ? ',' : ''}}`;
    }
    default:
        return `[${r.list(0, 3, () => space + json_text(r, depth - 1)).join(',')}]`;
    }
}

function json(r) {
    const reviver = r.pick([
        '(k,v)=>v', '(k,v,x)=>{note(k+":"+(x&&x.source));return v}',
        '(k,v)=>typeof v==="number"?v+1:v', '(k,v)=>k==="a"?undefined:v',
        'function(k,v){note(typeof this);if(k==="0")this[1]=9;return v}',
        'function(k,v){if(k==="a")delete this.b;return v}',
        '(k,v)=>Array.isArray(v)?v.length:v', '(k,v,x)=>x&&x.source!==undefined?x.source:v']);
    const text = literal(json_text(r, 3));
    return r.pick([
        `return JSON.parse(${text},${reviver})`, `return JSON.parse(${text})`,
        `return JSON.rawJSON(${literal(json_text(r, 0))})`,
        `return JSON.stringify({a:JSON.rawJSON(${r.pick(['"1"', '"1e1000"', '"\\"x\\""', '"[1]"',
                                                         '"null"', '" 1"', '""'])}),b:[${element(r)}]})`,
        `return JSON.isRawJSON(${variable(r)})`,
        `return JSON.stringify({x:${value(r)},y:[${element(r)}]},(k,v)=>{note(k);return ` +
            `${r.pick(['v', 'typeof v==="bigint"?1:v', 'k===""?v:k', 'undefined', 'k==="x"?undefined:v'])}},` +
            `${r.pick(['2', '"--"', '11', '""', 'new Number(3)', 'new String("ab")', '-1', '"0123456789abc"'])})`,
        `return JSON.stringify({toJSON(k){note("j"+k);return ${value(r)}}},null,${small(r)})`,
        `return JSON.stringify(${value(r)},["a",1,new String("x"),"a",${literal(r.pick(names))}])`,
    ]);
}

/* ---- Iterators ----------------------------------------------------------- */

function iterators(r) {
    const source = r.pick([
        '[1,2,3,4].values()', 'I([5,6,7])[Symbol.iterator]()', '(function*(){try{yield 1;yield 2;yield 3}' +
        'finally{note("f")}})()', 'new Set([1,"a",2]).values()', 'new Map([[1,2],[3,4]]).entries()',
        'Iterator.from({next(){note("n");return {done:this.i>3,value:this.i++}},i:0,' +
        'return(){note("r");return {}}})', '"a\u{1f600}b"[Symbol.iterator]()', `Iterator.from(${variable(r)})`,
        '"a1b2".matchAll(/\\d/g)', 'Uint8Array.of(1,2,3).entries()',
    ]).replace(/[^\x20-\x7e]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
    const f = () => r.pick(['x=>x', '(x,i)=>i', 'x=>{note("c"+String(x));return x}', 'x=>x>1', 'x=>[x,x]',
                            'x=>{throw 4}', '()=>I([8,9])', 'undefined', 'x=>String(x)', '()=>0']);
    const steps = r.list(0, 3, () => r.pick([
        `.map(${f()})`, `.filter(${f()})`, `.take(${r.pick(['0', '1', '2', 'Infinity', '-1', 'NaN', '"2"'])})`,
        `.drop(${r.pick(['0', '1', '5', 'undefined', '{}'])})`, `.flatMap(${f()})`])).join('');
    const end = r.pick([
        '.toArray()', `.forEach(${f()})`, `.reduce((s,x)=>s+String(x),"")`, '.reduce((s,x)=>s+x)', `.some(${f()})`,
        `.every(${f()})`, `.find(${f()})`, '.next()', '.return?.()', '[Symbol.toStringTag]']);
    const open = `const i=${source}${steps};`;
    return r.pick([
        `return (${source}${steps})${end}`,
        `${open}const q=[i.next(),i.next()];q.push(i.return?.(),i.next());return q`,
        `${open}for(const x of i){note("x");break}return i.next()`,
        `${open}const [x,...y]=i;return [x,y,i.next()]`,
        `${open}return [Object.prototype.toString.call(i),typeof i.next,i===i[Symbol.iterator]()]`,
    ]);
}

/* ---- Sets, maps ---------------------------------------------------------- */

function sets(r) {
    const list = () => `[${r.list(0, 4, () => r.pick(['1', '2', '3', '-0', '0', 'NaN', '"1"', 'a', 'b', '4', '5']))}]`;
    const like = r.pick([
        `new Set(${list()})`, `new Map([[1,2],[3,4]])`, list(),
        `({size:${r.pick(['2', '0', '-1', 'NaN', '"3"', 'Infinity', '1n'])},has(x){note("h"+String(x));return x===1},` +
            `keys(){note("k");return ${list()}.values()}})`,
        `({get size(){note("s");return 1},get has(){note("gh");return ()=>false},get keys(){note("gk");return ` +
            '()=>({next(){return {done:true}}})}})',
        '({size:1,has:()=>true,keys(){let i=0;return {next:()=>({done:i>2,value:i++}),return(){note("ret")}}}})',
        '({size:3,has(x){s.delete(x);return true},keys(){s.add(9);return s.keys()}})',
    ]);
    const name = r.pick(['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf',
                         'isSupersetOf', 'isDisjointFrom']);
    return r.pick([
        `const s=new Set(${list()});const q=s.${name}(${like});return [q,s,q===s]`,
        `const s=new Set(${list()});const o=[];for(const x of s){o.push(x);${r.pick([
            's.delete(x)', 's.add(x+1)', 's.clear()', 'if(o.length<6){s.delete(x);s.add(x)}'])};` +
            'if(o.length>6)break}return [o,s]',
        `const s=new Map(${list()}.map((x,i)=>[x,i]));s.forEach((v,k)=>{note(String(k));` +
            `${r.pick(['s.delete(k)', 'if(s.size<6)s.set(s.size+10,1)', 's.clear()', ''])}});return s`,
        `const s=new Map(${list()}.map((x,i)=>[x,i]));const i=s.entries();i.next();s.${r.pick([
            'clear()', 'delete(1)', 'set(7,7)'])};return [[...i],[...i],s]`,
        `return Map.groupBy(${list()},(x,i)=>${r.pick(['x', 'i%2', 'x===x', '-0', 'NaN'])})`,
    ]);
}

/* ---- Sorting, texts, numbers --------------------------------------------- */

function sorting(r) {
    const n = r.pick(['5', '12', '33', '70']);
    const compare = r.pick(['(x,y)=>x.k-y.k', '(x,y)=>y.k-x.k', '()=>0', '()=>1', '()=>-1', '(x,y)=>x.k<y.k',
                            '(x,y)=>NaN', '(x,y)=>x.k%3-y.k%3', '(x,y)=>({valueOf(){return x.k-y.k}})',
                            '(x,y)=>String(x.k-y.k)']);
    return r.pick([
        `const o=Array.from({length:${n}},(_,i)=>({k:i*7919%${1 + r.int(20)},i}));o.${
            r.pick(['sort', 'toSorted'])}(${compare});return o.map(x=>x.i+":"+x.k).join()`,
        `const o=[${r.list(3, 9, () => primitive(r)).filter((t) => !/Symbol|Y\./.test(t))},,${number(r)}];return o.sort()`,
        `const o=Array.from({length:${n}},(_,i)=>i*31%17);let t=0;try{o.sort((x,y)=>{if(++t===${3 + r.int(9)})` +
            `${r.pick(['throw 5', 'o.length=2', 'o[0]=99', 'o.push(7)'])};return x-y})}catch(e){note("!"+e)}return o`,
        `return Float64Array.of(${r.list(2, 6, () => number(r))}).sort()`,
        `return [${r.list(2, 6, () => literal(r.pick(['\u{1f600}', '\uff00', 'a', 'B', '', '10', '9', '\ud83d'])))}].sort()`,
    ]);
}

function texts(r) {
    const s = string(r);
    return r.pick([
        `return [(${s}).isWellFormed(),(${s}).toWellFormed().length]`,
        `return (${s}).normalize("${r.pick(['NFC', 'NFD', 'NFKC', 'NFKD'])}").length`,
        `return (${s}).split(${r.pick(['""', '/(?:)/u', '/(.)/', '/[^]/v', 'undefined', '"a"'])}).slice(0,9)`,
        `return [...(${s})].length`, `return escape((${s}).slice(0,20))`,
        `return encodeURIComponent((${s}).slice(0,20).toWellFormed())`,
        `return (${s}).replace(/./gsu,(m,i)=>i<5?i:"")`, `return (${s}).at(-1)===(${s}).slice(-1)`,
        `return RegExp.escape((${s}).slice(0,30))`,
        `return ["${r.pick(['1_0', '0b11', '0o7', ' 0x1F ', '1e1000', '-', '.', '1.', '.1', '++1', '1 2', '\\u00a01'])}"]` +
            '.map(x=>[Number(x),parseInt(x),parseFloat(x)])[0]',
        `return (${number(r)}).toString(${2 + r.int(35)})`, `return (${number(r)}).toFixed(${r.int(22)})`,
        `return (${number(r)}).toPrecision(${1 + r.int(25)})`, `return (${number(r)}).toExponential(${r.int(22)})`,
        `return Math.${r.pick(['sin', 'cos', 'tan', 'atan', 'asin', 'acos', 'exp', 'expm1', 'log', 'log2', 'log10',
                               'log1p', 'cbrt', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'])}(${number(r)})`,
        `return Math.${r.pick(['atan2', 'pow', 'hypot', 'imul', 'max'])}(${number(r)},${number(r)})`,
        `return Array.from({length:4},(_,i)=>(${number(r)})**(i-1))`,
        `const {x=1,...y}=${value(r)};const f=(p,{q=p}={},...z)=>[p,q,z];return [x,y,f(x),f(1,{q:2},3)]`,
        `return Error(${s},{cause:1}).cause`, `return new AggregateError([1,${element(r)}],${primitive(r)}).errors`,
    ]);
}

const makers = [proxies, proxies, proxies, json, json, iterators, iterators, sets, sets, sorting, texts, texts];

module.exports = { library: (r) => r.pick(makers)(r) };
