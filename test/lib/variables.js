'use strict';
/*
 * Variables that are not there yet. The compiler leaves out the look at a variable
 * where its declaration has run for certain; here is all that lies around such
 * places, and the name `undefined`, which is a constant only where nothing hides
 * it.
 */
const assert = require('assert');

function endOf(fn) {
    try {
        fn();
    } catch (error) {
        return error.name;
    }
    return 'fine';
}

const TOO_SOON = 'ReferenceError';

function tooSoon(...functions) {
    for (const fn of functions)
        assert.strictEqual(endOf(fn), TOO_SOON, String(fn));
}

function fine(...functions) {
    for (const fn of functions)
        assert.strictEqual(endOf(fn), 'fine', String(fn));
}

// ---- Before, and in, the declaration -----------------------------------------------

tooSoon(() => { x; let x = 1; },
        () => { x = 2; let x = 1; },
        () => { x++; let x = 1; },
        () => { x += 1; let x = 1; },
        () => { typeof x; let x; },
        () => { let x = x; },
        () => { const x = (() => x)(); },
        () => { f(); let x = 1; function f() { return x; } },
        () => { let { a = a } = {}; },
        () => { let { a = b, b } = {}; },
        () => { let [a] = [a]; },
        () => { let a = 1, b = c, c = 2; },
        () => { eval('x'); let x = 1; },
        () => { let x = eval('x'); },
        () => { let x = 1; { x; let x = 2; } });
fine(() => { const x = 1; return eval('x'); },
     () => { let a = 1, b = a; const { c, d = c } = { c: b }; a = d; },
     () => { try { throw 1; let x; } catch { x; } var x; },
     () => { l: { if (endOf) break l; let x = 1; x; } let x = 2; x; });

// ---- Loops -------------------------------------------------------------------------

tooSoon(() => { for (let x of [x]); },
        () => { for (const [x] of [[x]]); },
        () => { for (const [x = y, y] of [[]]); },
        () => { for (let x in { x }); },
        () => { for (let x = x; ;) break; },
        () => { for (const v of [1, 2]) { if (v === 2) w; const w = v; w; } },
        () => {
            for (let i = 0; i < 2; i++) {
                if (i === 1)
                    y;
                let y = i;
                y;
            }
        },
        () => {
            for (let i = 0; i < 2; i++) {
                const get = () => y;
                if (i === 1)
                    get();
                let y = i;
                get();
            }
        });
fine(() => { let n = 0; for (;;) { if (n++) break; let y = n; y; continue; } },
     () => { do { let y = 1; y; } while (typeof y !== 'undefined'); });

/* Each turn has its own. */
{
    const list = [];
    for (let i = 0; i < 3; i++) {
        let k = i * 2;
        list.push(() => i + k++);
        k += 0;
    }
    assert.deepStrictEqual(list.map((fn) => fn() + fn()), [1, 7, 13]);
}

function* walk(n) {
    for (let i = 0; i < n; i++) {
        const more = yield i;
        if (more)
            i += more;
    }
}
const walked = walk(9);
assert.deepStrictEqual([walked.next(), walked.next(2), walked.next()]
    .map(({ value }) => value), [0, 3, 4]);

async function sum() {
    let all = 0;
    for (let i = 0; i < 3; i++) {
        const value = await i;
        all += value;
    }
    for await (const value of [1, 2])
        all += value;
    assert.strictEqual(all, 6);
    process.exitCode = 0;
}
process.exitCode = 1; // until it is over
sum();

// ---- A switch is entered anywhere --------------------------------------------------

function each(fn) {
    return [0, 1, 2].map((value) => endOf(() => fn(value)));
}

assert.deepStrictEqual(each((value) => {
    switch (value) {
    case 0: let x = 1; x; break;
    case 1: x; break;
    case 2: x = 3;
    }
}), ['fine', TOO_SOON, TOO_SOON]);
assert.deepStrictEqual(each((value) => {
    switch (value) {
    case 0: let x = 1; // falls through
    case 1: { let y = 2; y; x; } break;
    default: let z = 1; { let q = z; q; }
    }
}), ['fine', TOO_SOON, 'fine']);
assert.deepStrictEqual(each((value) => {
    switch (value) {
    case 0: const { x } = { x: 1 }; break;
    case 1: for (const k of [1]) x + k; break;
    default: class A {} // falls through
    case 3: let b = 1; b; new A();
    }
}), ['fine', TOO_SOON, 'fine']);
assert.deepStrictEqual(each((value) => {
    switch (value) {
    case 0: class A {} break;
    case 1: let b = 1; b; new A();
    }
}), ['fine', TOO_SOON, 'fine']);

// ---- Classes, constants ------------------------------------------------------------

class Base {}
tooSoon(() => { new A(); class A {} },
        () => { class A extends A {} },
        () => { class A { [A.name]() {} } },
        () => { class A extends Base { constructor() { this.x; super(); } } new A(); },
        () => {
            try {
                early();
            } finally {
                let z = 1;
                z;
            }
            function early() { z; }
            let z = 2;
        });
fine(() => { class A {} let b = 1; new A(); b; });
assert.strictEqual(endOf(() => { const a = 1; a = 2; }), 'TypeError');
assert.strictEqual(endOf(() => { for (const a of [1]) a = 2; }), 'TypeError');

// ---- undefined ---------------------------------------------------------------------

/* Not in strict mode. */
function sloppy(code) {
    return Function(code)();
}

assert.strictEqual((function(undefined) { return undefined; })(5), 5);
assert.strictEqual((() => { let undefined = 7; return undefined; })(), 7);
assert.strictEqual(sloppy('with ({ undefined: 3 }) return undefined'), 3);
assert.strictEqual(sloppy('with ({}) return undefined'), void 0);
assert.strictEqual(sloppy('eval("var undefined = 4"); return undefined'), 4);
assert.strictEqual(sloppy('return typeof undefined'), 'undefined');
assert.strictEqual(sloppy('undefined = 1; return undefined'), void 0);
assert.throws(() => { undefined = 1; }, TypeError);
assert.throws(() => undefined.x,
              { message: "Cannot read properties of undefined (reading 'x')" });
assert.throws(() => undefined(), { message: 'undefined is not a function' });
assert.throws(() => new undefined(), { message: 'undefined is not a constructor' });
for (const value of [undefined, null, 0, '', {}, NaN, 1n, false]) {
    const isNothing = typeof value === 'undefined';
    const isNull = Object.is(value, null);
    const seen = [value === undefined, undefined === value, value === null];
    const other = [value !== undefined, undefined !== value, value !== null];
    assert.deepStrictEqual(seen, [isNothing, isNothing, isNull]);
    assert.deepStrictEqual(other, [!isNothing, !isNothing, !isNull]);
    assert.strictEqual(value !== undefined && value !== null,
                       !isNothing && !isNull);
    if (value !== undefined)
        assert.ok(!isNothing);
    else
        assert.ok(isNothing);
}
assert.strictEqual(undefined ?? 5, 5);
assert.strictEqual(`${undefined}`, 'undefined');
