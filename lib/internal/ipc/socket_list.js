'use strict';
/*
 * internal/ipc/socket_list - connections of a server that live in other
 * processes. The sender asks the receiver how many are left, and to be told
 * when the last one has closed:
 *
 *      NODE_SOCKET_GET_COUNT    -->    <-- NODE_SOCKET_COUNT { count }
 *      NODE_SOCKET_NOTIFY_CLOSE -->    <-- NODE_SOCKET_ALL_CLOSED
 *
 * `key` names the server in each of these messages.
 */

const EventEmitter = require('events');
const { codes } = require('internal/errors');

/* Sockets of one server that were sent to one process. */
class SentSockets extends EventEmitter {
    constructor(target, key) {
        super();
        this.target = target;
        this.key = key;
        target.once('exit', () => this.emit('exit', this));
    }

    #ask(question, answer, swallowErrors, callback) {
        const { target, key } = this;
        const finish = (error, message) => {
            target.removeListener('disconnect', onDisconnect);
            target.removeListener('internalMessage', onMessage);
            callback(error, message);
        };
        function onDisconnect() {
            finish(new codes.ERR_CHILD_CLOSED_BEFORE_REPLY());
        }
        function onMessage(message) {
            if (message.cmd === answer && message.key === key)
                finish(null, message);
        }
        if (!target.connected) {
            onDisconnect();
            return;
        }
        target._send({ cmd: question, key }, undefined, swallowErrors);
        target.once('disconnect', onDisconnect);
        target.on('internalMessage', onMessage);
    }

    close(callback) {
        this.#ask('NODE_SOCKET_NOTIFY_CLOSE', 'NODE_SOCKET_ALL_CLOSED', true,
                  callback);
    }

    getConnections(callback) {
        this.#ask('NODE_SOCKET_GET_COUNT', 'NODE_SOCKET_COUNT', false,
                  (error, message) => callback(error, message?.count));
    }
}

/* Sockets of one server that were received from one process. */
class ReceivedSockets extends EventEmitter {
    constructor(target, key) {
        super();
        this.target = target;
        this.key = key;
        this.connections = 0;
        target.on('internalMessage', (message) => {
            if (message.key === key)
                this.#answer(message.cmd);
        });
    }

    #send(message, swallowErrors) {
        if (this.target.connected)
            this.target._send({ ...message, key: this.key }, undefined,
                              swallowErrors);
    }

    #answer(question) {
        const allClosed =
            () => this.#send({ cmd: 'NODE_SOCKET_ALL_CLOSED' }, true);
        if (question === 'NODE_SOCKET_GET_COUNT')
            this.#send({ cmd: 'NODE_SOCKET_COUNT', count: this.connections });
        else if (question !== 'NODE_SOCKET_NOTIFY_CLOSE')
            return;
        else if (this.connections === 0)
            allClosed();
        else
            this.once('empty', allClosed);
    }

    add(socket) {
        this.connections++;
        socket.once('close', () => {
            if (--this.connections === 0)
                this.emit('empty', this);
        });
    }
}

module.exports = { ReceivedSockets, SentSockets };
