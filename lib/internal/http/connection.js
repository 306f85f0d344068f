'use strict';
/*
 * internal/http/connection - what a server's connection does twice for each
 * request: it starts and stops waiting for the next one, and it starts and stops
 * notifying the response that the socket has closed.
 *
 * Both are done by exchanging objects that the connection keeps, where nobody
 * could see a difference; else by setTimeout(), on() and removeListener().
 */

const { clearTimeout } = internalBinding('order');
const net = require('net');
const { kTimeout } = require('internal/net/socket');
const { isPlain } = require('internal/options');
const { DESTROYED } = require('internal/streams/bits');
const asyncContext = internalBinding('async_context');

const socketSetTimeout = net.Socket.prototype.setTimeout;
const isTimerPlain = isPlain('http-timer');
const isClosePlain = isPlain('http-close');

// ---- The timeout between two requests --------------------------------------

/*
 * The Timeout stays armed while a request is at work; then it is not the
 * socket's, and does nothing should it fire (onTimer() of internal/net/socket).
 * One that was made for a program's async context is not used for another.
 */
function startKeepAlive(state, server, socket) {
    const timer = state.timer;
    const ms = server.keepAliveTimeout;
    const bufferMs = server.keepAliveTimeoutBuffer;
    if (timer !== null && state.keepAliveMs === ms &&
        state.bufferMs === bufferMs && socket[kTimeout] === null &&
        (socket._writableState.bits & DESTROYED) === 0 &&
        asyncContext.get() === undefined) {
        socket.timeout = timer._idleTimeout;
        socket[kTimeout] = timer;
        timer.refresh();
        state.keepAliveSet = true;
    } else if (Number.isFinite(ms) && ms > 0) {
        makeTimer(state, ms, bufferMs);
        state.keepAliveSet = true;
    }
}

function makeTimer(state, ms, bufferMs) {
    const { socket } = state;
    forgetTimer(state);
    socket.setTimeout(
        ms + (Number.isFinite(bufferMs) && bufferMs >= 0 ? bufferMs : 1000));
    if (!isTimerPlain && socket.setTimeout === socketSetTimeout &&
        socket[kTimeout] && asyncContext.get() === undefined) {
        state.timer = socket[kTimeout];
        state.keepAliveMs = ms;
        state.bufferMs = bufferMs;
    }
}

/* A request has come. `ms` is the timeout of the socket from now on, 0 for none;
 * `isHooked`: async hooks see timers that are made. */
function stopKeepAlive(state, socket, ms, isHooked) {
    const timer = state.timer;
    if (ms === 0 && !isHooked && timer !== null && socket[kTimeout] === timer) {
        socket.timeout = 0;
        socket[kTimeout] = null;
    } else {
        state.timer = null;
        socket.setTimeout(ms);
    }
    state.keepAliveSet = false;
}

/* Before the connection goes, or its timer is not to be used again. */
function forgetTimer(state) {
    if (state.timer !== null)
        clearTimeout(state.timer);
    state.timer = null;
}

// ---- The listener to 'close' -----------------------------------------------

/*
 * The list of two, the connection's own listener and the response's, is kept
 * from one request to the next. It can only change while it is in the slot, so
 * that it is looked at when it is taken out.
 */

/* As socket.on('close', listener); `events` are those of the socket. */
function addCloseListener(state, events, listener) {
    if (state.closeListeners !== null && events.close === state.onClose &&
        events.newListener === undefined) {
        events.close = state.closeListeners;
        return;
    }
    state.socket.on('close', listener);
    const list = events.close;
    if (!isClosePlain && list?.length === 2 && list[0] === state.onClose && list[1] === listener)
        state.closeListeners = list;
}

/* As socket.removeListener('close', listener). */
function removeCloseListener(state, events, listener) {
    const list = state.closeListeners;
    if (list !== null && events.close === list && list.length === 2 &&
        list[0] === state.onClose && list[1] === listener &&
        events.removeListener === undefined) {
        events.close = state.onClose;
        return;
    }
    state.closeListeners = null;
    state.socket.removeListener('close', listener);
}

module.exports = {
    addCloseListener, forgetTimer, removeCloseListener, startKeepAlive,
    stopKeepAlive,
};
