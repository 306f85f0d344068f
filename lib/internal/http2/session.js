'use strict';
/*
 * internal/http2/session - Http2Session: many streams over one socket.
 *
 *      connecting --socket is ready--> open --close()--> closed --> destroyed
 *                                                (when the last stream ends)
 *
 * C has frames and flow control; this has the streams by their ids, and what
 * waits for an answer: pings and settings.
 */

const EventEmitter = require('events');
const binding = internalBinding('http2');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
    validateBoolean, validateFunction, validateInt32, validateNumber,
    validateObject, validateString,
} = require('internal/validators');
const constants = require('internal/http2/constants');
const { fromNative, toNative } = require('internal/http2/headers');
const { checkSettings, fromList, toNumbers } =
    require('internal/http2/settings');
const {
    ClientHttp2Stream, NO_BODY, ServerHttp2Stream, TRAILERS, begin, events,
    kAdopt, kCodes, kFlush, kForget, kHandle, kId, kState: kStreamState, kTouch,
    publish,
} = require('internal/http2/stream');
const { NghttpError, kServer, kSession } =
    require('internal/http2/util');
const { clearTimeout, setImmediate, setTimeout } = internalBinding('order');

const {
    NGHTTP2_NO_ERROR: NO_ERROR, NGHTTP2_CANCEL: CANCEL,
    NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR,
    NGHTTP2_FLAG_END_STREAM: END_STREAM,
    NGHTTP2_SESSION_SERVER: SERVER, NGHTTP2_SESSION_CLIENT: CLIENT,
} = constants;

const kState = Symbol('state');
const kSocket = Symbol('socket');
const kProxy = Symbol('proxySocket');
const kType = Symbol('type');
const kSetUp = Symbol('setUp');
const kNewStream = Symbol('newStream');
const kOpen = Symbol('open');
const CATEGORY_RESPONSE = 1;

// ---- Events of the handle --------------------------------------------------

function streamOf(handle, id) {
    return handle.owner[kState].streams.get(id);
}

const onHandle = {
    onheaders(id, category, flags, list, secret, parent) {
        const session = this.owner;
        session[kTouch]();
        if (session.destroyed)
            return;
        const headers = fromNative(list, secret);
        const stream = session[kState].streams.get(id);
        if (stream === undefined) {
            session[kNewStream](id, headers, flags, list, parent);
            return;
        }
        laterHeaders(session, stream, category, headers, flags, list);
    },

    ondata(id, buffer) {
        const stream = streamOf(this, id);
        this.owner[kTouch]();
        const n = stream === undefined ? buffer.length :
            events.ondata(stream, buffer);
        if (n > 0)
            this.consumed(stream === undefined ? 0 : id, n);
    },

    onend(id) {
        const stream = streamOf(this, id);
        if (stream !== undefined)
            events.onend(stream);
    },

    onstreamclose(id, code) {
        const stream = streamOf(this, id);
        if (stream !== undefined)
            events.onclose(stream, code);
    },

    onwritten(id) { callStream(this, id, 'onwritten'); },
    onwanttrailers(id) { callStream(this, id, 'onwanttrailers'); },
    onsentend(id) { callStream(this, id, 'onsentend'); },

    onsettings(isAck) {
        const session = this.owner;
        session[kTouch]();
        if (session.destroyed)
            return;
        if (!isAck) {
            session[kState].remoteSettings = undefined;
            session.emit('remoteSettings', session.remoteSettings);
            return;
        }
        session[kState].localSettings = undefined;
        const limit = this.getSettings(false)[5];
        this.setHeaderLimit(limit === 2 ** 32 - 1 ? 65535 : limit);
        const waiting = session[kState].settings.shift();
        waiting?.(null);
    },

    onping(isAck, payload) {
        const session = this.owner;
        session[kTouch]();
        if (session.destroyed)
            return;
        if (!isAck) {
            session.emit('ping', payload);
            return;
        }
        const waiting = session[kState].pings.shift();
        if (waiting === undefined)
            session.destroy(new NghttpError(
                constants.NGHTTP2_ERR_PROTO ?? -505));
        else
            waiting(null, payload);
    },

    ongoaway(code, lastId, opaque) {
        const session = this.owner;
        if (session.destroyed)
            return;
        const state = session[kState];
        state.goawayCode = code;
        state.goawayLastId = lastId;
        if (code === NO_ERROR) {
            // Only a wish to end, which is granted.
            session.emit('goaway', code, lastId, opaque);
            session.close();
            return;
        }
        session.emit('goaway', code, lastId, opaque);
        session.destroy(new codes.ERR_HTTP2_SESSION_ERROR(code), NO_ERROR);
    },

    onaltsvc(id, origin, value) {
        if (!this.owner.destroyed)
            this.owner.emit('altsvc', value, origin, id);
    },

    onorigin(origins) {
        const session = this.owner;
        if (session.destroyed || !session.encrypted)
            return;
        const set = session[kState].originSet ??= initialOrigins(session);
        for (const origin of origins)
            set.add(origin);
        session.emit('origin', origins);
    },

    onframeerror(id, type, number) {
        const session = this.owner;
        const code = codeOfError(number);
        const emitter = session[kState].streams.get(id) ?? session;
        emitter.emit('frameError', type, code, id);
        session[kState].streams.get(id)?.close(code);
        session.close();
    },

    oninternalerror(number, code) {
        if (!this.owner.destroyed)
            this.owner.destroy(new NghttpError(number, code));
    },

    /* nghttp2 wants to hear no more of the peer. */
    ondone() {
        const session = this.owner;
        if (session.destroyed)
            return;
        if (session.closed)
            session.destroy();
        else
            session.destroy(new NghttpError(-505));
    },

    onsend(buffer) {
        return this.below.writeBuffer(buffer) === 1;
    },
};

