'use strict';
/*
 * chain.js WHAT SIZE [hooks] [store]: something that starts itself again and
 * again takes no memory that stays. A part of the chain comes first, so that
 * all that is made once is there; what the rest adds may not be a few bytes for
 * each link. With `hooks` all hooks of async_hooks listen, with `store` an
 * AsyncLocalStorage is entered at each link.
 *
 * What has a sanitizer keeps freed blocks for a while, and is not asked.
 */
const { AsyncLocalStorage, createHook } = require('async_hooks');
const fs = require('fs');
const { setTimeout: sleep, setImmediate: breath } = require('timers/promises');

const [what, size, ...modes] = process.argv.slice(2);
const ALLOWED = 1 << 20;
const store = new AsyncLocalStorage();
const enters = modes.includes('store');
const kept = [];
let events = 0;

if (modes.includes('hooks')) {
    const count = () => { events++; };
    createHook({ init: count, before: count, after: count, destroy: count,
                 promiseResolve: count }).enable();
}

// One after the other, each started by the one before it.
const repeat = (start) => (n, done) => {
    const link = () => {
        if (n-- === 0)
            done();
        else if (enters)
            store.run({ n }, start, link);
        else
            start(link);
    };
    link();
};

// An async function that awaits, and goes on.
const awaiting = (wait) => (n, done) => {
    (async () => {
        while (n-- > 0)
            await (enters ? store.run({ n }, wait) : wait());
    })().then(done);
};

async function* numbers(n) {
    while (n-- > 0)
        yield n;
}

class Special extends Promise {}

const longLived = new AbortController();
const chains = {
    ticks: repeat((link) => process.nextTick(link)),
    ticks_with_arguments: repeat((link) => process.nextTick(link, 1, 2, 3, 4)),
    immediates: repeat((link) => setImmediate(link)),
    microtasks: repeat((link) => queueMicrotask(link)),
    reactions: repeat((link) => Promise.resolve().then(link)),
    new_promises: repeat((link) => new Promise((r) => r()).then(link)),
    thenables: repeat((link) => Promise.resolve({ then: link })),
    followed: repeat((link) => (async () => Special.resolve())().then(link)),
    rejections: repeat((link) => Promise.reject(null).catch(link)),
    timers: repeat((link) => setTimeout(link, 1)),
    timers_of_all_lengths: repeat((link) =>
        setTimeout(link, 1 + Math.floor(Math.random() * 1000))),
    cleared: repeat((link) => {
        clearTimeout(setTimeout(link, 1000));
        clearImmediate(setImmediate(link));
        process.nextTick(link);
    }),
    signals: repeat((link) => {
        AbortSignal.any([longLived.signal, AbortSignal.timeout(1e8)]);
        setImmediate(link);
    }),
    turns: repeat((link) => process.nextTick(() => setImmediate(() =>
        Promise.resolve().then(link)))),
    interval(n, done) {
        const timer = setInterval(() => {
            if (--n === 0) {
                clearInterval(timer);
                done();
            }
        }, 1);
    },
    awaits: awaiting(() => null),
    async_functions: awaiting(async () => null),
    sleeps: awaiting(() => sleep(1)),
    breaths: awaiting(() => breath()),
    races: awaiting(() => Promise.race([breath(), new Promise(() => {})])),
    // Not constant at all, to show that it would be seen.
    kept: repeat((link) => {
        kept.push({});
        process.nextTick(link);
    }),
    generators(n, done) {
        (async () => { for await (const i of numbers(n)) n = i; })().then(done);
    },
};

const collect = globalThis.gc ?? (() => {});
// The simulator's process.memoryUsage() is of a machine that is not there.
const taken = () => {
    collect();
    return fs.readFileSync('/proc/self/statm', 'utf8').split(' ')[1] * 4096;
};

// Hooks are told of thousands of promises that ended at a time.
const first = Math.max(size / 10, modes.includes('hooks') ? 40000 : 0);

chains[what](first, () => {
    const before = taken();
    chains[what](Number(size), () => {
        const more = taken() - before;
        if (modes.includes('hooks') && events < size)
            throw new Error(`${events} events of hooks`);
        console.log(more <= ALLOWED ? 'constant' : `${more} bytes more`);
    });
});
