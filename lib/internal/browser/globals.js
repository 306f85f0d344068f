'use strict';
/*
 * internal/browser/globals - what windows and workers both have.
 */

const order = internalBinding('order');
const events = require('internal/browser/event_target');
const errors = require('internal/browser/errors');
/* Loaded when first used: internal/browser/messages, internal/browser/timers,
 * internal/browser/worker. */

function define(name, value, enumerable = true) {
    Object.defineProperty(globalThis, name, {
        value, writable: true, enumerable, configurable: true,
    });
}

function defineAll(values, enumerable) {
    for (const [name, value] of Object.entries(values))
        define(name, value, enumerable);
}

/* Loaded by pages that start one. */
function defineWorker() {
    Object.defineProperty(globalThis, 'Worker', {
        get() {
            const { Worker } = require('internal/browser/worker');
            define('Worker', Worker, false);
            return Worker;
        },
        set(value) { define('Worker', value, false); },
        enumerable: false, configurable: true,
    });
}

function defineClasses() {
    const { BroadcastChannel, MessageChannel, MessagePort } =
        require('internal/browser/messages');
    const { CustomEvent, ErrorEvent, Event, EventTarget, MessageEvent,
            PromiseRejectionEvent } = events;
    defineAll({
        BroadcastChannel, CustomEvent, ErrorEvent, Event, EventTarget,
        MessageChannel, MessageEvent, MessagePort, PromiseRejectionEvent,
    }, false);
}

/* Node's queueMicrotask() has other words for a bad argument. */
function queueMicrotask(callback) {
    if (typeof callback !== 'function') {
        throw new TypeError("Failed to execute 'queueMicrotask' on 'Window': " +
                            "parameter 1 is not of type 'Function'.");
    }
    order.queueMicrotask(callback);
}

function reportError(error) {
    errors.reportException(error);
}

function defineShared() {
    delete Error.prepareStackTrace; // Node's own
    defineAll({ queueMicrotask, reportError });
    defineAll(require('internal/browser/timers'));
    defineClasses();
    defineWorker();
}

module.exports = { define, defineAll, defineShared };
