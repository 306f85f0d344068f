'use strict';
/*
 * internal/http/server_response - http.ServerResponse: the head of a response,
 * informational ones before it, and the socket that it is sent by. The rest of
 * a message that is sent is in _http_outgoing.
 */

const { codes } = require('internal/errors');
const {
    validateInteger, validateLinkHeaderValue, validateObject,
} = require('internal/validators');
const {
    _checkInvalidHeaderChar: checkInvalidHeaderChar, chunkExpression,
    validateHeaderName, validateHeaderValue,
} = require('_http_common');
const { OutgoingMessage, kOutHeaders, kUniqueHeaders } =
    require('_http_outgoing');
const { channels } = require('internal/http/diagnostics');
const { STATUS_CODES } = require('internal/http/status');

const { makeHead } = internalBinding('http');
const { isPlain } = require('internal/options');
const isHeadPlain = isPlain('http-head');
const { _storeHeader: storeHeader } = OutgoingMessage.prototype;

function ServerResponse(req, options) {
    OutgoingMessage.call(this, options);
    if (req.method === 'HEAD')
        this._hasBody = false;
    this.req = req;
    this.sendDate = true;
    this._sent100 = false;
    this._expect_continue = false;
    if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
        const { te } = req.headers;
        this.useChunkedEncodingByDefault =
            typeof te === 'string' && chunkExpression.test(te);
        this.shouldKeepAlive = false;
    }
    if (channels.onServerResponseCreated.hasSubscribers)
        channels.onServerResponseCreated.publish(
            { request: req, response: this });
}
Object.setPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ServerResponse, OutgoingMessage);

ServerResponse.prototype.statusCode = 200;
ServerResponse.prototype.statusMessage = undefined;

function onServerResponseClose() {
    const response = this._httpMessage;
    if (!response)
        return;
    response.destroyed = true;
    response._closed = true;
    response.emit('close');
}

function assignSocket(socket) {
    const { _httpMessage: another } = socket;
    if (another)
        throw new codes.ERR_HTTP_SOCKET_ASSIGNED();
    this.socket = socket;
    socket._httpMessage = this;
    socket.on('close', onServerResponseClose);
    this.emit('socket', socket);
    this._flush();
}
ServerResponse.prototype.assignSocket = assignSocket;

function detachSocket(socket) {
    socket.removeListener('close', onServerResponseClose);
    socket._httpMessage = null;
    this.socket = null;
}
ServerResponse.prototype.detachSocket = detachSocket;

/* Informational responses come before the head; later they would be taken for
 * the body. */
function checkNoHead(res) {
    if (res._header)
        throw new codes.ERR_HTTP_HEADERS_SENT('write');
}

function writeBeforeHead(res, text, encoding, callback) {
    checkNoHead(res);
    res._writeRaw(text, encoding, callback);
}

ServerResponse.prototype.writeContinue = function writeContinue(callback) {
    writeBeforeHead(this, 'HTTP/1.1 100 Continue\r\n\r\n', 'ascii', callback);
    this._sent100 = true;
};

ServerResponse.prototype.writeProcessing = function writeProcessing(callback) {
    writeBeforeHead(this, 'HTTP/1.1 102 Processing\r\n\r\n', 'ascii', callback);
};

ServerResponse.prototype.writeEarlyHints = function writeEarlyHints(hints, callback) {
    validateObject(hints, 'hints');
    if (hints.link === null || hints.link === undefined)
        return;
    const link = validateLinkHeaderValue(hints.link);
    if (link.length === 0)
        return;
    let head = 'HTTP/1.1 103 Early Hints\r\n';
    if (checkInvalidHeaderChar(link))
        throw new codes.ERR_INVALID_CHAR('header content', 'Link');
    head += `Link: ${link}\r\n`;
    for (const key of Object.keys(hints)) {
        if (key === 'link')
            continue;
        validateHeaderName(key);
        validateHeaderValue(key, hints[key]);
        head += `${key}: ${hints[key]}\r\n`;
    }
    writeBeforeHead(this, `${head}\r\n`, 'ascii', callback);
};