/* What an error of nghttp2's is to the peer. */
const codesOfErrors = new Map([
    [-505, constants.NGHTTP2_PROTOCOL_ERROR],
    [-510, constants.NGHTTP2_STREAM_CLOSED],
    [-522, constants.NGHTTP2_FRAME_SIZE_ERROR],
    [-523, constants.NGHTTP2_COMPRESSION_ERROR],
    [-524, constants.NGHTTP2_FLOW_CONTROL_ERROR],
    [-531, constants.NGHTTP2_PROTOCOL_ERROR],
    [-532, constants.NGHTTP2_PROTOCOL_ERROR],
    [-533, constants.NGHTTP2_REFUSED_STREAM],
]);

function codeOfError(number) {
    return codesOfErrors.get(number) ?? INTERNAL_ERROR;
}

function callStream(handle, id, name) {
    const stream = streamOf(handle, id);
    if (stream !== undefined)
        events[name](stream);
}

/* Headers of a stream that is known: a response, or what comes before or after
 * it. */
function laterHeaders(session, stream, category, headers, flags, list) {
    stream[kTouch]();
    if (session[kType] === SERVER) {
        process.nextTick(emitOn, stream, 'trailers', headers, flags, list);
        return;
    }
    const status = headers[':status'];
    if ((flags & END_STREAM) !== 0 && status !== undefined)
        stream[kStreamState].endAfterHeaders = true;
    if (status === undefined) {
        process.nextTick(emitOn, stream, 'trailers', headers, flags, list);
        return;
    }
    if (status >= 100 && status < 200) {
        if (status === 100)
            process.nextTick(emitOn, stream, 'continue');
        process.nextTick(emitOn, stream, 'headers', headers, flags, list);
        return;
    }
    const isPush = stream[kId] % 2 === 0;
    if (!isPush && category !== CATEGORY_RESPONSE && category !== 3)
        return;
    if (stream[kStreamState].headRequest)
        stream.push(null);
    process.nextTick(emitOn, stream, isPush ? 'push' : 'response', headers,
                     flags, list);
    publish('http2.client.stream.finish', stream, headers, { flags });
}

function emitOn(emitter, ...args) {
    if (!emitter.destroyed)
        emitter.emit(...args);
}

function initialOrigins(session) {
    const socket = session[kSocket];
    const set = new Set();
    if (socket) {
        const { remoteAddress: address } = socket;
        const host = socket.servername ||
            (address?.includes(':') ? `[${address}]` : address);
        let origin = `https://${host}`;
        if (socket.remotePort && socket.remotePort !== 443)
            origin += `:${socket.remotePort}`;
        set.add(origin);
    }
    return set;
}

