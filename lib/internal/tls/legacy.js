'use strict';
/*
 * internal/tls/legacy - certificates as plain objects, as getPeerCertificate()
 * has them.
 */

const binding = internalBinding('crypto');

/* { C: 'US', OU: ['a', 'b'] } of [name, value, ...]. */
function toNames(list) {
    const names = { __proto__: null };
    for (let i = 0; i < list.length; i += 2) {
        const [name, value] = [list[i], list[i + 1]];
        if (names[name] === undefined)
            names[name] = value;
        else if (Array.isArray(names[name]))
            names[name].push(value);
        else
            names[name] = [names[name], value];
    }
    return names;
}

/* 'OCSP - URI:http://a/' lines by their method. */
function toAccess(text) {
    if (text === undefined)
        return undefined;
    const access = { __proto__: null };
    for (const line of text.split('\n')) {
        const match = /^(.*?) - (URI|DNS|email|IP Address|DirName|Registered ID|othername):(.*)$/s
            .exec(line);
        if (match === null)
            continue;
        const key = `${match[1]} - ${match[2]}`;
        let value = match[3];
        if (value.startsWith('"'))
            value = JSON.parse(value);
        (access[key] ??= []).push(value);
    }
    return access;
}

const curves = {
    '__proto__': null,
    'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1',
    'secp256k1': 'secp256k1',
};

function describeRsa(key, out) {
    const { n, e } = key.export({ format: 'jwk' });
    const hex = Buffer.from(n, 'base64url').toString('hex').toUpperCase();
    out.modulus = hex;
    out.bits = key.asymmetricKeyDetails.modulusLength;
    const exponent = Buffer.from(e, 'base64url').toString('hex');
    out.exponent = `0x${exponent.replace(/^0+/, '')}`;
    out.pubkey = key.export({ type: 'spki', format: 'der' });
}

function describeEc(key, out) {
    let jwk;
    try {
        jwk = key.export({ format: 'jwk' });
    } catch {
        out.pubkey = key.export({ type: 'spki', format: 'der' });
        out.asn1Curve = key.asymmetricKeyDetails.namedCurve;
        return;
    }
    const { crv, x, y } = jwk;
    out.bits = { 'P-384': 384, 'P-521': 521 }[crv] ?? 256;
    out.pubkey = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'),
                                Buffer.from(y, 'base64url')]);
    out.asn1Curve = curves[crv];
    if (crv.startsWith('P-'))
        out.nistCurve = crv;
}

function describeKey(x509, out) {
    let key;
    try {
        key = x509.publicKey;
    } catch {
        return;
    }
    const type = key.asymmetricKeyType;
    if (type === 'rsa' || type === 'rsa-pss') {
        try {
            describeRsa(key, out);
        } catch {
            out.pubkey = key.export({ type: 'spki', format: 'der' });
        }
    } else if (type === 'ec') {
        describeEc(key, out);
    }
}

/* Of an object of C. */
function toLegacy(certificate) {
    const { fromHandle } = require('internal/crypto/x509');
    const x509 = fromHandle(certificate);
    const out = {
        subject: toNames(binding.certificateNames(certificate, false)),
        issuer: toNames(binding.certificateNames(certificate, true)),
    };
    if (x509.subjectAltName !== undefined)
        out.subjectaltname = x509.subjectAltName;
    if (x509.infoAccess !== undefined)
        out.infoAccess = toAccess(x509.infoAccess);
    out.ca = x509.ca;
    describeKey(x509, out);
    out.valid_from = x509.validFrom;
    out.valid_to = x509.validTo;
    out.fingerprint = x509.fingerprint;
    out.fingerprint256 = x509.fingerprint256;
    out.fingerprint512 = x509.fingerprint512;
    if (x509.keyUsage !== undefined)
        out.ext_key_usage = x509.keyUsage;
    out.serialNumber = x509.serialNumber;
    out.raw = x509.raw;
    return out;
}

/* A certificate, its issuer as issuerCertificate, and so on; a root is its own
 * issuer. */
function toLegacyChain(list, isWhole) {
    const all = list.map(toLegacy);
    if (!isWhole)
        return all[0];
    for (let i = 0; i < all.length; i++) {
        const isLast = i === all.length - 1;
        if (!isLast)
            all[i].issuerCertificate = all[i + 1];
        else if (isOwnIssuer(all[i]))
            all[i].issuerCertificate = all[i];
    }
    return all[0];
}

function isOwnIssuer({ subject, issuer }) {
    return JSON.stringify(subject) === JSON.stringify(issuer);
}

module.exports = { toLegacy, toLegacyChain };
