'use strict';
// Abort signals that are sent to a port, and listeners that go with an owner.

const assert = require('assert');
const util = require('util');

// A transferable signal aborts at both ends, with the same reason.
async function testTransfer() {
    const controller = util.transferableAbortController();
    const { signal } = controller;
    const { port1, port2 } = new MessageChannel();
    port2.postMessage({ signal }, [signal]);
    const copy = await new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data.signal);
    });
    assert.ok(copy instanceof AbortSignal);
    assert.notStrictEqual(copy, signal);
    assert.strictEqual(copy.aborted, false);
    const aborted = new Promise((resolve) => {
        copy.addEventListener('abort', resolve);
    });
    controller.abort('reason');
    assert.strictEqual(signal.reason, 'reason');
    await aborted;
    assert.strictEqual(copy.reason, 'reason');
    port1.close();
}

// One that has aborted is received so.
async function testAborted() {
    const signal = util.transferableAbortSignal(AbortSignal.abort('before'));
    const { port1, port2 } = new MessageChannel();
    port2.postMessage(signal, [signal]);
    const copy = await new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
    });
    assert.deepStrictEqual([copy.aborted, copy.reason], [true, 'before']);
    port1.close();
}

assert.throws(() => util.transferableAbortSignal({}),
              { code: 'ERR_INVALID_ARG_TYPE' });

// util.aborted() does not keep its resource, and waits for ever without it.
async function testResource() {
    const controller = new AbortController();
    const promise = util.aborted(controller.signal, {});
    require('v8').setFlagsFromString('--expose-gc');
    const gc = require('vm').runInNewContext('gc');
    await new Promise(setImmediate);
    gc();
    controller.abort();
    await new Promise(setImmediate);
    assert.match(util.inspect(promise), /<pending>/);
}

let done = false;
process.on('exit', () => assert.ok(done));
testTransfer().then(testAborted).then(testResource).then(() => { done = true; });