// ---- The class -------------------------------------------------------------

/* In C's order; NaN: not given. */
const optionNames = [
    'maxDeflateDynamicTableSize', 'maxReservedRemoteStreams',
    'maxSendHeaderBlockLength', 'peerMaxConcurrentStreams', 'paddingStrategy',
    'maxHeaderListPairs', 'maxHeaderBytes', 'maxOutboundAck', 'maxSettings',
    'streamResetBurst', 'streamResetRate', 'maxSessionInvalidFrames',
    'lenientSpace',
];

function toNumbersOfOptions(options) {
    const given = { ...options };
    if (options.strictFieldWhitespaceValidation === false)
        given.lenientSpace = 1;
    if (options.settings?.maxHeaderListSize !== undefined)
        given.maxHeaderBytes = options.settings.maxHeaderListSize;
    else if (options.settings?.maxHeaderSize !== undefined)
        given.maxHeaderBytes = options.settings.maxHeaderSize;
    return new Float64Array(optionNames.map((name) =>
        given[name] === undefined ? NaN : Number(given[name])));
}

class Http2Session extends EventEmitter {
    constructor(type, options, socket) {
        super();
        if (socket[kSession] !== undefined)
            throw new codes.ERR_HTTP2_SOCKET_BOUND();
        socket[kSession] = this;
        if (!socket._handle?.readStart) {
            const { JSStreamSocket } = require('internal/tls/js_stream');
            socket = new JSStreamSocket(socket);
            socket[kSession] = this;
        }
        this[kType] = type;
        this[kSocket] = socket;
        this[kProxy] = null;
        this[kHandle] = undefined;
        this[kCodes] = { code: undefined };
        this[kState] = {
            options, streams: new Map(), pendingStreams: new Set(),
            pings: [], settings: [], closed: false, destroyed: false,
            goawayCode: null, goawayLastId: null, originSet: undefined,
            timer: null, localSettings: undefined, remoteSettings: undefined,
            isReady: false, hasShutDown: false, begun: Date.now(),
        };
        socket.setNoDelay?.();
        socket.disableRenegotiation?.();
        socket.on('error', (error) => onSocketError(this, error));
        socket.on('close', () => onSocketClose(this));
        if (socket.connecting || socket.secureConnecting) {
            const event = 'secureConnecting' in socket &&
                socket.encrypted ? 'secureConnect' : 'connect';
            socket.once(event, () => this[kSetUp]());
        } else {
            this[kSetUp]();
        }
    }

    /* The socket is C's from now on. */
    [kSetUp]() {
        const socket = this[kSocket];
        const state = this[kState];
        if (state.destroyed || !socket?._handle) {
            process.nextTick(emitOn, this, 'connect', this, socket);
            return;
        }
        const below = socket._handle;
        const isJs = below instanceof
            require('internal/tls/js_stream').JSHandle;
        const handle = new binding.Http2Session(
            this[kType] === SERVER, isJs ? undefined : below,
            toNumbersOfOptions(state.options));
        Object.assign(handle, onHandle);
        handle.owner = this;
        handle.below = below;
        this[kHandle] = handle;
        const onread = below.onread;
        const onwrite = below.onwrite;
        below.onread = function(n, buffer, isHooked) {
            if (n > 0)
                handle.receive(buffer);
            else
                Reflect.apply(onread, below, [n, buffer, isHooked]);
        };
        below.onwrite = function(status) {
            if (!isJs)
                Reflect.apply(onwrite, below, [status]);
            handle.unblock();
        };
        // Bytes that were read before belong to the session.
        const early = [];
        let chunk;
        while (socket.readableLength > 0 && (chunk = socket.read()) !== null)
            early.push(chunk);
        state.isReady = true;
        this.settings(state.options.settings ?? {});
        if (state.options.unknownWindow)
            handle.setWindow(state.options.unknownWindow);
        if (!below.reading) {
            below.reading = true;
            below.readStart();
        }
        for (const bytes of early)
            handle.receive(bytes);
        process.nextTick(() => {
            if (state.destroyed)
                return;
            this.emit('connect', this, socket);
            for (const open of state.pendingStreams)
                open();
            state.pendingStreams.clear();
        });
    }

