'use strict';
/*
 * util.inspect(): each case is what Node 24 prints for the same value.
 * Errors have their stacks set, so that no path is in the text.
 */

const { inspect } = require('util');
const { check, finish } = require('./support/check.js');


class Foo {
    constructor() {
        this.a = 1;
    }
}
class Bar extends Foo {
    get z() {
        return 1;
    }
}
class MyMap extends Map {}
class MySet extends Set {}

function makeCircle() {
    const circle = { name: 'c' };
    circle.self = circle;
    circle.list = [circle, { circle }];
    return circle;
}

function makeError(error, frames) {
    error.stack = `${error.name}: ${error.message}` +
        frames.map((frame) => `\n    at ${frame}`).join('');
    return error;
}

function makeCause() {
    const cause = makeError(new Error('inner'), ['b (/b.js:2:2)']);
    return makeError(new TypeError('outer', { cause }), ['a (/a.js:1:1)']);
}

const custom = Symbol.for('nodejs.util.inspect.custom');

check(() => inspect(undefined),
      'undefined');
check(() => inspect(null),
      'null');
check(() => inspect(-0),
      '-0');
check(() => inspect(1.5),
      '1.5');
check(() => inspect(12n),
      '12n');
check(() => inspect(true),
      'true');
check(() => inspect(Symbol('a b')),
      'Symbol(a b)');
check(() => inspect('plain'),
      '\'plain\'');
check(() => inspect('it\'s'),
      '"it\'s"');
check(() => inspect('it\'s "both"'),
      '`it\'s "both"`');
check(() => inspect('it\'s "all" `three`'),
      '\'it\\\'s "all" `three`\'');
check(() => inspect('tab\t nul\0 esc\x1b \ud800'),
      '\'tab\\t nul\\x00 esc\\x1B \\ud800\'');
check(() => inspect({}),
      '{}');
check(() => inspect({ a: 1, 'b-c': 2, 3: 4, [Symbol('s')]: 5 }),
      '{ \'3\': 4, a: 1, \'b-c\': 2, Symbol(s): 5 }');
check(() => inspect({ a: { b: { c: { d: 1 } } } }),
      '{ a: { b: { c: [Object] } } }');
check(() => inspect({ a: { b: { c: { d: 1 } } } }, { depth: 0 }),
      '{ a: [Object] }');
check(() => inspect({ a: { b: { c: { d: 1 } } } }, { depth: null }),
      '{\n  a: { b: { c: { d: 1 } } }\n}');
check(() => inspect([]),
      '[]');
check(() => inspect([1, 'a', null, undefined, [2, [3, [4]]]]),
      '[ 1, \'a\', null, undefined, [ 2, [ 3, [Array] ] ] ]');
check(() => inspect([1, , 3, , , 6]),
      '[ 1, <1 empty item>, 3, <2 empty items>, 6 ]');
check(() => inspect(Object.assign([1, 2], { x: 1 })),
      '[ 1, 2, x: 1 ]');
check(() => inspect(Array.from({ length: 120 }, (_, i) => i)),
      '[\n   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11,\n  12, ' +
        '13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,\n  24, 25, 26, 2' +
        '7, 28, 29, 30, 31, 32, 33, 34, 35,\n  36, 37, 38, 39, 40, 41' +
        ', 42, 43, 44, 45, 46, 47,\n  48, 49, 50, 51, 52, 53, 54, 55,' +
        ' 56, 57, 58, 59,\n  60, 61, 62, 63, 64, 65, 66, 67, 68, 69, ' +
        '70, 71,\n  72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83,\n' +
        '  84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,\n  96, 97,' +
        ' 98, 99,\n  ... 20 more items\n]');
check(() => inspect(Array.from({ length: 9 }, (_, i) => 'x'.repeat(i))),
      '[\n  \'\',         \'x\',\n  \'xx\',       \'xxx\',\n  \'xxx' +
        'x\',     \'xxxxx\',\n  \'xxxxxx\',   \'xxxxxxx\',\n  \'xxxxx' +
        'xxx\'\n]');
