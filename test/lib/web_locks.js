'use strict';
/*
 * navigator.locks within a thread: who gets a lock, and in which order things
 * happen. All of it holds for Node 24 as well.
 */

const assert = require('assert');
const dc = require('diagnostics_channel');
const { locks } = require('worker_threads');
const { later } = require('./support/later.js');

const never = () => new Promise(() => {});
const turn = () => new Promise((resolve) => setImmediate(resolve));
const names = (list) => list.map((l) => `${l.name} ${l.mode}`);

/* Notes what is said, and the microtasks of a chain in between. */
function makeNotes(length) {
    const notes = [];
    const note = (text) => () => { notes.push(text); };
    let chain = Promise.resolve();
    const count = () => {
        for (let i = 0; i < length; i++)
            chain = chain.then(note(i));
    };
    return Object.defineProperties(notes, { note: { value: note },
                                            count: { value: count } });
}

const tests = {
    async 'has the shape of the standard'() {
        assert.strictEqual(locks, navigator.locks);
        assert.strictEqual(String(locks), '[object LockManager]');
        assert.deepStrictEqual(Object.keys(Object.getPrototypeOf(locks)),
                               ['request', 'query']);
        assert.strictEqual(typeof Lock, 'undefined');
        assert.strictEqual(typeof LockManager, 'undefined');
        assert.throws(() => new locks.constructor(), TypeError);
        await locks.request('shape', { mode: 'shared' }, (lock) => {
            assert.strictEqual(String(lock), '[object Lock]');
            assert.strictEqual(lock.name, 'shape');
            assert.strictEqual(lock.mode, 'shared');
            assert.throws(() => new lock.constructor(), TypeError);
        });
    },

    async 'refuses wrong arguments'() {
        const { signal } = new AbortController();
        const refuses = (args, wanted) =>
            assert.rejects(locks.request(...args), wanted);
        const not = { name: 'NotSupportedError', code: 9 };
        const type = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
        const value = { name: 'TypeError', code: 'ERR_INVALID_ARG_VALUE' };
        const f = () => assert.fail();
        await refuses([], type);
        await refuses(['a', {}], type);
        await refuses(['a', 3, f], type);
        await refuses([Symbol('s'), f], type);
        await refuses(['a', { signal: null }, f], type);
        await refuses(['a', { signal: {} }, f], type);
        await refuses(['a', { mode: 'x' }, f], value);
        await refuses(['a', { mode: null }, f], value);
        await refuses(['-a', f], not);
        await refuses(['a', { steal: true, ifAvailable: true }, f], not);
        await refuses(['a', { steal: true, mode: 'shared' }, f], not);
        await refuses(['a', { steal: true, signal }, f], not);
        await refuses(['a', { ifAvailable: true, signal }, f], not);
        await refuses(['a', { signal: AbortSignal.abort() }, f],
                      { name: 'AbortError', code: 20 });
        assert.strictEqual(await locks.request('a', null, () => 1), 1);
        assert.strictEqual(await locks.request(5, (l) => l.name), '5');
        const half = '\ud800';
        assert.strictEqual(await locks.request(half, (l) => l.name), half);
    },

    async 'a free lock is granted before request() returns'() {
        const notes = makeNotes(3);
        const done = locks.request('now', notes.note('called'));
        notes.push('returned');
        done.then(notes.note('done'));
        notes.count();
        await turn();
        assert.deepStrictEqual(notes, ['called', 'returned', 0, 'done', 1, 2]);
    },

    async 'a promise costs one microtask more'() {
        const notes = makeNotes(4);
        locks.request('now', async () => {}).then(notes.note('done'));
        notes.count();
        await turn();
        assert.deepStrictEqual(notes, [0, 1, 'done', 2, 3]);
    },

    async 'with a signal the callback comes in a microtask'() {
        const notes = makeNotes(6);
        const { signal } = new AbortController();
        locks.request('now', { signal }, notes.note('called'))
            .then(notes.note('done'));
        notes.push('returned');
        notes.count();
        await turn();
        assert.deepStrictEqual(
            notes, ['returned', 'called', 0, 1, 2, 3, 'done', 4, 5]);
    },

    async 'the next one is called where a lock is released'() {
        const notes = makeNotes(4);
        const { promise, resolve } = Promise.withResolvers();
        locks.request('q', () => promise).then(notes.note('first done'));
        locks.request('q', notes.note('second')).then(notes.note('done'));
        await turn();
        resolve();
        notes.count();
        await turn();
        assert.deepStrictEqual(
            notes, ['second', 0, 1, 'first done', 'done', 2, 3]);
    },

    async 'shared locks wait behind an exclusive request'() {
        const { promise, resolve } = Promise.withResolvers();
        const shared = { mode: 'shared' };
        const order = [];
        const all = [
            locks.request('s', shared, () => promise),
            locks.request('s', shared, () => promise),
            locks.request('s', () => order.push('exclusive')),
            locks.request('s', shared, () => order.push('shared')),
            locks.request('s', { ...shared, ifAvailable: true },
                          (lock) => order.push(lock)),
        ];
        const { held, pending } = await locks.query();
        assert.deepStrictEqual(names(held), ['s shared', 's shared']);
        assert.deepStrictEqual(names(pending), ['s exclusive', 's shared']);
        assert.strictEqual(held[0].clientId, `node-${process.pid}-0`);
        resolve();
        await Promise.all(all);
        assert.deepStrictEqual(order, [null, 'exclusive', 'shared']);
        assert.deepStrictEqual(await locks.query(), { held: [], pending: [] });
    },

    async 'a long queue is served'() {
        const { promise, resolve } = Promise.withResolvers();
        const all = [locks.request('long', () => promise)];
        let count = 0;
        for (let i = 0; i < 2000; i++)
            all.push(locks.request('long', async () => count++));
        resolve();
        await Promise.all(all);
        assert.strictEqual(count, 2000);
    },

    async 'steal takes the lock and leaves the queue'() {
        const notes = makeNotes(3);
        const lost = assert.rejects(locks.request('steal', never), {
            name: 'AbortError', message: 'The operation was aborted',
        });
        locks.request('steal', notes.note('waiting'))
            .then(notes.note('waiting done'));
        locks.request('steal', { steal: true }, notes.note('thief'))
            .then(notes.note('thief done'));
        notes.push('returned');
        notes.count();
        await lost;
        await turn();
        assert.deepStrictEqual(notes, ['thief', 'waiting', 'returned', 0,
                                       'waiting done', 'thief done', 1, 2]);
    },

    async 'a request that waits can be aborted'() {
        const notes = makeNotes(3);
        const control = new AbortController();
        const { signal } = control;
        const { promise, resolve } = Promise.withResolvers();
        const first = locks.request('abort', () => promise);
        locks.request('abort', { signal }, assert.fail)
            .catch(notes.note('aborted'));
        const third = locks.request('abort', notes.note('third'));
        await turn();
        control.abort();
        notes.count();
        await turn();
        assert.deepStrictEqual(notes, [0, 'aborted', 1, 2]);
        resolve();
        await Promise.all([first, third]);
        assert.strictEqual(notes.at(-1), 'third');
        const late = new AbortController();
        assert.strictEqual(await locks.request(
            'abort', { signal: late.signal }, async () => {
                late.abort();
                await turn();
                return 'kept';
            }), 'kept');
    },

    async 'diagnostics_channel says what comes of a request'() {
        const seen = [];
        const short = ['start', 'grant', 'miss', 'end'];
        const listeners = short.map((name) => (message) =>
            seen.push([name, ...Object.values(message)]));
        short.forEach((name, i) =>
            dc.subscribe(`locks.request.${name}`, listeners[i]));
        const error = new Error('of the callback');
        await assert.rejects(locks.request('d', async () => {
            await locks.request('d', { ifAvailable: true }, () => {});
            throw error;
        }), error);
        short.forEach((name, i) =>
            dc.unsubscribe(`locks.request.${name}`, listeners[i]));
        assert.deepStrictEqual(seen, [
            ['start', 'd', 'exclusive'],
            ['grant', 'd', 'exclusive'],
            ['start', 'd', 'exclusive'],
            ['miss', 'd', 'exclusive'],
            ['end', 'd', 'exclusive', true, false, undefined],
            ['end', 'd', 'exclusive', false, false, error],
        ]);
    },
};

(async () => {
    for (const [name, test] of Object.entries(tests))
        await test().catch((e) => { throw new Error(name, { cause: e }); });
})().then(later(() => {
    /* A lock and a request keep no program alive. */
    locks.request('kept', never);
    locks.request('kept', assert.fail);
}));
