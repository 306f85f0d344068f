'use strict';
/*
 * internal/events/abort_transfer - abort signals that can be sent to another thread.
 *
 * A signal stays where it is, and a copy of it is made at the other end. A port
 * between the two carries the reason when the signal aborts. Neither end of it
 * keeps a thread going.
 */

const {
    AbortController, abortSignal, isSignal, makeSignal,
} = require('internal/events/abort_controller');
const { codes } = require('internal/errors');
const { defineTransfer, isTransferable } =
    require('internal/worker/js_transferable');

const deserializeInfo = 'internal/events/abort_transfer:receiveSignal';

function nothing() {}

function beginTransfer(signal) {
    const { aborted, reason } = signal;
    if (aborted) {
        return { items: [], data: { aborted, reason }, deserializeInfo,
                 finish: nothing, undo: nothing };
    }
    const { port1, port2 } = new MessageChannel();
    port1.unref();
    const onAbort = () => {
        port1.postMessage(signal.reason);
        port1.close();
    };
    return {
        items: [port2], data: { aborted, port: port2 }, deserializeInfo,
        finish() { signal.addEventListener('abort', onAbort, { once: true }); },
        undo() { port1.close(); },
    };
}

function makeTransferable(signal) {
    if (!isTransferable(signal))
        defineTransfer(signal, beginTransfer);
    return signal;
}

function receiveSignal({ aborted, reason, port }) {
    const signal = makeTransferable(makeSignal());
    if (aborted) {
        abortSignal(signal, reason);
        return signal;
    }
    port.onmessage = ({ data }) => {
        abortSignal(signal, data);
        port.close();
    };
    port.unref();
    return signal;
}

function transferableAbortSignal(signal) {
    if (!isSignal(signal))
        throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
    return makeTransferable(signal);
}

function transferableAbortController() {
    const controller = new AbortController();
    makeTransferable(controller.signal);
    return controller;
}

module.exports = {
    receiveSignal,
    transferableAbortController,
    transferableAbortSignal,
};
