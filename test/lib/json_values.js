'use strict';
/* What JSON.parse() makes of numbers and names, and what JSON.stringify() writes
   of objects that change while they are written. */
const assert = require('node:assert');

// Numbers are those of the language, however many digits they have.
const numbers = ['0', '-0', '-0.0', '7', '2147483647', '2147483648', '-2147483648',
    '-2147483649', '999999999999999', '9007199254740993', '0.1', '-1.5', '0.3',
    '99999999999999.9', '0.000000000000001', '0.0000000000000001', '1E5', '1e-7',
    '1e400', '5e-324', '1.7976931348623157e308', '123456789012345678901234567890'];
for (let i = 0; i < 2000; i++)
    numbers.push((i * 104729.37 / 3).toFixed(i % 12));
for (const text of numbers)
    assert.ok(Object.is(JSON.parse(text), Number(text)), text);

// Names come in the order of the language; the last value of a name counts.
const named = JSON.parse('{"b":1,"2":2,"\\u0062":3,"1":4,"":5,"\u00e9":6,"__proto__":7}');
assert.deepStrictEqual(Object.entries(named), [['1', 4], ['2', 2], ['b', 3], ['', 5],
    ['\u00e9', 6], ['__proto__', 7]]);
assert.strictEqual(Object.getPrototypeOf(named), Object.prototype);
assert.deepStrictEqual(JSON.parse(' {\r\n"a"\t:\n[ ] , "b" : { } } '), { a: [], b: {} });
for (const text of ['{"a":1,}', '{"a" 1}', '{"a', '{"a"', '{"a\n":1}', '{a:1}', '[1,]'])
    assert.throws(() => JSON.parse(text), SyntaxError, text);

// Elements are defined, not set: nothing of Array.prototype is asked.
Object.defineProperty(Array.prototype, 0, { set() { assert.fail(); }, configurable: true });
assert.strictEqual(JSON.parse('[1,2]').length, 2);
delete Array.prototype[0];

// Strings have their escapes, also those that are made of pieces.
const long = 'x'.repeat(600);
assert.strictEqual(JSON.stringify('"\\\b\t\n\v\f\r\u0000\u001f\u007f\u00e9'),
    '"\\"\\\\\\b\\t\\n\\u000b\\f\\r\\u0000\\u001f\u007f\u00e9"');
assert.strictEqual(JSON.stringify('\u20ac"\ud800\ud83d\ude00\udc00'),
    '"\u20ac\\"\\ud800\ud83d\ude00\\udc00"');
assert.strictEqual(JSON.stringify({ [`"${long}`]: long + process.pid, n: '\u20ac' }),
    `{"\\"${long}":"${long}${process.pid}","n":"\u20ac"}`);
assert.strictEqual(JSON.stringify({ a: 1, [long]: 2 }, [long + '', 'b']), `{"${long}":2}`);

// The keys are those of the beginning; values are read when their turn comes.
const changed = {
    first: { toJSON(key) {
        delete changed.gone;
        changed.added = 1;
        changed.later = 'new';
        Object.defineProperty(changed, 'last', { get: () => 'got' });
        return key;
    } },
    gone: 1, later: 2, last: 3,
};
assert.strictEqual(JSON.stringify(changed), '{"first":"first","later":"new","last":"got"}');

// toJSON() and a replacer are told keys as strings, and what holds the value.
const told = [];
JSON.stringify({ a: [1, { b: 2 }] }, function replace(key, value) {
    told.push([typeof key, key, Array.isArray(this)]);
    return value;
});
assert.deepStrictEqual(told, [['string', '', false], ['string', 'a', false],
    ['string', '0', true], ['string', '1', true], ['string', 'b', false]]);
JSON.stringify([{ toJSON: (key) => assert.strictEqual(key, '0') }]);

// An object may come twice, but not within itself.
const twice = { q: [] };
assert.strictEqual(JSON.stringify([twice, { twice }], null, 1),
    '[\n {\n  "q": []\n },\n {\n  "twice": {\n   "q": []\n  }\n }\n]');
twice.q.push({ twice });
assert.throws(() => JSON.stringify(twice), /^TypeError: Converting circular structure/);

// Circles far inside are found, too, and what is deep but no circle is written.
for (const depth of [1, 31, 32, 33, 64, 65, 100, 500]) {
    const innermost = [];
    let nested = innermost;
    for (let i = 0; i < depth; i++)
        nested = i % 2 ? { nested } : [nested];
    const text = JSON.stringify(nested);
    assert.strictEqual(JSON.stringify(JSON.parse(text)), text);
    innermost.push(innermost);
    assert.throws(() => JSON.stringify(nested), /closes the circle/);
    innermost[0] = nested;
    assert.throws(() => JSON.stringify(nested), /circular structure/);
    innermost.length = 0;
    assert.strictEqual(JSON.stringify([nested, nested]), `[${text},${text}]`);
}

// Strings with escapes are the same, however long they are.
for (const [escaped, plain] of [['\\n\\t\\b\\f\\r', '\n\t\b\f\r'], ['\\"\\\\\\/', '"\\/'],
    ['\\u0041\\u00e9', 'A\u00e9'], ['\\u20ac', '\u20ac'], ['\u20ac', '\u20ac'],
    ['\\ud83d\\ude00', '\u{1f600}'], ['\u{1f600}', '\u{1f600}'], ['\\ud83d', '\ud83d'],
    ['\\u00E9\u00e9', '\u00e9\u00e9'], ['\\u0000', '\0'], ['\x7f', '\x7f']]) {
    for (const n of [0, 1, 7, 252, 253, 254, 255, 256, 257, 300, 1000]) {
        for (const filler of ['x', '\u00e9', '\u0416']) {
            const around = filler.repeat(n);
            assert.strictEqual(JSON.parse(`"${around}${escaped}"`), around + plain);
            assert.strictEqual(JSON.parse(`["${escaped}${around}"]`)[0], plain + around);
        }
    }
}
for (const bad of ['\\x41', '\\u12g4', '\\u12', '\\', '\n', '\x1f', '\\u{41}']) {
    for (const n of [0, 5, 300]) {
        const text = `"${'a'.repeat(n)}\\n${bad}"`;
        assert.throws(() => JSON.parse(text), SyntaxError, text);
    }
}