/* Headers as writeHead() takes them: an object, or names and values in turn or
 * in pairs. */
function pairsOf(headers) {
    if (headers === undefined || headers === null)
        return [];
    if (!Array.isArray(headers)) {
        validateObject(headers, 'headers');
        return Object.entries(headers);
    }
    if (Array.isArray(headers[0]))
        return headers;
    if (headers.length % 2 !== 0)
        throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
    const pairs = [];
    for (let i = 0; i < headers.length; i += 2)
        pairs.push([headers[i], headers[i + 1]]);
    return pairs;
}

ServerResponse.prototype.writeInformation = function writeInformation(
    statusCode, headers, callback) {
    checkNoHead(this);
    validateInteger(statusCode, 'statusCode', 100, 199);
    if (statusCode === 101)
        throw new codes.ERR_HTTP_INVALID_STATUS_CODE(statusCode);
    const text = STATUS_CODES[statusCode] ?? 'unknown';
    let head = `HTTP/1.1 ${statusCode} ${text}\r\n`;
    for (const [name, value] of pairsOf(headers)) {
        validateHeaderName(name);
        validateHeaderValue(name, value);
        head += `${name}: ${value}\r\n`;
    }
    writeBeforeHead(this, `${head}\r\n`, 'ascii', callback);
};

ServerResponse.prototype._implicitHeader = function _implicitHeader() {
    this.writeHead(this.statusCode);
};

/* The headers given to writeHead(), with those of setHeader(). */
function mergeHeaders(response, given) {
    if (Array.isArray(given)) {
        if (given.length % 2 !== 0)
            throw new codes.ERR_INVALID_ARG_VALUE('headers', given);
        for (let i = 0; i < given.length; i += 2)
            response.removeHeader(given[i]);
        for (let i = 0; i < given.length; i += 2) {
            if (given[i])
                response.appendHeader(given[i], given[i + 1]);
        }
    } else if (given) {
        for (const name of Object.keys(given)) {
            if (name)
                response.setHeader(name, given[name]);
        }
    }
    return response[kOutHeaders];
}

ServerResponse.prototype.writeHead = function writeHead(statusCode, reason, headers) {
    if (this._header)
        throw new codes.ERR_HTTP_HEADERS_SENT('write');
    const original = statusCode;
    statusCode |= 0;
    if (statusCode < 100 || statusCode > 999)
        throw new codes.ERR_HTTP_INVALID_STATUS_CODE(original);
    if (typeof reason === 'string') {
        this.statusMessage = reason;
    } else {
        this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown';
        headers ??= reason;
    }
    this.statusCode = statusCode;
    const out = this[kOutHeaders];
    const all = out ? mergeHeaders(this, headers) : headers;
    let hadBody = false;
    let wasKept = false;
    if (statusCode < 200 || statusCode === 204 || statusCode === 304) {
        hadBody = this._hasBody;
        this._hasBody = false;
    }
    // The client waits for a 100 that will not come: it must not send the rest.
    if (this._expect_continue && !this._sent100) {
        wasKept = this.shouldKeepAlive;
        this.shouldKeepAlive = false;
    }
    // C makes the usual heads; _storeHeader() is for all of them.
    if (!isHeadPlain && this._storeHeader === storeHeader &&
        makeHead(this, statusCode, all || undefined, out !== null,
                 this[kUniqueHeaders] !== null))
        return this;
    if (checkInvalidHeaderChar(this.statusMessage)) {
        this._hasBody ||= hadBody;
        this.shouldKeepAlive ||= wasKept;
        throw new codes.ERR_INVALID_CHAR('statusMessage');
    }
    this._storeHeader(`HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`, all);
    return this;
};

ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

module.exports = {
    ServerResponse, assignSocket, detachSocket, onServerResponseClose,
};
