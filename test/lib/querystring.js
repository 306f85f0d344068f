'use strict';
/*
 * querystring: each case is what Node 24 gives.
 * Broken escapes are left as they are, never thrown at.
 */

const querystring = require('querystring');
const { check, finish } = require('./support/check.js');

check(() => querystring.parse('a=1&b=2&a=3'),
      '{"a":["1","3"],"b":"2"}');
check(() => querystring.parse('a'),
      '{"a":""}');
check(() => querystring.parse('=x&&b='),
      '{"":"x","b":""}');
check(() => querystring.parse('a%20b=c+d'),
      '{"a b":"c d"}');
check(() => querystring.parse('a=%zz'),
      '{"a":"%zz"}');
check(() => querystring.parse('a:1;b:2', ';', ':'),
      '{"a":"1","b":"2"}');
check(() => querystring.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }),
      '{"a":"1","b":"2"}');
check(() => querystring.parse(''),
      '{}');
check(() => querystring.stringify({ a: 1, b: [true, 'x y'], c: null, d: NaN, e: 5n }),
      'a=1&b=true&b=x%20y&c=&d=&e=5');
check(() => querystring.stringify({ 'ü': '&=' }),
      '%C3%BC=%26%3D');
check(() => querystring.stringify('x'),
      '');
check(() => querystring.escape('a b!\'()*~ü'),
      'a%20b!\'()*~%C3%BC');
check(() => querystring.unescape('%41%zz'),
      'A%zz');

// Separators are not looked at where nothing is separated.
check(() => querystring.stringify({ a: 1 }, { __proto__: null }), 'a=1');
check(() => querystring.unescapeBuffer({}),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "size" argument must be of type ' +
      'number. Received undefined');
check(() => String(querystring.unescapeBuffer(new Uint8Array([0, 40, 80]))),
      '0,4');

finish();
