'use strict';
/*
 * internal/http/head - the head of a response, made in C if nothing about it is
 * unusual. _storeHeader() in _http_outgoing is for all heads; what both make is
 * the same.
 */

const { makeHead, notes } = internalBinding('http');

/* What makeHead() has to know of the message; see http_head.c. */
const DATE = 1;
const BODY = 2;
const KEEP_ALIVE = 4;
const CHUNKS = 8;
const REACHED = 16;
const TIMEOUT = 32;
const KNOWN_LENGTH = 64;
const UNIQUE = 128;

/* What it has found. */
const HAS_LENGTH = 1;
const HAS_CONNECTION = 2;
const SAYS_CLOSE = 4;
const HAS_KEEP_ALIVE = 8;
const IS_LAST = 16;
const IS_CHUNKED = 32;

function describe(message, hasUnique) {
    return (message.sendDate ? DATE : 0) |
        (message._hasBody ? BODY : 0) |
        (message.shouldKeepAlive ? KEEP_ALIVE : 0) |
        (message.useChunkedEncodingByDefault ? CHUNKS : 0) |
        (message.maxRequestsOnConnectionReached ? REACHED : 0) |
        (message._keepAliveTimeout && message._defaultKeepAlive ? TIMEOUT : 0) |
        (typeof message._contentLength === 'number' ? KNOWN_LENGTH : 0) |
        (hasUnique ? UNIQUE : 0);
}

function applyNotes(message, found) {
    if (found & HAS_LENGTH)
        message._contentLength = notes[1];
    if (found & (IS_LAST | SAYS_CLOSE))
        message._last = true;
    else if (found & HAS_CONNECTION)
        message.shouldKeepAlive = true;
    if (found & HAS_KEEP_ALIVE)
        message._defaultKeepAlive = false;
    if (found & IS_CHUNKED)
        message.chunkedEncoding = true;
}

/*
 * False, and nothing has happened, if _storeHeader() has to do it. `isOut`: the
 * headers are those that setHeader() keeps.
 */
function storeHead(message, status, headers, isOut, hasUnique) {
    if (message.chunkedEncoding || message._removedConnection ||
        message._removedContLen || message._removedTE)
        return false;
    const head = makeHead(
        status, message.statusMessage, headers || undefined, isOut,
        describe(message, hasUnique), message._keepAliveTimeout,
        message._maxRequestsPerSocket, message._contentLength);
    if (head === undefined)
        return false;
    const found = notes[0];
    if (found !== 0)
        applyNotes(message, found);
    message._header = head;
    message._headerSent = false;
    return true;
}

module.exports = { storeHead };
