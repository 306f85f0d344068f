'use strict';
/*
 * worker_threads - threads that run programs of their own, and channels between
 * them. The class Worker is in internal/worker/thread, what a worker does first
 * in internal/worker/main.
 */

const { codes } = require('internal/errors');
const { options } = require('internal/process/object');
const {
    MessageChannel,
    MessagePort,
    receiveMessageOnPort,
} = require('internal/message_channel');
const { getMark, mark } = internalBinding('message');

/* As mark() wants them. */
const kNeverCloned = 2;
const kNeverMoved = 3;

class BroadcastChannel {
    constructor() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED('BroadcastChannel()');
    }
}

function isObject(value) {
    return (typeof value === 'object' && value !== null) ||
           typeof value === 'function';
}

/* What is no object is let pass, as in Node. */
function markAsUncloneable(object) {
    if (isObject(object))
        mark(object, kNeverCloned);
}

function markAsUntransferable(object) {
    if (isObject(object))
        mark(object, kNeverMoved);
}

function isMarkedAsUntransferable(object) {
    return isObject(object) && getMark(object) === kNeverMoved;
}

const state = require('internal/worker/state');
const { getLimits, threadId, threadName } = internalBinding('worker');

/* Loaded by programs that start workers. */
const thread = () => require('internal/worker/thread');

function ownLimits() {
    return options.isWorker ? thread().showLimits(getLimits()) : {};
}

module.exports = {
    BroadcastChannel,
    MessageChannel,
    MessagePort,
    SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
    getEnvironmentData: (key) => state.environmentData.get(key),
    isInternalThread: options.isHooksRuntime,
    isMainThread: !options.isHooksRuntime && !options.isWorker,
    isMarkedAsUntransferable,
    markAsUncloneable,
    markAsUntransferable,
    parentPort: state.parentPort,
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

require('internal/util').defineLazy(module.exports, 'Worker',
                                    () => thread().Worker);
