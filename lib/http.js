'use strict';
/*
 * http - servers and clients of HTTP/1.
 */

const Agent = require('_http_agent');
const { ClientRequest } = require('_http_client');
const { methods, parsers, validateHeaderName, validateHeaderValue } =
    require('_http_common');
const { IncomingMessage } = require('_http_incoming');
const { OutgoingMessage } = require('_http_outgoing');
const { STATUS_CODES, Server, ServerResponse, _connectionListener } =
    require('_http_server');
const { validateInteger } = require('internal/validators');
const { setGlobalProxyFromEnv } = require('internal/http/proxy');
const { maxHeaderSize } = require('internal/http/options');
/* Loaded when first used: internal/websocket/events,
 * internal/websocket/websocket, internal/worker/message_channel. */

function createServer(options, requestListener) {
    return new Server(options, requestListener);
}

function request(url, options, callback) {
    return new ClientRequest(url, options, callback);
}

function get(url, options, callback) {
    const req = request(url, options, callback);
    req.end();
    return req;
}

module.exports = {
    _connectionListener,
    METHODS: methods.filter((name) => name !== undefined).sort(),
    STATUS_CODES,
    Agent: Agent.Agent,
    ClientRequest,
    IncomingMessage,
    OutgoingMessage,
    Server,
    ServerResponse,
    createServer,
    validateHeaderName,
    validateHeaderValue,
    get,
    request,
    setGlobalProxyFromEnv,
    setMaxIdleHTTPParsers(max) {
        validateInteger(max, 'max', 1);
        parsers.max = max;
    },
};

/* Classes that a program may want besides, each loaded when it is asked for. */
function lazily(file, name) {
    return {
        __proto__: null, configurable: true, enumerable: true,
        get: () => require(file)[name],
    };
}

Object.defineProperties(module.exports, {
    CloseEvent: lazily('internal/websocket/events', 'CloseEvent'),
    MessageEvent: lazily('internal/worker/message_channel', 'MessageEvent'),
    WebSocket: lazily('internal/websocket/websocket', 'WebSocket'),
    maxHeaderSize: {
        __proto__: null, configurable: true, enumerable: true,
        get: maxHeaderSize,
    },
    globalAgent: {
        __proto__: null, configurable: true, enumerable: true,
        get() { return Agent.globalAgent; },
        set(value) { Agent.globalAgent = value; },
    },
});
