'use strict';
/*
 * internal/http2/session - Http2Session: many streams over one socket.
 *
 *      connecting --socket is ready--> open --close()--> closed --> destroyed
 *                                                (when the last stream ends)
 *
 * C has frames and flow control; this has the streams by their ids, and what
 * waits for an answer: pings and settings. What C reports is in
 * internal/http2/events.
 */

const { AsyncResource } = require('async_hooks');
const EventEmitter = require('events');
const binding = internalBinding('http2');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
    validateFunction, validateInt32, validateNumber,
} = require('internal/validators');
const constants = require('internal/http2/constants');
const { initialOrigins, onHandle } = require('internal/http2/events');
const { checkObject } = require('internal/http2/server_stream');
const { checkSettings, fromList, toNumbers } =
    require('internal/http2/settings');
const { reportSession } = require('internal/http2/statistics');
const { madeProgress } = require('internal/http2/stream');
const {
    NghttpError, debug, kFlush, kForget, kHandle, kId, kMaybeDestroy, kServer,
    kSession, kSide, kSocket, kState, kTouch, kType,
} = require('internal/http2/util');
const { clearTimeout, setImmediate, setTimeout } = internalBinding('order');
/* Loaded when first used: crypto, internal/http2/socket, internal/net/socket,
 * internal/tls/js_stream, util. */

const {
    NGHTTP2_NO_ERROR: NO_ERROR, NGHTTP2_CANCEL: CANCEL,
    NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR, NGHTTP2_SESSION_SERVER: SERVER,
} = constants;

const kProxy = Symbol('proxySocket');
const kSetUp = Symbol('setUp');

