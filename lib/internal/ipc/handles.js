'use strict';
/*
 * internal/ipc/handles - servers and sockets that are sent to another process.
 *
 * `types` has, by the name that the message carries:
 *      take(channel, message, object, options)  the handle to send, or nothing
 *      give(channel, message, handle, emit)     emit(object) at the other end
 *      isMoved     the sender's handle is closed once it has arrived, unless
 *                  options.keepOpen says otherwise
 */

const net = require('net');
const { Pipe, TCP } = require('internal/net/handle');
const { ReceivedSockets, SentSockets } =
    require('internal/ipc/socket_list');
const { codes } = require('internal/errors');
/* Loaded when first used: _http_common, dgram, fs, internal/net/dgram. */

function getList(lists, List, target, key) {
    let list = lists.get(key);
    if (list === undefined) {
        list = new List(target, key);
        lists.set(key, list);
    }
    return list;
}

/* The server of a connection asks the other process about it from now on. */
function noteSent(channel, message, socket, keepOpen) {
    const { server } = socket;
    if (!server)
        return;
    message.key = server._connectionKey;
    if (!channel.sent.has(message.key))
        server._setupWorker(getList(channel.sent, SentSockets, channel.target,
                                    message.key));
    if (!keepOpen)
        server._connections--;
}

function detach(socket) {
    const handle = socket._handle;
    handle.onread = () => {};
    handle.readStop();
    socket._handle = null;
    socket.setTimeout(0);
    const { parser } = socket;
    if (!parser)
        return;
    const http = require('_http_common');
    if (parser instanceof http.HTTPParser) {
        http.freeParser(parser, null, socket);
        socket._httpMessage?.detachSocket(socket);
    }
}

function takeSocket(channel, message, socket, options) {
    const handle = socket._handle;
    if (!handle)
        return undefined;
    noteSent(channel, message, socket, options.keepOpen);
    if (!options.keepOpen)
        detach(socket);
    return handle;
}

function giveSocket(channel, message, handle, emit) {
    const socket = new net.Socket({ handle, readable: true, writable: true });
    if (message.key)
        getList(channel.received, ReceivedSockets, channel.target,
                message.key).add(socket);
    emit(socket);
}

const asIs = {
    take: (channel, message, handle) => handle,
    give: (channel, message, handle, emit) => emit(handle),
};

const types = {
    '__proto__': null,
    'net.Native': asIs,
    'dgram.Native': asIs,
    'net.Socket': { take: takeSocket, give: giveSocket, isMoved: true },
    'net.Server': {
        take: (channel, message, server) => server._handle,
        give(channel, message, handle, emit) {
            const server = new net.Server();
            server.listen(handle, () => emit(server));
        },
    },
    'dgram.Socket': {
        take(channel, message, socket) {
            message.dgramType = socket.type;
            return socket[require('internal/net/dgram').kState].handle;
        },
        give(channel, message, handle, emit) {
            const { Socket } = require('dgram');
            const socket = new Socket(message.dgramType);
            socket.bind(handle, () => emit(socket));
        },
    },
};

function typeOf(object) {
    if (object instanceof net.Socket)
        return 'net.Socket';
    if (object instanceof net.Server)
        return 'net.Server';
    if (object instanceof TCP || object instanceof Pipe)
        return 'net.Native';
    if (object instanceof require('dgram').Socket)
        return 'dgram.Socket';
    if (object instanceof require('internal/net/dgram').UDP)
        return 'dgram.Native';
    throw new codes.ERR_INVALID_HANDLE_TYPE();
}

/* A handle of the descriptor that has arrived; undefined if none has. */
function takeHandle(pipe) {
    const fd = pipe.takeFd();
    if (fd < 0)
        return undefined;
    const type = internalBinding('stdio').fdType(fd);
    const handle = type === 'TCP' ? new TCP() :
        type === 'UDP' ? new (require('internal/net/dgram').UDP)(4) :
            new Pipe(false);
    if (handle.open(fd) === 0)
        return handle;
    handle.close();
    require('fs').closeSync(fd);
    return undefined;
}

module.exports = { takeHandle, typeOf, types };