    get type() { return this[kType]; }
    get connecting() { return !this[kState].isReady; }
    get closed() { return this[kState].closed; }
    get destroyed() { return this[kState].destroyed; }
    get encrypted() { return Boolean(this[kSocket]?.encrypted); }
    get goawayCode() { return this[kState].goawayCode || NO_ERROR; }
    get goawayLastStreamID() { return this[kState].goawayLastId || 0; }
    get pendingSettingsAck() { return this[kState].settings.length > 0; }

    get alpnProtocol() {
        const socket = this[kSocket];
        if (!socket)
            return undefined;
        if (this.connecting)
            return undefined;
        return socket.encrypted ? socket.alpnProtocol || 'h2' : 'h2c';
    }

    get originSet() {
        if (!this.encrypted || this.destroyed)
            return undefined;
        this[kState].originSet ??= initialOrigins(this);
        return [...this[kState].originSet];
    }

    get socket() {
        this[kProxy] ??= require('internal/http2/socket').makeProxy(this);
        return this[kProxy];
    }

    get localSettings() {
        return getSettings(this, 'localSettings', false);
    }

    get remoteSettings() {
        return getSettings(this, 'remoteSettings', true);
    }

    get state() {
        const numbers = this[kHandle]?.state();
        if (numbers === undefined || this.connecting || this.destroyed)
            return {};
        const [effectiveLocalWindowSize, effectiveRecvDataLength, nextStreamID,
            localWindowSize, lastProcStreamID, remoteWindowSize,
            outboundQueueSize, deflateDynamicTableSize,
            inflateDynamicTableSize] = numbers;
        return { effectiveLocalWindowSize, effectiveRecvDataLength,
                 nextStreamID, localWindowSize, lastProcStreamID,
                 remoteWindowSize, outboundQueueSize, deflateDynamicTableSize,
                 inflateDynamicTableSize };
    }

    setNextStreamID(id) {
        checkOpen(this);
        validateNumber(id, 'id');
        if (id <= 0 || id > 2 ** 32 - 1)
            throw new codes.ERR_OUT_OF_RANGE('id', `> 0 and <= ${2 ** 32 - 1}`,
                                             id);
        this[kHandle].setNextId(id);
    }

    setLocalWindowSize(size) {
        checkOpen(this);
        validateInt32(size, 'windowSize', 0);
        const error = this[kHandle].setWindow(size);
        if (error !== 0)
            this.destroy(new NghttpError(error));
    }

    ping(payload, callback) {
        checkOpen(this);
        if (typeof payload === 'function') {
            callback = payload;
            payload = undefined;
        }
        if (payload !== undefined) {
            if (!isArrayBufferView(payload))
                throw new codes.ERR_INVALID_ARG_TYPE(
                    'payload', ['Buffer', 'TypedArray', 'DataView'], payload);
            if (payload.byteLength !== 8)
                throw new codes.ERR_HTTP2_PING_LENGTH();
        }
        validateFunction(callback, 'callback');
        const state = this[kState];
        if (state.pings.length >= (state.options.maxOutstandingPings ?? 10)) {
            process.nextTick(callback, new codes.ERR_HTTP2_PING_CANCEL());
            return false;
        }
        const bytes = payload ?? require('crypto').randomBytes(8);
        const since = performance.now();
        state.pings.push((error, got) => {
            if (error)
                callback(error);
            else
                callback(null, performance.now() - since, got);
        });
        const send = () => this[kHandle]?.ping(bytes);
        if (this.connecting)
            this.once('connect', send);
        else
            send();
        return true;
    }

    settings(settings = {}, callback = undefined) {
        checkOpen(this);
        validateObject(settings, 'settings');
        checkSettings(settings);
        if (callback !== undefined)
            validateFunction(callback, 'callback');
        const state = this[kState];
        const most = state.options.maxOutstandingSettings ?? 10;
        if (state.settings.length >= most) {
            process.nextTick(() => this.destroy(
                new codes.ERR_HTTP2_MAX_PENDING_SETTINGS_ACK()));
            return;
        }
        const since = Date.now();
        state.settings.push((error) => {
            callback?.(error, this.localSettings, Date.now() - since);
            if (!error && !this.destroyed)
                this.emit('localSettings', this.localSettings);
            maybeDestroy(this);
        });
        const send = () => this[kHandle]?.settings(toNumbers(settings));
        if (this.connecting)
            this.once('connect', send);
        else
            send();
    }

