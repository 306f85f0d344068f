'use strict';
/*
 * internal/websocket/connection - a connection from handshake to the end.
 *
 *      CONNECTING --101--> OPEN --a close frame, sent or received--> CLOSING
 *      CLOSED: the socket is closed; or no connection was made
 *
 * The server closes the socket after both have sent a close frame. One that
 * does not is given three seconds.
 *
 * Frames are written in the order of send(), also after a Blob, which has to
 * be read first.
 */

const { Buffer } = require('buffer');
const { BINARY, CLOSE, FrameReader, PONG, TEXT, makeClosePayload, makeFrame } =
    require('internal/websocket/frames');
const { Inflater, OFFER, readAnswer } = require('internal/websocket/deflate');
/* Loaded when first used: crypto, internal/fetch/client. */

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

const CLOSE_TIMEOUT_MS = 3000;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/* ---- Handshake -------------------------------------------------------- */

function makeAccept(key) {
    const { createHash } = require('crypto');
    return createHash('sha1').update(key + GUID).digest('base64');
}

/* As one list, in Node's order. */
function makeHeaders(url, key, { protocols, headers }) {
    const list = [
        'host', url.host, 'connection', 'upgrade', 'upgrade', 'websocket',
        'sec-websocket-key', key, 'sec-websocket-version', '13',
    ];
    if (protocols.length > 0)
        list.push('sec-websocket-protocol', protocols.join(', '));
    list.push('sec-websocket-extensions', OFFER);
    for (const [name, value] of headers)
        list.push(name, value);
    list.push('accept', '*/*', 'accept-language', '*', 'sec-fetch-mode',
              'websocket', 'user-agent', 'node', 'pragma', 'no-cache',
              'cache-control', 'no-cache', 'accept-encoding',
              url.protocol === 'wss:' ? 'br, gzip, deflate' : 'gzip, deflate');
    return list;
}

function hasToken(header, token) {
    return (header ?? '').split(',').some(
        (word) => word.trim().toLowerCase() === token);
}

/* By name in lower case; those that come again are joined. */
function toHeaders(list) {
    const headers = { __proto__: null };
    for (let i = 0; i < list.length; i += 2) {
        const name = list[i].toLowerCase();
        headers[name] = name in headers ? `${headers[name]}, ${list[i + 1]}` :
            list[i + 1];
    }
    return headers;
}

/* What is wrong with the answer to a handshake; undefined: nothing. */
function findMistake(headers, key, protocols) {
    if ((headers.upgrade ?? '').toLowerCase() !== 'websocket')
        return 'Server did not set Upgrade header to "websocket".';
    if (!hasToken(headers.connection, 'upgrade'))
        return 'Server did not set Connection header to "upgrade".';
    if (headers['sec-websocket-accept'] !== makeAccept(key))
        return 'Incorrect hash received in Sec-WebSocket-Accept header.';
    const extensions = headers['sec-websocket-extensions'];
    if (extensions !== undefined && readAnswer(extensions) === undefined)
        return 'Sec-WebSocket-Extensions header does not match.';
    const protocol = headers['sec-websocket-protocol'];
    return protocol !== undefined && !protocols.includes(protocol)
        ? 'Protocol was not set in the opening handshake.' : undefined;
}

/* ---- The connection --------------------------------------------------- */

/* owner: opened(), received(isText, bytes), failed(error) and closed(wasClean,
 * code, reason). */
class Connection {
    readyState = CONNECTING;

    protocol = '';

    extensions = '';

    bufferedAmount = 0;

    #owner;
    #exchange; /* the handshake; see fetch/client.js */
    #socket;
    #reader;
    #isCloseSent = false;
    #isCloseReceived = false;
    #code = 1005;
    #reason = '';
    #writing; /* a promise, while a Blob is read */
    #timer;

    constructor(url, options, owner) {
        this.#owner = owner;
        this.#connect(url, options);
    }

