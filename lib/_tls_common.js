'use strict';
/*
 * _tls_common - the old name of a part of tls, which some packages ask for.
 */

const { SecureContext, createSecureContext } = require('internal/tls/context');

/* Lines of "name=value" as an object; a name may come several times. */
function parseNames(text) {
    const names = { __proto__: null };
    for (const line of text.split('\n')) {
        const at = line.indexOf('=');
        if (at <= 0)
            continue;
        const name = line.slice(0, at);
        const value = line.slice(at + 1);
        if (names[name] === undefined)
            names[name] = value;
        else
            names[name] = [names[name], value].flat();
    }
    return names;
}

function translatePeerCertificate(cert) {
    if (!cert)
        return null;
    for (const name of ['issuer', 'subject']) {
        if (typeof cert[name] === 'string')
            cert[name] = parseNames(cert[name]);
    }
    if (cert.issuerCertificate && cert.issuerCertificate !== cert)
        cert.issuerCertificate = translatePeerCertificate(
            cert.issuerCertificate);
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
