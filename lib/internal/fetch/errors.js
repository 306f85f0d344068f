'use strict';
/*
 * internal/fetch/errors - the errors of Node's client of fetch(), by their
 * names and codes: a program finds them as the cause of a TypeError.
 */

class ClientError extends Error {
    constructor(name, code, message, options = undefined) {
        super(message, options);
        this.name = name;
        this.code = code;
    }
}

class InvalidArgumentError extends ClientError {
    constructor(message) {
        super('InvalidArgumentError', 'UND_ERR_INVALID_ARG', message);
    }
}

class RequestAbortedError extends ClientError {
    constructor(message) {
        super('AbortError', 'UND_ERR_ABORTED', message);
    }
}

class NotSupportedError extends ClientError {
    constructor(message) {
        super('NotSupportedError', 'UND_ERR_NOT_SUPPORTED', message);
    }
}

function describeSocket(socket) {
    const { localAddress, localPort, remoteAddress, remotePort, remoteFamily,
            timeout, bytesWritten, bytesRead } = socket;
    return { localAddress, localPort, remoteAddress, remotePort, remoteFamily,
             timeout, bytesWritten, bytesRead };
}

class SocketError extends ClientError {
    constructor(message, socket) {
        super('SocketError', 'UND_ERR_SOCKET', message);
        this.socket = describeSocket(socket);
    }
}

class HTTPParserError extends Error {
    constructor(reason, data) {
        super(`Response does not match the HTTP/1.1 protocol (${reason})`);
        this.name = 'HTTPParserError';
        this.code = undefined;
        this.data = data?.toString();
    }
}

class HeadersOverflowError extends ClientError {
    constructor() {
        super('HeadersOverflowError', 'UND_ERR_HEADERS_OVERFLOW',
              'Headers Overflow Error');
    }
}

class RequestContentLengthMismatchError extends ClientError {
    constructor() {
        super('RequestContentLengthMismatchError',
              'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
              'Request body length does not match content-length header');
    }
}

class ResponseContentLengthMismatchError extends ClientError {
    constructor() {
        super('ResponseContentLengthMismatchError',
              'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
              'Response body length does not match content-length header');
    }
}

class ConnectTimeoutError extends ClientError {
    constructor(message) {
        super('ConnectTimeoutError', 'UND_ERR_CONNECT_TIMEOUT', message);
    }
}

class HeadersTimeoutError extends ClientError {
    constructor() {
        super('HeadersTimeoutError', 'UND_ERR_HEADERS_TIMEOUT',
              'Headers Timeout Error');
    }
}

class BodyTimeoutError extends ClientError {
    constructor() {
        super('BodyTimeoutError', 'UND_ERR_BODY_TIMEOUT',
              'Body Timeout Error');
    }
}

module.exports = {
    BodyTimeoutError, ConnectTimeoutError, HTTPParserError,
    HeadersOverflowError, HeadersTimeoutError, InvalidArgumentError,
    NotSupportedError, RequestAbortedError, RequestContentLengthMismatchError,
    ResponseContentLengthMismatchError, SocketError,
};
