'use strict';
/*
 * internal/http2/events - what C reports of a session: functions of its handle,
 * whose `owner` is the Http2Session.
 */

const { codes } = require('internal/errors');
const constants = require('internal/http2/constants');
const { publish } = require('internal/http2/channels');
const { fromNative } = require('internal/http2/headers');
const { events } = require('internal/http2/stream');
const {
    NghttpError, debug, kMaybeDestroy, kNewStream, kSide, kSocket, kState, kTouch,
} = require('internal/http2/util');

const { setImmediate } = internalBinding('order');
const trace = internalBinding('trace');

const {
    NGHTTP2_NO_ERROR: NO_ERROR, NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR,
    NGHTTP2_FLAG_END_STREAM: END_STREAM,
} = constants;
const CATEGORY_RESPONSE = 1; // nghttp2's categories of a header block
const CATEGORY_PUSH = 2;
const MISDIRECTED = 421;
const ORIGINS_MAX = 128;

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
        debug(session, 'headers received for stream %d', id);
        if (stream !== undefined)
            laterHeaders(session, stream, category, headers, flags, list);
        else if (session.closed)
            this.reset(id, constants.NGHTTP2_REFUSED_STREAM);
        else
            session[kNewStream](id, headers, flags, list, parent);
    },

    ondata(id, buffer) {
        const stream = streamOf(this, id);
        this.owner[kTouch]();
        debug(this.owner, 'handling data frame for stream %d', id);
        const n = stream === undefined ? 0 : events.ondata(stream, buffer);
        if (n > 0)
            this.consumed(id, n); // it is sent when all has been handled
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

    onsettings(isAck, list) {
        const session = this.owner;
        session[kTouch]();
        if (session.destroyed)
            return;
        if (!isAck) {
            keepCustom(session[kState], list);
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
        debug(session, 'goaway %d received [last stream: %d]', code, lastId);
        session.emit('goaway', code, lastId, opaque);
        if (code === NO_ERROR)
            session.close(); // only a wish to end, which is granted
        else
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
        const { options } = session[kState];
        const max = options.maxOriginSetSize ?? ORIGINS_MAX;
        const set = session[kState].originSet ??= initialOrigins(session);
        for (const origin of origins) {
            if (set.size >= max) {
                session.destroy(new codes.ERR_HTTP2_TOO_MANY_ORIGINS(max));
                return;
            }
            set.add(origin);
        }
        session.emit('origin', origins);
    },

    onframeerror(id, type, number) {
        const session = this.owner;
        if (session.destroyed)
            return;
        const stream = session[kState].streams.get(id);
        const code = codeOfError(number);
        reportFrameError(stream ?? session, type, code, id);
        // What nghttp2 itself says about the stream may be on its way.
        setImmediate(closeBoth, stream, session, code);
    },

    ongracefulclose() {
        this.owner[kMaybeDestroy]();
    },

    oninternalerror(number, code) {
        if (!this.owner.destroyed)
            this.owner.destroy(new NghttpError(number, code));
    },

    onsend(buffer) {
        return this.below.writeBuffer(buffer) === 1;
    },
};

/* Settings that HTTP/2 does not know, if the program wants to hear of them. */
function keepCustom(state, list) {
    const wanted = state.options.remoteCustomSettings;
    if (!Array.isArray(wanted))
        return;
    for (let i = 0; i < list.length; i += 2) {
        if (!wanted.includes(list[i]))
            continue;
        state.remoteCustom ??= {};
        state.remoteCustom[list[i]] = list[i + 1];
    }
}

/* Of a stream, or of the session if the stream is unknown. */
function reportFrameError(owner, type, code, id) {
    owner[kTouch]();
    owner.emit('frameError', type, code, id);
}

function closeBoth(stream, session, code) {
    stream?.close(code);
    session.close();
}

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

/* The event that headers of a known stream are. */
function eventOf(category, status, isEnd) {
    if (category === CATEGORY_RESPONSE)
        return !isEnd && status >= 100 && status < 200 ? 'headers' : 'response';
    if (category === CATEGORY_PUSH)
        return 'push';
    if (status !== undefined && status >= 200)
        return 'response';
    return isEnd ? 'trailers' : 'headers';
}

function laterHeaders(session, stream, category, headers, flags, list) {
    const state = stream[kState];
    const status = headers[':status'];
    const event = eventOf(category, status, (flags & END_STREAM) !== 0);
    stream[kTouch]();
    if (status === MISDIRECTED) {
        session[kState].originSet ??= initialOrigins(session);
        session[kState].originSet.delete(state.origin);
    }
    state.counts.firstHeader ||= performance.now();
    if (event === 'response' && trace.isOn())
        traceResponse(stream, status);
    debug(stream, "emitting '%s'", event);
    const emit = () => process.nextTick(emitOn, stream, event, headers, flags,
                                        list);
    if (state.resource !== undefined)
        state.resource.runInAsyncScope(emit);
    else
        emit();
    if (event === 'response' || event === 'push')
        publish(session[kSide], 'finish', () => ({ stream, headers, flags }));
    if ((flags & END_STREAM) !== 0)
        stream.push(null);
}

function traceResponse({ sentHeaders: sent }, status) {
    trace.response(`${sent[':method']}`, `${sent[':scheme']}://${
        sent[':authority']}${sent[':path']}`, status);
}

function emitOn(emitter, event, headers, flags, list) {
    emitter.emit(event, headers, flags, list);
}

function emitStream(session, stream, headers, flags, list) {
    session.emit('stream', stream, headers, flags, list);
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

module.exports = { emitStream, initialOrigins, onHandle };
