/*
 * Strings that grow, and the short ways that strings, numbers and template
 * literals take: each is compared with a longer way to the same result.
 */
'use strict';
const assert = require('assert');

/* All prefixes of a string that grows stay what they were. */
for (const piece of ['a', 'xyz', '\u20ac', 'a\u00e9']) {
    let s = '';
    const kept = [];
    for (let i = 0; i < 1500; i++) {
        s += piece;
        if (i % 97 === 0)
            kept.push([s, i + 1]);
    }
    for (const [prefix, n] of kept)
        assert.strictEqual(prefix, piece.repeat(n));
    assert.strictEqual(s, piece.repeat(1500));
}

/* Two strings that grow from the same one do not meet. */
{
    const base = 'b'.repeat(300) + 'c';
    const one = base + '1' + '1';
    const two = base + '2';
    const three = one + '3';
    const four = one + '4';
    const b = 'b'.repeat(300) + 'c';
    assert.strictEqual(one, `${b}11`);
    assert.strictEqual(two, `${b}2`);
    assert.strictEqual(three, `${b}113`);
    assert.strictEqual(four, `${b}114`);
    assert.strictEqual(base, b);
}

/* A string may be appended to itself, in part or in whole. */
{
    let s = 'abc';
    for (let i = 0; i < 12; i++)
        s += s;
    assert.strictEqual(s, 'abc'.repeat(4096));
    let t = 'abcdefgh'.repeat(40);
    for (let i = 0; i < 100; i++)
        t += t.slice(-8);
    assert.strictEqual(t, 'abcdefgh'.repeat(140));
    let u = 'x'.repeat(2000);
    u += u.slice(10, 1900);
    u += u.slice(1, 3700);
    assert.strictEqual(u, 'x'.repeat(2000 + 1890 + 3699));
}

/* A narrow string that grows becomes wide, also behind a kept prefix. */
{
    let s = '';
    for (let i = 0; i < 400; i++)
        s += 'n';
    const narrow = s;
    s += '\u0416';
    s += 'n';
    assert.strictEqual(narrow + '\u0416n', s);
    assert.strictEqual(s.length, 402);
    assert.strictEqual(s.charCodeAt(400), 0x416);
    assert.strictEqual(narrow, 'n'.repeat(400));
}

/* A variable that a closure, a field or another variable shares keeps its own. */
{
    let s = '';
    const seen = [];
    const see = () => seen.push(s);
    const holder = { text: '' };
    for (let i = 0; i < 600; i++) {
        const before = s;
        s = s + 'q';
        holder.text += 'r';
        assert.strictEqual(before.length, i);
        if (i % 100 === 99)
            see();
    }
    assert.deepStrictEqual(seen.map((x) => x.length), [100, 200, 300, 400, 500, 600]);
    assert.strictEqual(holder.text, 'r'.repeat(600));
    const f = (text, more) => {
        text += more;
        text += more;
        return text;
    };
    const original = 'o'.repeat(500) + 'p';
    assert.strictEqual(f(original, 'm'), original + 'mm');
    assert.strictEqual(original, 'o'.repeat(500) + 'p');
}

/* What is appended may throw; the string stays as it was. */
{
    let s = 'start';
    const bad = { toString() { throw new Error('no'); } };
    assert.throws(() => { s += bad; }, /no/);
    assert.throws(() => { s += Symbol('x'); }, TypeError);
    assert.strictEqual(s, 'start');
    let long = 'z'.repeat(600) + 'y';
    assert.throws(() => { long += bad; }, /no/);
    assert.strictEqual(long, 'z'.repeat(600) + 'y');
}

/* A long string that grew is a rope of flat ones in the end. */
{
    let s = '';
    for (let i = 0; i < 40000; i++)
        s += i + ';';
    const parts = s.split(';');
    assert.strictEqual(parts.length, 40001);
    parts.forEach((p, i) => assert.strictEqual(p, i < 40000 ? String(i) : ''));
    let front = '';
    for (let i = 0; i < 3000; i++)
        front = 'ab' + front + 'c';
    assert.strictEqual(front, 'ab'.repeat(3000) + 'c'.repeat(3000));
}

