// match(), replace(), search(), split() and test() ask of an expression what the
// language says, and nobody can tell where they know the answer without asking.
'use strict';
const assert = require('node:assert');

const same = assert.deepStrictEqual;

// What stands for a match.
same('abc'.replace(/(b)(x)?/, '[$1|$2|$3|$&|$`|$\'|$$|$0|$01|$10|$<a>|$]'),
     'a[b||$3|b|a|c|$|$0|b|b0|$<a>|$]c');
same('abc'.replace(/(?<l>b)/, '[$<l>$<m>]'), 'a[b]c');
same('aaa'.replace(/a/g, '$\'-'), 'aa-a--');
same('a1'.replace(/(?<l>\w)(\d)/, (...args) => JSON.stringify(args.slice(1))),
     '["a","1",0,"a1",{"l":"a"}]');
same('xay'.replace(/a|(b)/g, (...args) => JSON.stringify(args)), 'x["a",null,1,"xay"]y');
same('abc'.replace(/(?:)/g, '-'), '-a-b-c-');
same('\ud83d\ude00'.replace(/(?:)/g, '-'), '-\ud83d-\ude00-');
same('\ud83d\ude00'.replace(/(?:)/gu, '-'), '-\ud83d\ude00-');
same('aXbX'.replace(/x/gi, ''), 'ab');
same('ab\u20ac'.replace(/\u20ac/, 'c'), 'abc');
same('abab'.replace(/b/gy, '-'), 'abab');
same('bbab'.replace(/b/gy, '-'), '--ab');

// Matches are found before the first of them is replaced.
{
    const re = /\d/g;
    const seen = [];
    same('1a2'.replace(re, (d) => {
        seen.push(re.lastIndex);
        re.lastIndex = 2;
        re.compile('a', 'g');
        return `<${d}>`;
    }), '<1>a<2>');
    same(seen, [0, 0]);
    same('1a2'.match(re), ['a']);
}

// lastIndex: read, written and put back as the language says.
{
    const sticky = /b/y;
    sticky.lastIndex = 1;
    same('abb'.replace(sticky, '-'), 'a-b');
    same(sticky.lastIndex, 2);
    same('abb'.search(sticky), -1);
    same(sticky.lastIndex, 2);
    same(sticky.test('ab'), false);
    same(sticky.lastIndex, 0);
    const all = /b/g;
    all.lastIndex = 5;
    same('abb'.match(all), ['b', 'b']);
    same(all.lastIndex, 0);
    all.lastIndex = 2;
    same('abb'.replace(all, ''), 'a');
    same(all.lastIndex, 0);
    all.lastIndex = { valueOf: () => 2 };
    same(all.exec('abb').index, 2);
    all.lastIndex = -3;
    same(all.test('abb'), true);
    same(all.lastIndex, 2);
    all.lastIndex = 9;
    same(all.test('abb'), false);
    same(all.lastIndex, 0);
    const frozen = Object.freeze(/b/g);
    assert.throws(() => frozen.test('abb'), TypeError);
    assert.throws(() => 'abb'.match(frozen), TypeError);
    assert.throws(() => 'abb'.replace(frozen, ''), TypeError);
    assert.throws(() => 'abb'.search(frozen), TypeError);
    const plain = Object.freeze(/b/);
    same(plain.test('ab'), true);
    same('abb'.replace(plain, '-'), 'a-b');
}

