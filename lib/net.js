'use strict';
/*
 * net - TCP and Unix-domain sockets: servers and clients.
 */

const { isIP, isIPv4, isIPv6 } = require('internal/net/address');
const { BoundSocket } = require('internal/net/handle');
const { Socket } = require('internal/net/socket');
const { defaults, normalizeArgs } = require('internal/net/connect');
const { Server, createServerHandle } = require('internal/net/server');
const { validateBoolean, validateInt32 } = require('internal/validators');
/* Loaded when first used: diagnostics_channel, internal/net/blocklist. */

function createServer(options, connectionListener) {
    return new Server(options, connectionListener);
}

let clientChannel;

function connect(...args) {
    const normalized = normalizeArgs(args);
    const [options] = normalized;
    const socket = new Socket(options);
    clientChannel ??= require('diagnostics_channel').channel(
        'net.client.socket');
    if (clientChannel.hasSubscribers)
        clientChannel.publish({ socket });
    if (options.timeout)
        socket.setTimeout(options.timeout);
    return socket.connect(normalized);
}

module.exports = {
    _createServerHandle: createServerHandle,
    _normalizeArgs: normalizeArgs,
    connect,
    createConnection: connect,
    createServer,
    isIP,
    isIPv4,
    isIPv6,
    Server,
    Socket,
    Stream: Socket,
    BoundSocket,
    get BlockList() {
        return require('internal/net/blocklist').BlockList;
    },
    get SocketAddress() {
        return require('internal/net/blocklist').SocketAddress;
    },
    getDefaultAutoSelectFamily() {
        return defaults.autoSelectFamily;
    },
    setDefaultAutoSelectFamily(value) {
        validateBoolean(value, 'value');
        defaults.autoSelectFamily = value;
    },
    getDefaultAutoSelectFamilyAttemptTimeout() {
        return defaults.attemptTimeout;
    },
    setDefaultAutoSelectFamilyAttemptTimeout(value) {
        validateInt32(value, 'value', 1);
        defaults.attemptTimeout = Math.max(value, 10);
    },
};
