'use strict';
/*
 * internal/http2/server_session - ServerHttp2Session: a connection at a server,
 * which may say that it is to be found elsewhere, too.
 */

const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const constants = require('internal/http2/constants');
const { publish } = require('internal/http2/channels');
const { emitStream } = require('internal/http2/events');
const { ServerHttp2Stream } = require('internal/http2/server_stream');
const { Http2Session, checkOpen } = require('internal/http2/session');
const { countStream } = require('internal/http2/statistics');
const { kFlush, kHandle, kNewStream, kServer, kState } =
    require('internal/http2/util');
/* Loaded when first used: internal/url/url. */

const {
    NGHTTP2_FLAG_END_STREAM: END_STREAM, NGHTTP2_SESSION_SERVER: SERVER,
} = constants;

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
        const stream = new ServerHttp2Stream(this, id, headers);
        countStream(this);
        publish('server', 'created', () => ({ stream, headers }));
        publish('server', 'start', () => ({ stream, headers }));
        if ((flags & END_STREAM) !== 0) {
            stream.push(null);
            stream[kState].endAfterHeaders = true;
        }
        if (headers[':method'] === 'HEAD') {
            // There is no body.
            stream.end();
            stream[kState].headRequest = true;
        }
        process.nextTick(emitStream, this, stream, headers, flags, list);
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
        this[kFlush]();
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
        this[kFlush]();
    }
}

function toOrigin(text, BadOrigin) {
    const { URL } = require('internal/url/url');
    const { origin } = new URL(text);
    if (origin === 'null')
        throw new BadOrigin();
    return origin;
}

module.exports = { ServerHttp2Session };