    goaway(code = NO_ERROR, lastStreamID = 0, opaqueData) {
        checkOpen(this);
        if (opaqueData !== undefined && !isArrayBufferView(opaqueData))
            throw new codes.ERR_INVALID_ARG_TYPE(
                'opaqueData', ['Buffer', 'TypedArray', 'DataView'],
                opaqueData);
        validateNumber(code, 'code');
        validateNumber(lastStreamID, 'lastStreamID');
        const send = () => this[kHandle]?.goaway(code, lastStreamID,
                                                 opaqueData);
        if (this.connecting)
            this.once('connect', send);
        else
            send();
    }

    close(callback) {
        if (this.closed || this.destroyed)
            return;
        this[kState].closed = true;
        if (typeof callback === 'function')
            this.once('close', callback);
        this.goaway();
        maybeDestroy(this);
    }

    destroy(error = NO_ERROR, code) {
        if (this.destroyed)
            return;
        if (typeof error === 'number') {
            code = error;
            error = code !== NO_ERROR ?
                new codes.ERR_HTTP2_SESSION_ERROR(code) : undefined;
        }
        if (code === undefined && error !== undefined && error !== null)
            code = INTERNAL_ERROR;
        endSession(this, code ?? NO_ERROR, error ?? undefined);
    }

    ref() { this[kSocket]?._handle?.ref?.(); }
    unref() { this[kSocket]?._handle?.unref?.(); }

    // ---- Timeouts ----------------------------------------------------------

    setTimeout(ms, callback) {
        if (this.destroyed)
            return this;
        const { readTimeout } = require('internal/net/socket');
        ms = readTimeout(ms);
        if (callback !== undefined)
            validateFunction(callback, 'callback');
        const state = this[kState];
        clearTimeout(state.timer);
        state.timer = null;
        if (ms === 0) {
            if (callback !== undefined)
                this.removeListener('timeout', callback);
            return this;
        }
        state.timer = setTimeout(() => this._onTimeout(), ms).unref();
        if (callback !== undefined)
            this.once('timeout', callback);
        return this;
    }

    _onTimeout() {
        if (this.destroyed)
            return;
        // A write that goes on is not idle.
        const sent = this[kHandle]?.state()?.[12];
        if (sent !== undefined && sent !== this[kState].lastSent &&
            this[kSocket]?.writableLength > 0) {
            this[kState].lastSent = sent;
            this[kTouch]();
            return;
        }
        this.emit('timeout');
    }

    [kTouch]() { this[kState].timer?.refresh(); }

    /* What is written in one go leaves in one go. */
    [kFlush]() {
        const state = this[kState];
        if (state.isFlushing)
            return;
        state.isFlushing = true;
        process.nextTick(() => {
            state.isFlushing = false;
            this[kHandle]?.flush();
        });
    }

    [kForget](stream) {
        const state = this[kState];
        if (stream[kId] !== undefined)
            state.streams.delete(stream[kId]);
        state.pendingStreams.delete(stream[kOpen]);
        maybeDestroy(this);
    }

    [EventEmitter.captureRejectionSymbol](error, event, ...args) {
        if (event === 'stream')
            args[0].destroy(error);
        else
            this.destroy(error);
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        if (typeof depth === 'number' && depth < 0)
            return this;
        const { inspect } = require('util');
        const shown = {
            type: this[kType], closed: this.closed, destroyed: this.destroyed,
            state: this.state, localSettings: this.localSettings,
            remoteSettings: this.remoteSettings,
        };
        return `${this.constructor.name} ${inspect(shown, {
            ...options, depth: options.depth == null ? null :
                options.depth - 1 })}`;
    }
}

function checkOpen(session) {
    if (session.destroyed)
        throw new codes.ERR_HTTP2_INVALID_SESSION();
}

function getSettings(session, name, isRemote) {
    const state = session[kState];
    if (state[name] !== undefined)
        return state[name];
    const list = session[kHandle]?.getSettings(isRemote);
    if (list === undefined || session.connecting || session.destroyed)
        return {};
    const settings = fromList(list);
    if (!isRemote || !session.destroyed)
        state[name] = settings;
    return settings;
}

