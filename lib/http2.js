'use strict';
/*
 * http2 - the constants; a session says that there is no HTTP/2 yet.
 */

const { defineMissing } = require('internal/missing');

module.exports = {
    constants: require('internal/http2/constants'),
    sensitiveHeaders: Symbol('nodejs.http2.sensitiveHeaders'),
};
defineMissing(module.exports, 'HTTP/2', [
    'Http2ServerRequest', 'Http2ServerResponse', 'connect', 'createServer',
    'createSecureServer', 'getDefaultSettings', 'getPackedSettings',
    'getUnpackedSettings', 'performServerHandshake',
]);
