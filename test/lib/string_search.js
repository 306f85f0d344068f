// indexOf(), lastIndexOf(), includes() and the like find what a plain comparison at
// each place finds, in narrow, wide and mixed strings, and in linear time.
'use strict';
const assert = require('node:assert');

let state = 7;
const random = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
};
const make = (n, letters) => {
    let s = '';
    for (let i = 0; i < n; i++)
        s += letters[random(letters.length)];
    return s;
};
// Narrow letters, yet in a string that may have been made a wide one.
const widen = (s) => `${s}\u20ac`.slice(0, -1);

function first(text, word, from) {
    for (let i = Math.min(from, text.length); i + word.length <= text.length; i++)
        if (text.slice(i, i + word.length) === word)
            return i;
    return -1;
}
function last(text, word, from) {
    for (let i = Math.min(from, text.length - word.length); i >= 0; i--)
        if (text.slice(i, i + word.length) === word)
            return i;
    return -1;
}
function check(text, word) {
    const from = random(3) ? 0 : random(text.length + 2);
    const note = () => JSON.stringify([text, word, from]); // not reached
    const at = first(text, word, from);
    const end = last(text, word, text.length);
    if (text.indexOf(word, from) !== at || text.includes(word, from) !== at >= 0 ||
        text.lastIndexOf(word) !== end ||
        text.lastIndexOf(word, from) !== last(text, word, from) ||
        text.endsWith(word) !== (end >= 0 && end === text.length - word.length) ||
        text.startsWith(word) !== (first(text, word, 0) === 0))
        assert.fail(note());
    if (word !== '' && text.split(word).join(word) !== text)
        assert.fail(note());
}

const letters = ['a', 'ab', 'aaab', 'abcd\u00e9', 'a\u6161', '\u0161a\u6161\u6101'];
for (let i = 0; i < 4000; i++) {
    const pool = letters[random(letters.length)];
    let text = make(random(50), pool);
    let word = random(3) ? make(random(8), pool) : text.substr(random(40), random(12));
    if (random(6) === 0) { // long and periodic
        const part = make(1 + random(4), pool);
        text = part.repeat(40) + make(random(4), pool);
        word = make(random(3), pool) + part.repeat(1 + random(30)) + make(random(3), pool);
    }
    check(random(4) ? text : widen(text), random(4) ? word : widen(word));
}
assert.strictEqual('abc'.indexOf('', 9), 3);
assert.strictEqual('abc'.lastIndexOf(''), 3);
assert.strictEqual('abc'.lastIndexOf('c', NaN), 2);
assert.strictEqual('abc'.lastIndexOf('a', -5), 0);
assert.strictEqual('abc'.includes('abcd'), false);
assert.strictEqual('caf\u00e9'.indexOf('\u01e9'), -1);

// The product of the lengths would take minutes.
for (const a of ['a', '\u6161', 'ab']) {
    const text = a.repeat(2e5);
    const word = a.repeat(1e5);
    assert.strictEqual(text.indexOf(`${word}x`), -1);
    assert.strictEqual(text.lastIndexOf(`x${word}`), -1);
    assert.strictEqual(text.includes(`${word}x${word}`), false);
    assert.strictEqual(text.indexOf(`${word}\u20ac`), -1);
    assert.strictEqual(text.split(`${word}x`).length, 1);
    assert.strictEqual(text.replace(`${word}x`, '').length, text.length);
    assert.strictEqual(text.indexOf(`${a.repeat(5e4)}x${a.repeat(5e4)}`), -1);
}
const text = 'the quick brown fox '.repeat(5e4);
for (let i = 0; i < 200; i++)
    assert.strictEqual(text.indexOf('lazy dog'), -1);

// Strings of one character are all alike, however they were made.
const counts = {};
for (const c of ['b', 'ab'[1], 'ab'.charAt(1), 'ab'.slice(1), [...'ab'][1],
                 'a-b'.split('-')[1], 'ab'.at(-1), String.fromCharCode(98)])
    counts[c] = (counts[c] ?? 0) + 1;
for (const d of ['7', 'x7'[1], '75'.charAt(0), 'x7'.split('')[1], String(7)])
    counts[d] = (counts[d] ?? 0) + 1;
assert.deepStrictEqual(Object.entries(counts), [['7', 5], ['b', 8]]);
assert.deepStrictEqual('a\u00e9\u20ac'.split(''), ['a', '\u00e9', '\u20ac']);
let grown = 'ab'[0];
grown += 'c';
assert.deepStrictEqual([grown, 'ab'[0]], ['ac', 'a']);
