'use strict';
/*
 * util.format(): each case is what Node 24 makes of the same arguments.
 * Console lines go through the same function.
 */

const { format, formatWithOptions } = require('util');
const { check, finish } = require('./support/check.js');

check(() => format(),
      '');
check(() => format('plain'),
      'plain');
check(() => format('a', 'b', 3),
      'a b 3');
check(() => format('%s', 'x'),
      'x');
check(() => format('%s', null),
      'null');
check(() => format('%s', undefined),
      'undefined');
check(() => format('%s', -0),
      '-0');
check(() => format('%s', 12n),
      '12n');
check(() => format('%s', Symbol('q')),
      'Symbol(q)');
check(() => format('%s', { a: { b: 1 } }),
      '{ a: [Object] }');
check(() => format('%s', [1, [2, [3]]]),
      '[ 1, [Array] ]');
check(() => format('%s', new Date(0)),
      '1970-01-01T00:00:00.000Z');
check(() => format('%s', { toString() { return 'own'; } }),
      'own');
check(() => format('%s', () => 5),
      '() => 5');
check(() => format('%d', '42'),
      '42');
check(() => format('%d', '4x'),
      'NaN');
check(() => format('%d', 5n),
      '5n');
check(() => format('%d', Symbol('a')),
      'NaN');
check(() => format('%i', 42.9),
      '42');
check(() => format('%f', '1.5x'),
      '1.5');
check(() => format('%j', { a: [1] }),
      '{"a":[1]}');
check(() => format('%j', undefined),
      'undefined');
check(() => format('%o', [1]),
      '[ 1, [length]: 1 ]');
check(() => format('%O', { a: { b: { c: { d: 1 } } } }),
      '{ a: { b: { c: [Object] } } }');
check(() => format('%c-%s', 'css', 'x'),
      '-x');
check(() => format('%%', 1),
      '% 1');
check(() => format('%s%'),
      '%s%');
check(() => format('%x %s', 1),
      '%x 1');
check(() => format('%s %s', 'one'),
      'one %s');
check(() => format('%s', 'one', 'two', { three: 3 }),
      'one two { three: 3 }');
check(() => format({ a: 1 }, 'b'),
      '{ a: 1 } b');
check(() => format(1, 2, '%s'),
      '1 2 %s');
check(() => formatWithOptions({ colors: true }, '%s %O', 1, { a: 1 }),
      '1 { a: \u001b[33m1\u001b[39m }');
check(() => formatWithOptions(5, 'x'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "inspectOptions" argum' +
        'ent must be of type object. Received type number (5)');

finish();
