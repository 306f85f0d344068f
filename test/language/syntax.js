'use strict';
/*
 * Steps that are more than one operation: control flow through labels and finally,
 * generators that are driven, patterns with defaults, classes with private names,
 * tagged templates, receivers, species, buffers that change their size, regular
 * expressions with all flags, dates, and what is made for the locale en-US.
 *
 * Each function returns the text of statements that end with `return`. What they
 * do on the way they tell by note(), which ends a program that does too much.
 */

const { string, number, primitive, element, value, literal, names } =
    require('./values');

const variable = (r) => r.pick(['a', 'b', 'c']);
const small = (r) => String(r.int(5));

/* ---- Control flow -------------------------------------------------------- */

/* Where a statement stands: the labels around it, and what it may contain. */
class Place {
    constructor(depth, labels = [], loops = [], yields = false) {
        this.depth = depth;
        this.labels = labels;
        this.loops = loops;
        this.yields = yields;
    }

    inside(label, is_loop) {
        return new Place(this.depth - 1, label ? [...this.labels, label] : this.labels,
                         is_loop ? [...this.loops, label] : this.loops, this.yields);
    }
}

function jump(r, place) {
    const choices = [`return ${small(r)}`, `throw ${small(r)}`];
    for (const label of place.labels)
        choices.push(`break ${label}`);
    for (const label of place.loops)
        choices.push(`continue ${label}`);
    if (place.loops.length > 0)
        choices.push('break', 'continue');
    if (place.yields)
        choices.push(`note("got "+(yield ${small(r)}))`, `yield* [${small(r)},9]`);
    return `if(++t%${1 + r.int(4)}===0)${r.pick(choices)};`;
}

function block(r, place) {
    return `{${r.list(1, 3, () => statement(r, place)).join('')}}`;
}

function attempt(r, place) {
    const inner = place.inside();
    const kept = r.chance(70) ? `catch(e){note("c"+e);${block(r, inner)}}` : '';
    const last = kept === '' || r.chance(60) ?
        `finally{note("f");${block(r, inner)}}` : '';
    return `try${block(r, inner)}${kept}${last}`;
}

function loop(r, place) {
    const label = `l${place.depth}${r.int(9)}`;
    const i = `i${place.depth}`;
    const body = block(r, place.inside(label, true));
    return `${label}:` + r.pick([
        `for(let ${i}=0;${i}<3;${i}++)${body}`,
        `for(const ${i} of [1,2,3])${body}`,
        `for(const ${i} in {x:1,y:2})${body}`,
        `for(const ${i} of I([1,2,3]))${body}`,
        `do${body}while(++t<20)`,
        `while(++t<25)${body}`,
    ]);
}

function choice(r, place) {
    const label = `s${place.depth}${r.int(9)}`;
    const inner = place.inside(label, false);
    const cases = r.list(1, 4, () => `case ${small(r)}:${block(r, inner)}` +
        (r.chance(40) ? 'break;' : ''));
    if (r.chance(50))
        cases.splice(r.int(cases.length + 1), 0, `default:${block(r, inner)}`);
    return `${label}:switch(t%4){${cases.join('')}}`;
}

function statement(r, place) {
    const mark = `note("${r.int(100)}");`;
    if (place.depth <= 0)
        return mark + (r.chance(50) ? jump(r, place) : '');
    switch (r.int(8)) {
    case 0:
    case 1:
        return attempt(r, place);
    case 2:
    case 3:
        return loop(r, place);
    case 4:
        return choice(r, place);
    case 5:
        return `b${place.depth}:${block(r, place.inside(`b${place.depth}`, false))}`;
    default:
        return mark + jump(r, place);
    }
}

function flow(r) {
    return `let t=${small(r)};return (()=>{${
        r.list(1, 3, () => statement(r, new Place(3))).join('')}})()`;
}

