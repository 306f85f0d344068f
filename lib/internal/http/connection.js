'use strict';
/*
 * internal/http/connection - what a server's connection does twice for each
 * request: it starts and stops waiting for the next one, and it starts and stops
 * telling the response that the socket has closed.
 *
 * Both are done by exchanging objects that the connection keeps, where nobody
 * could see a difference; else by setTimeout(), on() and removeListener().
 */

const net = require('net');
const { kTimeout } = require('internal/net/socket');
const asyncContext = internalBinding('async_context');

const socketSetTimeout = net.Socket.prototype.setTimeout;

// ---- The timeout between two requests --------------------------------------

/*
 * The Timeout stays armed while a request is at work; then it is not the
 * socket's, and does nothing should it fire (onTimer() of internal/net/socket).
 * One that was made for a program's async context is not used for another.
 */
function startKeepAlive(state, ms) {
    const { socket, timer } = state;
    if (timer !== null && state.timerMs === ms && socket[kTimeout] === null &&
        !socket.destroyed && socket.setTimeout === socketSetTimeout &&
        asyncContext.get() === undefined) {
        socket.timeout = ms;
        socket[kTimeout] = timer;
        timer.refresh();
        return;
    }
    forgetTimer(state);
    socket.setTimeout(ms);
    if (asyncContext.get() === undefined && socket[kTimeout]) {
        state.timer = socket[kTimeout];
        state.timerMs = ms;
    }
}

/* `isHooked`: async hooks see timers that are made. */
function stopKeepAlive(state, ms, isHooked) {
    const { socket, timer } = state;
    if (ms === 0 && timer !== null && socket[kTimeout] === timer && !isHooked &&
        socket.setTimeout === socketSetTimeout) {
        socket.timeout = 0;
        socket[kTimeout] = null;
        return;
    }
    state.timer = null;
    socket.setTimeout(ms);
}

/* Before the connection goes, or its timer is not to be used again. */
function forgetTimer(state) {
    if (state.timer !== null)
        clearTimeout(state.timer);
    state.timer = null;
}

// ---- The listener to 'close' -----------------------------------------------

/* Is it the list of two that was there when the last request was at work? */
function isKept(list, state, listener) {
    return list !== null && list.length === 2 && list[0] === state.onClose &&
        list[1] === listener;
}

function hearsListeners({ newListener, removeListener }) {
    return newListener !== undefined || removeListener !== undefined;
}

/* As socket.on('close', listener). */
function addCloseListener(state, listener) {
    const { socket, closeListeners } = state;
    const events = socket._events;
    if (events.close === state.onClose && !hearsListeners(events) &&
        isKept(closeListeners, state, listener)) {
        events.close = closeListeners;
        return;
    }
    socket.on('close', listener);
    if (isKept(events.close, state, listener))
        state.closeListeners = events.close;
}

/* As socket.removeListener('close', listener). */
function removeCloseListener(state, listener) {
    const { socket, closeListeners } = state;
    const events = socket._events;
    if (events.close === closeListeners && !hearsListeners(events) &&
        isKept(closeListeners, state, listener)) {
        events.close = state.onClose;
        return;
    }
    socket.removeListener('close', listener);
}

module.exports = {
    addCloseListener, forgetTimer, removeCloseListener, startKeepAlive,
    stopKeepAlive,
};
