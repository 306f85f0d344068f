'use strict';
/*
 * The order of signs, emoji and scripts, as the root collation has it: white
 * space, punctuation, symbols, currencies, digits, Latin, other scripts.
 */

const assert = require('assert');

const inOrder = [
    ' ', '\u2003', '_', '-', '\u2013', '\u2014', ',', '\u3001', ';', ':', '!',
    '\u00a1', '?', '\u00bf', '.', '\u3002', '\u00b7', "'", '\u2018', '\u2019',
    '"', '\u201c', '\u201d', '\u00ab', '\u00bb', '(', '[', '{', '\u300c',
    '\u00a7', '\u00b6', '@', '*', '/', '&', '#', '%', '\u2030', '\u2020',
    '\u2022', '`', '\u00b4', '^', '\u00a8', '\u00b0', '\u00a9', '\u2192', '\u2200',
    '+', '\u00b1', '<', '=', '|', '~', '\u2600', '\u{1f600}', '\u00a4',
    '\u00a2', '$', '\u00a3', '\u00a5', '\u20ac', '0', '1', '\u2460', '2',
    '\u00b2', 'a', '\u24d0', 'A', '\uff21', 'b', 'z', '\u03b1', '\u0436',
    '\u10d0', '\u0561', '\u05d0', '\u0628', '\u0905', '\u0e01', '\uac00',
    '\u3041', '\u3042', '\u30a1', '\u30a2', '\u3044', '\u4e00',
];

for (const order of [1, -1]) {
    const sorted = (order === 1 ? [...inOrder] : inOrder.toReversed()).sort(
        (a, b) => a.localeCompare(b));
    assert.deepStrictEqual(sorted, inOrder);
}

/* Variants of a letter, a quotation mark or a kana are not other letters. */
const base = new Intl.Collator('en', { sensitivity: 'base' });
for (const [one, other] of [['\u2019', "'"], ['\u201d', '"'], ['\u2460', '1'],
                            ['\u24b6', 'a'], ['\ufb01', 'fi'],
                            ['\u30ab', '\u304b'], ['\uff76', '\u304b'],
                            ['\u3041', '\u3042']])
    assert.strictEqual(base.compare(one, other), 0, `${one} ${other}`);
assert.notStrictEqual(base.compare('\u00b4', ' '), 0);

/* Groups, for signs that are in no list here. */
assert.ok('\u2e3a'.localeCompare('\u2ac0') < 0);
assert.ok('\u2ac0'.localeCompare('\u20b9') < 0);
assert.ok('\u20b9'.localeCompare('0') < 0);
