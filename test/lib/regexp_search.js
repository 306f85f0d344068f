// Regular expressions find what they should, wherever the search for a first
// character, a first string or the end of a run could go wrong.
'use strict';
const assert = require('node:assert');

const found = (re, text) => {
    const m = re.exec(text);
    return m === null ? null : [m.index, ...m];
};
const is = (re, text, expected) =>
    assert.deepStrictEqual(found(re, text), expected, `${re} in ${text}`);

// An expression that starts with ^ is tried at the start alone.
is(/^b/, 'ab', null);
is(/^b/m, 'a\nb', [2, 'b']);
is(/^a|^b/, 'cb', null);
is(/^a|b/, 'cb', [1, 'b']);
is(/(?:^a)?b/, 'ab', [0, 'ab']);
is(/(?:^a)?b/, 'cab', [2, 'b']);
is(/(^a|^b)c/, 'bc', [0, 'bc', 'b']);
is(/(?<=^a)b/, 'ab', [1, 'b']);
is(/(?!x)^a/, 'ba', null);
is(/\s*^a/m, ' \na', [0, ' \na']);
const text = 'x'.repeat(1e6);
for (let i = 0; i < 2e4; i++)
    assert.strictEqual(/^(?:y|z+|[0-9]{2,3})/.test(text), false);

// A first string or a first character is looked for in narrow and wide texts.
for (const end of ['', '\u20ac', '\ud83d\ude00']) {
    is(/needle/, `nneedlenneedle${end}`, [1, 'needle']);
    is(/needles/, `nneedlenneedle${end}`, null);
    is(/(ne)(?=edl)e/, `nenneedle${end}`, [3, 'nee', 'ne']);
    is(/\bneedle/, `xneedle needle${end}`, [8, 'needle']);
    is(/[x-z]|needle/, `aaz${end}`, [2, 'z']);
    is(/[^a]$/, `aab${end}`, end.length < 2 ? [end.length + 2, end || 'b'] : [4, end[1]]);
    is(/needle/i, `aNEEdle${end}`, [1, 'NEEdle']);
    is(/x*/, `abc${end}`, [0, '']);
    is(/(?:)$/, `abc${end}`, [3 + end.length, '']);
    is(/\u20ac/, `abc${end}`, end === '\u20ac' ? [3, end] : null);
    is(/\u0100/, `a\0b${end}`, null);
    is(/\0/, `ab\0${end}`, [2, '\0']);
}
is(/\u0161/, 'aa\u6161\u0161', [3, '\u0161']); // the same bytes, elsewhere
is(/\u6100/, 'a\u0061\u6100', [2, '\u6100']);

// With the flag u no match starts within a surrogate pair.
is(/\ude00/u, '\ud83d\ude00\ude00', [2, '\ude00']);
is(/\ude00/, '\ud83d\ude00', [1, '\ude00']);
is(/[\ude00a]/u, '\ud83d\ude00a', [2, 'a']);
is(/./u, '\ud83d\ude00', [0, '\ud83d\ude00']);
is(/^[^x]$/u, '\ud83d\ude00', [0, '\ud83d\ude00']);
is(/.+\ud83d\ude00/u, 'a\ud83d\ude00\ud83d\ude00b', [0, 'a\ud83d\ude00\ud83d\ude00']);
is(/.+?\ud83d\ude00/u, '\ud83d\ude00\ud83d\ude00', [0, '\ud83d\ude00\ud83d\ude00']);
is(/.{2}/u, '\ud83d\ude00\ud83d\ude00\ud83d\ude00', [0, '\ud83d\ude00\ud83d\ude00']);
is(/.{2,3}a/u, '\ud83d\ude00\ud83d\ude00a', [0, '\ud83d\ude00\ud83d\ude00a']);
is(/.{3,}a/u, '\ud83d\ude00\ud83d\ude00a', null);

// Letters of either case, and those that only Unicode's rules fold.
is(/k/i, '\u212a', null);
is(/k/iu, '\u212a', [0, '\u212a']);
is(/s+/iu, 'sS\u017f', [0, 'sS\u017f']);
is(/[k-l]/iu, '\u212a', [0, '\u212a']);
is(/\u00e9/i, '\u00c9', [0, '\u00c9']);
is(/\u00ff/i, '\u0178', [0, '\u0178']);
is(/\u00b5/i, '\u039c', [0, '\u039c']);
is(/[\u00e0-\u00fe]+/i, 'x\u00c0\u00de\u00d7', [1, '\u00c0\u00de']);
is(/[^a-z]/i, 'K\u212a', [1, '\u212a']);
is(/A-B_/i, 'a-b_', [0, 'a-b_']);

