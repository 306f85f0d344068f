'use strict';
/*
 * _tls_common - the old name of a part of tls, which some packages ask for.
 */

const { SecureContext, createSecureContext } = require('internal/tls/context');

function translatePeerCertificate(cert) {
    if (!cert)
        return null;
    const { issuerCertificate: issuer } = cert;
    if (issuer !== undefined && issuer !== null && issuer !== cert)
        cert.issuerCertificate = translatePeerCertificate(issuer);
    if (cert.infoAccess !== undefined && cert.infoAccess !== null)
        cert.infoAccess = readAccess(cert.infoAccess);
    return cert;
}

/* "OCSP - URI:http://a/" lines by what is before the last part. */
function readAccess(text) {
    const access = { __proto__: null };
    const lines = text.matchAll(/([^\n:]*):([^\n]*)(?:\n|$)/g);
    for (const [, key, value] of lines) {
        const read = value[0] === '"' ? JSON.parse(value) : value;
        (access[key] ??= []).push(read);
    }
    return access;
}

module.exports = { SecureContext, createSecureContext,
                   translatePeerCertificate };