/* Strings that grew, and slices of long ones, are keys like others. */
{
    const o = {};
    let key = '';
    for (let i = 0; i < 300; i++)
        key += 'k';
    o[key] = 1;
    key += 'l';
    assert.strictEqual(o[key], undefined);
    o[key] = 2;
    assert.strictEqual(o['k'.repeat(300)], 1);
    assert.strictEqual(o['k'.repeat(300) + 'l'], 2);
    const long = 's'.repeat(5000);
    o[long.slice(1, 3001)] = 3;
    assert.strictEqual(o['s'.repeat(3000)], 3);
    assert.ok(Object.keys(o).includes(long.slice(7, 3007)));
}

/* A string that was a key, and has no other owner, is not changed in place. */
{
    const key = (i) => {
        let o = {};
        const k = 'some_key_' + i;
        o[k] = 1;
        o = null;
        return k;
    };
    const sum = key(7) + 'x';
    assert.strictEqual({ some_key_7x: 5 }[sum], 5);
}

/* The values of a template literal become strings one after the other. */
{
    const log = [];
    const a = { toString() { log.push('a'); return 'A'; } };
    const f = () => {
        log.push('f');
        return { toString() { log.push('s'); return 'S'; } };
    };
    assert.strictEqual(`${a}-${f()}`, 'A-S');
    assert.deepStrictEqual(log, ['a', 'f', 's']);
    log.length = 0;
    assert.throws(() => `${Symbol('x')}${f()}`,
                  { message: 'Cannot convert a Symbol value to a string' });
    assert.deepStrictEqual(log, []);
    assert.throws(() => `${f()}${Symbol('x')}`, TypeError);
    assert.deepStrictEqual(log, ['f', 's']);
    const hints = [];
    const p = { [Symbol.toPrimitive](hint) { hints.push(hint); return 5; } };
    assert.strictEqual(`${p}${p}`, '55');
    assert.deepStrictEqual(hints, ['string', 'string']);
}

/* Template literals of all kinds of values, and of many. */
{
    const e = '';
    assert.strictEqual(`${e}`, '');
    assert.strictEqual(`${e}${e}`, '');
    assert.strictEqual(`${0}${-1}${-0}${2147483647}${-2147483648}`,
                       '0-102147483647-2147483648');
    assert.strictEqual(`${1.5}|${NaN}|${null}|${undefined}|${true}|${12n}|${[1, 2]}`,
                       '1.5|NaN|null|undefined|true|12|1,2');
    assert.strictEqual(`\u20ac${12}\u20ac${-3}`, '\u20ac12\u20ac-3');
    assert.strictEqual(`${12}${'\u00e9'}${'\u0416'}`, '12\u00e9\u0416');
    const rope = 'r'.repeat(9000) + 's'.repeat(600);
    assert.strictEqual(`<${rope}>${1}`, '<' + rope + '>1');
    assert.strictEqual(`${rope}`, rope);
    const many = new Function('a', 'return `' + '${a}.'.repeat(3000) + '`');
    assert.strictEqual(many(7), '7.'.repeat(3000));
    assert.throws(() => many(Symbol('x')), TypeError);
    const nested = (n) => (n === 0 ? `${n}` : `${nested(n - 1)}<${n}>`);
    assert.strictEqual(nested(4), '0<1><2><3><4>');
}

/* A number is read from a short string as from one with a space before it. */
{
    const texts = ['0', '-0', '7', '-7', '007', '-007', '12.5', '-12.5', '.5', '5.',
                   '.', '-', '-.', '-.5', '--1', '1-', '1.2.3', '1..2', '0.1', '0.30',
                   '123456789012345', '-123456789012345', '1234567890123456',
                   '0.123456789012345', '9007199254740993', '2147483647', '2147483648',
                   '-2147483648', '-2147483649', '1e3', '1e', '0x10', '-0x10', '0b11',
                   '0o17', '1_0', '+5', '12 ', 'a', '1a', '\u0661', '1\u0000', '',
                   '999999999', '9999999999', '4.35', '0.000001', '123.456789'];
    for (const text of texts) {
        assert.ok(Object.is(Number(text), Number(' ' + text)), text);
        assert.ok(Object.is(+text, Number(text + ' ')), text);
        for (const rest of ['', 'px', '.9', 'x1', ' ']) {
            const t = text + rest;
            assert.ok(Object.is(parseInt(t), parseInt(' ' + t)), t);
            assert.ok(Object.is(parseInt(t, 10), parseInt(' ' + t, 10)), t);
            assert.ok(Object.is(parseFloat(t), parseFloat(' ' + t)), t);
        }
    }
    assert.strictEqual(parseInt(12), 12);
    assert.strictEqual(parseInt(-12, 10), -12);
    assert.strictEqual(parseInt(12, 8), 10);
}

