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
const { isPlain } = require('internal/options');
const { Socket, finishWrite, kTimeout } = require('internal/net/socket');
const {
    CLOSED, CONSTRUCTED, DESTROYED, ERRORED, OBJECT_MODE,
} = require('internal/streams/bits');
const {
    AFTER_WRITE_PENDING, BUFFERED, CORKED, ENDING, NEED_DRAIN, SYNC,
    WRITABLE_KNOWN, WRITING,
} = require('internal/streams/writable_state');
const { writeWhole } = internalBinding('http');

const { _write: socketWriteHook, _writeGeneric: socketWriteGeneric,
    write: socketWrite } = Socket.prototype;
const { getPrototypeOf } = Object;
const { nextTick } = process;
const BufferPrototype = Buffer.prototype;

const CODEC_UTF8 = 1; // of src/text/codec.h
const CODEC_LATIN1 = 4;
const CODEC_BUFFER = 6;
const NO_CODEC = -1;

/* The function of a message that runs in the tick after it was written. */
const kAfterWhole = Symbol('kAfterWhole');

/* A copy is made of what the kernel does not take at once. */
const BYTES_MAX = 65536;

/* Of these bits of a socket only CONSTRUCTED is set. */
const WRITABLE_MASK = CONSTRUCTED | CORKED | WRITING | ENDING | DESTROYED |
    ERRORED | BUFFERED | OBJECT_MODE | CLOSED | WRITABLE_KNOWN;

const isWholePlain = isPlain('http-whole');

/* The encoding of the body; NO_CODEC if C cannot write it. */
function codecOfBody(chunk, encoding) {
    if (isWholePlain)
        return NO_CODEC;
    if (typeof chunk === 'string') {
        if (chunk.length === 0)
            return NO_CODEC;
        // The head in front of it is in its encoding only if that is so spelled.
        if (!encoding || encoding === 'utf8')
            return CODEC_UTF8;
        return encoding === 'latin1' ? CODEC_LATIN1 : NO_CODEC;
    }
    return chunk !== null && typeof chunk === 'object' &&
        getPrototypeOf(chunk) === BufferPrototype &&
        chunk.length > 0 && chunk.length <= BYTES_MAX ?
        CODEC_BUFFER : NO_CODEC;
}

/* Has nothing been sent, and would write() of the socket hand a chunk to the
 * handle at once? */
function canLeaveWhole(message, socket) {
    return socket !== null && socket._httpMessage === message &&
        !message.finished && !message.destroyed && !message._headerSent &&
        message.outputData.length === 0 &&
        socket._handle && !socket.connecting &&
        (socket._writableState.bits & WRITABLE_MASK) === CONSTRUCTED &&
        socket.write === socketWrite && socket._write === socketWriteHook &&
        socket._writeGeneric === socketWriteGeneric;
}

/* False if the handle is not one that C writes to. If the message has left, the
 * message's function kAfterWhole(message, socket) is called in a tick; else
 * onWritten(message, error) when it has. */
function sendWhole(message, socket, chunk, codec, onWritten) {
    const result = writeWhole(
        socket._handle, message._header, chunk, codec,
        message.chunkedEncoding ? `\r\n0\r\n${message._trailer}\r\n` :
            undefined);
    if (result === undefined)
        return false;
    if (socket[kTimeout] !== null || socket._parent !== null)
        socket._unrefTimer();
    if (result === 0) {
        const state = socket._writableState;
        state.pendingcb++;
        state.bits |= AFTER_WRITE_PENDING;
        nextTick(message[kAfterWhole], message, socket);
    } else {
        awaitWrite(message, socket, chunk, result, onWritten);
    }
    return true;
}

/* The handle is still writing, or has failed. */
function awaitWrite(message, socket, chunk, result, onWritten) {
    const state = socket._writableState;
    const onwrite = state.adoptWrite(
        socket, message._header.length + chunk.length,
        (error) => onWritten(message, error));
    finishWrite(socket, result, onwrite);
    state.bits &= ~SYNC;
    if (state.length >= state.highWaterMark && state.length > 0)
        state.bits |= NEED_DRAIN;
}

module.exports = {
    CODEC_BUFFER, NO_CODEC, canLeaveWhole, codecOfBody, kAfterWhole, sendWhole,
};
