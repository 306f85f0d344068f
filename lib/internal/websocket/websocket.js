'use strict';
/*
 * internal/websocket/websocket - the global WebSocket: arguments, attributes
 * and events. The connection is internal/websocket/connection.
 */

const { Buffer } = require('buffer');
const { Event, EventTarget, defineEventHandler } =
    require('internal/events/event_target');
const { makeIllegalInvocation, needArguments, toDOMString } =
    require('internal/fetch/webidl');
const { MessageEvent } = require('internal/worker/message_channel');
const { defineEnumerable, defineTag } = require('internal/util');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { CloseEvent, ErrorEvent } = require('internal/websocket/events');
const { CLOSED, CLOSING, CONNECTING, Connection, OPEN } =
    require('internal/websocket/connection');
/* Loaded when first used: internal/blob/blob, internal/fetch/headers,
 * internal/url/url. */

const LONGEST_REASON = 123;

function refuse(message, name) {
    throw new DOMException(message, name);
}

/* ---- Arguments -------------------------------------------------------- */

function readUrl(given) {
    const { URL } = require('internal/url/url');
    let url;
    try {
        url = new URL(toDOMString(given, 'WebSocket constructor', 'url'));
    } catch (error) {
        refuse(`TypeError: ${error.message}`, 'SyntaxError');
    }
    if (url.protocol === 'http:')
        url.protocol = 'ws:';
    else if (url.protocol === 'https:')
        url.protocol = 'wss:';
    if (url.protocol !== 'ws:' && url.protocol !== 'wss:')
        refuse('expected a ws: or wss: url', 'SyntaxError');
    if (url.hash !== '' || url.href.endsWith('#'))
        refuse('hash', 'SyntaxError');
    return url;
}

/* A token of HTTP. */
const validProtocol = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function checkProtocols(protocols) {
    const seen = new Set(protocols.map((name) => name.toLowerCase()));
    if (seen.size !== protocols.length ||
        !protocols.every((name) => validProtocol.test(name)))
        refuse('Invalid Sec-WebSocket-Protocol value', 'SyntaxError');
    return protocols;
}

function readProtocols(given) {
    const prefix = 'WebSocket constructor';
    return checkProtocols(typeof given === 'object' && given !== null
        ? [...given].map((name) => toDOMString(name, prefix, 'protocols'))
        : [toDOMString(given, prefix, 'protocols')]);
}

/* A protocol, a list of them, or Node's options { protocols, headers }. */
function readOptions(given) {
    if (typeof given !== 'object' || given === null ||
        given[Symbol.iterator] !== undefined)
        return { protocols: readProtocols(given), headers: [] };
    const { protocols = [], headers } = given;
    const { Headers } = require('internal/fetch/headers');
    return { protocols: readProtocols(protocols),
             headers: headers === undefined ? [] : new Headers(headers) };
}

function checkCode(given) {
    if (given === undefined)
        return undefined;
    const code = Math.min(Math.max(Math.round(Number(given)) || 0, 0), 65535);
    if (code !== 1000 && (code < 3000 || code > 4999))
        refuse('invalid code', 'InvalidAccessError');
    return code;
}

function checkReason(given) {
    const reason = given === undefined ? ''
        : toDOMString(given, 'WebSocket.close', 'reason').toWellFormed();
    const length = Buffer.byteLength(reason);
    if (length > LONGEST_REASON) {
        refuse(`Reason must be less than ${LONGEST_REASON} bytes; received ` +
               `${length}`, 'SyntaxError');
    }
    return reason;
}

/* ---- The class -------------------------------------------------------- */

let stateOf;

function need(value) {
    const state = stateOf(value);
    if (state === undefined)
        throw makeIllegalInvocation();
    return state;
}

function makeData(isText, bytes, binaryType) {
    if (isText)
        return bytes.utf8Slice(0, bytes.length);
    if (binaryType === 'blob')
        return new (require('internal/blob/blob').Blob)([bytes]);
    const { buffer, byteOffset, byteLength } = bytes;
    return buffer.slice(byteOffset, byteOffset + byteLength);
}

/* What happens to the connection, as events. */
function makeOwner(socket, state) {
    return {
        opened: () => socket.dispatchEvent(new Event('open')),
        received(isText, bytes) {
            const data = makeData(isText, bytes, state.binaryType);
            socket.dispatchEvent(new MessageEvent('message', {
                data, origin: state.url.origin,
            }));
        },
        failed: (error) => socket.dispatchEvent(
            new ErrorEvent('error', { error })),
        closed: (wasClean, code, reason) => socket.dispatchEvent(
            new CloseEvent('close', { wasClean, code, reason })),
    };
}

class WebSocket extends EventTarget {
    #state;

    static {
        stateOf = (value) => value !== null && typeof value === 'object' &&
                             #state in value ? value.#state : undefined;
    }

    constructor(url, protocols = []) {
        super();
        needArguments(arguments.length, 1, 'WebSocket constructor');
        const options = readOptions(protocols);
        const state = { url: readUrl(url), binaryType: 'blob',
                        connection: undefined };
        this.#state = state;
        state.connection = new Connection(state.url, options,
                                          makeOwner(this, state));
    }

    close(code = undefined, reason = undefined) {
        const { connection } = need(this);
        const checked = checkCode(code);
        const text = checkReason(reason);
        connection.close(checked ?? (text === '' ? undefined : 1000), text);
    }

    send(data) {
        const { connection } = need(this);
        needArguments(arguments.length, 1, 'WebSocket.send');
        const isBlob = require('internal/blob/blob').isBlob(data);
        const isBytes = isAnyArrayBuffer(data) || isArrayBufferView(data);
        const text = isBlob || isBytes ? undefined
            : toDOMString(data, 'WebSocket.send', 'data').toWellFormed();
        if (connection.readyState === CONNECTING)
            refuse('Sent before connected.', 'InvalidStateError');
        if (connection.readyState !== OPEN)
            return;
        if (text !== undefined)
            connection.sendText(text);
        else if (isBlob)
            connection.sendBlob(data);
        else if (isArrayBufferView(data))
            connection.sendBytes(Buffer.from(data.buffer, data.byteOffset,
                                             data.byteLength));
        else
            connection.sendBytes(Buffer.from(data));
    }

    get readyState() { return need(this).connection?.readyState ?? CONNECTING; }

    get bufferedAmount() { return need(this).connection.bufferedAmount; }

    get url() { return need(this).url.href; }

    get extensions() { return need(this).connection.extensions; }

    get protocol() { return need(this).connection.protocol; }
}

const { prototype } = WebSocket;

for (const type of ['open', 'error', 'close', 'message'])
    defineEventHandler(prototype, type);

/* Behind the handlers, where Node has it. */
Object.defineProperty(prototype, 'binaryType', Object.getOwnPropertyDescriptor({
    get binaryType() { return need(this).binaryType; },
    set binaryType(type) {
        need(this).binaryType = type === 'arraybuffer' ? type : 'blob';
    },
}, 'binaryType'));
defineEnumerable(prototype, [
    'close', 'send', 'readyState', 'bufferedAmount', 'url', 'extensions',
    'protocol', 'onopen', 'onerror', 'onclose', 'onmessage', 'binaryType',
]);
for (const [name, value] of Object.entries({ CONNECTING, OPEN, CLOSING,
                                             CLOSED })) {
    const constant = { __proto__: null, value, enumerable: true,
                       writable: false, configurable: false };
    Object.defineProperty(WebSocket, name, constant);
    Object.defineProperty(prototype, name, constant);
}
defineTag(prototype, 'WebSocket');

module.exports = { WebSocket };