/* In C's order; NaN: not given. */
const optionNames = [
    'maxDeflateDynamicTableSize', 'maxReservedRemoteStreams',
    'maxSendHeaderBlockLength', 'peerMaxConcurrentStreams', 'paddingStrategy',
    'maxHeaderListPairs', 'maxHeaderBytes', 'maxOutboundAck', 'maxSettings',
    'streamResetBurst', 'streamResetRate', 'maxSessionInvalidFrames',
    'lenientSpace', 'maxSessionMemory', 'maxSessionRejectedStreams',
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
        this[kSide] = type === SERVER ? 'server' : 'client';
        this[kState] = {
            self: this, options, streams: new Map(),
            pendingStreams: new Set(), pings: [], settings: [], closed: false,
            destroyed: false, destroyCode: NO_ERROR, goawayCode: null,
            goawayLastId: null, originSet: undefined, timer: null,
            localSettings: undefined, remoteSettings: undefined,
            localCustom: undefined, remoteCustom: undefined,
            isReady: false, isFlushing: false, pendingAck: 0,
            begun: performance.now(), streamCount: 0, maxStreams: 0,
            pingMs: 0, streamMs: 0,
        };
        socket.setNoDelay?.();
        socket.disableRenegotiation?.();
        socket.on('error', onSocketError);
        socket.on('close', onSocketClose);
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
            process.nextTick(() => this.emit('connect', this, socket));
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
        debug(this, 'set up, sending settings');
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
            debug(this, 'connected');
            this.emit('connect', this, socket);
        });
    }

    get type() { return this[kType]; }
    get connecting() { return !this[kState].isReady; }
    get closed() { return this[kState].closed; }
    get destroyed() { return this[kState].destroyed; }
    get encrypted() { return Boolean(this[kSocket]?.encrypted); }
    get goawayCode() { return this[kState].goawayCode || NO_ERROR; }
    get goawayLastStreamID() { return this[kState].goawayLastId || 0; }
    get pendingSettingsAck() { return this[kState].pendingAck > 0; }

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
        this[kFlush]();
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
        const bytes = payload ?? require('crypto').randomBytes(8);
        const since = performance.now();
        const resource = new AsyncResource('HTTP2PING',
                                           { requireManualDestroy: true });
        if (state.pings.length >= (state.options.maxOutstandingPings ?? 10)) {
            answer(resource, callback, new codes.ERR_HTTP2_PING_CANCEL());
            return false;
        }
        state.pings.push((error, got) => {
            const ms = performance.now() - since;
            if (!error)
                state.pingMs = ms;
            answer(resource, callback, error, ms, got ?? bytes);
        });
        const send = () => {
            this[kHandle]?.ping(bytes);
            this[kFlush]();
        };
        if (this.connecting)
            this.once('connect', send);
        else
            send();
        return true;
    }

    settings(settings = {}, callback = undefined) {
        checkOpen(this);
        checkObject(settings, 'settings');
        checkSettings(settings);
        if (callback !== undefined)
            validateFunction(callback, 'callback');
        this[kState].pendingAck++;
        if (this.connecting)
            this.once('connect', () => sendSettings(this, settings, callback));
        else
            sendSettings(this, settings, callback);
    }

    goaway(code = NO_ERROR, lastStreamID = 0, opaqueData) {
        checkOpen(this);
        if (opaqueData !== undefined && !isArrayBufferView(opaqueData))
            throw new codes.ERR_INVALID_ARG_TYPE(
                'opaqueData', ['Buffer', 'TypedArray', 'DataView'],
                opaqueData);
        validateNumber(code, 'code');
        validateNumber(lastStreamID, 'lastStreamID');
        const send = () => {
            this[kHandle]?.goaway(code, lastStreamID, opaqueData);
            this[kFlush]();
        };
        if (this.connecting)
            this.once('connect', send);
        else
            send();
    }

    close(callback) {
        if (this.closed || this.destroyed)
            return;
        this[kState].closed = true;
        debug(this, 'closed');
        if (typeof callback === 'function')
            this.once('close', callback);
        this.goaway();
        this[kHandle]?.closeGracefully();
        this[kMaybeDestroy]();
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

    ref() { this[kSocket]?.ref?.(); }
    unref() { this[kSocket]?.unref?.(); }

    /* A session that was closed goes when nothing is under way. */
    [kMaybeDestroy](error) {
        const state = this[kState];
        if (error === undefined || error === null) {
            if (!state.closed || state.streams.size > 0 ||
                state.pendingStreams.size > 0 ||
                this[kHandle]?.hasPending())
                return;
        }
        this.destroy(error);
    }

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
        this.timeout = ms;
        state.timer = setTimeout(() => this._onTimeout(), ms).unref();
        if (callback !== undefined)
            this.once('timeout', callback);
        return this;
    }

    _onTimeout() {
        if (this.destroyed)
            return;
        // A write that makes progress is not idle.
        let isWriting = false;
        for (const stream of this[kState].streams.values())
            isWriting ||= stream[kState].written !== null;
        if (isWriting && madeProgress(this[kState]))
            this[kTouch]();
        else
            this.emit('timeout');
    }

    [kTouch]() {
        if (!this.destroyed)
            this[kState].timer?.refresh();
    }

    /* What is made in one go leaves in one go: after what was received has been
     * handled, else with the next immediate. */
    [kFlush]() {
        const state = this[kState];
        if (state.isFlushing || (this[kHandle]?.willSend() ?? true))
            return;
        state.isFlushing = true;
        setImmediate(() => {
            state.isFlushing = false;
            this[kHandle]?.flush();
        });
    }

    [kForget](stream) {
        const state = this[kState];
        if (stream[kId] === undefined) {
            state.pendingStreams.delete(stream);
        } else {
            state.streams.delete(stream[kId]);
        }
        setImmediate(() => this[kMaybeDestroy]());
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

function sendSettings(session, settings, callback) {
    const state = session[kState];
    if (session.destroyed)
        return;
    if (state.settings.length >= (state.options.maxOutstandingSettings ?? 10)) {
        session.destroy(new codes.ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
        return;
    }
    const since = performance.now();
    const resource = new AsyncResource('HTTP2SETTINGS',
                                       { requireManualDestroy: true });
    const onAnswer = (error) => {
        state.pendingAck--;
        const ms = performance.now() - since;
        if (error) {
            callback?.(error, undefined, ms);
        } else {
            state.localSettings = undefined;
            callback?.(null, session.localSettings, ms);
            session.emit('localSettings', session.localSettings);
        }
    };
    if (settings.customSettings !== undefined) {
        state.localCustom = { ...settings.customSettings };
        state.localSettings = undefined;
    }
    state.settings.push((error) => answer(resource, onAnswer, error));
    session[kHandle].settings(toNumbers(settings));
    session[kFlush]();
}

function answer(resource, callback, ...args) {
    resource.runInAsyncScope(callback, undefined, ...args);
    resource.emitDestroy();
}

function getSettings(session, name, isRemote) {
    const state = session[kState];
    if (state[name] !== undefined)
        return state[name];
    const list = session[kHandle]?.getSettings(isRemote);
    if (list === undefined || session.connecting || session.destroyed)
        return {};
    const settings = fromList(list);
    const custom = isRemote ? state.remoteCustom : state.localCustom;
    if (custom !== undefined)
        settings.customSettings = custom;
    if (!isRemote || !session.destroyed)
        state[name] = settings;
    return settings;
}

// ---- The end ---------------------------------------------------------------

function endSession(session, code, error) {
    const state = session[kState];
    const socket = session[kSocket];
    const handle = session[kHandle];
    debug(session, 'ends', error);
    state.destroyed = true;
    state.destroyCode = code;
    clearTimeout(state.timer);
    session.removeAllListeners('timeout');
    const pending = [...state.pendingStreams];
    const streams = [...state.streams.values()];
    if (pending.length + streams.length > 0) {
        const cancel = new codes.ERR_HTTP2_STREAM_CANCEL(error);
        for (const stream of pending)
            stream.destroy(cancel);
        for (const stream of streams)
            stream.destroy(error);
    }
    cancelWaiting(session);
    if (handle === undefined) {
        finishSession(session, error);
        return;
    }
    reportSession(session);
    const finish = () => {
        handle.close();
        finishSession(session, error);
    };
    if (socket && !socket.destroyed) {
        handle.terminate(code);
        handle.flush();
        if (handle.willSend()) {
            // nghttp2 is at work, and sends the last frame when it is done.
            setImmediate(finish);
            return;
        }
    }
    finish();
}

/* Pings and settings that the peer will not answer. */
function cancelWaiting(session) {
    const { pings, settings } = session[kState];
    const waiting = [
        ...pings.splice(0).map((one) =>
            () => one(new codes.ERR_HTTP2_PING_CANCEL())),
        ...settings.splice(0).map((one) =>
            () => one(new codes.ERR_HTTP2_SETTINGS_CANCEL())),
    ];
    if (waiting.length > 0)
        setImmediate(() => {
            for (const cancel of waiting)
                cancel();
        });
}

function finishSession(session, error) {
    const socket = session[kSocket];
    forgetSocket(session);
    const emitEnd = () => {
        if (error)
            session.emit('error', error);
        session.emit('close');
    };
    if (!socket || socket.destroyed) {
        process.nextTick(emitEnd);
        return;
    }
    socket.on('close', emitEnd);
    // The peer's end is heard of although the session reads no more.
    if (session.closed)
        socket.resume();
    socket.end(() => {
        if (!session.closed)
            setImmediate(() => socket.destroy(error));
    });
}

function forgetSocket(session) {
    const socket = session[kSocket];
    session[kProxy] = undefined;
    session[kSocket] = undefined;
    session[kHandle] = undefined;
    if (socket) {
        socket[kSession] = undefined;
        socket[kServer] = undefined;
    }
}

function onSocketError(error) {
    const session = this[kSession];
    if (session === undefined)
        return;
    // The peer may close the socket once it has said goodbye.
    if (error.code === 'ECONNRESET' && session[kState].goawayCode !== null)
        session.destroy();
    else
        session.destroy(error);
}

/* Streams that are left have been cut off. */
function onSocketClose() {
    const session = this[kSession];
    if (session === undefined)
        return;
    const state = session[kState];
    const error = session.connecting ? new codes.ERR_SOCKET_CLOSED() : null;
    debug(session, 'socket closed');
    for (const stream of [...state.streams.values(), ...state.pendingStreams])
        stream.close(CANCEL);
    session.close();
    if (!session.destroyed)
        endSession(session, NO_ERROR, error);
}

module.exports = { Http2Session, checkOpen };