    #connect(url, options) {
        const key = require('crypto').randomBytes(16).toString('base64');
        const { openExchange } = require('internal/fetch/client');
        this.#exchange = openExchange(url, {
            method: 'GET',
            path: url.pathname + url.search,
            headers: makeHeaders(url, key, options),
            isUpgrade: true,
        }, {
            started: (exchange) => exchange.end(),
            answered: () => {
                this.#abort('Received network error or non-101 status code.');
            },
            failed: (error) => this.#end(error.message),
            upgraded: (list, socket, head) => {
                this.#onUpgrade(toHeaders(list), socket, head, key, options);
            },
        });
    }

    #onUpgrade(headers, socket, head, key, options) {
        const wrong = findMistake(headers, key, options.protocols);
        this.#socket = socket;
        socket.on('error', () => {});
        if (wrong !== undefined)
            this.#abort(wrong);
        else
            this.#open(headers, head);
    }

    #open(headers, head) {
        const socket = this.#socket;
        socket.setNoDelay(true);
        socket.setTimeout(0);
        socket.on('data', (chunk) => this.#reader.push(chunk));
        socket.on('close', () => this.#socketClosed());
        this.extensions = headers['sec-websocket-extensions'] ?? '';
        this.#reader = new FrameReader({
            message: (isText, bytes) => this.#message(isText, bytes),
            ping: (bytes) => this.#pong(bytes),
            pong() {},
            close: (code, reason) => this.#closeReceived(code, reason),
            fail: (code, why) => this.fail(code, why),
            idle: () => this.#readerIdle(),
        }, this.extensions === '' ? undefined :
            new Inflater(readAnswer(this.extensions)));
        this.readyState = OPEN;
        this.protocol = headers['sec-websocket-protocol'] ?? '';
        this.#owner.opened();
        this.#reader.push(head);
    }

    /* Give up before the connection is open. */
    #abort(why) {
        this.#exchange.abort();
        this.#socket?.destroy();
        this.#end(why);
    }

    /* What has come is read first, also if it has to be inflated. */
    #socketClosed() {
        if (!this.#reader.isInflating)
            this.#end('');
    }

    #readerIdle() {
        if (this.#socket.closed)
            this.#end('');
    }

    /* The connection has ended, for any reason. */
    #end(why) {
        if (this.readyState === CLOSED)
            return;
        this.readyState = CLOSED;
        this.#reader?.stop();
        clearTimeout(this.#timer);
        if (!this.#isCloseReceived) {
            this.#code = 1006;
            this.#owner.failed(new TypeError(this.#reason || why));
        }
        this.#owner.closed(this.#isCloseSent && this.#isCloseReceived,
                           this.#code, this.#reason);
    }

    /* The server violated the protocol: close with this code. */
    fail(code, why) {
        if (this.readyState === CONNECTING)
            return this.#abort(why);
        this.#reader.stop();
        if (!this.#isCloseSent)
            this.#writeClose(code, why);
        this.#socket.destroy();
    }

    /* ---- What comes ---- */

    #message(isText, bytes) {
        if (this.readyState === OPEN)
            this.#owner.received(isText, bytes);
    }

    #pong(bytes) {
        if (!this.#isCloseSent)
            this.#socket.write(makeFrame(PONG, bytes));
    }

    #closeReceived(code, reason) {
        this.#isCloseReceived = true;
        this.#code = code ?? 1005;
        this.#reason = reason;
        this.readyState = CLOSING;
        if (!this.#isCloseSent)
            this.#writeClose(code, '');
        this.#timer = setTimeout(() => this.#socket.destroy(),
                                 CLOSE_TIMEOUT_MS).unref();
    }

    /* ---- What goes ---- */

    #writeClose(code, reason) {
        this.#isCloseSent = true;
        this.#socket.write(makeFrame(CLOSE, makeClosePayload(code, reason)));
    }

    #write(opcode, bytes) {
        this.#socket.write(makeFrame(opcode, bytes), () => {
            this.bufferedAmount -= bytes.length;
        });
    }

    /* What is after a Blob waits for it. */
    #later(write) {
        const writing = (this.#writing ?? Promise.resolve()).then(write).then(
            () => {
                if (this.#writing === writing)
                    this.#writing = undefined;
            });
        this.#writing = writing;
    }

    sendText(text) {
        this.sendBytes(Buffer.from(text), TEXT);
    }

    /* The frame has a copy of the bytes; one that waits needs its own. */
    sendBytes(bytes, opcode = BINARY) {
        this.bufferedAmount += bytes.length;
        if (this.#writing === undefined)
            return this.#write(opcode, bytes);
        const copy = Buffer.from(bytes);
        this.#later(() => this.#write(opcode, copy));
    }

    sendBlob(blob) {
        this.bufferedAmount += blob.size;
        this.#later(async () => {
            this.#write(BINARY, new Uint8Array(await blob.arrayBuffer()));
        });
    }

    close(code, reason) {
        if (this.readyState >= CLOSING)
            return;
        if (this.readyState === CONNECTING) {
            this.#abort('');
            return;
        }
        this.readyState = CLOSING;
        const write = () => {
            if (!this.#isCloseSent)
                this.#writeClose(code, reason);
        };
        if (this.#writing === undefined)
            write();
        else
            this.#later(write);
    }
}

module.exports = { Connection, CONNECTING, OPEN, CLOSING, CLOSED };
