'use strict';
/*
 * internal/http2/util - errors of nghttp2, and names that the files of HTTP/2
 * share.
 */

const constants = require('internal/http2/constants');
/* Loaded when first used: internal/errors. */

class NghttpError extends Error {
    constructor(number, code) {
        super(code ? messageOf(code) :
            internalBinding('http2').errorText(number));
        this.code = code || 'ERR_HTTP2_ERROR';
        this.errno = number;
        Object.defineProperty(this, 'name', {
            __proto__: null, configurable: true, writable: true,
            enumerable: false, value: 'Error',
        });
    }

    toString() {
        return `${this.name} [${this.code}]: ${this.message}`;
    }
}

function messageOf(code) {
    const { codes } = require('internal/errors');
    return new codes[code]().message;
}

/* The name of a code of an HTTP/2 error: NGHTTP2_CANCEL of 8. */
const errorNames = [];
for (const name of [
    'NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR',
    'SETTINGS_TIMEOUT', 'STREAM_CLOSED', 'FRAME_SIZE_ERROR', 'REFUSED_STREAM',
    'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM',
    'INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED'])
    errorNames[constants[`NGHTTP2_${name}`]] = `NGHTTP2_${name}`;

/* With NODE_DEBUG=http2. */
const log = require('internal/util/debuglog').debuglog('http2');

/* `of` is a session or a stream. */
function debug(of, format, ...args) {
    if (isLogging ??= log.enabled)
        log(`${nameOf(of)} ${format}`, ...args);
}

let isLogging;

function nameOf(of) {
    const { kHandle, kId, kSide, kState } = symbols;
    const session = of[kSide] === undefined ? of[kState].session : of;
    const id = session?.[kHandle]?.getAsyncId() ?? 0;
    const name = `Http2Session ${session?.[kSide]} (${id})`;
    return session === of ? name :
        `HttpStream ${of[kId] ?? 0} (${id}) [${name}]`;
}

const symbols = {
    kAuthority: Symbol('authority'),
    kFlush: Symbol('flush'),
    kForget: Symbol('forget'),
    kHandle: Symbol('handle'),
    kId: Symbol('id'),
    kMaybeDestroy: Symbol('maybeDestroy'),
    kNewStream: Symbol('newStream'),
    kProceed: Symbol('proceed'),
    kProtocol: Symbol('protocol'),
    kServer: Symbol('server'),
    kSession: Symbol('session'),
    kSide: Symbol('side'),
    kSocket: Symbol('socket'),
    kState: Symbol('state'),
    kTouch: Symbol('updateTimer'),
    kType: Symbol('type'),
};

module.exports = {
    // Errors of nghttp2.
    ERR_INVALID_ARGUMENT: -501,
    ERR_OUT_OF_IDS: -509,
    ERR_STREAM_CLOSED: -510,
    NO_BODY: 1, // bits of request() and respond()
    NghttpError,
    TRAILERS: 2,
    debug,
    errorNames,
    ...symbols,
};