// split(): captures, limits, empty matches, the flag y.
same('a,b;c'.split(/([,;])/), ['a', ',', 'b', ';', 'c']);
same('a,b'.split(/(x)?,/), ['a', undefined, 'b']);
same('a,b,c'.split(/,/, 2), ['a', 'b']);
same('a,b,c'.split(/(,)/, 2), ['a', ',']);
same('a,b,c'.split(/,/, 0), []);
same('a,b,c'.split(/,/, -1), ['a', 'b', 'c']);
same('a,b,c'.split(/,/, '2'), ['a', 'b']);
same('abc'.split(/(?:)/), ['a', 'b', 'c']);
same('\ud83d\ude00x'.split(/(?:)/u), ['\ud83d\ude00', 'x']);
same('\ud83d\ude00'.split(/(?:)/), ['\ud83d', '\ude00']);
same(''.split(/x/), ['']);
same(''.split(/(?:)/), []);
same('abc'.split(/$/), ['abc']);
same('a b  c'.split(/\s*/), ['a', 'b', 'c']);
same('abab'.split(/b/y), ['a', 'a', '']);
same('abab'.split(/^a/), ['', 'bab']);
same('A<B>bold</B>'.split(/<(\/)?([^<>]+)>/), ['A', undefined, 'B', 'bold', '/', 'B', '']);

// Results of exec().
{
    const m = /(?<y>\d+)-(?<m>\d+)?/d.exec('on 2026-');
    same([...m], ['2026-', '2026', undefined]);
    same([m.index, m.input, m.length], [3, 'on 2026-', 3]);
    same(Object.entries(m.groups), [['y', '2026'], ['m', undefined]]);
    same(Object.getPrototypeOf(m.groups), null);
    same([...m.indices], [[3, 8], [3, 7], undefined]);
    same(Object.entries(m.indices.groups), [['y', [3, 7]], ['m', undefined]]);
    same(Object.keys(m), ['0', '1', '2', 'index', 'input', 'groups', 'indices']);
    const two = /(?:(?<a>x)|(?<a>y))/.exec('y');
    same(Object.entries(two.groups), [['a', 'y']]);
    same([...'a1b2'.matchAll(/[a-z](?<d>\d)/g)].map((x) => [x.index, x.groups.d]),
         [[0, '1'], [2, '2']]);
}

// One that was changed is asked.
{
    const own = /a/g;
    own.exec = function(s) {
        this.lastIndex = 0;
        return calls++ ? null : { index: 1, length: 1, 0: 'XX' };
    };
    let calls = 0;
    same('abcd'.replace(own, '-'), 'a-d');
    calls = 0;
    same('abcd'.match(own), ['XX']);
    calls = 0;
    same(own.test('zzz'), true);
    const flags = /a/;
    Object.defineProperty(flags, 'flags', { value: 'g' });
    let error;
    try {
        flags.lastIndex = 1;
        flags.exec = () => null;
        'aa'.match(flags);
    } catch (e) {
        error = e; // not reached
    }
    same([error, flags.lastIndex], [undefined, 0]);
    class Sub extends RegExp {
        exec(s) {
            const m = super.exec(s);
            if (m)
                m[0] = m[0].toUpperCase();
            return m;
        }
    }
    same('abc'.match(new Sub('b', 'g')), ['B']);
    same('abc'.replace(new Sub('b'), (m) => m + m), 'aBBc');
    let made = 0;
    class Spy extends RegExp {
        static get [Symbol.species]() {
            made++;
            return RegExp;
        }
    }
    same('abc'.split(new Spy('b')), ['a', 'c']);
    same(made, 1);
}
const asked = [];
const { get } = Object.getOwnPropertyDescriptor(RegExp.prototype, 'global');
Object.defineProperty(RegExp.prototype, 'global', {
    configurable: true,
    get() {
        asked.push('global');
        return get.call(this);
    },
});
same('aa'.match(/a/g), ['a', 'a']);
same(asked, ['global']);
Object.defineProperty(RegExp.prototype, 'global', { configurable: true, get });
const { exec } = RegExp.prototype;
RegExp.prototype.exec = function(s) {
    asked.push(`exec ${s}`);
    return exec.call(this, s);
};
same([/b/.test('ab'), 'ab'.search(/b/), 'ab'.replace(/b/, '')], [true, 1, 'a']);
same('ab'.split(/b/), ['a', '']);
assert(asked.length >= 5);
RegExp.prototype.exec = exec;
same('ab'.replace(/b/, ''), 'a');
