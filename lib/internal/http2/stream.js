'use strict';
/*
 * internal/http2/stream - Http2Stream: a Duplex over one stream of a session.
 *
 *      pending --id--> open --close(), reset, or both sides end--> closed
 *                                                                    |
 *              destroyed <--what was received is read, or an error---+
 *
 * What arrives is pushed at once; the peer may send more only while the program
 * reads, so that it stops if the program does not. The session calls the
 * functions in `events`.
 */

const { Duplex } = require('stream');
const { deprecate } = require('util');
const { AbortError, ErrnoException, codes } = require('internal/errors');
const {
    validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const constants = require('internal/http2/constants');
const { publish } = require('internal/http2/channels');
const { fromList, toNative } = require('internal/http2/headers');
const { StreamCounts, reportStream } = require('internal/http2/statistics');
const {
    NghttpError, debug, errorNames, kFlush, kForget, kHandle, kId,
    kMaybeDestroy, kProceed, kSide, kState, kTouch, kType,
} = require('internal/http2/util');
const { clearTimeout, setImmediate, setTimeout } = internalBinding('order');
/* Loaded when first used: internal/net/socket. */

const { ECANCELED } = internalBinding('constants').os.errno;

const {
    NGHTTP2_NO_ERROR: NO_ERROR, NGHTTP2_CANCEL: CANCEL,
    NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR,
    NGHTTP2_SESSION_SERVER: SERVER,
} = constants;

/* Whether the peer is told that a stream closes: it knows; when everything that
 * was written has left; or at once. */
const RESET_NEVER = 0;
const RESET_WHEN_WRITTEN = 1;
const RESET_NOW = 2;

class Http2Stream extends Duplex {
    constructor(session, id) {
        super({ allowHalfOpen: true, decodeStrings: false,
                autoDestroy: false });
        this[kState] = {
            session, unread: 0, rstCode: NO_ERROR, closed: false,
            sentHeaders: undefined, sentObject: undefined,
            sentTrailers: undefined, info: [],
            aborted: false, wantsTrailers: false, trailersReady: false,
            sendsFile: false,
            endAfterHeaders: false, written: null, timer: null,
            didRead: false, isReading: false, headRequest: false,
            hasShutDown: false, resource: undefined, origin: undefined,
            counts: new StreamCounts(),
        };
        this[kId] = id;
        // push() alone is no reason to call _read(): whether the program has
        // read decides what becomes of a request that nobody looks at.
        this._readableState.readingMore = true;
        this.on('pause', onPause);
        if (id === undefined) {
            // Writes wait in the Writable until the stream has an id.
            this.cork();
            session[kState].pendingStreams.add(this);
        } else {
            session[kState].streams.set(id, this);
        }
    }

    get session() { return this[kState].session; }
    get id() { return this[kId]; }
    get pending() { return this[kId] === undefined; }
    get aborted() { return this[kState].aborted; }
    get closed() { return this[kState].closed; }
    get rstCode() { return this[kState].rstCode; }
    get headRequest() { return this[kState].headRequest; }
    get headersSent() { return this[kState].sentHeaders !== undefined; }
    get sentHeaders() {
        const state = this[kState];
        if (Array.isArray(state.sentHeaders))
            return state.sentObject ??= fromList(state.sentHeaders);
        return state.sentHeaders;
    }

    get sentInfoHeaders() { return this[kState].info; }
    get sentTrailers() { return this[kState].sentTrailers; }
    get endAfterHeaders() { return this[kState].endAfterHeaders; }
    get bufferSize() { return this.writableLength; }

    get state() {
        const numbers = handleOf(this)?.streamState(this[kId]);
        if (numbers === undefined)
            return {};
        const [state, weight, sum, localClose, remoteClose, localWindowSize] =
            numbers;
        return { state, weight, sumDependencyWeight: sum, localClose,
                 remoteClose, localWindowSize };
    }

    // ---- Reading -----------------------------------------------------------

    _read() {
        const state = this[kState];
        if (this.destroyed) {
            this.push(null);
            return;
        }
        if (!state.didRead) {
            this._readableState.readingMore = false;
            state.didRead = true;
        }
        if (this.pending)
            this.once('ready', startReading);
        else
            Reflect.apply(startReading, this, []);
    }

    // ---- Writing -----------------------------------------------------------

    _write(chunk, encoding, callback) {
        sendData(this, chunk, encoding, false, callback);
    }

    _writev(chunks, callback) {
        sendData(this, chunks, '', true, callback);
    }

    _final(callback) {
        if (this.pending) {
            this.once('ready', () => this._final(callback));
            return;
        }
        const side = sideOf(this);
        shutDown(this, callback);
        publish(side, 'bodySent', () => ({ stream: this }));
    }

    /* A server sends its headers before the first byte. */
    [kProceed]() {}

    // ---- Trailers ----------------------------------------------------------

    sendTrailers(given) {
        const state = this[kState];
        if (this.destroyed || this.closed)
            throw new codes.ERR_HTTP2_INVALID_STREAM();
        if (state.sentTrailers !== undefined)
            throw new codes.ERR_HTTP2_TRAILERS_ALREADY_SENT();
        if (!state.trailersReady)
            throw new codes.ERR_HTTP2_TRAILERS_NOT_READY();
        validateObject(given, 'headers');
        const headers = { __proto__: null, ...given };
        this[kTouch]();
        const { list, flags } = toNative(headers, 'trailers', state.session);
        state.sentTrailers = headers;
        setImmediate(() => {
            if (this.destroyed)
                return;
            state.wantsTrailers = false;
            const error = handleOf(this).trailers(this[kId], list, flags);
            state.session[kFlush]();
            if (error < 0)
                this.destroy(new NghttpError(error));
            else
                this[kMaybeDestroy]();
        });
    }

    // ---- The end -----------------------------------------------------------

    close(code = NO_ERROR, callback = undefined) {
        const { closed } = this;
        validateInteger(code, 'code', 0, 0xffffffff);
        if (callback !== undefined) {
            validateFunction(callback, 'callback');
            if (!closed)
                this.once('close', callback);
        }
        if (!closed)
            closeStream(this, code, RESET_WHEN_WRITTEN);
    }

    _destroy(error, callback) {
        const state = this[kState];
        const { session } = state;
        const side = sideOf(this);
        debug(this, 'tearing down stream');
        const code = codeOfEnd(this, error);
        if (!state.closed)
            closeStream(this, code, this.pending ? RESET_NEVER : RESET_NOW);
        this.push(null);
        reportStream(this);
        session[kState].streamMs += performance.now() - state.counts.begun;
        session[kForget](this);
        if (!error && code !== NO_ERROR && code !== CANCEL)
            error = new codes.ERR_HTTP2_STREAM_ERROR(errorNames[code] || code);
        const waiting = state.written;
        state.written = null;
        state.session = undefined;
        if (waiting !== null)
            setImmediate(waiting, new ErrnoException(-ECANCELED, 'write'));
        if (error)
            publish(side, 'error', () => ({ stream: this, error }));
        callback(error);
    }

    /* Go if both sides are done. */
    [kMaybeDestroy](code = NO_ERROR) {
        if (code !== NO_ERROR) {
            this.destroy();
            return;
        }
        if (!this.writableFinished)
            return;
        const state = this[kState];
        if (!this.readable && state.closed) {
            this.destroy();
            return;
        }
        // The response has been sent, and nobody looks at the request: the
        // client need not send it. Streams may still be pushed until then.
        if (this.headersSent && state.session?.[kType] === SERVER &&
            !state.wantsTrailers && !state.didRead &&
            this.readableFlowing === null)
            setImmediate(() => this.close());
    }

    // ---- Timeouts ----------------------------------------------------------

    setTimeout(ms, callback) {
        if (this.destroyed)
            return this;
        const { readTimeout } = require('internal/net/socket');
        const state = this[kState];
        this.timeout = ms;
        ms = readTimeout(ms);
        clearTimeout(state.timer);
        state.timer = null;
        if (callback !== undefined)
            validateFunction(callback, 'callback');
        if (ms === 0) {
            if (callback !== undefined)
                this.removeListener('timeout', callback);
            return this;
        }
        state.timer = setTimeout(() => this._onTimeout(), ms).unref();
        if (callback !== undefined)
            this.once('timeout', callback);
        state.session?.[kTouch]();
        return this;
    }

    _onTimeout() {
        if (this.destroyed)
            return;
        // A write that makes progress is not idle.
        if (this[kState].written !== null && madeProgress(this[kState]))
            this[kTouch]();
        else
            this.emit('timeout');
    }

    [kTouch]() {
        if (this.destroyed)
            return;
        this[kState].timer?.refresh();
        this[kState].session?.[kTouch]();
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        if (typeof depth === 'number' && depth < 0)
            return this;
        const { inspect } = require('util');
        const shown = {
            id: this.id || '<pending>', closed: this.closed,
            destroyed: this.destroyed, state: this.state,
            readableState: this._readableState,
            writableState: this._writableState,
        };
        return `Http2Stream ${inspect(shown, {
            ...options, depth: options.depth == null ? null :
                options.depth - 1 })}`;
    }
}

function handleOf(stream) {
    return stream[kState].session?.[kHandle];
}

function sideOf(stream) {
    return stream[kState].session?.[kSide];
}

function onPause() {
    this[kState].isReading = false;
}

/* The peer hears of what was taken while the program did not read. */
function startReading() {
    const state = this[kState];
    if (this.destroyed)
        return;
    debug(this, 'reading starting');
    state.isReading = true;
    if (state.unread === 0)
        return;
    const n = state.unread;
    state.unread = 0;
    handleOf(this)?.consumed(this[kId], n);
    state.session?.[kFlush]();
}

/* `owner` is the state of a stream or of a session. */
function madeProgress(owner) {
    const session = owner.session ?? owner.self;
    const sent = session?.[kHandle]?.state()?.[12];
    if (sent === undefined || sent === owner.sentBefore)
        return false;
    owner.sentBefore = sent;
    return true;
}

/*
 * One chunk, or a list of them. The last one is given to C together with the
 * end of the stream, so that one frame has both: whether end() was called is
 * known a tick later.
 */
function sendData(stream, data, encoding, isMany, callback) {
    if (stream.pending) {
        stream.once('ready', () => sendData(stream, data, encoding, isMany,
                                            callback));
        return;
    }
    if (stream.destroyed)
        return;
    stream[kTouch]();
    if (!stream.headersSent)
        stream[kProceed]();
    const state = stream[kState];
    let awaited = 2;
    let failure;
    const finishOne = (error) => {
        failure ??= error;
        if (--awaited > 0)
            return;
        if (failure)
            stream.destroy(failure);
        callback(failure);
    };
    process.nextTick(() => {
        const writable = stream._writableState;
        if (failure || !writable.ending || writable.buffered.length > 0 ||
            state.wantsTrailers)
            finishOne();
        else
            shutDown(stream, finishOne);
    });
    queueBytes(stream, toBytes(data, encoding, isMany), finishOne);
    publish(sideOf(stream), 'bodyChunkSent',
            () => ({ stream, writev: isMany, data, encoding }));
}

function toBytes(data, encoding, isMany) {
    if (!isMany)
        return typeof data === 'string' ? Buffer.from(data, encoding) : data;
    const parts = data.allBuffers ? data : data.slice();
    for (let i = 0; i < parts.length; i++) {
        const { chunk, encoding: own } = data[i];
        parts[i] = typeof chunk === 'string' ? Buffer.from(chunk, own) : chunk;
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

function queueBytes(stream, bytes, callback) {
    const state = stream[kState];
    if (bytes.length === 0) {
        callback();
        return;
    }
    state.counts.firstByteSent ||= performance.now();
    state.counts.bytesWritten += bytes.length;
    state.written = callback;
    const error = handleOf(stream)?.writeData(stream[kId], bytes) ?? 0;
    state.session?.[kFlush]();
    if (error < 0 && state.written === callback) {
        state.written = null;
        callback(new NghttpError(error));
    }
}

function shutDown(stream, callback) {
    const state = stream[kState];
    const handle = handleOf(stream);
    if (!handle || state.hasShutDown) {
        callback();
        return;
    }
    state.hasShutDown = true;
    handle.endData(stream[kId]);
    state.session[kFlush]();
    stream.on('finish', () => stream[kMaybeDestroy]());
    callback();
}

function codeOfEnd(stream, error) {
    const state = stream[kState];
    const { goawayCode, destroyCode } = state.session[kState];
    const sessionCode = goawayCode || destroyCode;
    if (error !== undefined && error !== null) {
        return sessionCode ||
            (error instanceof AbortError ? CANCEL : INTERNAL_ERROR);
    }
    return (state.closed ? state.rstCode : sessionCode) || NO_ERROR;
}

function closeStream(stream, code, when) {
    const state = stream[kState];
    const side = sideOf(stream);
    state.closed = true;
    state.rstCode = code;
    stream.setTimeout(0);
    stream.removeAllListeners('timeout');
    const isEnding = stream._writableState.ending;
    if (!isEnding) {
        if (!state.aborted) {
            state.aborted = true;
            stream.emit('aborted');
        }
        stream.end();
    }
    if (when !== RESET_NEVER) {
        if (!isEnding || stream.writableFinished || code !== NO_ERROR ||
            when === RESET_NOW)
            resetStream(stream, code);
        else
            stream.once('finish', () => resetStream(stream, code));
    }
    publish(side, 'close', () => ({ stream }));
}

/* The peer hears of the end when it has heard of the stream. */
function resetStream(stream, code) {
    if (stream.pending) {
        stream.push(null);
        stream.once('ready', () => resetStream(stream, code));
        return;
    }
    handleOf(stream)?.reset(stream[kId], code);
}

function beginStream(stream, id) {
    const { session } = stream[kState];
    stream[kId] = id;
    session[kState].pendingStreams.delete(stream);
    session[kState].streams.set(id, stream);
    stream.uncork();
    stream.emit('ready');
}

// ---- What the session reports ----------------------------------------------

/* Nothing more will be read; what is buffered comes first. */
function endReadable(stream) {
    stream.on('end', () => stream[kMaybeDestroy]());
    stream.push(null);
}

const events = {
    /* How much of it the peer may send again. */
    ondata(stream, buffer) {
        const state = stream[kState];
        if (stream.destroyed)
            return buffer.length;
        stream[kTouch]();
        state.counts.firstByte ||= performance.now();
        state.counts.bytesRead += buffer.length;
        let free = buffer.length;
        if (!state.isReading) {
            state.unread += free;
            free = 0;
        }
        if (!stream.push(buffer))
            state.isReading = false;
        return free;
    },

    onend(stream) {
        if (stream.destroyed)
            return;
        if (stream._readableState.endEmitted) {
            stream[kMaybeDestroy]();
            return;
        }
        endReadable(stream);
        stream.read(0);
    },

    /* Both sides have ended, or one of them has reset it. */
    onclose(stream, code) {
        if (stream.destroyed)
            return;
        debug(stream, 'closed with code %d', code);
        const { closed, didRead, session } = stream[kState];
        if (!closed)
            closeStream(stream, code, RESET_NEVER);
        const isCut = code !== NO_ERROR;
        if (isCut || !stream.readable) {
            stream.destroy();
            return;
        }
        endReadable(stream);
        // A server that has not begun to read never will.
        const isIgnored = !didRead && stream.readableFlowing === null;
        if (isIgnored && session[kType] === SERVER)
            stream.resume();
        else
            stream.read(0);
    },

    onwritten(stream) {
        const state = stream[kState];
        const callback = state.written;
        state.written = null;
        callback?.();
    },

    onwanttrailers(stream) {
        stream[kState].trailersReady = true;
        if (stream.destroyed || stream.closed)
            return;
        if (!stream.emit('wantTrailers'))
            stream.sendTrailers({});
    },
};

Http2Stream.prototype.priority = deprecate(function priority() {
    if (this.destroyed)
        throw new codes.ERR_HTTP2_INVALID_STREAM();
}, 'http2Stream.priority is longer supported after priority signalling was ' +
   'deprecated in RFC 9113', 'DEP0194');

function checkOpen(stream) {
    if (stream.destroyed || stream.closed)
        throw new codes.ERR_HTTP2_INVALID_STREAM();
}

module.exports = {
    Http2Stream, beginStream, checkOpen, events, handleOf, madeProgress,
    queueBytes, shutDown,
};
