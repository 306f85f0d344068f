'use strict';
/*
 * worker_threads - the parts for the main thread: isMainThread, and channels
 * within it. There are no other threads yet; new Worker() throws.
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

class Worker {
    constructor() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED('Worker()');
    }
}

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

const data = new Map();

module.exports = {
    BroadcastChannel,
    MessageChannel,
    MessagePort,
    Worker,
    SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
    getEnvironmentData: (key) => data.get(key),
    isInternalThread: options.isHooksRuntime,
    isMainThread: !options.isHooksRuntime,
    isMarkedAsUntransferable,
    markAsUncloneable,
    markAsUntransferable,
    parentPort: null,
    receiveMessageOnPort,
    resourceLimits: {},
    setEnvironmentData(key, value) {
        if (value === undefined)
            data.delete(key);
        else
            data.set(key, value);
    },
    threadId: options.isHooksRuntime ? 1 : 0,
    threadName: '',
    workerData: null,
};
