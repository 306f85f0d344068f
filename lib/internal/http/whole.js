'use strict';
/*
 * internal/http/whole - messages whose head and body leave in one write, as
 * most do: end() is called with the whole body, and nothing waits.
 *
 * C puts them together and writes them, past the socket's stream. Whoever looks
 * sees what write() leaves behind: the same bytes, counts, callbacks and ticks.
 * A message that something is unusual about is not for here; canLeaveWhole()
 * says so before anything has happened.
 */

const { Buffer } = require('buffer');
const { Socket, finishWrite, kTimeout } = require('internal/net/socket');
const {
    CLOSED, CONSTRUCTED, DESTROYED, ERRORED, OBJECT_MODE,
} = require('internal/streams/bits');
const {
    BUFFERED, CORKED, ENDING, NEED_DRAIN, SYNC, WRITABLE_KNOWN, WRITING,
} = require('internal/streams/writable_state');
const { writeWhole } = internalBinding('http');

const { _write: socketWriteHook, write: socketWrite } = Socket.prototype;
const { getPrototypeOf } = Object;
const BufferPrototype = Buffer.prototype;

const CODEC_UTF8 = 1; // of src/bind/codec.h
const CODEC_LATIN1 = 4;
const CODEC_BUFFER = 6;
const NO_CODEC = -1;

/* A copy is made of what the kernel does not take at once. */
const BYTES_MOST = 65536;

const WRITABLE_NOW = CONSTRUCTED;
const WRITABLE_MASK = CONSTRUCTED | CORKED | WRITING | ENDING | DESTROYED |
    ERRORED | BUFFERED | OBJECT_MODE | CLOSED | WRITABLE_KNOWN;

/* How the body is encoded; NO_CODEC if it is none for here. */
function codecOf(chunk, encoding) {
    if (typeof chunk === 'string') {
        if (chunk === '')
            return NO_CODEC;
        if (!encoding || encoding === 'utf8')
            return CODEC_UTF8;
        return encoding === 'latin1' ? CODEC_LATIN1 : NO_CODEC;
    }
    return chunk !== null && typeof chunk === 'object' &&
        getPrototypeOf(chunk) === BufferPrototype &&
        chunk.length > 0 && chunk.length <= BYTES_MOST ?
        CODEC_BUFFER : NO_CODEC;
}

/* Would write() of this socket hand a chunk to the handle at once? */
function isSocketReady(socket, message) {
    return socket !== null && socket._httpMessage === message &&
        socket.write === socketWrite && socket._write === socketWriteHook &&
        socket._handle !== null && !socket.connecting &&
        (socket._writableState.bits & WRITABLE_MASK) === WRITABLE_NOW;
}

function canLeaveWhole(message, socket) {
    return !message.finished && !message.destroyed && !message._headerSent &&
        message.outputData.length === 0 && isSocketReady(socket, message);
}

/* False if the handle is not one that C writes to; `onWritten` is called with
 * the message when it has left. */
function sendWhole(message, socket, chunk, codec, onWritten) {
    const head = message._header;
    const tail = message.chunkedEncoding ?
        `\r\n0\r\n${message._trailer}\r\n` : undefined;
    const result = writeWhole(socket._handle, head, chunk, codec, tail);
    if (result === undefined)
        return false;
    if (socket[kTimeout] !== null || socket._parent !== null)
        socket._unrefTimer();
    const state = socket._writableState;
    if (result === 0) {
        state.adoptWritten(socket, onWritten, message);
        return true;
    }
    const onwrite = state.adoptWrite(socket, head.length + chunk.length,
                                     (error) => onWritten(message, error));
    finishWrite(socket, result, onwrite);
    state.bits &= ~SYNC;
    if (state.length >= state.highWaterMark && state.length > 0)
        state.bits |= NEED_DRAIN;
    return true;
}

module.exports = { CODEC_BUFFER, NO_CODEC, canLeaveWhole, codecOf, sendWhole };
