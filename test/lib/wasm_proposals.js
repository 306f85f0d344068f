'use strict';
/*
 * What came after WebAssembly 2.0, as a program sees it: exceptions both ways,
 * tail calls, memories that threads share, memories of 64 bits. The instructions
 * themselves are test/wasm/run's.
 */
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } =
    require('worker_threads');

/* exceptions and tail calls: catchJs, catchAll, catchOwn, rethrow call
 * m.thrower(n); throw; even */
const own = Buffer.from(
    'AGFzbQEAAAABKwlgAX8AYAFvAGACf34AYAF/AW9gAX8Bf2ABfwJ/fmAAAn9+YAAAYAF+' +
    'AX8CGAIBbQd0aHJvd2VyAAABbQVqc3RhZwQAAQMIBwMEBQcACAgNAwEAAgdABwNvd24E' +
    'AQdjYXRjaEpzAAEIY2F0Y2hBbGwAAghjYXRjaE93bgADBXRocm93AAQHcmV0aHJvdwAF' +
    'BGV2ZW4ABgp/BxIAAm8fQAEAAAAgABAAC9BvCwsUAAJAH0ABAgAgABAAC0EADwtBAQsU' +
    'AAIGH0ABAAEAIAAQAAtBf0J/CwsIAEEHQggIAQsRAAJpH0ABAwAgABAACw8LCgsSACAA' +
    'UAR/QQEFIABCAX0SBwsLEgAgAFAEf0EABSAAQgF9EgYLCw==' +
    '', 'base64');
/* threads: add, wait, notify, load, size, grow on m.memory */
const shared = Buffer.from(
    'AGFzbQEAAAABFwRgAn9/AX9gA39/fgF/YAF/AX9gAAF/Ag4BAW0GbWVtb3J5AgMBBAMH' +
    'BgABAAIDAgcsBgNhZGQAAAR3YWl0AAEGbm90aWZ5AAIEbG9hZAADBHNpemUABARncm93' +
    'AAUKOAYKACAAIAH+HgIACwwAIAAgASAC/gECAAsKACAAIAH+AAIACwcAIAAoAgALBAA/' +
    'AAsGACAAQAAL' +
    '', 'base64');

function load(bytes, m) {
    const module = new WebAssembly.Module(bytes);
    return new WebAssembly.Instance(module, { m }).exports;
}

function testExceptions() {
    let what;
    const x = load(own, {
        jstag: WebAssembly.JSTag,
        thrower(n) {
            if (n > 0)
                throw what;
        },
    });
    what = { some: 'thing' };
    assert.strictEqual(x.catchJs(1), what);
    assert.strictEqual(x.catchJs(0), null);
    assert.strictEqual(x.catchAll(1), 1);
    assert.strictEqual(x.catchAll(0), 0);
    assert.throws(() => x.catchOwn(1), (e) => e === what);
    /* The same object comes back, by way of an exnref, too. */
    assert.throws(() => x.rethrow(1), (e) => e === what);
    what = new WebAssembly.Exception(x.own, [5, 6n]);
    assert.deepStrictEqual(x.catchOwn(1), [5, 6n]);
    assert.throws(() => x.rethrow(1), (e) => e === what);
    assert.throws(() => x.catchJs(1), (e) => e === what);
    const thrown = (() => {
        try {
            x.throw();
        } catch (error) {
            return error;
        }
    })();
    assert(thrown instanceof WebAssembly.Exception);
    assert(thrown.is(x.own));
    assert(!thrown.is(WebAssembly.JSTag));
    assert.strictEqual(thrown.getArg(x.own, 0), 7);
    assert.strictEqual(thrown.getArg(x.own, 1), 8n);
    what = thrown;
    assert.deepStrictEqual(x.catchOwn(1), [7, 8n]);
    /* WebAssembly does not catch traps. */
    what = (() => {
        try {
            load(Buffer.from('AGFzbQEAAAABBAFgAAADAgEABwUBAWYAAAoFAQMAAAs=',
                             'base64'), {}).f();
        } catch (error) {
            return error;
        }
    })();
    assert(what instanceof WebAssembly.RuntimeError);
    assert.throws(() => x.catchAll(1), (e) => e === what);
    /* Garbage is found while thousands are thrown. */
    what = new WebAssembly.Exception(x.own, [1, 2n]);
    for (let i = 0; i < 20000; i++) {
        if (i % 2 === 0)
            what = { i };
        x.catchAll(1);
    }
    /* No frame is left by a call in tail position. */
    assert.strictEqual(x.even(1000000n), 1);
    assert.strictEqual(x.even(1000001n), 0);
}

function testMemories() {
    const long = new WebAssembly.Memory(
        { initial: 1n, maximum: 3n, address: 'i64' });
    assert.strictEqual(long.grow(1n), 1n);
    assert.strictEqual(long.buffer.byteLength, 131072);
    assert.throws(() => long.grow(1), TypeError);
    assert.throws(() => new WebAssembly.Memory({ initial: 1, shared: true }),
                  TypeError);
    const memory = new WebAssembly.Memory(
        { initial: 1, maximum: 4, shared: true });
    const { buffer } = memory;
    assert(buffer instanceof SharedArrayBuffer);
    assert(Object.isFrozen(buffer));
    assert.strictEqual(memory.buffer, buffer);
    assert.strictEqual(memory.grow(1), 1);
    assert.notStrictEqual(memory.buffer, buffer);
    assert.strictEqual(buffer.byteLength, 65536);
    assert.strictEqual(memory.buffer.byteLength, 131072);
    new Uint8Array(buffer)[3] = 9;
    assert.strictEqual(new Uint8Array(memory.buffer)[3], 9);
    const x = load(shared, { memory });
    assert.strictEqual(x.add(8, 5), 0);
    assert.strictEqual(x.add(8, 5), 5);
    assert.throws(() => x.add(9, 5), /does not support unaligned accesses/);
    assert.strictEqual(x.wait(8, 11, -1n), 1);
    assert.strictEqual(x.wait(8, 10, 1000000n), 2);
    assert.strictEqual(x.notify(8, 1), 0);
}

/* Another thread waits in WebAssembly, and sees that the memory has grown. */
function testThreads() {
    const memory = new WebAssembly.Memory(
        { initial: 1, maximum: 4, shared: true });
    const x = load(shared, { memory });
    const worker = new Worker(__filename, { workerData: memory });
    worker.once('message', () => {
        assert.strictEqual(x.grow(2), 1);
        new Int32Array(memory.buffer)[40000] = 77;
        const wake = () => {
            if (x.notify(16, 1) === 0)
                setTimeout(wake, 1);
        };
        wake();
        worker.once('message', (got) => {
            assert.deepStrictEqual(got, [0, 3, 77, 196608]);
            assert.strictEqual(x.load(4), 42);
        });
    });
}

if (isMainThread) {
    testExceptions();
    testMemories();
    testThreads();
} else {
    const x = load(shared, { memory: workerData });
    parentPort.postMessage('ready');
    const woken = x.wait(16, 0, -1n);
    x.add(4, 42);
    parentPort.postMessage([woken, x.size(), x.load(160000),
                            workerData.buffer.byteLength]);
}
