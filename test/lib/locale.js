'use strict';
/*
 * Numbers and the order of texts in the locale en-US, which is the one there
 * is. Each case is what Node 24 gives.
 */

const { check, finish } = require('./support/check.js');

/* ---- Numbers ---------------------------------------------------------- */

for (const [number, text] of [
    [0, '0'], [-0, '-0'], [999, '999'], [1000, '1,000'],
    [-1234567.891, '-1,234,567.891'], [0.0005, '0.001'], [0.00049, '0'],
    [1.0005, '1.001'], [999.9995, '1,000'], [1e-7, '0'], [-1e-7, '-0'],
    [1e21, '1,000,000,000,000,000,000,000'], [0.1 + 0.2, '0.3'],
    [NaN, 'NaN'], [-Infinity, '-\u221e'],
])
    check(() => number.toLocaleString(), text);

for (const [number, options, text] of [
    [1.005, { maximumFractionDigits: 2 }, '1.01'],
    [5, { minimumFractionDigits: 2 }, '5.00'],
    [1234.5, { maximumFractionDigits: 0 }, '1,235'],
    [1234.5, { useGrouping: false }, '1234.5'],
    [7, { minimumIntegerDigits: 3 }, '007'],
    [0.256, { style: 'percent' }, '26%'],
    [-1234.5, { style: 'currency', currency: 'USD' }, '-$1,234.50'],
    [1234.5, { style: 'currency', currency: 'JPY' }, '\u00a51,235'],
    [1234.5, { style: 'currency', currency: 'CHF' }, 'CHF\u00a01,234.50'],
    [5, { maximumFractionDigits: -1 },
     'RangeError: maximumFractionDigits value is out of range.'],
    [5, { minimumFractionDigits: 5, maximumFractionDigits: 2 },
     'RangeError: maximumFractionDigits value is out of range.'],
    [5, { style: 'currency' },
     'TypeError: Currency code is required with currency style.'],
])
    check(() => number.toLocaleString('en-US', options), text);

check(() => (-12345678901234567890n).toLocaleString(),
      '-12,345,678,901,234,567,890');
check(() => [1234.5, 1e6, 'x', null].toLocaleString(), '1,234.5,1,000,000,x,');
check(() => Number.prototype.toLocaleString.call('x'),
      "TypeError: Number.prototype.toLocaleString requires that 'this' be a " +
        'Number');

/* ---- Texts ------------------------------------------------------------ */

function sort(list, ...options) {
    return list.sort((a, b) => a.localeCompare(b, ...options)).join(' ');
}

check(() => sort([..."zZaAbB190_-.$'"]), "_ - . ' $ 0 1 9 a A b B z Z");
check(() => sort(['Zo\u00eb', 'zoe', 'Zoe', '\u00c5sa', 'asa', 'Asa', 'b',
                  '\u00e9mile', 'Emile', 'emile', 'Stra\u00dfe', 'Strasse']),
      'asa Asa \u00c5sa b emile Emile \u00e9mile Strasse Stra\u00dfe zoe Zoe ' +
        'Zo\u00eb');
check(() => sort(['x1', 'X1', 'x 1', 'x.1', 'x']), 'x x 1 x.1 x1 X1');
check(() => sort(['v1.10', 'v1.9', 'v01.2', 'v1'], 'en', { numeric: true }),
      'v1 v01.2 v1.9 v1.10');
check(() => ['A', '\u00e1', 'b'].map(
    (text) => 'a'.localeCompare(text, 'en', { sensitivity: 'base' })),
      '[0,0,-1]');
check(() => ['A', '\u00e1'].map(
    (text) => 'a'.localeCompare(text, 'en', { sensitivity: 'accent' })),
      '[0,-1]');
check(() => 'a'.localeCompare('A', 'en', { caseFirst: 'upper' }), '1');
check(() => '007'.localeCompare('7', 'en', { numeric: true }), '0');
check(() => 'coop'.localeCompare('co-op', 'en', { ignorePunctuation: true }),
      '0');
/* Letters that are two, accents of Latin-1, and numbers: done in C, and in
 * JavaScript where a letter further on is not of that kind. */
for (const more of ['', '\u0109']) {
    check(() => [
        ['stra\u00dfe', 'strasse'], ['stra\u00dfe', 'strast'],
        ['\u00c6on', '\u00e6on'], ['\u00e6', 'ad'], ['\u00e6', 'af'],
        ['r\u00e9sum\u00e9', 'resume'], ['R\u00e9sum\u00e9', 'r\u00e9sume'],
        ['\u00f8', 'o'], ['\u00ff', 'z'], ['\u00fe', 'z'], ['\u00d0', 'z'],
        ['item 10', 'item 9'], ['cote', 'c\u00f4t\u00e9'], ['Zoe', 'anna'],
    ].map(([a, b]) => (a + more).localeCompare(b + more)),
          '[1,-1,1,1,-1,1,1,1,-1,1,-1,-1,-1,1]');
    check(() => [
        ['item 10', 'item 9'], ['a007b', 'a7c'], ['1a', '1b'], ['12', '1a'],
        ['x100', 'x99y'], ['0', '00'],
    ].map(([a, b]) => (a + more).localeCompare(b + more, 'en',
                                               { numeric: true })),
          '[1,-1,-1,1,1,0]');
}
check(() => 'a\u0301'.localeCompare('\u00e1'), '0');
check(() => '\u0000a'.localeCompare('a'), '0');
check(() => 'e'.localeCompare('e\u0301'), '-1');
check(() => 'ea'.localeCompare('e\u0301'), '1');
check(() => 'a'.localeCompare('b', 'en', { sensitivity: 'zz' }),
      'RangeError: Value zz out of range for String.prototype.localeCompare ' +
        'options property sensitivity');
check(() => String.prototype.localeCompare.call(null, 'x'),
      'TypeError: String.prototype.localeCompare called on null or undefined');
check(() => [String.prototype.localeCompare.length,
             'prototype' in String.prototype.localeCompare], '[1,false]');

finish();