check(() => inspect(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { maxArrayLength: 3 }),
      '[ \'a\', \'b\', \'c\', ... 4 more items ]');
check(() => inspect(new Foo()),
      'Foo { a: 1 }');
check(() => inspect(new Bar()),
      'Bar { a: 1 }');
check(() => inspect(Foo),
      '[class Foo]');
check(() => inspect(Bar),
      '[class Bar extends Foo]');
check(() => inspect(class {}),
      '[class (anonymous)]');
check(() => inspect(Object.create(null)),
      '[Object: null prototype] {}');
check(() => inspect(Object.create(Foo.prototype)),
      'Foo {}');
check(() => inspect(Object.assign(Object.create(null), { x: 1 })),
      '[Object: null prototype] { x: 1 }');
check(() => inspect(() => {}),
      '[Function (anonymous)]');
check(() => inspect(function named() {}),
      '[Function: named]');
check(() => inspect(async function later() {}),
      '[AsyncFunction: later]');
check(() => inspect(function* many() {}),
      '[GeneratorFunction: many]');
check(() => inspect(Object.assign(() => {}, { a: 1 })),
      '[Function (anonymous)] { a: 1 }');
check(() => inspect(new Map([['a', 1], [{ k: 1 }, [2]]])),
      'Map(2) { \'a\' => 1, { k: 1 } => [ 2 ] }');
check(() => inspect(new Set([1, { a: 1 }])),
      'Set(2) { 1, { a: 1 } }');
check(() => inspect(new MyMap([[1, 2]])),
      'MyMap(1) { 1 => 2 }');
check(() => inspect(new MySet()),
      'MySet(0) {}');
check(() => inspect(new Map([['a', 1]]).entries()),
      '[Map Entries] { [ \'a\', 1 ] }');
check(() => inspect(new Set([1, 2]).values()),
      '[Set Iterator] { 1, 2 }');
check(() => inspect(new WeakMap()),
      'WeakMap { <items unknown> }');
check(() => inspect(new Uint8Array([1, 2, 3])),
      'Uint8Array(3) [ 1, 2, 3 ]');
check(() => inspect(new Float32Array([0.5, -0])),
      'Float32Array(2) [ 0.5, -0 ]');
check(() => inspect(new BigInt64Array([1n])),
      'BigInt64Array(1) [ 1n ]');
check(() => inspect(new ArrayBuffer(4)),
      'ArrayBuffer { [Uint8Contents]: <00 00 00 00>, [byteLength]: 4 }');
check(() => inspect(new DataView(new ArrayBuffer(2))),
      'DataView {\n  [byteLength]: 2,\n  [byteOffset]: 0,\n  [buffe' +
        'r]: ArrayBuffer { [Uint8Contents]: <00 00>, [byteLength]: 2 ' +
        '}\n}');
check(() => inspect(new Date(0)),
      '1970-01-01T00:00:00.000Z');
check(() => inspect(new Date(NaN)),
      'Invalid Date');
check(() => inspect(/ab+c/gi),
      '/ab+c/gi');
check(() => inspect(Object.assign(/x/, { a: 1 })),
      '/x/ { a: 1 }');
check(() => inspect(Promise.resolve(4)),
      'Promise { 4 }');
check(() => inspect(new Promise(() => {})),
      'Promise { <pending> }');
check(() => inspect(new Number(3)),
      '[Number: 3]');
check(() => inspect(new String('abc')),
      '[String: \'abc\']');
check(() => inspect(Object(Symbol('z'))),
      '[Symbol: Symbol(z)]');
check(() => inspect(makeCircle()),
      '<ref *1> {\n  name: \'c\',\n  self: [Circular *1],\n  list: ' +
        '[ [Circular *1], { circle: [Circular *1] } ]\n}');
check(() => inspect(new Proxy({ a: 1 }, {})),
      '{ a: 1 }');
check(() => inspect(new Proxy({ a: 1 }, { get: 1 }), { showProxy: true }),
      'Proxy [ { a: 1 }, { get: 1 } ]');
check(() => inspect({ get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} }),
      '{ a: [Getter], b: [Setter], c: [Getter/Setter] }');
