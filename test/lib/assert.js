'use strict';
/*
 * assert: what each check says when it fails, as Node 24 says it.
 * A check that passes gives "undefined".
 */

const assert = require('assert');
const { check, finish } = require('./support/check.js');


const lines = (n, at) => Array.from({ length: n },
                                    (_, i) => i === at ? 'other' : i);

check(() => assert.strictEqual(1, 1),
      'undefined');
check(() => assert.strictEqual(1, 2),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly equal:\n\n1 !== 2\n');
check(() => assert.strictEqual(0, -0),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly equal:\n+ actual - expected\n\n+ 0\n- -0\n');
check(() => assert.strictEqual(NaN, NaN),
      'undefined');
check(() => assert.strictEqual('a long string here', 'a long string there'),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly equal:\n+ actual - expected\n\n+ \'a long string here\'\n' +
        '- \'a long string there\'\n                 ^\n');
check(() => assert.strictEqual({ a: 1 }, { a: 1 }),
      'AssertionError [ERR_ASSERTION]: Values have same structure b' +
        'ut are not reference-equal:\n\n{\n  a: 1\n}\n');
check(() => assert.strictEqual(1, 2, 'said so'),
      'AssertionError [ERR_ASSERTION]: said so\n\n1 !== 2\n');
check(() => assert.strictEqual(1, 2, new RangeError('mine')),
      'RangeError: mine');
check(() => assert.notStrictEqual(1, 1),
      'AssertionError [ERR_ASSERTION]: Expected "actual" to be stri' +
        'ctly unequal to: 1');
check(() => assert.notStrictEqual('a long string here', 'a long string here'),
      'AssertionError [ERR_ASSERTION]: Expected "actual" to be stri' +
        'ctly unequal to:\n\n\'a long string here\'');
check(() => assert.equal(1, '1'),
      'undefined');
check(() => assert.equal(1, 2),
      'AssertionError [ERR_ASSERTION]: 1 == 2');
check(() => assert.equal(NaN, NaN),
      'undefined');
check(() => assert.notEqual(1, '1'),
      'AssertionError [ERR_ASSERTION]: 1 != \'1\'');
check(() => assert.deepEqual({ a: 1 }, { a: '1' }),
      'undefined');
check(() => assert.deepEqual({ a: 1 }, { a: 2 }),
      'AssertionError [ERR_ASSERTION]: Expected values to be loosel' +
        'y deep-equal:\n\n{\n  a: 1\n}\n\nshould loosely deep-equal\n' +
        '\n{\n  a: 2\n}');
check(() => assert.notDeepEqual({ a: 1 }, { a: 1 }),
      'AssertionError [ERR_ASSERTION]: Expected "actual" not to be ' +
        'loosely deep-equal to:\n\n{\n  a: 1\n}');
check(() => assert.deepStrictEqual({ a: 1 }, { a: '1' }),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n  {\n+   a: 1\n-   a:' +
        ' \'1\'\n  }\n');
check(() => assert.deepStrictEqual([1, 2, 3], [1, 2, 3]),
      'undefined');
check(() => assert.deepStrictEqual([1, 2, [3]], [1, 2, [4]]),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n  [\n    1,\n    2,\n' +
        '    [\n+     3\n-     4\n    ]\n  ]\n');
check(() => assert.deepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])),
      'undefined');
check(() => assert.deepStrictEqual(new Set([{ a: 1 }]), new Set([{ a: 2 }])),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n  Set(1) {\n    {\n+ ' +
        '    a: 1\n-     a: 2\n    }\n  }\n');
check(() => assert.deepStrictEqual(new Date(0), new Date(1)),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n+ 1970-01-01T00:00:00' +
        '.000Z\n- 1970-01-01T00:00:00.001Z\n');
check(() => assert.deepStrictEqual(lines(30, 15), lines(30)),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n... Skipped lines\n\n  ' +
        '[\n    0,\n    1,\n    2,\n    3,\n...\n    14,\n+   \'other' +
        '\',\n-   15,\n    16,\n    17,\n    18,\n    19,\n    20,\n');
check(() => assert.deepStrictEqual([1, , 3], [1, undefined, 3]),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n  [\n    1,\n+   <1 e' +
        'mpty item>,\n-   undefined,\n    3\n  ]\n');
check(() => assert.deepStrictEqual(Object.create(null), {}),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n+ [Object: null proto' +
        'type] {}\n- {}\n');
check(() => assert.deepStrictEqual(new Error('a'), new Error('b')),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n+ [Error: a]\n- [Erro' +
        'r: b]\n');
check(() => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }),
      'AssertionError [ERR_ASSERTION]: Expected "actual" not to be ' +
        'strictly deep-equal to:\n\n{\n  a: 1\n}\n');
check(() => assert.partialDeepStrictEqual({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }),
      'undefined');
check(() => assert.partialDeepStrictEqual({ a: 1 }, { a: 1, b: 2 }),
      'AssertionError [ERR_ASSERTION]: Expected values to be partia' +
        'lly and strictly deep-equal:\n+ actual - expected\n\n  {\n  ' +
        '  a: 1,\n-   b: 2\n  }\n');
check(() => assert.partialDeepStrictEqual([1, 2, 3], [1, 3]),
      'undefined');
check(() => assert.throws(() => { throw new TypeError('no'); }, TypeError),
      'undefined');
check(() => assert.throws(() => {}),
      'AssertionError [ERR_ASSERTION]: Missing expected exception.');
check(() => assert.throws(() => {}, RangeError, 'why'),
      'AssertionError [ERR_ASSERTION]: Missing expected exception (' +
        'RangeError): why');
check(() => assert.throws(() => { throw new TypeError('no'); }, RangeError),
      'AssertionError [ERR_ASSERTION]: The error is expected to be ' +
        'an instance of "RangeError". Received "TypeError"\n\nError m' +
        'essage:\n\nno');
check(() => assert.throws(() => { throw new Error('abc'); }, /abc/),
      'undefined');
check(() => assert.throws(() => { throw new Error('abc'); }, /xyz/),
      'AssertionError [ERR_ASSERTION]: The input did not match the ' +
        'regular expression /xyz/. Input:\n\n\'Error: abc\'\n');
check(() => assert.throws(() => { throw new Error('abc'); }, { message: 'abx' }),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly deep-equal:\n+ actual - expected\n\n  Comparison {\n+   m' +
        'essage: \'abc\'\n-   message: \'abx\'\n  }\n');
check(() => assert.throws(() => { throw new Error('abc'); }, { message: /^a/ }),
      'undefined');
check(() => assert.throws(() => { throw new Error('abc'); }, 'abc'),
      'TypeError [ERR_AMBIGUOUS_ARGUMENT]: The "error/message" argu' +
        'ment is ambiguous. The error message "abc" is identical to t' +
        'he message.');
check(() => assert.throws(() => { throw new Error('abc'); }, () => false),
      'AssertionError [ERR_ASSERTION]: The validation function is e' +
        'xpected to return "true". Received false\n\nCaught error:\n' +
        '\nError: abc');
check(() => assert.throws('not a function'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "fn" argument must be ' +
        'of type function. Received type string (\'not a function\')');
check(() => assert.doesNotThrow(() => {}),
      'undefined');
check(() => assert.doesNotThrow(() => { throw new Error('abc'); }, 'why'),
      'AssertionError [ERR_ASSERTION]: Got unwanted exception: why' +
        '\nActual message: "abc"');
check(() => assert.ifError(null),
      'undefined');
check(() => assert.ifError(new Error('abc')),
      'AssertionError [ERR_ASSERTION]: ifError got unwanted excepti' +
        'on: abc');
check(() => assert.match('abc', /b/),
      'undefined');
check(() => assert.match('abc', /x/),
      'AssertionError [ERR_ASSERTION]: The input did not match the ' +
        'regular expression /x/. Input:\n\n\'abc\'\n');
check(() => assert.match(5, /x/),
      'AssertionError [ERR_ASSERTION]: The "string" argument must b' +
        'e of type string. Received type number (5)');
check(() => assert.doesNotMatch('abc', /b/),
      'AssertionError [ERR_ASSERTION]: The input was expected to no' +
        't match the regular expression /b/. Input:\n\n\'abc\'\n');
check(() => assert.fail(),
      'AssertionError [ERR_ASSERTION]: Failed');
check(() => assert.fail('why'),
      'AssertionError [ERR_ASSERTION]: why');
check(() => assert.ok(true),
      'undefined');
check(() => assert.ok(0, 'why'),
      'AssertionError [ERR_ASSERTION]: why');
check(() => assert.ok(),
      'AssertionError [ERR_ASSERTION]: No value argument passed to ' +
        '`assert.ok()`');
check(() => assert.strict.equal(1, '1'),
      'AssertionError [ERR_ASSERTION]: Expected values to be strict' +
        'ly equal:\n\n1 !== \'1\'\n');
check(() => assert.deepStrictEqual(1),
      'TypeError [ERR_MISSING_ARGS]: The "actual" and "expected" ar' +
        'guments must be specified');
check(() => new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }).message,
      'Expected values to be strictly equal:\n\n1 !== 2\n');

/* What was called stands in the message, however it was found. */
const method = 'ok';
const holder = { inner: [assert] };
check(() => assert[method](0),
      'AssertionError [ERR_ASSERTION]: The expression evaluated to a falsy ' +
        'value:\n\n  assert[method](0)\n');
check(() => holder['inner'][0].ok(0),
      'AssertionError [ERR_ASSERTION]: The expression evaluated to a falsy ' +
        "value:\n\n  holder['inner'][0].ok(0)\n");

/* Objects are of one class if they inherit one constructor, whatever lies between;
 * those with none, or one of their own, if they have one prototype. */
const { isDeepStrictEqual } = require('util');
class Point {}
const isSame = (a, b) => isDeepStrictEqual(a, b) && isDeepStrictEqual(b, a);
const outcomes = [
    isSame({}, Object.create({ x: 1 })),
    isSame(Object.create(Point.prototype), new Point()),
    isSame(Object.create(Object.create(Point.prototype)), new Point()),
    isSame(function* () {}(), function* () {}()),
    isSame({ constructor: Object }, { constructor: Object }),
    isSame({}, new Point()),
    isSame({}, Object.create(null)),
    isSame(Object.create(Object.create(null)), Object.create(Object.create(null))),
    isSame({ constructor: Point }, Object.assign(new Point(), { constructor: Point })),
];
check(() => assert.strictEqual(outcomes.map(Number).join(''), '111110000'),
      'undefined');

finish();