/* A generator, and what its caller does to it. */
function generator(r) {
    const body = r.list(1, 4, () => statement(r, new Place(2, [], [], true))).join('');
    const drive = r.list(2, 6, () => r.pick([
        'next(1)', 'next()', 'next("x")', `return(${small(r)})`, `throw(${small(r)})`]));
    return `let t=0;const g=(function*(){${body}})();const out=[];` +
        drive.map((call) => `try{const {value,done}=g.${call};out.push(value,done)}` +
            'catch(e){out.push("!"+e)}').join('') + 'return out';
}

/* ---- Patterns ------------------------------------------------------------ */

function initial(r) {
    return r.chance(50) ? '' : `=(note("d${r.int(9)}"),${element(r)})`;
}

function pattern(r, depth, bound) {
    const target = () => {
        if (depth > 0 && r.chance(35))
            return pattern(r, depth - 1, bound);
        bound.push(`v${bound.length}`);
        return bound.at(-1);
    };
    if (r.chance(50)) {
        const list = r.list(0, 3, () => (r.chance(20) ? '' : target() + initial(r)));
        return `[${list}${r.chance(30) ? `${list.length ? ',' : ''}...${target()}` : ''}]`;
    }
    const list = r.list(0, 3, () => {
        const key = r.pick([...names, '0', '1', `[(note("k"),${literal(r.pick(names))})]`]);
        return `${key}:${target()}${initial(r)}`;
    });
    if (r.chance(30)) {
        bound.push(`v${bound.length}`);
        list.push(`...${bound.at(-1)}`);
    }
    return `{${list}}`;
}

function patterns(r) {
    const bound = [];
    const text = pattern(r, 2, bound);
    const source = r.chance(60) ? variable(r) : value(r);
    switch (r.int(4)) {
    case 0:
        return `return ((${text}${initial(r)})=>[${bound}])(${source})`;
    case 1:
        return `let ${bound.length > 0 ? bound : 'q'};(${text}=${source});return [${bound}]`;
    case 2:
        return `const out=[];for(const ${text} of [${source},${variable(r)}])` +
            `out.push(${bound.length > 0 ? bound : '0'});return out`;
    default:
        return `const ${text}=${source};return [${bound}]`;
    }
}

/* ---- Classes ------------------------------------------------------------- */

const heritage = ['', '', 'extends Array', 'extends Point', 'extends Map', 'extends Sub',
                  'extends (note("h"),Object)', 'extends Uint8Array', 'extends Error',
                  'extends function(){return a}', 'extends null'];

function member(r, has_super) {
    const own = r.pick(['#p', '#q', 'x', 'y', '0', '[(note("key"),"z")]', '"s t"']);
    const is_static = r.chance(30) ? 'static ' : '';
    const body = r.pick([
        `return ${primitive(r)}`, 'return this.x', 'return this.#p', 'return #q in this',
        'this.#p=3;return this.#p', 'return super.toString', 'return super.x',
        'super.x=4;return this.x', 'return new.target', 'return [...arguments].length',
        'return this.#q()', 'return this.#q?.x', 'note("m");return this']);
    switch (r.int(8)) {
    case 0:
        return `${is_static}get ${own}(){${body}}`;
    case 1:
        return `${is_static}set ${own}(v){note("set "+typeof v);${body}}`;
    case 2:
        return `${is_static}${own}(q=${small(r)}){${body}}`;
    case 3:
        return `${is_static}*${own}(){yield this.x;${body}}`;
    case 4:
        return `static{note("static");try{${body.replace(/return ([^;]*)$/, 'note(typeof ($1))')
            .replace('[...arguments].length', '0').replace('new.target', '0')}}catch(e){note(e.name)}}`;
    case 5:
        return has_super && r.chance(50) ?
            `constructor(...r){note("ctor");${r.chance(85) ? 'super(...r);' : ''}` +
            `${r.chance(30) ? `return ${r.pick(['{x:9}', 'undefined', '1', 'this'])};` : ''}}` :
            `${is_static}${own}=${r.pick(['this', 'note("f")', '()=>this', '1', 'new.target'])};`;
    default:
        return `${is_static}${own}=${element(r)};`;
    }
}