/* Integers have the digits that they have by division. */
for (let i = 0; i < 32; i++) {
    for (const n of [2 ** i - 1, 2 ** i, -(2 ** i), 10 ** (i % 10), 10 ** (i % 10) - 1,
                     -(10 ** (i % 10))]) {
        let digits = '';
        for (let k = Math.abs(n); k > 0; k = Math.floor(k / 10))
            digits = '0123456789'[k % 10] + digits;
        const text = (n < 0 ? '-' : '') + (digits === '' ? '0' : digits);
        assert.strictEqual(String(n), text);
        assert.strictEqual('x' + n, 'x' + text);
        assert.strictEqual('\u0416' + n, '\u0416' + text);
        assert.strictEqual('' + n, text);
        assert.strictEqual([n, n].join(), text + ',' + text);
        assert.strictEqual(JSON.stringify([n]), '[' + text + ']');
    }
}

/* Pieces by positions of all kinds. */
{
    const s = 'abcdef';
    const at = [undefined, 0, 1, 6, 7, -1, -6, -7, 2 ** 31 - 1, -(2 ** 31), 2.7, '2',
                null, NaN, Infinity, -Infinity];
    const clamp = (v, length, back) => {
        v = Math.trunc(Number(v)) || 0;
        return v < 0 ? Math.max(back ? v + length : 0, 0) : Math.min(v, length);
    };
    const piece = (from, to) => {
        let text = '';
        for (let i = from; i < to; i++)
            text += s[i];
        return text;
    };
    for (const a of at) {
        for (const b of at) {
            const end = (back) => (b === undefined ? 6 : clamp(b, 6, back));
            assert.strictEqual(s.slice(a, b), piece(clamp(a, 6, true), end(true)));
            const [x, y] = [clamp(a, 6, false), end(false)];
            assert.strictEqual(s.substring(a, b), piece(Math.min(x, y), Math.max(x, y)));
        }
    }
    assert.strictEqual(s[-1], undefined);
    assert.strictEqual(s[6], undefined);
    assert.strictEqual('\u0416\u00e9'[0], '\u0416');
    assert.strictEqual('\u0416\u00e9'[1], '\u00e9');
}

/* Case and padding, with and without characters beyond ASCII. */
assert.strictEqual('aZ09[]`{@\x7f'.toUpperCase(), 'AZ09[]`{@\x7f');
assert.strictEqual('aZ09[]`{@\x7f'.toLowerCase(), 'az09[]`{@\x7f');
assert.strictEqual('stra\u00dfe \u00ff'.toUpperCase(), 'STRASSE \u0178');
assert.strictEqual('\u00c4B'.toLowerCase(), '\u00e4b');
assert.strictEqual('7'.padStart(3, '0') + '7'.padEnd(3), '0077  ');
assert.strictEqual('\u0416'.padStart(3, '0') + '7'.padEnd(3, '\u0416'), '00\u04167\u0416\u0416');
assert.strictEqual('7'.padEnd(4, 'ab') + '7'.padStart(4, '\u00e9'), '7aba\u00e9\u00e9\u00e97');

/* Methods and the length of a string are those of its prototype at the time. */
{
    const { trim } = String.prototype;
    try {
        String.prototype.trim = () => 'own';
        assert.strictEqual(' a '.trim(), 'own');
        delete String.prototype.trim;
        assert.throws(() => ' a '.trim(), TypeError);
        Object.prototype.trim = () => 'inherited';
        assert.strictEqual(' a '.trim(), 'inherited');
    } finally {
        delete Object.prototype.trim;
        Object.defineProperty(String.prototype, 'trim', {
            value: trim, writable: true, configurable: true, enumerable: false,
        });
    }
    assert.strictEqual(' a '.trim(), 'a');
    assert.throws(() => 'abc'.length(), TypeError);
    assert.strictEqual('abc'.length, 3);
}

/* join() reads what is there at the time. */
{
    const list = [{ toString() { list.length = 2; return 'a'; } }, 1, 2, 3];
    assert.strictEqual(list.join(), 'a,1,,');
    const grow = [{ toString() { grow.push(9); grow[1] = 'n'; return 'a'; } }, 1];
    assert.strictEqual(grow.join('-'), 'a-n');
    assert.strictEqual([1, , null, undefined, [2, [3]]].join(''), '12,3');
}
