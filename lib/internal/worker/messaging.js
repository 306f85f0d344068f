'use strict';
/*
 * internal/worker/messaging - postMessageToThread(): from any thread to any
 * other, where process emits 'workerMessage'. A worker hears such messages on
 * its control port; the main thread on a port of its own, which it has once it
 * starts workers. The answer, what became of the message, comes back by a port
 * that goes along.
 */

const { clearTimeout, setTimeout } = internalBinding('order');
const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { MessageChannel, cloneBy, handleOf } =
    require('internal/worker/message_channel');
const { threadId: ownId } = internalBinding('worker');
const { postToThread } = internalBinding('message');

const kDelivered = 'delivered';
const kErrored = 'errored';
const kNoListener = 'no listener';

function deliver(value, source) {
    try {
        return process.emit('workerMessage', value, source) ? kDelivered :
            kNoListener;
    } catch {
        return kErrored;
    }
}

/* { value, source, reply }, as it arrives. */
function receive({ value, source, reply }) {
    reply.postMessage(deliver(value, source));
    reply.close();
}

let isListening = false;

/* The main thread can be reached from now on. */
function listen() {
    if (isListening || ownId !== 0)
        return;
    isListening = true;
    const { port1 } = new MessageChannel();
    port1.on('message', receive);
    port1.unref();
    handleOf(port1).hearThread(0);
}

/* undefined if the time is up before an answer comes. */
function waitForAnswer(port, timeout) {
    return new Promise((resolve) => {
        const timer = timeout === undefined ? undefined :
            setTimeout(resolve, timeout);
        port.once('message', resolve);
        port.once('close', () => {
            clearTimeout(timer);
            resolve(kNoListener);
        });
    });
}

function toError(answer) {
    switch (answer) {
    case kNoListener: return new codes.ERR_WORKER_MESSAGING_FAILED();
    case kErrored: return new codes.ERR_WORKER_MESSAGING_ERRORED();
    default: return new codes.ERR_WORKER_MESSAGING_TIMEOUT();
    }
}

function post(id, value, list, reply) {
    cloneBy((...args) => postToThread(id, ...args),
            { type: 'thread', value, source: ownId, reply },
            [reply, ...(list ?? [])]);
}

async function postMessageToThread(threadId, value, transferList, timeout) {
    if (typeof transferList === 'number' && timeout === undefined) {
        timeout = transferList;
        transferList = [];
    }
    if (timeout !== undefined)
        validateNumber(timeout, 'timeout', 0);
    if (threadId === ownId)
        throw new codes.ERR_WORKER_MESSAGING_SAME_THREAD();
    const { port1, port2 } = new MessageChannel();
    const answered = waitForAnswer(port1, timeout);
    try {
        post(threadId, value, transferList, port2);
        const answer = await answered;
        if (answer !== kDelivered)
            throw toError(answer);
    } finally {
        port1.close();
    }
}

module.exports = { listen, postMessageToThread, receive };