// ---- The end ---------------------------------------------------------------

/* A session that was closed goes when nothing is under way. */
function maybeDestroy(session) {
    const state = session[kState];
    if (state.closed && !state.destroyed && state.streams.size === 0 &&
        state.pendingStreams.size === 0 && state.settings.length === 0 &&
        !session.connecting)
        session.destroy();
}

function endSession(session, code, error) {
    const state = session[kState];
    const socket = session[kSocket];
    const handle = session[kHandle];
    state.destroyed = true;
    session[kCodes].code = code;
    clearTimeout(state.timer);
    const cancel = error ?? (code === NO_ERROR ? undefined : error);
    for (const stream of [...state.pendingWaiting ?? []])
        stream.destroy(new codes.ERR_HTTP2_STREAM_CANCEL(error));
    for (const stream of [...state.streams.values()])
        stream.destroy(cancel);
    for (const waiting of state.pings.splice(0))
        waiting(new codes.ERR_HTTP2_PING_CANCEL());
    for (const waiting of state.settings.splice(0))
        waiting(new codes.ERR_HTTP2_SETTINGS_CANCEL());
    if (handle !== undefined && socket && !socket.destroyed) {
        if (!state.hasShutDown)
            handle.goaway(code, 0);
        handle.flush();
    }
    const finish = () => {
        handle?.close();
        session[kHandle] = undefined;
        finishSession(session, error);
    };
    if (!socket || socket.destroyed) {
        process.nextTick(finish);
        return;
    }
    // What was sent leaves before the socket is closed.
    socket.once('close', finish);
    setImmediate(() => {
        if (socket.destroyed)
            return;
        if (error || code !== NO_ERROR)
            socket.destroySoon?.() ?? socket.destroy();
        else
            socket.end(() => socket.destroy());
    });
}

function finishSession(session, error) {
    const socket = session[kSocket];
    if (session[kState].isOver)
        return;
    session[kState].isOver = true;
    session[kProxy] = null;
    session[kSocket] = undefined;
    if (socket) {
        socket[kSession] = undefined;
        socket[kServer] = undefined;
    }
    if (error)
        session.emit('error', error);
    session.emit('close');
}

function onSocketError(session, error) {
    // The peer may close the socket once it has said goodbye.
    if (error.code === 'ECONNRESET' && session[kState].goawayCode !== null) {
        session.destroy();
        return;
    }
    session[kState].socketError = error;
    session.destroy(error);
}

function onSocketClose(session) {
    const state = session[kState];
    if (state.destroyed)
        return;
    // Streams that are left have been cut off.
    session[kCodes].code = CANCEL;
    for (const stream of [...state.streams.values()])
        stream.close(CANCEL);
    session.destroy();
}

// ---- Of a server -----------------------------------------------------------

class ServerHttp2Session extends Http2Session {
    constructor(options, socket, server) {
        super(SERVER, options, socket);
        this[kServer] = server;
        if (socket)
            socket[kServer] = server;
        if (options.origins?.length > 0)
            this.origin(...options.origins);
    }

    get server() { return this[kServer]; }

    [kNewStream](id, headers, flags, list) {
        const isEnd = (flags & END_STREAM) !== 0;
        if (this.closed || this.destroyed) {
            this[kHandle].reset(id, constants.NGHTTP2_REFUSED_STREAM);
            return;
        }
        const stream = this[kAdopt](id, headers);
        if (isEnd) {
            stream.push(null);
            stream[kStreamState].endAfterHeaders = true;
        }
        if (headers[':method'] === 'HEAD')
            stream[kStreamState].headRequest = true;
        publish('http2.server.stream.created', stream, headers);
        process.nextTick(() => {
            if (stream.destroyed)
                return;
            publish('http2.server.stream.start', stream, headers);
            if (!this.emit('stream', stream, headers, flags, list)) {
                stream.respond({ ':status': 501 }, { endStream: true });
            }
        });
    }

    [kAdopt](id, headers) {
        const stream = new ServerHttp2Stream(this, id, headers);
        this[kState].streams.set(id, stream);
        return stream;
    }

