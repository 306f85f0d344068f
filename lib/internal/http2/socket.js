'use strict';
/*
 * internal/http2/socket - session.socket: the socket below a session, without
 * what would disturb the session.
 */

const { codes } = require('internal/errors');
/* Loaded when first used: internal/http2/util. */

const refused = new Set([
    'end', 'pause', 'read', 'resume', 'write', 'setEncoding', 'setKeepAlive',
    'setNoDelay',
]);

function socketOf(session) {
    const { kSocket } = require('internal/http2/util');
    const socket = session[kSocket];
    if (socket === undefined)
        throw new codes.ERR_HTTP2_SOCKET_UNBOUND();
    return socket;
}

const handler = {
    get(session, name) {
        if (name === 'setTimeout' || name === 'ref' || name === 'unref' ||
            name === 'destroy')
            return session[name].bind(session);
        if (name === 'emit')
            throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
        if (refused.has(name))
            throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
        const socket = socketOf(session);
        const value = socket[name];
        return typeof value === 'function' ? value.bind(socket) : value;
    },

    set(session, name, value) {
        if (name === 'setTimeout' || name === 'ref' || name === 'unref') {
            session[name] = value;
            return true;
        }
        if (refused.has(name) || name === 'destroy' || name === 'emit')
            throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
        socketOf(session)[name] = value;
        return true;
    },

    has(session, name) {
        return name in socketOf(session);
    },

    getPrototypeOf(session) {
        return Object.getPrototypeOf(socketOf(session));
    },
};

function makeProxy(session) {
    return new Proxy(session, handler);
}

module.exports = { makeProxy };
