'use strict';
/*
 * internal/http/parser - HTTPParser with the interface that programs know from
 * process.binding('http_parser'): what it reads goes to functions that are kept
 * under numbers. Servers and requests use a class of their own over it, in
 * _http_common, which overrides the three functions that C calls.
 */

const { Parser, methods, parsedMethods } = internalBinding('http');
const { maxHeaderSize } = require('internal/http/options');

/* An error for what execute() or finish() could not read. */
function makeParseError(parser, bytesParsed, rawPacket) {
    const { 0: code, 1: reason } = parser.getError();
    const error = new Error(`Parse Error${reason ? `: ${reason}` : ''}`);
    error.bytesParsed = bytesParsed;
    error.code = code;
    error.reason = reason;
    if (rawPacket !== undefined)
        error.rawPacket = rawPacket;
    return error;
}

function splitHeaders(text) {
    return text === '' ? [] : text.slice(0, -1).split('\0');
}

const kWaiting = Symbol('kWaiting');
const kSource = Symbol('kSource');

class HTTPParser extends Parser {
    initialize(type, resource, maxBytes, lenientFlags) {
        this.init(type === HTTPParser.RESPONSE, maxBytes || maxHeaderSize(),
                  lenientFlags ? 1 : 0, 0);
        this._type = type;
    }

    onHeaders(bits, method, url, status, statusMessage, headers, version) {
        const isRequest = this._type === HTTPParser.REQUEST;
        const result = this[HTTPParser.kOnHeadersComplete]?.(
            (version / 10) | 0, version % 10, splitHeaders(headers),
            isRequest ? method : undefined, isRequest ? url : undefined,
            isRequest ? undefined : status,
            isRequest ? undefined : statusMessage,
            (bits & 2) !== 0, (bits & 1) !== 0);
        return result === undefined ? 0 : Number(result);
    }

    onBody(chunk) {
        this[HTTPParser.kOnBody]?.(chunk);
    }

    onComplete(trailers) {
        if (trailers !== '')
            this[HTTPParser.kOnHeaders]?.(splitHeaders(trailers), '');
        this[HTTPParser.kOnMessageComplete]?.();
    }

    /* How many bytes were read, or an error. A callback may have brought more
     * bytes meanwhile: they come after those that are read just now. */
    execute(bytes) {
        const n = this.feed(bytes);
        if (n === undefined) {
            (this[kWaiting] ??= []).push(bytes);
            return bytes.length;
        }
        if (n < 0)
            return makeParseError(this, -1 - n, bytes);
        return this[kWaiting] === undefined ? n : this._executeWaiting(n);
    }

    _executeWaiting(n) {
        const list = this[kWaiting];
        this[kWaiting] = undefined;
        for (const bytes of list) {
            const result = this.execute(bytes);
            if (typeof result !== 'number')
                return result;
        }
        return n;
    }

    makeConsumedError(n) {
        return makeParseError(this, -1 - n, this.copyConsumed());
    }

    finish() {
        return this.feedEnd() < 0 ? makeParseError(this, 0) : undefined;
    }

    /* What the handle reads is executed; a server sets its own function for what
     * comes after that. */
    consume(handle) {
        const isStream = super.consume(handle);
        if (isStream) {
            this[kSource] = handle;
            handle.onconsume = (n) => this[HTTPParser.kOnExecute]?.(
                n >= 0 ? n : this.makeConsumedError(n));
        }
        return isStream;
    }

    unconsume(handle = this[kSource]) {
        this[kSource] = null;
        if (handle)
            super.unconsume(handle);
    }

    free() {}
    remove() {}
    pause() {}
    resume() {}
}

Object.assign(HTTPParser, {
    REQUEST: 1,
    RESPONSE: 2,
    kOnMessageBegin: 0,
    kOnHeaders: 1,
    kOnHeadersComplete: 2,
    kOnBody: 3,
    kOnMessageComplete: 4,
    kOnExecute: 5,
    kOnTimeout: 6,
    kLenientNone: 0,
    kLenientHeaders: 1,
    kLenientChunkedLength: 2,
    kLenientKeepAlive: 4,
    kLenientTransferEncoding: 8,
    kLenientVersion: 16,
    kLenientDataAfterClose: 32,
    kLenientOptionalLFAfterCR: 64,
    kLenientOptionalCRLFAfterChunk: 128,
    kLenientOptionalCRBeforeLF: 256,
    kLenientSpacesAfterChunkSize: 512,
    kLenientHeaderValueRelaxed: 0,
    kLenientAll: 1023,
});

module.exports = { HTTPParser, makeParseError, methods, parsedMethods };
