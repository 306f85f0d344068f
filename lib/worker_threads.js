'use strict';
/*
 * worker_threads - threads that run programs of their own, and channels between
 * them. The class Worker is in internal/worker/thread, what a worker does first
 * in internal/worker/main.
 */

const { options } = require('internal/process/object');
const {
    MessageChannel,
    MessagePort,
    receiveMessageOnPort,
} = require('internal/worker/message_channel');
const { mark } = internalBinding('message');
/* Loaded when first used: internal/worker/broadcast_channel,
 * internal/worker/context_port, internal/worker/locks,
 * internal/worker/messaging, internal/worker/thread. */

/* As mark() wants them. */
const kNeverCloned = 2;
const kNeverMoved = 3;

function isObject(value) {
    return (typeof value === 'object' && value !== null) ||
           typeof value === 'function';
}

/* Values that are not objects are accepted, as in Node. */
function markAsUncloneable(object) {
    if (isObject(object))
        mark(object, kNeverCloned);
}

/* Of the object itself; those that inherit from it have no mark. */
const untransferable = new WeakSet();

function markAsUntransferable(object) {
    if (!isObject(object))
        return;
    mark(object, kNeverMoved);
    untransferable.add(object);
}

function isMarkedAsUntransferable(object) {
    return isObject(object) && untransferable.has(object);
}

function moveMessagePortToContext(port, contextified) {
    const { movePortToContext } = require('internal/worker/context_port');
    return movePortToContext(port, contextified);
}

const state = require('internal/worker/state');
const { getLimits, threadId, threadName } = internalBinding('worker');

/* Loaded by programs that start workers. */
const thread = () => require('internal/worker/thread');

function ownLimits() {
    return options.isWorker ? thread().showLimits(getLimits()) : {};
}

module.exports = {
    MessageChannel,
    MessagePort,
    SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
    getEnvironmentData: (key) => state.environmentData.get(key),
    isInternalThread: options.isHooksRuntime,
    isMainThread: !options.isHooksRuntime && !options.isWorker,
    isMarkedAsUntransferable,
    markAsUncloneable,
    markAsUntransferable,
    moveMessagePortToContext,
    parentPort: state.parentPort,
    postMessageToThread: (...args) =>
        require('internal/worker/messaging').postMessageToThread(...args),
    receiveMessageOnPort,
    resourceLimits: ownLimits(),
    setEnvironmentData(key, value) {
        if (value === undefined)
            state.environmentData.delete(key);
        else
            state.environmentData.set(key, value);
    },
    threadId: options.isHooksRuntime ? 1 : threadId,
    threadName,
    workerData: state.workerData,
};

const { defineLazy } = require('internal/util');
defineLazy(module.exports, 'Worker', () => thread().Worker);
defineLazy(module.exports, 'BroadcastChannel', () =>
    require('internal/worker/broadcast_channel').BroadcastChannel);
defineLazy(module.exports, 'locks', () => require('internal/worker/locks').locks);
