// What only old programs use: RegExp.$1, f.arguments, f.caller, functions in
// blocks.
const assert = require('assert');

// The last match.
/(a)(b)?/.exec('xaby');
assert.deepStrictEqual([RegExp.$1, RegExp.$2, RegExp.$3, RegExp.lastMatch, RegExp.lastParen,
    RegExp.leftContext, RegExp.rightContext, RegExp.input],
['a', 'b', '', 'ab', 'b', 'x', 'y', 'xaby']);
assert.deepStrictEqual([RegExp['$&'], RegExp['$+'], RegExp['$`'], RegExp['$\''], RegExp.$_],
    ['ab', 'b', 'x', 'y', 'xaby']);
/nothing/.test('xaby');
RegExp.$1 = 'ignored';
assert.strictEqual(RegExp.$1, 'a');
RegExp.input = 5;
assert.strictEqual(RegExp.input, '5');
/(?<name>é)/u.test('aé');
assert.deepStrictEqual([RegExp.$1, RegExp.input], ['é', 'aé']);
/(a)|(b)/.exec('a');
assert.deepStrictEqual([RegExp.lastParen, RegExp.$1], ['', 'a']);
/(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)/.exec('abcdefghijkl');
assert.deepStrictEqual([RegExp.$9, RegExp.lastParen], ['i', 'j']);
'aXbXc'.replace(/X/g, '');
assert.strictEqual(RegExp.leftContext, 'aXb');
'aXbXc'.replace(/(X)/, '$1$1');
assert.strictEqual(RegExp.leftContext, 'a');
'a,b,c'.split(/,/);
assert.strictEqual(RegExp.leftContext, 'a,b');
'a1b2'.match(/\d/g);
assert.strictEqual(RegExp.leftContext, 'a1b');
'a1b2'.search(/\d/);
assert.strictEqual(RegExp.leftContext, 'a');
const sticky = /(\d)/y;
sticky.lastIndex = 3;
sticky.test('a1b2');
assert.deepStrictEqual([RegExp.$1, RegExp.leftContext], ['2', 'a1b']);
{
    const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(RegExp, '$1');
    assert.deepStrictEqual([get.name, set.name, enumerable, configurable],
        ['get $1', 'set $1', false, true]);
    assert.strictEqual(class extends RegExp {}.$1, '2');
}

// Arguments and callers.
function own(a) {
    a = 5;
    return own.arguments;
}
assert.deepStrictEqual([...own(1, 2)], [5, 2]);
assert.strictEqual(own().length, 0);
assert.strictEqual(own(1).callee, own);
assert.strictEqual(Object.prototype.toString.call(own(1)), '[object Arguments]');
assert.strictEqual(own.arguments, null);
assert.strictEqual(own.caller, null);
own.arguments = 4;
assert.strictEqual(own.arguments, null);
assert.deepStrictEqual([...[7].map(own)[0]].length, 3);
function calledBy() {
    return calledBy.caller;
}
function calls() {
    return calledBy();
}
function strictly() {
    'use strict';
    return calledBy();
}
assert.strictEqual(calls(), calls);
assert.strictEqual(strictly(), null);
assert.strictEqual([1].map(calledBy)[0], null);
(function named() {
    assert.strictEqual(calledBy.call(), named);
    assert.strictEqual(Reflect.apply(calledBy, null, []), named);
    assert.strictEqual(eval('calledBy()'), named);
})();
for (const f of [strictly, () => 1, class {}, { m() {} }.m, function* () {}, async function () {},
    Math.max, own.bind()])
    for (const key of ['arguments', 'caller'])
        assert.throws(() => f[key], TypeError);

// Functions in blocks.
assert.strictEqual((0, eval)('{ function g(){return 1} function g(){return 2} } g()'), 2);
assert.strictEqual((0, eval)('{ function g(){} var same = g } same === g'), true);
assert.strictEqual((0, eval)('{ g = 5; function g(){} } typeof g'), 'number');
function value(body) {
    return new Function(body)();
}
assert.deepStrictEqual(value('{ function g() { return 1 } var x = g; function g() { return 2 } }' +
    'return [g(), x === g]'), [2, true]);
assert.strictEqual(value('{ var x = g(); function g() { return 1 } function g() { return 2 } } return x'), 2);
assert.strictEqual(value('switch (1) { case 1: function g() { return 1 } case 2: function g() { return 2 } }' +
    'return g()'), 2);
assert.strictEqual(value('{ function g() { return 1 } { function g() { return 2 } } } return g()'), 2);
assert.strictEqual(value('{ function g() {} g = 7; function g() {} } return g'), 7);
assert.strictEqual(value('{ function arguments() {} } return typeof arguments'), 'function');
assert.strictEqual(value('let g = 0; { function g() {} } return g'), 0);
assert.strictEqual(value('if (1) function g() { return 5 } return g()'), 5);
assert.strictEqual(value('return typeof g; { function g() {} }'), 'undefined');
assert.throws(() => value('"use strict"; { function g() {} function g() {} }'), SyntaxError);
