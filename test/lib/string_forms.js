/*
 * A text is a text, however the engine keeps it: as one string, as a rope of
 * two, as a slice, with narrow or with wide characters. Each operation is given
 * the same text in all of these forms.
 */
'use strict';
const assert = require('assert');

const half = 'x1'.repeat(300);
const flat = 'x1'.repeat(600);
const forms = {
    flat: () => flat,
    rope: () => half + half,
    deep: () => flat.slice(0, 599) + (flat.slice(599, 1100) + flat.slice(1100)),
    slice: () => ('\u20ac' + flat).slice(1),
    copied: () => Buffer.from(flat, 'utf16le').toString('utf16le'),
};

/* Each is given strings that nothing has read yet: to read one in pieces may
   put them together. */
const operations = [
    (a, b) => a == b,
    (a, b) => !(a != b),
    (a, b) => a === b,
    (a, b) => !(a !== b),
    (a, b) => Object.is(a, b),
    (a, b) => a <= b && a >= b && !(a < b) && !(a > b),
    (a, b) => a == new String(b),
    (a, b) => new String(a) == b,
    (a, b) => {
        switch (a) {
        case b:
            return true;
        default:
            return false;
        }
    },
    /* Keys. */
    (a, b) => new Map([[a, 1]]).get(b) === 1,
    (a, b) => new Map([[a, 1]]).has(b),
    (a, b) => new Map([[a, 1]]).delete(b),
    (a, b) => new Set([a, b]).size === 1,
    (a, b) => new Set([a]).isSubsetOf(new Set([b])),
    (a, b) => new Set([a]).isSupersetOf(new Set([b])),
    (a, b) => !new Set([a]).isDisjointFrom(new Set([b])),
    (a, b) => new Set([a]).union(new Set([b])).size === 1,
    (a, b) => new Set([a]).intersection(new Set([b])).size === 1,
    (a, b) => new Set([a]).difference(new Set([b])).size === 0,
    (a, b) => new Set([a]).symmetricDifference(new Set([b])).size === 0,
    (a, b) => Map.groupBy([a, b], (x) => x).size === 1,
    (a, b) => Object.keys(Object.groupBy([a, b], (x) => x)).length === 1,
    (a, b) => ({ [a]: 1 })[b] === 1,
    (a, b) => b in { [a]: 1 },
    (a, b) => Object.hasOwn({ [a]: 1 }, b),
    (a, b) => Symbol.for(a) === Symbol.for(b),
    /* Searches. */
    (a, b) => [a].includes(b),
    (a, b) => [a].indexOf(b) === 0,
    (a, b) => ['', a].lastIndexOf(b) === 1,
    (a, b) => a.includes(b) && a.startsWith(b) && a.endsWith(b),
    (a, b) => a.localeCompare(b) === 0,
    (a, b) => new RegExp(a).test(b),
    (a, b) => require('util').isDeepStrictEqual([a], [b]),
];

for (const [a, one] of Object.entries(forms)) {
    for (const [b, two] of Object.entries(forms)) {
        for (const holds of operations)
            assert.ok(holds(one(), two()), `${holds}: ${a} and ${b}`);
    }
}

/* What is refused is refused in the same words. */
for (const form of Object.values(forms)) {
    const q = form();
    const message = (f) => {
        try {
            f();
        } catch (error) {
            return error.message;
        }
    };
    assert.match(message(() => { q[0] = 1; }),
                 /^Cannot assign to read only property '0' of string 'x1/);
    assert.match(message(() => { q[2000] = 1; }),
                 /^Cannot create property '2000' on string 'x1/);
    assert.match(message(() => { q.length = 1; }),
                 /^Cannot assign to read only property 'length' of string 'x1/);
    assert.match(message(() => BigInt(q)), /^Cannot convert x1/);
    assert.strictEqual(1n < q, false);
    assert.strictEqual(typeof q, 'string');
    assert.strictEqual(q[599] + q.at(-1), '11');
    assert.strictEqual(Symbol(q).description, flat);
    assert.strictEqual(JSON.parse(JSON.stringify([q]))[0], flat);
    assert.strictEqual(structuredClone(q), flat);
    assert.strictEqual(Buffer.from(q).toString(), flat);
    assert.strictEqual(Object.defineProperty(() => 0, 'name', { value: q }).name,
                       flat);
}

/* Digits, too. */
{
    const zeros = '0'.repeat(600);
    const digits = '1' + '0'.repeat(1200);
    const rope = ('1' + zeros) + zeros;
    assert.ok(BigInt(digits) == rope && rope == BigInt(digits));
    assert.ok(BigInt(digits) <= rope && rope <= BigInt(digits));
    assert.ok(BigInt(digits) - 1n < rope && !(rope < BigInt(digits)));
    assert.strictEqual(zeros + zeros + '7' == 7, true);
    assert.strictEqual(Number(zeros + zeros + '7'), 7);
    assert.strictEqual(parseInt(zeros + zeros + '7'), 7);
}

/* The bytes of an identifier are not the characters of another name. */
{
    const object = { '\u00c3\u00b8': 1, '\u00e2\u0082\u00ac': 2 };
    assert.strictEqual(object.ø, undefined);
    assert.strictEqual(Object.keys({ ø: 2 })[0].length, 1);
    assert.strictEqual(Object.keys({ ø: 2 })[0], '\u00f8');
    assert.strictEqual(new Function('\u00f8', 'return \u00f8')(3), 3);
    assert.strictEqual(JSON.parse('{"ø":4}').ø, 4);
    assert.strictEqual('€' in object, false);
    assert.strictEqual(Symbol('ø').description.length, 1);
    assert.strictEqual(Object.keys(JSON.parse('{"\u00f8":4}'))[0].length, 1);
    class Box {
        #ø = 5;
        '\u00c3\u00b8' = 6;
        read() {
            return this.#ø;
        }
    }
    assert.strictEqual(new Box().read(), 5);
    assert.strictEqual(new Box().ø, undefined);
}