check(() => inspect({ get a() { return { b: 1 }; } }, { getters: true }),
      '{ a: [Getter] { b: 1 } }');
check(() => inspect((function() { return arguments; })(1, 'a')),
      '[Arguments] { \'0\': 1, \'1\': \'a\' }');
check(() => inspect(Object.defineProperty({}, 'hidden', { value: 1 }), { showHidden: true }),
      '{ [hidden]: 1 }');
check(() => inspect(makeError(new RangeError('far'), ['f (/f.js:1:2)'])),
      'RangeError: far\n    at f (/f.js:1:2)');
check(() => inspect(Object.assign(makeError(new Error('x'), ['f (/f.js:1:2)']), { code: 'E' })),
      'Error: x\n    at f (/f.js:1:2) {\n  code: \'E\'\n}');
check(() => inspect(makeCause()),
      'TypeError: outer\n    at a (/a.js:1:1) {\n  [cause]: Error: ' +
        'inner\n      at b (/b.js:2:2)\n}');
check(() => inspect({ e: makeError(new Error('in'), ['f (/f.js:1:2)']) }),
      '{\n  e: Error: in\n      at f (/f.js:1:2)\n}');
check(() => inspect(makeError(new Error('none'), [])),
      '[Error: none]');
check(() => inspect({ a: 'x'.repeat(50), b: 'y'.repeat(50) }),
      '{\n  a: \'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' +
        '\',\n  b: \'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy' +
        'yy\'\n}');
check(() => inspect({ a: 1, b: { c: 2 } }, { compact: false }),
      '{\n  a: 1,\n  b: {\n    c: 2\n  }\n}');
check(() => inspect({ a: 1, b: { c: 2 } }, { compact: true, breakLength: 10 }),
      '{ a: 1,\n  b: { c: 2 } }');
check(() => inspect({ b: 1, a: 2 }, { sorted: true }),
      '{ a: 2, b: 1 }');
check(() => inspect(123456789.123, { numericSeparator: true }),
      '123_456_789.123');
check(() => inspect({ a: 1, b: 'x', c: null, d: undefined, e: Symbol('q') }, { colors: true }),
      '{ a: \u001b[33m1\u001b[39m, b: \u001b[32m\'x\'\u001b[39m, c:' +
        ' \u001b[1mnull\u001b[22m, d: \u001b[90mundefined\u001b[39m, ' +
        'e: \u001b[32mSymbol(q)\u001b[39m }');
check(() => inspect('x'.repeat(20), { maxStringLength: 5 }),
      '\'xxxxx\'... 15 more characters');
check(() => inspect({ [custom]: (depth) => `custom ${depth}` }),
      'custom 2');
check(() => inspect({ inner: { [custom]() { return { replaced: true }; } } }),
      '{ inner: { replaced: true } }');
check(() => inspect({ [custom]() { return 'x'; } }, { customInspect: false }),
      '{\n  Symbol(nodejs.util.inspect.custom): [Function: [nodejs.' +
        'util.inspect.custom]]\n}');
check(() => inspect({ text: 'first line that is rather long\nsecond line that is long as well, so that both are split' }),
      '{\n  text: \'first line that is rather long\\n\' +\n    \'se' +
        'cond line that is long as well, so that both are split\'\n}');

/* Timers: fields of theirs that are Node's own; numbers differ by run. */
function showTimer(timer) {
    return inspect(timer).replace(/(Start|Id\)): \d+/g, '$1: N');
}

const timeoutEnd = '\n  Symbol(kHasPrimitive): false,' +
    '\n  Symbol(asyncId): N,\n  Symbol(triggerId): N,' +
    '\n  Symbol(kAsyncContextFrame): undefined\n}';
check(() => {
    const timer = setInterval(function tick() {}, 5, 'a').unref();
    const text = showTimer(timer);
    clearInterval(timer);
    return text;
}, 'Timeout {\n  _idleTimeout: 5,\n  _idlePrev: [TimersList],' +
   '\n  _idleNext: [TimersList],\n  _idleStart: N,' +
   '\n  _onTimeout: [Function: tick],\n  _timerArgs: [Array],' +
   '\n  _repeat: 5,\n  _destroyed: false,\n  Symbol(refed): false,' +
   timeoutEnd);
