'use strict';
// diagnostics_channel: channels, stores, tracing channels, module loading.

const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const dc = require('diagnostics_channel');
const { later } = require('./support/later.js');

// A channel has one object for its name, and publishes in order.
{
    const channel = dc.channel('a');
    const seen = [];
    const first = (message, name) => seen.push(['first', message, name]);
    const second = (message) => seen.push(['second', message]);
    assert.strictEqual(dc.channel('a'), channel);
    assert.strictEqual(channel.hasSubscribers, false);
    channel.subscribe(first);
    dc.subscribe('a', second);
    assert.ok(channel instanceof dc.Channel);
    assert.strictEqual(dc.hasSubscribers('a'), true);
    channel.publish(1);
    assert.strictEqual(channel.unsubscribe(first), true);
    assert.strictEqual(channel.unsubscribe(first), false);
    channel.publish(2);
    dc.unsubscribe('a', second);
    channel.publish(3);
    assert.deepStrictEqual(seen, [
        ['first', 1, 'a'], ['second', 1], ['second', 2]]);
}

// A subscriber that leaves while it is called does not disturb the others.
{
    const channel = dc.channel(Symbol('b'));
    let calls = 0;
    const leaving = () => { calls++; channel.unsubscribe(leaving); };
    channel.subscribe(leaving);
    channel.subscribe(() => { calls++; });
    channel.publish();
    assert.strictEqual(calls, 2);
}

// Stores have the message, or what a transform makes of it, while fn runs.
{
    const channel = dc.channel('stores');
    const plain = new AsyncLocalStorage();
    const doubled = new AsyncLocalStorage();
    channel.bindStore(plain);
    channel.bindStore(doubled, (n) => n * 2);
    const result = channel.runStores(4, function(x) {
        return [plain.getStore(), doubled.getStore(), this.me, x];
    }, { me: 'it' }, 'arg');
    assert.deepStrictEqual(result, [4, 8, 'it', 'arg']);
    assert.strictEqual(plain.getStore(), undefined);
    assert.strictEqual(channel.unbindStore(plain), true);
    assert.strictEqual(channel.unbindStore(plain), false);
}

function record(channels) {
    const names = [];
    const note = (name) => (context) => {
        names.push(context.error ? `${name}!` : name);
    };
    channels.subscribe({
        start: note('start'), end: note('end'), error: note('error'),
        asyncStart: note('asyncStart'), asyncEnd: note('asyncEnd'),
    });
    return names;
}

// traceSync(), tracePromise() and traceCallback() publish in Node's order.
(async () => {
    const channels = dc.tracingChannel('work');
    const names = record(channels);
    assert.strictEqual(channels.traceSync((n) => n + 1, {}, null, 1), 2);
    assert.throws(() => channels.traceSync(() => { throw new Error('x'); }));
    assert.deepStrictEqual(names.splice(0),
                           ['start', 'end', 'start', 'error!', 'end!']);

    const context = {};
    assert.strictEqual(await channels.tracePromise(async () => 7, context), 7);
    assert.strictEqual(context.result, 7);
    assert.deepStrictEqual(names.splice(0),
                           ['start', 'end', 'asyncStart', 'asyncEnd']);

    channels.traceCallback((callback) => callback(null, 'r'), 0, context, null,
                           (error, result) => names.push(result));
    assert.deepStrictEqual(names.splice(0),
                           ['start', 'asyncStart', 'r', 'asyncEnd', 'end']);
})().then(later(() => {}));

// What a subscriber throws is uncaught, and the publisher goes on.
{
    const channel = dc.channel('throws');
    const error = new Error('of the subscriber');
    process.once('uncaughtException', (met) => {
        assert.strictEqual(met, error);
        process.exitCode = 0;
    });
    process.exitCode = 1; // until it was met
    channel.subscribe(() => { throw error; });
    channel.publish();
}

// require() reports on tracing:module.require.
{
    const names = record(dc.tracingChannel('module.require'));
    require('path');
    assert.throws(() => require('no-such-package-at-all'));
    assert.deepStrictEqual(names, ['start', 'end', 'start', 'error!', 'end!']);
}

assert.throws(() => dc.channel(null), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => dc.tracingChannel(0), { code: 'ERR_INVALID_ARG_TYPE' });

// The console publishes the arguments of a line before it formats them.
{
    const seen = [];
    const add = (args) => seen.push([...args]); // Node changes it later
    dc.subscribe('console.error', add);
    const { write } = process.stderr;
    process.stderr.write = (text) => seen.push(text);
    console.error('%d lines', 2);
    process.stderr.write = write;
    assert.strictEqual(dc.unsubscribe('console.error', add), true);
    assert.deepStrictEqual(seen, [['%d lines', 2], '2 lines\n']);
}

// A child that cannot start reports on child_process and its tracing channel.
{
    const seen = [];
    const channels = dc.tracingChannel('child_process.spawn');
    dc.subscribe('child_process', ({ process: child }) => seen.push(child));
    channels.subscribe({
        start({ options }) { seen.push(options.file); },
        end() { seen.push('end'); }, // not reached
        error({ error }) { seen.push(error.syscall); },
    });
    const child = require('child_process').spawn('/no such program');
    child.on('error', () => {});
    assert.ok(seen[0] === child);
    assert.deepStrictEqual(seen.slice(1), ['/no such program', 'spawn']);
}