// Runs of one character give back what the rest needs, and no more.
is(/a*ab/, 'aaab', [0, 'aaab']);
is(/a*?b/, 'aaab', [0, 'aaab']);
is(/[ab]*b/, 'abab-', [0, 'abab']);
is(/[ab]+?b/, 'abab-', [0, 'ab']);
is(/a{2,3}a/, 'aaa', [0, 'aaa']);
is(/a{2,3}a/, 'aa', null);
is(/a{0,2}b/, 'aaab', [1, 'aab']);
is(/(a*)(a+)/, 'aaa', [0, 'aaa', 'aa', 'a']);
is(/(a*?)(a+)/, 'aaa', [0, 'aaa', '', 'aaa']);
is(/(.*)-(.*)/, 'a-b-c', [0, 'a-b-c', 'a-b', 'c']);
is(/(.*?)-(.*)/, 'a-b-c', [0, 'a-b-c', 'a', 'b-c']);
is(/"[^"]*"/, 'x"abc', null);
is(/"[^"]*"/, 'x"abc"', [1, '"abc"']);
is(/\s+$/, 'a  b  ', [4, '  ']);
is(/(\w+)\1/, 'xabab', [1, 'abab', 'ab']);
is(/\w+(?=!)/, 'abc! def', [0, 'abc']);
is(/\w+(?!!)/, 'abc!', [0, 'ab']);
is(/\w+\b/, 'abc', [0, 'abc']);
is(/\w+\B/, 'abc', [0, 'ab']);
is(/(?:a+|b)*c/, 'aabac', [0, 'aabac']);
is(/(?:(a*)b)*/, 'aabb', [0, 'aabb', '']);
is(/(?:a*)*$/, 'aab', [3, '']);
is(/(a+)+$/, 'aaa', [0, 'aaa', 'aaa']);
is(/x(?=(a*))\1b/, 'xaab', [0, 'xaab', 'aa']);
is(/(?<=a+)b/, 'aab', [2, 'b']);
is(/(?<!a{2})b/, 'aabab', [4, 'b']);
is(/.*/, 'ab\ncd', [0, 'ab']);
is(/.*/s, 'ab\ncd', [0, 'ab\ncd']);
is(/a.*\n/, 'ab\u2028\n', null);
is(/[\s\S]*?-->/, 'a-b-->c-->', [0, 'a-b-->']);

// Captures of an attempt that failed are gone in the next one.
is(/(?:(a)|b)(?:c|d)\1x|(b)d/, 'acbd', [2, 'bd', undefined, 'b']);
is(/(?=(a))b|(?:c)/, 'ac', [1, 'c', undefined]);
is(/(?:(a)x|(b)y)z|byc/, 'axbyc', [2, 'byc', undefined, undefined]);

// Sticky and global ones go on where they should.
const sticky = /b+/y;
sticky.lastIndex = 1;
is(sticky, 'abbc', [1, 'bb']);
assert.strictEqual(sticky.lastIndex, 3);
is(sticky, 'abbc', null);
assert.strictEqual(sticky.lastIndex, 0);
const once = /^a/g;
is(once, 'aa', [0, 'a']);
is(once, 'aa', null);
assert.deepStrictEqual('a1b22'.match(/\d+/g), ['1', '22']);
assert.deepStrictEqual('a,b;c'.split(/[,;]/), ['a', 'b', 'c']);
assert.strictEqual('aXbxc'.replace(/x/gi, '-'), 'a-b-c');

// The first character is one of two: wherever it lies, and whatever is around it.
for (let at = 0; at < 40; at++) {
    for (const [re, found, other] of [[/z/i, 'Z', 'Y'], [/[ab]c/, 'bc', 'Bd'],
        [/\b[\xe9\xff]/, '\xff', '\x7f'], [/[\0q]/, '\0', '\x01'], [/k+/i, 'kK', 'j']]) {
        const text = '-'.repeat(at) + found + '-'.repeat(40 - at) + found;
        const missing = other.repeat(at) + other;
        assert.strictEqual(text.search(re), re.source[1] === 'b' ? -1 : at);
        assert.strictEqual(missing.search(re), -1);
        assert.strictEqual((missing + '\u20ac').search(re), -1);
    }
}
assert.strictEqual('\u212a'.search(/k/i), -1);
assert.strictEqual('x\u212a'.search(/k/iu), 1);
assert.strictEqual('x\u017f'.search(/s/iu), 1);

// A named group has the value of its number.
{
    const { indices } = /(?<y>\d)(?<z>x)?/d.exec('a5');
    assert.strictEqual(indices.groups.y, indices[1]);
    assert.strictEqual(indices.groups.z, undefined);
    const one = /(?:(?<a>x)|(?<a>y))(?<b>z)?/.exec('y');
    assert.deepStrictEqual({ ...one.groups }, { a: 'y', b: undefined });
    assert.deepStrictEqual(Object.keys(one.groups), ['a', 'b']);
    assert.deepStrictEqual({ ...(/(?:(?<a>x)|(?<a>y))/.exec('x').groups) }, { a: 'x' });
    'k1'.replace(/(?<key>k)(?<n>\d)/, (...args) =>
        assert.deepStrictEqual({ ...args.at(-1) }, { key: 'k', n: '1' }));
}
