'use strict';
/*
 * tls - names, constants and TLSSocket; whatever would need TLS says that there
 * is none.
 */

const { defineMissing } = require('internal/missing');
const { defineLazy } = require('internal/util');

module.exports = {
    CLIENT_RENEG_LIMIT: 3,
    CLIENT_RENEG_WINDOW: 600,
    DEFAULT_ECDH_CURVE: 'auto',
    DEFAULT_MIN_VERSION: 'TLSv1.2',
    DEFAULT_MAX_VERSION: 'TLSv1.3',
    rootCertificates: Object.freeze([]),
};
defineMissing(module.exports, 'TLS', [
    'SecureContext', 'Server', 'checkServerIdentity', 'connect',
    'convertALPNProtocols', 'createSecureContext', 'createServer',
    'getCACertificates', 'getCiphers', 'setDefaultCACertificates',
]);
defineLazy(module.exports, 'TLSSocket',
           () => require('internal/tls_socket').TLSSocket);
