'use strict';
/*
 * internal/http2/util - errors of nghttp2, and names that the files of HTTP/2
 * share.
 */

const constants = require('internal/http2/constants');

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

module.exports = {
    NghttpError, errorNames,
    kSession: Symbol('session'),
    kServer: Symbol('server'),
};
