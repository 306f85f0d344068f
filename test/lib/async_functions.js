'use strict';
/*
 * Async functions that never await. The engine calls them as any other function,
 * and makes a promise of what comes out; nothing but that may be seen of it.
 */
const assert = require('assert');
const { later } = require('./support/later.js');

const fails = (promise, error) => assert.rejects(promise, error).then(later(() => {}));

// ---- What they are given --------------------------------------------------------

class Base {
    async name() { return 'base'; }
}
class Thing extends Base {
    async self() { return this; }
    async name() { return `${typeof super.name()} of ${super.name.name}`; }
    static async make() { return new this(); }
    async #hidden() { return 'hidden'; }
    reveal() { return this.#hidden(); }
}
const count = async function() { return arguments.length; };
const rest = async (first, ...others) => [first, others];
const assign = async (a, b) => { a = b; b = 0; return [a, b]; };
const deflt = async (a = 1, { b = a + 1, ...c } = {}) => [a, b, c];

async function given() {
    const thing = new Thing();
    assert.strictEqual(await thing.self(), thing);
    assert.strictEqual(await thing.name(), 'object of name');
    assert.ok(await Thing.make() instanceof Thing);
    assert.strictEqual(await thing.reveal(), 'hidden');
    assert.strictEqual(await count(1, 2, 3), 3);
    assert.strictEqual(await count.apply(null, [1, 2]), 2);
    assert.deepStrictEqual(await rest(1, 2, 3), [1, [2, 3]]);
    assert.deepStrictEqual(await Promise.all([1].map(assign)), [[0, 0]]);
    const list = [1, 2];
    assert.deepStrictEqual(await assign(...list), [2, 0]);
    assert.deepStrictEqual(list, [1, 2]);
    assert.deepStrictEqual(await deflt(undefined, { c: 3 }), [1, 2, { c: 3 }]);
    assert.strictEqual(await (async () => {})(), undefined);
}

// ---- What comes out ---------------------------------------------------------------

/* Whatever goes wrong is a rejection, and where it is caught it is not. */
async function fallsThrough() {
    try {
        throw new Error('caught');
    } catch (error) {
        return error.message;
    } finally {
        fallsThrough.finally = true;
    }
}
async function leavesLoop(iterable) {
    for (const x of iterable)
        return x;
}

async function results() {
    assert.strictEqual(await fallsThrough(), 'caught');
    assert.strictEqual(fallsThrough.finally, true);
    const closed = [];
    const iterable = {
        [Symbol.iterator]: () => ({
            next: () => ({ value: 'x', done: false }),
            return: () => { closed.push(1); return {}; },
        }),
    };
    assert.strictEqual(await leavesLoop(iterable), 'x');
    assert.deepStrictEqual(closed, [1]);
    fails((async () => { throw new TypeError('thrown'); })(), /^TypeError: thrown/);
    fails((async (a = missing) => a)(), ReferenceError);
    fails((async ({ a }) => a)(), TypeError);
    fails((async () => Promise.reject(7))(), (error) => error === 7);
    assert.strictEqual(await (async () => ({ then: (f) => f(5) }))(), 5);
}

/* Variables outlive the call that they belong to. */
async function counter() {
    let n = 0;
    return { more: async () => ++n, n: () => n };
}

async function closures() {
    const [a, b] = await Promise.all([counter(), counter()]);
    await a.more();
    await a.more();
    assert.deepStrictEqual([a.n(), b.n()], [2, 0]);
}

/* One that calls itself without end is rejected, all the way up. */
const endless = async (n) => { depth = n; return endless(n + 1); };
let depth = 0;

// ---- Stacks -----------------------------------------------------------------------

const frames = (error) => error.stack.split('\n').slice(1)
    .map((line) => line.replace(/^ *at (.*) \(.*$/, '$1'));
const broken = async function broken() { throw new Error('broken'); };
async function waits() { await null; await broken(); }
async function reacts(fn) { await Promise.resolve().then(fn); }

async function stacks() {
    await waits().catch((error) => {
        assert.deepStrictEqual(frames(error).slice(0, 3),
                               ['broken', 'waits', 'async stacks']);
    });
    const seen = [];
    await reacts(async function whole() { seen.push(frames(new Error())); });
    await reacts(async function parted() {
        seen.push(frames(new Error()));
        await null;
        seen.push(frames(new Error()));
    });
    assert.deepStrictEqual(seen, [['whole', 'async reacts', 'async stacks'],
                                  ['parted', 'async reacts', 'async stacks'],
                                  ['parted']]);
}

given().then(results).then(closures).then(stacks).then(later(() => {
    fails(endless(1), RangeError);
    assert.ok(depth > 100);
}));