/* Private names must be there; of two members of one name only one is taken. */
function classes(r) {
    const base = r.pick(heritage);
    const seen = new Set();
    const list = r.list(1, 6, () => member(r, base !== '')).filter((text) => {
        const name = /#[pq](?=[(=])|constructor\(/.exec(text.split(/[({=]/)[0] +
            text[text.split(/[({=]/)[0].length])?.[0];
        const taken = name !== undefined && seen.has(name);
        seen.add(name);
        return !taken;
    });
    for (const name of ['#p', '#q']) {
        if (!list.some((text) => text.includes(name) &&
            new RegExp(`^(static )?([gs]et )?\\*?${name}[(=]`).test(text)))
            list.push(r.pick([`${name}=1;`, `${name}(){return 1}`, `get ${name}(){return 2}`]));
    }
    const use = r.pick([
        'return new C(3)', 'return [new C(1,2),C.x]', 'const o=new C;o.x=5;return [o.x,o]',
        'return Reflect.ownKeys(C)', 'return Reflect.ownKeys(C.prototype)',
        'const o=new C(2);return [o.y,o.z,o["s t"],o[0]]', 'return C.name+C.length',
        'return [...new C().x()]', 'return new C().x()', 'return C()',
        'return Reflect.construct(C,[1],Point)', 'const o=new C(1);return o.y?.()',
        'class D extends C{#p=7;get p(){return this.#p}}const o=new D(2);return [o.p,o]']);
    return `class C ${base}{${list.join('')}}${use}`;
}

/* ---- Templates, receivers, species --------------------------------------- */

function templates(r) {
    const piece = () => r.pick(['x', '\\n', '\\u{41}', '\\u0041', '\\x', '\\u{', '\\01',
                                '\\`', '\\\n', '$', '{', '\\0', '\u00e9', '\u{1f600}', '\r\n']);
    const text = r.list(0, 4, () => r.list(0, 2, piece).join('') +
        `\${${r.pick(['a', 'b', 'c', '1', '"s"', '`n${1}`'])}}`).join('') + piece();
    return r.pick([
        `return ((s,...v)=>[s,s.raw,Object.isFrozen(s),v.length])\`${text}\``,
        `const f=()=>((s)=>s)\`${text}\`;return [f()===f(),f().raw.length]`,
        `return String.raw\`${text}\``,
        `return new ((s)=>function(){this.x=s.raw[0]})\`${text}\``,
    ]);
}

function receivers(r) {
    const name = r.pick(names.filter((n) => n !== 'length'));
    const proto = `({get ${name}(){note("get");return this===p?"p":typeof this},` +
        `set ${name}(v){note("set");this.y=v}})`;
    return `const q=${proto};const p=Object.create(q);` + r.pick([
        `p.${name}=${primitive(r)};return [p.${name},p]`,
        `return Reflect.get(p,"${name}",${variable(r)})`,
        `return [Reflect.set(p,"${name}",1,${variable(r)}),p]`,
        `Object.defineProperty(p,"${name}",{value:1});p.${name}=2;return p`,
        `class E extends Object{m(){return super.${name}}}` +
            'Object.setPrototypeOf(E.prototype,p);return new E().m()',
        `const o={__proto__:p,m(){super.${name}=3;return this}};return o.m()`,
        `Number.prototype.__proto__===Object.prototype;return Reflect.get(q,"${name}",5)`,
    ]).replaceAll('this===p', 'typeof p!=="undefined"&&this===p');
}

function species(r) {
    const base = r.pick(['Array', 'Uint8Array', 'Int16Array', 'Float64Array']);
    const other = r.pick([base, 'undefined', 'null', 'Array', 'Uint8Array', 'Object',
                          'class extends Array{}', '(function(n){note("new "+n);return [1,2,3,4,5]})',
                          '(function(n){return new Uint8Array(1)})', '1']);
    const call = r.pick(['map(x=>x)', 'filter(()=>true)', 'slice(1)', 'slice(-2,-1)',
                         'concat([1],2)', 'splice(0,1)', 'subarray(1)', 'flat()',
                         'flatMap(x=>[x,x])', 'toReversed()', 'with(0,1)', 'toSpliced(0,1)']);
    return `class C extends ${base}{static get [Symbol.species](){note("species");` +
        `return ${other}}}const o=C.of(1,2,3);const q=o.${call};` +
        'return [q,q.constructor===C,o]';
}

/* ---- Buffers that change their size -------------------------------------- */

const typed = ['Int8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint32Array',
               'Float32Array', 'Float64Array', 'BigInt64Array'];

function resizing(r) {
    const type = r.pick(typed);
    const one = type.startsWith('Big') ? `${r.int(9)}n` : String(r.int(9));
    const view = r.pick([`new ${type}(u)`, `new ${type}(u,8)`, `new ${type}(u,8,1)`,
                         `new ${type}(u,0,2)`]);
    const size = () => r.pick(['0', '8', '16', '20', '24', '32']);
    const shrink = `{valueOf(){note("v");u.resize(${size()});return ${r.int(4)}}}`;
    const call = r.pick([
        `w.fill(${one},${shrink})`, `w.slice(0,${shrink})`, `w.subarray(${shrink})`,
        `w.at(${shrink})`, `w.indexOf(${one},${shrink})`, `w.includes(undefined,${shrink})`,
        `w.copyWithin(0,${shrink})`, `w.set([${one}],${shrink})`, `w.with(${shrink},${one})`,
        `w.map((x,i)=>{if(i===0)u.resize(${size()});return x})`,
        `w.forEach((x,i)=>{note(String(x));if(i===0)u.resize(${size()})})`,
        `w.sort((x,y)=>{u.resize(${size()});return 0})`, `w.join({toString(){u.resize(${size()});return "-"}})`,
        `w.filter((x,i)=>{if(i===0)u.resize(${size()});return true})`,
        `[...w.entries()]`, `w.reduce((s,x)=>{u.resize(${size()});return s+typeof x},"")`,
        `Object.keys(w)`, `w.toLocaleString()`, `(w[1]=${one},w[1])`, `Object.entries(w)`,
        `(()=>{const i=w.values();i.next();u.resize(${size()});return [...i]})()`,
        `new ${r.pick(typed)}(w)`, `u.slice(${shrink})`, `new DataView(u,8).byteLength`,
        `structuredClone(u).byteLength`, `u.transfer(${size()}).byteLength`,
        `w.findLast(()=>{u.resize(${size()});return false})`, `w.lastIndexOf(${one},${shrink})`,
    ]);
    return `const u=new ArrayBuffer(${size()},{maxByteLength:32});const w=${view};` +
        `w.fill(${one});${r.chance(40) ? `u.resize(${size()});` : ''}` +
        `let q;try{q=${call}}finally{note(w.length+" "+w.byteOffset+" "+u.byteLength)}return q`;
}

/* ---- Regular expressions ------------------------------------------------- */

function atom(r, depth, v) {
    const simple = ['a', 'b', 'A', '.', '\\d', '\\w', '\\W', '\\s', '\\b', '\\B', '^', '$', '[ab]',
                    '[^a]', '[a-c]', '\\u0061', '\\xe9', '\u00e9', '\u{1f600}', '\\u{1f600}',
                    '\\p{L}', '\\P{Lu}', '\\p{Script=Greek}', '[\\d\\s]', '\\1', '\\k<n>', '-', '\\/'];
    if (v)
        simple.push('[\\w--\\d]', '[\\w&&[a-f]]', '[\\q{ab|c}x]', '[[a-z]--[b]]', '\\p{RGI_Emoji}',
                    '[^\\d]', '[\\p{L}--[a]]');
    if (depth <= 0 || r.chance(60))
        return r.pick(simple);
    const inner = () => disjunction(r, depth - 1, v);
    return r.pick([
        () => `(${inner()})`, () => `(?:${inner()})`, () => `(?=${inner()})`,
        () => `(?!${inner()})`, () => `(?<=${inner()})`, () => `(?<!${inner()})`,
        () => `(?<n>${inner()})`, () => `(?i:${inner()})`, () => `(?-i:${inner()})`,
        () => `(?s:${inner()})`,
    ])();
}

function term(r, depth, v) {
    const text = atom(r, depth, v);
    if (/^(\^|\$|\\b|\\B|\(\?[=!<][=!]?)/.test(text) || r.chance(55))
        return text;
    return text + r.pick(['*', '+', '?', '*?', '+?', '??', '{2}', '{0,1}', '{1,}', '{0}']);
}

function disjunction(r, depth, v) {
    const side = () => r.list(0, 3, () => term(r, depth, v)).join('');
    return r.chance(25) ? `${side()}|${side()}` : side();
}

function regexps(r) {
    const flags = ['d', 'g', 'i', 'm', 's', 'y'].filter(() => r.chance(30)).join('') +
        r.pick(['', '', 'u', 'v']);
    const source = disjunction(r, 2, flags.includes('v'));
    const text = r.list(0, 4, () => r.pick(['a', 'b', 'ab', 'A', '1', ' ', '\n', '\u00e9', '\u00c9',
                                            '\u{1f600}', '\ud83d', 'aab', '_', '\u03b1', '\u212a', 'k',
                                            '\u017f', 's'])).join('');
    const call = r.pick([
        'x.exec(s)', '[x.exec(s)?.indices,x.lastIndex]', 's.match(x)', 's.search(x)',
        's.split(x)', 's.split(x,2)', 's.replace(x,"[$&|$1|$<n>|$`]")', '[x.test(s),x.test(s),x.lastIndex]',
        's.replace(x,(...q)=>JSON.stringify(q))', 'x.exec(s)?.groups', '[x.flags,x.source]',
        '[...s.matchAll(new RegExp(x,x.flags.includes("g")?x.flags:x.flags+"g"))].map(String)',
        '(x.lastIndex=1,[x.exec(s),x.lastIndex])',
    ]);
    return `const x=new RegExp(${literal(source)},"${flags}"),s=${literal(text)};return ${call}`;
}

/* ---- Dates and the locale ------------------------------------------------ */

const date_texts = [
    '2024-02-29', '2024-02-30', '2024-01-01T00:00', '2024-01-01T24:00:00Z', '2024-1-1',
    '2024-01-01T00:00:00.123456789Z', '+010000-01-01T00:00:00Z', '-000000-01-01T00:00Z',
    'Jan 1 2024', '1 January 2024 10:00 PM', 'Thu, 01 Jan 1970 00:00:00 GMT', '2024-01-01 10:11:12',
    '12/25/1995', '1995/12/25 13:30', 'Mon Dec 25 1995 13:30:00 GMT+0430', '2024', '2024-06',
    '10:00', '', 'x', '99', '1/1/50', '1/1/49', 'Tue Mar 01 2022 (comment) 10:00', '2024-06-15T12:00+02:30',
    '2024-06-15T12:00:00-0130', 'T10:00', '2024-13-01', 'Sept 5 2020', '5 Sep 2020 25:00', '20240101',
];

function dates(r) {
    const numbers = () => r.list(1, 7, () => r.pick([small(r), '-1', '12', '31', '70', '2024', '1e3',
                                                     'NaN', '1.9', '275760', '-271821', '59', '60']));
    const date = r.pick([
        () => `new Date(${literal(r.pick(date_texts))})`,
        () => `new Date(${numbers()})`,
        () => `new Date(Date.UTC(${numbers()}))`,
        () => `new Date(${number(r)})`,
    ])();
    const unit = r.pick(['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']);
    const zone = r.pick(['', 'UTC']);
    const call = r.pick([
        `[d.set${zone}${unit}(${numbers()}),d.getTime()]`, `d.get${zone}${unit}()`, 'd.toString()',
        'd.toUTCString()', 'd.toISOString()', 'd.toJSON()', 'd.getDay()', 'String(d)', 'd-0', 'd.getYear()',
        'd.setYear(99)', 'd.toDateString()+d.toTimeString()', 'd[Symbol.toPrimitive]("number")',
        'd.toLocaleString("en-US")', 'd.toLocaleDateString("en-US")', 'd.toLocaleTimeString("en-US")',
        'd.toLocaleDateString("en-US",{dateStyle:"full"})', 'd.toLocaleString("en-US",{timeZone:"America/New_York"})',
        'd.toLocaleDateString("en-US",{weekday:"short",year:"numeric",month:"long",day:"numeric"})',
        'd.toLocaleTimeString("en-US",{hour12:false})', 'd.toLocaleTimeString("en-US",{timeStyle:"short"})',
        'new Intl.DateTimeFormat("en-US",{month:"short",day:"2-digit",hour:"numeric"}).format(d)',
        'new Intl.DateTimeFormat("en-US",{era:"short",year:"numeric"}).formatToParts(d)',
    ]);
    return `const d=${date};return ${call}`;
}

function locale_numbers(r) {
    const options = r.pick([
        '', '{maximumFractionDigits:1}', '{minimumFractionDigits:2}', '{style:"percent"}',
        '{style:"currency",currency:"USD"}', '{style:"currency",currency:"JPY"}',
        '{notation:"compact"}', '{notation:"scientific"}', '{maximumSignificantDigits:3}',
        '{useGrouping:false}', '{minimumIntegerDigits:3}', '{signDisplay:"always"}',
        '{style:"unit",unit:"kilometer-per-hour"}', '{notation:"compact",compactDisplay:"long"}',
        '{notation:"engineering"}', '{signDisplay:"exceptZero"}', '{currencySign:"accounting",style:"currency",currency:"EUR"}',
        '{roundingMode:"floor",maximumFractionDigits:0}', '{roundingIncrement:5,maximumFractionDigits:2,minimumFractionDigits:2}',
        '{trailingZeroDisplay:"stripIfInteger",minimumFractionDigits:2}',
    ]);
    const n = r.chance(80) ? number(r) : r.pick(['12n', '10n**30n', '-1234567n']);
    return r.pick([
        `return (${n}).toLocaleString("en-US"${options && `,${options}`})`,
        `return new Intl.NumberFormat("en-US"${options && `,${options}`}).format(${n})`,
        `return new Intl.NumberFormat("en-US"${options && `,${options}`}).formatToParts(${n})`,
        `return new Intl.PluralRules("en-US"${r.chance(50) ? ',{type:"ordinal"}' : ''}).select(${number(r)})`,
        `return [${r.list(0, 4, () => string(r).slice(0, 60))}].length`,
        `return new Intl.ListFormat("en-US",{type:"${r.pick(['conjunction', 'disjunction', 'unit'])}"})` +
            `.format([${r.list(0, 4, () => literal(r.pick(['x', 'y', 'z w'])))}])`,
        `return new Intl.RelativeTimeFormat("en-US",{numeric:"${r.pick(['auto', 'always'])}"})` +
            `.format(${r.pick(['1', '-1', '0', '-0', '2.5', '1000'])},"${
                r.pick(['day', 'days', 'week', 'year', 'second', 'quarter'])}")`,
        `return [${r.list(2, 6, () => literal(r.pick(['a', 'B', 'b', 'A', '\u00e9', 'e', 'z', '1', '10', '2', '_',
                                                      'ab', 'Ab'])))}].sort(new Intl.Collator("en-US"${
            r.chance(40) ? ',{numeric:true,sensitivity:"base"}' : ''}).compare)`,
    ]);
}

const makers = [flow, flow, flow, generator, generator, patterns, patterns, classes, classes, templates,
                receivers, species, resizing, resizing, regexps, regexps, regexps, dates, locale_numbers];

module.exports = { syntax: (r) => r.pick(makers)(r) };
