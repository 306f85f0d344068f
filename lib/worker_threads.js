'use strict';
/*
 * worker_threads - the part that a program asks on its main thread: that it is
 * one, and channels within it. There are no other threads yet, and whoever
 * wants one is told so.
 */

const { codes } = require('internal/errors');
const { MessageChannel, MessagePort } = require('internal/message_channel');

class Worker {
    constructor() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED('Worker()');
    }
}

const data = new Map();

module.exports = {
    MessageChannel,
    MessagePort,
    Worker,
    SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
    getEnvironmentData: (key) => data.get(key),
    isInternalThread: false,
    isMainThread: true,
    parentPort: null,
    resourceLimits: {},
    setEnvironmentData(key, value) {
        if (value === undefined)
            data.delete(key);
        else
            data.set(key, value);
    },
    threadId: 0,
    threadName: '',
    workerData: null,
};
