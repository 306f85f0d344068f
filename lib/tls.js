'use strict';
/*
 * tls - encrypted connections: sockets, servers, and what they trust.
 */

const { defineLazy } = require('internal/util');
const { defaults } = require('internal/tls/settings');
/* Loaded when first used: internal/tls/connect, internal/tls/context,
 * internal/tls/identity, internal/tls/roots, internal/tls/server,
 * internal/tls/socket. */

let compressions;

module.exports = {
    CLIENT_RENEG_LIMIT: 3,
    CLIENT_RENEG_WINDOW: 600,
    DEFAULT_CIPHERS: defaults.ciphers,
    DEFAULT_ECDH_CURVE: defaults.curve,
    DEFAULT_MIN_VERSION: defaults.min,
    DEFAULT_MAX_VERSION: defaults.max,
    connect(...args) {
        return require('internal/tls/connect').connect(...args);
    },
    createServer(options, listener) {
        return new module.exports.Server(options, listener);
    },
    createSecureContext(options) {
        return require('internal/tls/context').createSecureContext(options);
    },
    checkServerIdentity(hostname, cert) {
        return require('internal/tls/identity').checkServerIdentity(
            hostname, cert);
    },
    convertALPNProtocols(protocols, out) {
        require('internal/tls/identity').convertALPNProtocols(protocols, out);
    },
    getCiphers() {
        return [...new Set(internalBinding('tls').getCiphers()
            .map((name) => name.toLowerCase()))].sort();
    },
    getCertificateCompressionAlgorithms() {
        const names = ['', 'zlib', 'brotli', 'zstd'];
        compressions ??= internalBinding('tls').getCompressions()
            .map((number) => names[number]);
        return [...compressions];
    },
    getCACertificates(type = undefined) {
        return require('internal/tls/roots').getCACertificates(type);
    },
    setDefaultCACertificates(certs) {
        require('internal/tls/roots').setDefaultCACertificates(certs);
    },
};

Object.defineProperty(module.exports, 'rootCertificates', {
    __proto__: null, configurable: false, enumerable: true,
    get: () => require('internal/tls/roots').rootCertificates,
    set: undefined,
});

defineLazy(module.exports, 'TLSSocket',
           () => require('internal/tls/socket').TLSSocket);
defineLazy(module.exports, 'Server',
           () => require('internal/tls/server').Server);
defineLazy(module.exports, 'SecureContext',
           () => require('internal/tls/context').SecureContext);
