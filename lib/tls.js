'use strict';
/*
 * tls - names, constants and TLSSocket; whatever would need TLS says that there
 * is none.
 */

const { defineMissing, notThereYet } = require('internal/missing');
const { defineLazy } = require('internal/util');

/* Packages prepare one for connections that may never be asked for; it is the
 * first of those that says what is missing. */
class SecureContext {
    get context() {
        throw notThereYet('TLS');
    }
}

module.exports = {
    SecureContext,
    createSecureContext() { return new SecureContext(); },
    CLIENT_RENEG_LIMIT: 3,
    CLIENT_RENEG_WINDOW: 600,
    DEFAULT_ECDH_CURVE: 'auto',
    DEFAULT_MIN_VERSION: 'TLSv1.2',
    DEFAULT_MAX_VERSION: 'TLSv1.3',
    rootCertificates: Object.freeze([]),
};
defineMissing(module.exports, 'TLS', [
    'Server', 'checkServerIdentity', 'connect', 'convertALPNProtocols',
    'createServer', 'getCACertificates', 'getCiphers', 'setDefaultCACertificates',
]);
defineLazy(module.exports, 'TLSSocket',
           () => require('internal/tls_socket').TLSSocket);
