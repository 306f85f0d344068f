'use strict';
/*
 * internal/http/consume - bytes from the handle of a server's connection to its
 * parser, past the stream, until another reader wants them.
 */

const net = require('net');
const { kTimeout } = require('internal/net/socket');
const { isPlain } = require('internal/options');

const isConsumePlain = isPlain('http-consume');

/* `afterExecute(state, result, null)` is called if there is more to do; not even
 * onconsume() is if onRequest() has said that nothing is left to do. */
function consume(state, afterExecute) {
    const { parser, socket } = state;
    const handle = socket._handle;
    if (isConsumePlain || !handle?.readStart || handle.onconsume !== undefined ||
        !(socket instanceof net.Socket) || socket.readableLength > 0 ||
        socket.listenerCount('data') > 1 ||
        socket.listenerCount('readable') > 0 || !parser.consume(handle))
        return;
    handle.onconsume = (n) => {
        if (socket[kTimeout] !== null || socket._parent !== null)
            socket._unrefTimer();
        if (n < 0 || socket._paused || state.isForeign)
            afterExecute(state, n < 0 ? parser.makeConsumedError(n) : n, null);
    };
    socket.on('resume', onSocketResume);
    socket.on('pause', onSocketPause);
    socket.on = listenAndUnconsume;
    socket.addListener = listenAndUnconsume;
    socket.prependListener = prependAndUnconsume;
}

/* The stream does not see the bytes, so it cannot stop and start the handle. */
function onSocketResume() {
    const handle = this._handle;
    if (this._paused) {
        this.pause();
    } else if (handle && !handle.reading) {
        handle.reading = true;
        handle.readStart();
    }
}

function onSocketPause() {
    const handle = this._handle;
    if (handle?.reading) {
        handle.reading = false;
        handle.readStop();
    }
}

/* Another reader wants the bytes: they go through the stream from now on. */
function unconsume(socket, parser) {
    const handle = socket._handle;
    if (handle?.onconsume) {
        handle.onconsume = null;
        parser.unconsume(handle);
        socket.removeListener('pause', onSocketPause);
        socket.removeListener('resume', onSocketResume);
    }
    if (Object.hasOwn(socket, 'prependListener')) {
        delete socket.on;
        delete socket.addListener;
        delete socket.prependListener;
    }
}

function listenAndUnconsume(event, fn) {
    if (event === 'data' || event === 'readable')
        unconsume(this, this.parser);
    return net.Socket.prototype.on.call(this, event, fn);
}

function prependAndUnconsume(event, fn) {
    if (event === 'data' || event === 'readable')
        unconsume(this, this.parser);
    return net.Socket.prototype.prependListener.call(this, event, fn);
}

module.exports = { consume, unconsume };
