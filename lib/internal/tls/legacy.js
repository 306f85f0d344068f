'use strict';
/*
 * internal/tls/legacy - certificates as plain objects, as getPeerCertificate()
 * has them.
 */

const binding = internalBinding('crypto');
/* Loaded when first used: internal/crypto/x509. */

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

const nistNames = {
    '__proto__': null,
    'prime256v1': 'P-256', 'secp384r1': 'P-384', 'secp521r1': 'P-521',
};

function describeRsa(key) {
    const { n, e } = key.export({ format: 'jwk' });
    const exponent = Buffer.from(e, 'base64url').toString('hex');
    return {
        modulus: Buffer.from(n, 'base64url').toString('hex').toUpperCase(),
        exponent: `0x${exponent.replace(/^0+/, '')}`,
        pubkey: key.export({ type: 'spki', format: 'der' }),
        bits: key.asymmetricKeyDetails.modulusLength,
    };
}

/* A point is what an SPKI ends with: BIT STRING, its length, no unused bits. */
function pointOf(spki) {
    const inner = spki[1] < 128 ? 2 : 2 + (spki[1] & 127);
    const at = inner + 2 + spki[inner + 1];
    return spki.subarray(spki[at + 1] < 128 ? at + 3 :
        at + 3 + (spki[at + 1] & 127));
}

function describeEc(key) {
    const { namedCurve } = key.asymmetricKeyDetails;
    const pubkey = pointOf(key.export({ type: 'spki', format: 'der' }));
    return {
        pubkey,
        bits: namedCurve === 'secp521r1' ? 521 : (pubkey.length - 1) * 4,
        asn1Curve: namedCurve,
        nistCurve: nistNames[namedCurve],
    };
}

function describeKey(x509) {
    try {
        const key = x509.publicKey;
        if (key.asymmetricKeyType === 'rsa')
            return describeRsa(key);
        return key.asymmetricKeyType === 'ec' ? describeEc(key) : {};
    } catch {
        return {}; // a key that OpenSSL cannot read
    }
}

/* Of an object of C. As in Node each property is there, if only as undefined. */
function toLegacy(certificate) {
    const { fromHandle } = require('internal/crypto/x509');
    const x509 = fromHandle(certificate);
    const { modulus, exponent, pubkey, bits, asn1Curve, nistCurve } =
        describeKey(x509);
    return {
        subject: toNames(binding.certificateNames(certificate, false)),
        issuer: toNames(binding.certificateNames(certificate, true)),
        subjectaltname: x509.subjectAltName,
        infoAccess: toAccess(x509.infoAccess),
        ca: x509.ca,
        modulus, exponent, pubkey, bits,
        valid_from: x509.validFrom,
        valid_to: x509.validTo,
        fingerprint: x509.fingerprint,
        fingerprint256: x509.fingerprint256,
        fingerprint512: x509.fingerprint512,
        ext_key_usage: x509.keyUsage,
        serialNumber: x509.serialNumber,
        raw: x509.raw,
        asn1Curve, nistCurve,
    };
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
