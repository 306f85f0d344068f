'use strict';
/*
 * internal/process/output - process.stdout and process.stderr over a file, a
 * pipe or a socket; terminals are in internal/process/terminal. They are
 * streams of node:stream; here is what is special about them:
 *
 * - A file has taken a chunk when _write() returns. A pipe that is full has
 *   not, and calls back later.
 * - Whatever happens to it, the stream lives on. Whoever prints after an error,
 *   or after the end, gets what the descriptor says to it then: destroying ends
 *   in undestroying (liveOn).
 * - The console writes to the descriptor by itself until it is refused, and
 *   hands what it got over to the stream (giveResult).
 */

const Writable = require('internal/streams/writable');
const { Buffer } = require('buffer');
const { CONSTRUCTED, DESTROYED, ERRORED } = require('internal/streams/bits');
const {
    CORKED, ENDING, EXPECT_WRITE_CB, NEED_DRAIN, SYNC, UTF8, WRITE_CB, WRITING,
} = require('internal/streams/writable_state');
const { makeWriteError } = require('internal/errors');
const binding = internalBinding('stdio');
/* Loaded when first used: internal/process/output_pipe,
 * internal/process/terminal. */

const { nextTick } = process;
const { apply } = Reflect;
const ObjectHasOwn = Object.hasOwn;
const { write: writeToStream } = Writable.prototype;

function nop() {}

/* ---- What all of them have -------------------------------------------- */

function becomeOutput(stream, fd, type) {
    stream.fd = fd;
    stream._type = type;
    stream._isStdio = true;
    stream.destroySoon = stream.destroy;
    stream._destroy = liveOn;
    return stream;
}

/* The descriptor is not closed, since other code may use it. */
function liveOn(error, callback) {
    callback(error);
    this._undestroy();
    if (!this._writableState.emitClose)
        nextTick(() => this.emit('close'));
}

const BUSY = WRITING | CORKED | ERRORED | ENDING | DESTROYED | NEED_DRAIN;
const PLAIN = UTF8 | CONSTRUCTED;

function isPlain(stream) {
    return (stream._writableState.bits & (BUSY | PLAIN)) === PLAIN &&
        !ObjectHasOwn(stream, '_write');
}

/* Most chunks are text that the descriptor takes whole. The rest goes through
 * the stream: _write() and its takeResult(). */
function write(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
        callback = encoding;
        encoding = undefined;
    }
    if (typeof chunk === 'string' && !encoding && isPlain(this)) {
        const result = takeResult(this) ?? this._writeText(chunk);
        if (result === 0) {
            if (typeof callback === 'function')
                noteWritten(this, this._writableState, callback);
            return true;
        }
        giveResult(this, result);
    }
    return apply(writeToStream, this, [chunk, encoding, callback]);
}

/* As if _write() had called back at once. */
function noteWritten(stream, state, callback) {
    state.pendingcb++;
    state.writeCallback = callback;
    state.bits |= SYNC | EXPECT_WRITE_CB | WRITE_CB;
    (state.onwrite ?? state.makeOnWrite(stream))(null);
    state.bits &= ~SYNC;
}

const results = new WeakMap();

/* The console has written the next chunk past the stream, with this result. */
function giveResult(stream, result) {
    results.set(stream, result);
}

function takeResult(stream) {
    const result = results.get(stream);
    if (result !== undefined)
        results.delete(stream);
    return result;
}

/* Of text in UTF-8, which most is, C makes the bytes. */
function toWritable(chunk, encoding) {
    return typeof chunk === 'string' && encoding !== 'utf8'
        ? Buffer.from(chunk, encoding) : chunk;
}

/* ---- Where it goes ---------------------------------------------------- */

/* A file takes everything at once. */
class SyncWriteStream extends Writable {
    constructor(fd) {
        super({ autoDestroy: true });
        this.fd = fd;
        this.readable = false;
        this.autoClose = false;
    }

    _writeText(text) { return binding.write(this.fd, text, nop); }

    _write(chunk, encoding, callback) {
        const errno = takeResult(this) ?? binding.write(this.fd, chunk, nop);
        if (errno < 0)
            callback(makeWriteError(errno));
        else
            callback();
    }
}
SyncWriteStream.prototype.write = write;

/* A descriptor that takes no writes, a folder's for example: nothing that is
 * written goes anywhere. */
function makeDummy() {
    return new Writable({
        write(chunk, encoding, callback) { callback(); },
    });
}

function makeTerminal(fd) {
    const terminal =
        new (require('internal/process/terminal').WriteStream)(fd);
    process.on('SIGWINCH', () => terminal._refreshSize());
    return terminal;
}

function makeOutput(fd, type) {
    switch (type) {
    case 'TTY':
        return becomeOutput(makeTerminal(fd), fd, 'tty');
    case 'FILE':
        return becomeOutput(new SyncWriteStream(fd), fd, 'fs');
    case 'PIPE':
    case 'TCP': {
        const { Socket } = require('internal/process/output_pipe');
        return becomeOutput(new Socket(fd), fd, 'pipe');
    }
    default:
        return becomeOutput(makeDummy(), fd, undefined);
    }
}

module.exports = { giveResult, makeOutput, takeResult, toWritable, write };
