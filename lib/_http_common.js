'use strict';
/*
 * _http_common - what servers and clients share: the parser between a socket
 * and its messages, and the rules for names and values of headers.
 *
 * A parser reads one connection. It makes an IncomingMessage of each head and
 * hands it to `onIncoming`, which says whether a body follows. Parsers are kept
 * in a pool, since a connection may be short.
 */

const { setTimeout } = internalBinding('order');
const { HTTPParser, methods, parsedMethods } = require('internal/http/parser');
const { codes } = require('internal/errors');
const {
    IncomingMessage, isFlowing, kHeaderMax, kHeaderText, readStart, readStop,
} = require('_http_incoming');

const POOL_MAX = 1000;
const kIncomingMessage = Symbol('IncomingMessage');

/* The bits of the first argument of onHeaders(); see http/parser.c. */
const flags = {
    KEEP_ALIVE: 1, UPGRADE: 2, EXPECT_CONTINUE: 4, EXPECT_OTHER: 8,
    HAS_HOST: 16, CHUNKED: 32, HAS_LENGTH: 64, CLOSE: 128, HOOKED: 256,
    HTTP2: 512, HEAD: 1024, OLD: 2048,
};

const { KEEP_ALIVE, UPGRADE } = flags;

/* The parsers of servers and requests. */
class MessageParser extends HTTPParser {
    constructor() {
        super();
        this.reset();
    }

    reset() {
        this.socket = null;
        this.incoming = null;
        this.outgoing = null;
        this.state = null; // of a server's connection
        this.onIncoming = null;
        this.onRequest = null; // of a server, for usual requests
        this.onError = null;
        this.joinDuplicateHeaders = null;
        this.maxHeaderPairs = 2000;
        this.skipsBody = false;
        this[HTTPParser.kOnTimeout] = null;
    }

    onHeaders(bits, method, url, status, statusMessage, headers, version) {
        const incoming = makeIncoming(this.socket, version);
        this.incoming = incoming;
        if (this.joinDuplicateHeaders)
            incoming.joinDuplicateHeaders = true;
        incoming[kHeaderText] = headers;
        incoming[kHeaderMax] = this.maxHeaderPairs;
        incoming.upgrade = (bits & UPGRADE) !== 0;
        incoming._flags = bits;
        if (status === 0) {
            incoming.method = parsedMethods[method];
            incoming.url = url;
        } else {
            incoming.statusCode = status;
            incoming.statusMessage = statusMessage;
        }
        return this.onIncoming(incoming, (bits & KEEP_ALIVE) !== 0);
    }

    onBody(chunk) {
        const incoming = this.incoming;
        if (incoming === null || incoming._dumped || this.skipsBody)
            return;
        if (!incoming.push(chunk))
            readStop(this.socket);
    }

    onComplete(trailers) {
        const incoming = this.incoming;
        if (incoming !== null && !this.skipsBody) {
            incoming.complete = true;
            if (trailers !== '')
                incoming._setTrailerText(trailers, this.maxHeaderPairs);
            incoming.push(null);
        }
        if (this.socket !== null && !isFlowing(this.socket))
            readStart(this.socket);
    }
}

function makeIncoming(socket, version) {
    const Message = socket?.server?.[kIncomingMessage] ?? IncomingMessage;
    const incoming = new Message(socket);
    incoming.httpVersionMajor = (version / 10) | 0;
    incoming.httpVersionMinor = version % 10;
    incoming.httpVersion = `${(version / 10) | 0}.${version % 10}`;
    return incoming;
}

// ---- The pool --------------------------------------------------------------

const parsers = {
    max: POOL_MAX,
    list: [],
    alloc() {
        return this.list.pop() ?? new MessageParser();
    },
    free(parser) {
        if (this.list.length >= this.max)
            return false;
        this.list.push(parser);
        return true;
    },
};

function allocParser() {
    return parsers.alloc();
}

function freeParser(parser, req, socket) {
    if (parser) {
        const isAtWork = parser.close();
        parser.reset();
        if (!isAtWork && parsers.free(parser))
            parser.free();
    }
    if (req)
        req.parser = null;
    if (socket)
        socket.parser = null;
}

// ---- Names and values of headers -------------------------------------------

const tokenPattern = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const badValuePattern = /[^\t\x20-\x7e\x80-\xff]/;
/* What would end the header or the string, even for a lenient reader. */
const badLenientPattern = /[^\x01-\x09\x0b\x0c\x0e-\xff]/;

function checkIsHttpToken(value) {
    return tokenPattern.test(value);
}

function checkInvalidHeaderChar(value, isLenient = false) {
    return (isLenient ? badLenientPattern : badValuePattern).test(value);
}

function validateHeaderName(name, label) {
    if (typeof name !== 'string' || !name || !checkIsHttpToken(name))
        throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
}

/* A message that is not strict lets control characters pass. */
function validateHeaderValue(name, value, message) {
    if (value === undefined)
        throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
    if (checkInvalidHeaderChar(value) &&
        (!message?._isLenient?.() || checkInvalidHeaderChar(value, true)))
        throw new codes.ERR_INVALID_CHAR('header content', name);
}

const chunkExpression = /(?:^|\W)chunked(?:$|\W)/i;
const continueExpression = /(?:^|\W)100-continue(?:$|\W)/i;

/* The date of the Date header, made once a second. */
let dateText;

function utcDate() {
    if (dateText === undefined) {
        const now = new Date();
        dateText = now.toUTCString();
        setTimeout(() => { dateText = undefined; },
                   1000 - now.getMilliseconds()).unref();
    }
    return dateText;
}

module.exports = {
    _checkInvalidHeaderChar: checkInvalidHeaderChar,
    _checkIsHttpToken: checkIsHttpToken,
    CRLF: '\r\n',
    HTTPParser,
    allocParser,
    chunkExpression,
    continueExpression,
    flags,
    freeParser,
    parsers,
    kIncomingMessage,
    methods,
    utcDate,
    validateHeaderName,
    validateHeaderValue,
};
