'use strict';
/*
 * internal/cluster/messages - what primary and workers say to each other, over
 * the channel of child_process. Each message has a number `seq`; an answer has
 * the number of its question as `ack`. `act` says what a message is about.
 */

const callbacks = new Map(); // by the number of the question
let next = 0;

/* False if the other side is not there any more, or should not be sent more. */
function send(target, message, handle, callback) {
    if (!target.connected)
        return false;
    const seq = next++;
    if (callback !== undefined)
        callbacks.set(seq, callback);
    return target.send({ cmd: 'NODE_CLUSTER', ...message, seq }, handle);
}

/* Pass replies to their callbacks, and other messages to onMessage. */
function receive(target, onMessage) {
    target.on('internalMessage', (message, handle) => {
        if (message.cmd !== 'NODE_CLUSTER')
            return;
        const callback = callbacks.get(message.ack);
        if (callback === undefined) {
            onMessage(message, handle);
            return;
        }
        callbacks.delete(message.ack);
        callback(message, handle);
    });
}

module.exports = { receive, send };