    altsvc(alt, originOrStream) {
        checkOpen(this);
        let id = 0;
        let origin = '';
        if (typeof originOrStream === 'string') {
            origin = toOrigin(originOrStream,
                              codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN);
        } else if (typeof originOrStream === 'number') {
            if (originOrStream >>> 0 !== originOrStream ||
                originOrStream === 0)
                throw new codes.ERR_OUT_OF_RANGE(
                    'originOrStream', `> 0 && < ${2 ** 32}`,
                    originOrStream);
            id = originOrStream;
        } else if (originOrStream !== undefined) {
            if (originOrStream === null || typeof originOrStream !== 'object')
                throw new codes.ERR_INVALID_ARG_TYPE(
                    'originOrStream', ['string', 'number', 'URL', 'object'],
                    originOrStream);
            origin = originOrStream.origin;
            if (typeof origin !== 'string')
                throw new codes.ERR_INVALID_ARG_TYPE(
                    'originOrStream', ['string', 'number', 'URL', 'object'],
                    originOrStream);
            if (origin === 'null' || origin.length === 0)
                throw new codes.ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
        }
        validateString(alt, 'alt');
        if (!/^[\x09\x20-\x7e\x80-\xff]*$/.test(alt))
            throw new codes.ERR_INVALID_CHAR('alt');
        if (Buffer.byteLength(origin) + Buffer.byteLength(alt) > 16382)
            throw new codes.ERR_HTTP2_ALTSVC_LENGTH();
        this[kHandle].altsvc(id, origin, alt);
    }

    origin(...given) {
        checkOpen(this);
        if (given.length === 0)
            return;
        const list = [];
        let length = 0;
        for (const one of given) {
            let origin = one;
            if (typeof one === 'string') {
                origin = toOrigin(one, codes.ERR_HTTP2_INVALID_ORIGIN);
            } else if (one !== null && typeof one === 'object') {
                origin = one.origin;
            }
            validateString(origin, 'origin');
            if (origin === 'null')
                throw new codes.ERR_HTTP2_INVALID_ORIGIN();
            list.push(origin);
            length += origin.length;
        }
        if (length > 16382)
            throw new codes.ERR_HTTP2_ORIGIN_LENGTH();
        this[kHandle].origin(list);
    }
}

function toOrigin(text, BadOrigin) {
    const { URL } = require('internal/url/url');
    const { origin } = new URL(text);
    if (origin === 'null')
        throw new BadOrigin();
    return origin;
}

// ---- Of a client -----------------------------------------------------------

const kAuthority = Symbol('authority');
const kProtocol = Symbol('protocol');
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

class ClientHttp2Session extends Http2Session {
    constructor(options, socket) {
        super(CLIENT, options, socket);
        this[kState].pendingWaiting = new Set();
    }

    [kNewStream](id, headers, flags, list, parent) {
        if (parent === 0)
            return;
        const stream = new ClientHttp2Stream(this, id);
        stream.end();
        if (headers[':method'] === 'HEAD')
            stream[kStreamState].headRequest = true;
        this[kState].streams.set(id, stream);
        process.nextTick(() => {
            if (!this.emit('stream', stream, headers, flags, list)) {
                stream.on('error', () => {});
                stream.close(CANCEL);
            }
        });
    }

    request(given, options) {
        const state = this[kState];
        if (this.destroyed)
            throw new codes.ERR_HTTP2_INVALID_SESSION();
        if (this.closed)
            throw new codes.ERR_HTTP2_GOAWAY_SESSION();
        this[kTouch]();
        const { headers, list, flags } = prepareRequest(this, given);
        options = readRequestOptions(options, methodOf(headers));
        const stream = new ClientHttp2Stream(this, undefined);
        stream[kStreamState].sentHeaders = headers;
        stream[kStreamState].headRequest = methodOf(headers) === 'HEAD';
        let bits = options.waitForTrailers ? TRAILERS : 0;
        if (options.endStream) {
            bits |= NO_BODY;
            stream[kStreamState].sentEnd = true;
            stream.end();
        }
        if (options.signal)
            abortOn(options.signal, stream);
        if (stream.destroyed)
            return stream;
        publish('http2.client.stream.created', stream, headers);
        const open = () => openRequest(this, stream, list, flags, bits,
                                       headers);
        stream[kOpen] = open;
        state.pendingWaiting.add(stream);
        if (this.connecting)
            state.pendingStreams.add(open);
        else
            open();
        return stream;
    }
}