check(() => {
    const timer = setTimeout(() => {}, 5);
    clearTimeout(timer);
    return showTimer(timer);
}, 'Timeout {\n  _idleTimeout: -1,\n  _idlePrev: null,' +
   '\n  _idleNext: null,\n  _idleStart: N,\n  _onTimeout: undefined,' +
   '\n  _timerArgs: undefined,\n  _repeat: null,\n  _destroyed: true,' +
   '\n  Symbol(refed): true,' + timeoutEnd);
check(() => {
    const immediate = setImmediate(() => {}, 1, 2);
    const text = showTimer(immediate);
    clearImmediate(immediate);
    return text;
}, 'Immediate {\n  _idleNext: null,\n  _idlePrev: null,' +
   '\n  _onImmediate: [Function (anonymous)],\n  _argv: [ 1, 2 ],' +
   '\n  _destroyed: false,\n  Symbol(refed): true,' +
   '\n  Symbol(asyncId): N,\n  Symbol(triggerId): N,' +
   '\n  Symbol(kAsyncContextFrame): undefined\n}');

/* Abort controllers show what is inside as far as it may be shown. */
check(() => inspect(new AbortController()),
      'AbortController { signal: AbortSignal { aborted: false } }');
check(() => inspect(new AbortController(), { depth: 1 }),
      'AbortController { signal: [AbortSignal] }');

/* The stack is the first property of an error. */
check(() => Object.getOwnPropertyNames(new Error('a', { cause: 1 })),
      '["stack","message","cause"]');
check(() => Object.getOwnPropertyNames(new AggregateError([], 'a')),
      '["stack","message","errors"]');
check(() => {
    try {
        return null.x;
    } catch (error) {
        return Object.getOwnPropertyNames(error);
    }
}, '["stack","message"]');
check(() => {
    const error = new Error('a');
    error.stack = 'mine';
    try {
        throw error;
    } catch {
        return inspect(error, { showHidden: true });
    }
}, "[mine] { [stack]: [Getter/Setter], [message]: 'a' }");

/* An exception of the web's kind takes its name and cause from an object. */
check(() => new DOMException('a', { name: 'AbortError', cause: 5 }).code,
      '20');
check(() => new DOMException('a', { name: 'X', cause: 5 }).cause, '5');
check(() => new DOMException('a', { name: Symbol('s') }),
      'TypeError: Cannot convert a Symbol value to a string');
check(() => DOMException.prototype.code,
      'TypeError [ERR_INVALID_THIS]: Value of "this" must be of DOMException');
check(() => DOMException('a'),
      "TypeError: Class constructor DOMException cannot be invoked without " +
        "'new'");

/* An object with an error for its prototype has no cause of its own. */
check(() => {
    const error = makeError(new TypeError('a', { cause: 1 }), []);
    return inspect(Object.setPrototypeOf({ own: 1 }, error));
}, '[TypeError: a] { own: 1 }');
check(() => inspect(Object.create(
    makeError(new AggregateError([1], 'a'), []))), '[AggregateError: a]');

/* Without a limit, what has a line break in it stands in a line of its own. */
check(() => inspect([1, { x: Symbol('a\nb') }],
                    { compact: true, breakLength: Infinity }),
      '[ 1,\n  { x: Symbol(a\nb) } ]');
check(() => inspect([1, { x: Symbol('a\nb') }], { compact: true }),
      '[ 1, { x: Symbol(a\nb) } ]');


/* ---- Classes of the runtime -------------------------------------------- */

check(() => inspect(AbortController), '[class AbortController]');
check(() => inspect(AbortSignal), '[class AbortSignal extends EventTarget]');
check(() => inspect(require('assert').AssertionError),
      '[class AssertionError extends Error]');
check(() => [Map, setTimeout, require('url').Url, inspect].map(
    (fn) => inspect(fn).split(']')[0]),
      '["[Function: Map","[Function: setTimeout","[Function: Url",' +
        '"[Function: inspect"]');

finish();
