'use strict';
// AbortSignal.any() of signals that the program does not hold.

const assert = require('assert');

const controller = new AbortController();
const checks = [];

function later(what, check) {
    checks.push([what, check]);
}

// Only the derived signal holds the one with the time limit.
{
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(5)]);
    later('a limit inside of any()', () => {
        assert.strictEqual(signal.aborted, true);
        assert.strictEqual(signal.reason.name, 'TimeoutError');
    });
}

// Nothing holds the derived one, but it has a listener.
{
    let count = 0;
    AbortSignal.any([controller.signal, AbortSignal.timeout(5)])
        .addEventListener('abort', () => count++);
    later('a listener of a signal that nobody holds', () =>
        assert.strictEqual(count, 1));
}

// The limit is that of an any() within another one.
{
    const signal = AbortSignal.any([
        AbortSignal.any([AbortSignal.any([AbortSignal.timeout(5)])]),
        controller.signal,
    ]);
    later('any() of any()', () =>
        assert.strictEqual(signal.reason.name, 'TimeoutError'));
}

// The first of two limits decides.
{
    const signal = AbortSignal.any([AbortSignal.timeout(100000), AbortSignal.timeout(5)]);
    let reason;
    signal.onabort = () => { reason = signal.reason; };
    later('two limits', () => assert.strictEqual(reason.name, 'TimeoutError'));
}

// A limit that comes too late changes nothing.
{
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, AbortSignal.timeout(5)]);
    own.abort('first');
    later('aborted before', () => assert.strictEqual(signal.reason, 'first'));
}

setTimeout(() => {
    for (const [, check] of checks)
        check();
}, 100);
