'use strict';
// What comes when an addon calls back: after each callback ticks, then
// microtasks, before anything else; and what AsyncLocalStorage, async_hooks and
// 'uncaughtException' see of it.

const addon = require(process.argv[2]);
const { AsyncLocalStorage, createHook } = require('async_hooks');
const PLAIN = 0, IN_CONTEXT = 1, IN_SCOPE = 2, THROW = 3;
const storage = new AsyncLocalStorage();
const log = (...args) => console.log(...args);

/* A function that says that it ran, and leaves a tick and a microtask. */
function step(name, error) {
    return () => {
        log(name, storage.getStore());
        Promise.resolve().then(() => log(name, 'microtask'));
        process.nextTick(() => log(name, 'tick', storage.getStore()));
        if (!error)
            return;
        setImmediate(() => log(name, 'immediate'));
        throw new Error(`thrown by ${name}`);
    };
}

function here(fn) {
    return storage.run('here', fn);
}

function atOnce(next) {
    log('-- at once');
    here(() => {
        addon.now(PLAIN, step('plain'));
        addon.now(IN_CONTEXT, step('context'));
        addon.now(IN_SCOPE, step('scope'));
        addon.bare(step('bare'));
        try {
            addon.now(IN_CONTEXT, step('failing', true));
        } catch (error) {
            log('caught', error.message);
        }
        log('end', storage.getStore());
    });
    setImmediate(next);
}

/* fn(callback) starts something that calls it; next follows. */
function later(name, fn, next) {
    log('--', name);
    here(() => fn(() => {
        step(name)();
        setImmediate(() => {
            log(name, 'immediate', storage.getStore());
            next();
        });
    }));
}

function inWork(how) {
    return (callback) => addon.work(how, callback);
}

/* What is thrown in a callback; the tick comes before the immediate. */
function throwing(name, fn, next) {
    log('--', name);
    process.once('uncaughtException', (error, origin) => {
        log(error.code, error.message, origin, storage.getStore());
        process.nextTick(() => log('tick of the listener'));
        setImmediate(next);
    });
    here(fn);
}

function crowd(next) {
    log('-- thread-safe function');
    let n = 0;
    here(() => addon.threads(PLAIN, 3, () => step(`call ${++n}`)(), () => {
        step('finalizer')();
        setImmediate(next);
    }));
}

/* Version 9 and a throwing thread-safe function: a warning, nothing else. */
function crowdThatThrows(next) {
    log('-- thread-safe function that throws');
    let n = 0;
    process.once('warning', (warning) => log(warning.code));
    addon.threads(PLAIN, 2, () => step(`call ${++n}`, n === 1)(), () => {
        process.nextTick(() => setImmediate(next));
        throw new Error('thrown by a finalizer');
    });
}

function finalizer(next) {
    log('-- finalizer');
    let thing = addon.finalized(() => {
        step('finalizer')();
        setImmediate(next);
    });
    process.nextTick(() => log('tick'));
    setImmediate(() => log('immediate'));
    thing = null;
    gc();
    log('end');
}

function hooks(next) {
    log('-- async_hooks');
    const names = new Map();
    const say = (event) => (id) => {
        if (names.has(id))
            log(event, names.get(id));
    };
    const hook = createHook({
        init(id, type, trigger, resource) {
            if (['work', 'context', 'crowd', 'now'].includes(type)) {
                names.set(id, type);
                log('init', type, typeof resource);
            }
        },
        before: say('before'), after: say('after'), destroy: say('destroy'),
    }).enable();
    const settle = (then) => setImmediate(() => setImmediate(then));
    addon.now(IN_CONTEXT, () => log('called'));
    settle(() => addon.work(IN_CONTEXT, () => {
        log('called');
        settle(() => addon.threads(PLAIN, 1, () => log('called'), () => {
            settle(() => {
                hook.disable();
                next();
            });
        }));
    }));
}

const parts = [
    atOnce,
    (next) => later('work', inWork(PLAIN), next),
    (next) => later('work in a context', inWork(IN_CONTEXT), next),
    (next) => later('work in a scope', inWork(IN_SCOPE), next),
    (next) => throwing('work that throws',
                       () => addon.work(THROW, step('work')), next),
    (next) => throwing('a callback of work that throws',
                       () => addon.work(PLAIN, step('work', true)), next),
    (next) => throwing('a callback in a context that throws',
                       () => addon.work(IN_CONTEXT, step('work', true)), next),
    (next) => throwing('a callback in a scope that throws',
                       () => addon.work(IN_SCOPE, step('work', true)), next),
    crowd,
    crowdThatThrows,
    finalizer,
    (next) => throwing('a finalizer that throws', () => {
        addon.finalized(step('finalizer', true));
        gc();
    }, next),
    hooks,
];

(function run(i) {
    if (i < parts.length)
        parts[i](() => run(i + 1));
})(0);