function abortOn(signal, stream) {
    const { AbortError } = require('internal/errors');
    const abort = () => stream.destroy(
        new AbortError(undefined, { cause: signal.reason }));
    if (signal.aborted) {
        abort();
        return;
    }
    signal.addEventListener('abort', abort, { once: true });
    stream.once('close', () => signal.removeEventListener('abort', abort));
}

function methodOf(headers) {
    if (!Array.isArray(headers))
        return headers[':method'];
    for (let i = 0; i < headers.length; i += 2) {
        if (headers[i] === ':method')
            return headers[i + 1];
    }
    return undefined;
}

function openRequest(session, stream, list, flags, bits, headers) {
    session[kState].pendingWaiting.delete(stream);
    if (session.destroyed || stream.destroyed)
        return;
    const id = session[kHandle].request(list, flags, bits);
    if (id < 0) {
        const isOut = id === -509;
        if (isOut)
            process.nextTick(() => stream.destroy(
                new codes.ERR_HTTP2_OUT_OF_STREAMS()));
        else
            process.nextTick(() => session.destroy(new NghttpError(id)));
        return;
    }
    session[kState].streams.set(id, stream);
    begin(stream, id);
    publish('http2.client.stream.start', stream, headers);
}

function readRequestOptions(given, method) {
    if (given !== undefined)
        validateObject(given, 'options');
    const options = { ...given };
    if (options.endStream === undefined)
        options.endStream = bodiless.has(method);
    else
        validateBoolean(options.endStream, 'options.endStream');
    if (options.waitForTrailers !== undefined)
        validateBoolean(options.waitForTrailers, 'options.waitForTrailers');
    if (options.signal)
        require('internal/validators').validateAbortSignal(
            options.signal, 'options.signal');
    return options;
}

function prepareRequest(session, given) {
    if (Array.isArray(given))
        return prepareRaw(session, given);
    if (given !== undefined)
        validateObject(given, 'headers');
    const headers = { __proto__: null, ...given };
    headers[':method'] ??= 'GET';
    const isConnect = headers[':method'] === 'CONNECT';
    if (!isConnect || headers[':protocol'] !== undefined) {
        if (headers[':authority'] === undefined && headers.host === undefined)
            headers[':authority'] = session[kAuthority];
        headers[':scheme'] ??= session[kProtocol].slice(0, -1);
        headers[':path'] ??= '/';
    } else {
        if (headers[':authority'] === undefined)
            throw new codes.ERR_HTTP2_CONNECT_AUTHORITY();
        if (headers[':scheme'] !== undefined)
            throw new codes.ERR_HTTP2_CONNECT_SCHEME();
        if (headers[':path'] !== undefined)
            throw new codes.ERR_HTTP2_CONNECT_PATH();
    }
    return { headers, ...toNative(headers, 'request') };
}

/* A list of names and values stays in its order. */
function prepareRaw(session, given) {
    if (given.length % 2 !== 0)
        throw new codes.ERR_INVALID_ARG_VALUE('headers', given);
    const headers = [...given];
    const has = (name) => given.some((one, i) => i % 2 === 0 && one === name);
    const extra = [];
    if (!has(':method'))
        extra.push(':method', 'GET');
    if (!has(':authority') && !has('host'))
        extra.push(':authority', session[kAuthority]);
    if (!has(':scheme'))
        extra.push(':scheme', session[kProtocol].slice(0, -1));
    if (!has(':path'))
        extra.push(':path', '/');
    headers.unshift(...extra);
    const { sensitiveHeaders } = require('internal/http2/headers');
    if (given[sensitiveHeaders])
        headers[sensitiveHeaders] = given[sensitiveHeaders];
    const native = toNative(headers, 'request');
    const secret = (given[sensitiveHeaders] ?? []);
    return { headers: fromNative(native.list, secret), ...native };
}

module.exports = {
    ClientHttp2Session, Http2Session, ServerHttp2Session, kAuthority,
    kProtocol, kSocket,
};
