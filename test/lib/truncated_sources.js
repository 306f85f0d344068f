// A source may end anywhere. Each beginning of these programs either runs to
// its end or is a SyntaxError, and nothing is read beyond it: a build with the
// address sanitizer sees that.
'use strict';

const assert = require('assert');

const sources = [
    '\'\\u00e9\\x41\\u{1f600}\\\n\\0\\b\'',
    '"\\u{0010ffff}" + "\\u{110000}"',
    '`a${ { b: `c${ 1 }` }.b }\\u0041\\x4${ 2 }`',
    'String.raw`\\u${ 1 }\\x${ 2 }\\u{`',
    'var \\u0061b\\u{63} = 1, d\\u0065 = 2',
    '/[\\]\'"]\\u{1f600}(?<name>x)\\k<name>/giu.test("x")',
    '0x1f + 0b11 + 0o17 + 1_000.5e+10 + 12n + .5 + 017 + 08.5',
    '(a, { b, c: [d = 1, ...e] }, ...f) => { return a?.b ?? c }',
    'async function* f() { for await (const x of y) yield* await x }',
    'class A extends (class {}) { static #p = 1; get [`x`]() { return #p in this } static { } }',
    'label: for (let [i] = [0]; i < 1; i++) { if (i) continue label; else break label }',
    'switch (1) { case 1: default: throw 1 }',
    'try { null.x } catch ({ message }) { } finally { }',
    '<!-- html\n1 // comment\n/* \u2028 comment */ --> html\n',
    'x = { get a() { return 1 }, set a(v) {}, async b() {}, *c() {}, async *d() {}, "e": 1, 2: 3, [4]: 5, ...{} }',
    'new.target; import.meta; import("x"); super.x; super()',
    'a ||= b &&= c ??= d **= 2; a >>>= 1; a <<= 2; x ? y : z; a?.[0]?.(1); delete a.b, void 0, typeof a',
    'var é = "\u{1f600}\u00e9\u4e2d", \u{20000} = 1; do ; while (0) with ({}) debugger',
    '{ using x = null; } async () => { await using y = null }',
    '#!/usr/bin/env node\n"use strict"; 010',
    '"use strict"; "\\08"; with (a) b',
];

function attempt(compile, source) {
    try {
        compile(source);
    } catch (e) {
        // Programs may throw as well: only the compiler is of interest here.
        assert.ok(e instanceof Error || e === 1, source);
        assert.doesNotMatch(String(e), /memory/i, source);
    }
}

for (const source of sources) {
    for (let end = 0; end <= source.length; end++) {
        const text = source.slice(0, end);
        attempt((s) => new Function(s), text);
        attempt((s) => new Function(`(${s}`), text);
        attempt((s) => (0, eval)(`if (0) { ${s}`), text);
        attempt((s) => (0, eval)(`(function () { ${s} })`), text);
        attempt((s) => new Function(s, ''), text);
        attempt(JSON.parse, text);
        attempt((s) => new RegExp(s, 'u'), text);
        attempt((s) => new RegExp(s, 'v'), text);
        attempt((s) => new RegExp(s), text);
    }
}

for (const text of ['{"a\\u00e9":[1.5e+10,true,false,null,"\\"\\\\\\b"]}', '"\\ud83d\\ude00"',
                    '-0.5E-1', ' [ { } , [ ] ] '])
    for (let end = 0; end <= text.length; end++)
        attempt(JSON.parse, text.slice(0, end));
