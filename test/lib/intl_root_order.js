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

/* What has a weight only together, or in normal form; what Node says. */
const pairs = [
    ['l\u00b7a', 'lb', -1], ['\u0e40\u0e02', '\u0e01\u0e30', 1],
    ['\u30ab\u30fc', '\u30ab\u30a2', -1], ['\u304c\u30fc', '\u304c\u3042', -1],
    ['\u0438\u0323\u0306', '\u0439\u0323', 0], ['\u0d4a', '\u0d46\u0d3e', 0],
    ['\uac01', '\u1100\u1161\u11a8', 0], ['\ufb03', 'ffi', 1],
    ['\u{1f468}\u200d\u{1f469}', '\u{1f468}\u{1f469}', 0],
    ['\ud800', '\udc00', -1], ['\ue000', '\u4e00', 1],
    ['\u4e00', '\u4e28', -1], ['\u{20000}', '\u9fff', -1],
    ['\u0fb2\u0f71\u0f80', '\u0fb2\u0f80', 1], ['\u00e6', 'ae', 1],
];
for (const [a, b, expected] of pairs) {
    assert.strictEqual(a.localeCompare(b), expected, `${a} ${b}`);
    assert.strictEqual(b.localeCompare(a), -expected || 0, `${b} ${a}`);
}

/* Options. */
function compareBy(options, a, b) {
    return new Intl.Collator('en', options).compare(a, b);
}
assert.strictEqual(compareBy({ numeric: true }, 'x\u0661\u0660', 'x9'), 1);
assert.strictEqual(compareBy({ numeric: true }, '1'.repeat(300),
                             '1'.repeat(299) + '2'), -1);
assert.strictEqual(compareBy({ ignorePunctuation: true }, 'a \u2014 b', 'ab'), 0);
assert.strictEqual(compareBy({ caseFirst: 'upper' }, '\u3041', '\u3042'), 1);
assert.strictEqual(compareBy({ caseFirst: 'lower' }, '\u24d0', '\u24b6'), -1);
assert.strictEqual(compareBy({ sensitivity: 'case', caseFirst: 'upper' },
                             'A', '\u00e1'), -1);
