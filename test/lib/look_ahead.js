// The parser looks ahead to tell an arrow function or a pattern from an
// expression in brackets. What it meets there is a guess: it never becomes an
// exception, and a "/" after a keyword, a bracket or a name is read as it will
// be read when its turn comes.
'use strict';

const assert = require('assert');

// Sloppy code, as a whole function body in brackets and as a default value.
function check(source, expected) {
    assert.deepStrictEqual((0, eval)(`(function () { ${source} })()`), expected, source);
    assert.deepStrictEqual((0, eval)(`((x = (function () { ${source} })()) => x)()`),
                         expected, source);
}

// A regular expression after the bracket of a condition.
check('let a = 1;\nif (a) /[\']/.test("x"); return a', 1);
check('let a = "\'"; if (a) return /[\']/.test(a); return 0', true);
check('let a = 0; while (a++ < 1) /["]/.test("x"); return a', 2);
check('for (const a of [1]) /[`]/.test("x"); return 3', 3);
check('with ({}) /[\']/.test("x"); return 4', 4);
check('do /[\']/.test("x"); while (0) /[\']/.test("x"); return 5', 5);
check('if (0) ; else /[\']/.test("x"); return 6', 6);

// A regular expression after a block, a division after an object.
check('{ } /[\']/.test("x"); return 1', 1);
check('function f() { } /[\']/.test("x"); return 2', 2);
check('async function f() { } /[\']/.test("x"); return 2', 2);
check('class C { } /[\']/.test("x"); return 3', 3);
check('label: { } /[\']/.test("x"); return 4', 4);
check('switch (1) { case 1: { } /[\']/.test("x") } return 5', 5);
check('try { } catch { } /[\']/.test("x"); return 6', 6);
check('const g = 2, f = x => { }\n/[\']/g.test("x"); return 7', 7);
check('const a = { valueOf() { return 8 } } / 2; return a', 4);
check('const o = { a: 1 }; return o.a ? { valueOf() { return 6 } } / 2 : 1', 3);
check('const a = function () { } / 2; return [a, "\'"]', [NaN, '\'']);
check('const a = class { } / 2; return [a, "\'"]', [NaN, '\'']);
check('const g = 2; return [`${{ valueOf() { return 6 } } / 2}`, 4 / g, "/"]',
            ['3', 2, '/']);

// A division after a name, whatever the name.
for (const word of ['else', 'if', 'return', 'typeof', 'of', 'in', 'function', 'class',
                    'yield', 'await', 'void', 'new', 'delete', 'do', 'case']) {
    check(`const l = { ${word}: 4 }; return l.${word} / 2`, 2);
    check(`const l = { ${word}: 4 }; return l?.${word} / 2 / 1`, 2);
    check(`const l = { ${word}: 4 }; l.${word} /= 2; return [l.${word}, "/"]`, [2, '/']);
}
check('const of = 4; return of / 2', 2);
check('const async = 4; return async / 2', 2);
check('const a = []; for (const x of /[\']/.source) a.push(x); return a', ['[', '\'', ']']);
check('let a = 4; a++ / 2; return [a, "/"]', [5, '/']);
check('let a = 4; return [a-- / 2, a / 2]', [2, 1.5]);
check('return [`a` / 2, "\'"]', [NaN, '\'']);

// Arrow functions, whose list of parameters is recognised, and what is none.
check('return ((a) => a)(1)', 1);
check('return ((a, b = 2) => a + b)(1)', 3);
check('return (({ a }, [b] = [2], ...c) => a + b + c.length)({ a: 1 })', 3);
check('return ((a = /[)]/, b = ")") => a.source + b)()', '[)])');
check('return ((a, b = (1, 2)) => b)()', 2);
check('return (() => 1)()', 1);
check('return (async (a, b) => a), 2', 2);
check('var yield_ = 1, let_ = 2; return ((let_, yield_) => let_)(3)', 3);
check('var let = 1; return (let)', 1);
check('return ((let) => let)(1)', 1);
check('return ((of) => of)(1)', 1);
check('return ((using, using2) => using)(1)', 1);
check('return ((static) => static)(1)', 1);
check('return ((yield) => yield)(1)', 1);
check('return ((await) => await)(1)', 1);
check('return (this === globalThis)', true);

// What is wrong is still told where it is wrong, and nothing is left behind.
for (const source of ['(a, b', '(\'', '({ a: \'', '(a /', '(`${', '(/[/', '([a, \'\n\']) => 1',
                      '(function () { if (a) /[\']', '(x = a.if / 2', '((', '((a)', '(\\u',
                      '(\'\\u', '(\'\\x', '(\'\\u00']) {
    assert.throws(() => (0, eval)(source), SyntaxError, source);
    assert.throws(() => new Function(source), SyntaxError, source);
    assert.strictEqual((0, eval)('1 + 1'), 2);
}

// An inner iterator that is done is not closed, and asked for next once.
{
    const log = [];
    const inner = {
        get next() {
            log.push('get next');
            let n = 0;
            return () => ({ done: n++ === 2, value: n });
        },
        return() {
            log.push('return'); // not reached
            throw new Error('nobody asks for this');
        },
    };
    assert.deepStrictEqual([...[0].values().flatMap(() => inner)], [1, 2]);
    assert.deepStrictEqual(log, ['get next']);
    assert.deepStrictEqual([1].map((x) => x + 1), [2]);
}
