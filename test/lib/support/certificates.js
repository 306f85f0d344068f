'use strict';
// Certificates and revocation lists of any kind, also wrong ones: X.509 written
// as DER. issue() makes one; the keys are made once and shared.

const crypto = require('crypto');

// ---- DER -------------------------------------------------------------------

function element(tag, ...parts) {
    const content = Buffer.concat(parts);
    const size = content.length;
    const head = size < 128 ? [size] : size < 256 ? [0x81, size] :
        [0x82, size >> 8, size & 255];
    return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...parts) => element(0x30, ...parts);
const set = (...parts) => element(0x31, ...parts);
const octets = (bytes) => element(0x04, bytes);
const bits = (bytes, unused = 0) => element(0x03, Buffer.from([unused]), bytes);
const utf8 = (text) => element(0x0c, Buffer.from(text));
const flag = (value) => element(0x01, Buffer.from([value ? 255 : 0]));
const integer = (n) => element(0x02, Buffer.from([n]));
const context = (n, ...parts) => element(0xa0 + n, ...parts);
const nothing = Buffer.alloc(0);

function objectId(text) {
    const { 0: first, 1: second, ...rest } = text.split('.').map(Number);
    const out = [first * 40 + second];
    for (const number of Object.values(rest)) {
        const digits = [number & 127];
        for (let n = number >> 7; n > 0; n >>= 7)
            digits.unshift(128 | (n & 127));
        out.push(...digits);
    }
    return element(0x06, Buffer.from(out));
}

function time(date) {
    const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
    return element(0x18, Buffer.from(digits));
}

// ---- Keys ------------------------------------------------------------------

const made = new Map();

function keyOf(name, kind = 'ec', size = 2048) {
    if (!made.has(name)) {
        made.set(name, kind === 'ec' ?
            crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }) :
            crypto.generateKeyPairSync(kind, { modulusLength: size }));
    }
    return made.get(name);
}

// ---- Extensions ------------------------------------------------------------

const extension = (id, critical, value) => sequence(
    objectId(id), critical ? flag(true) : nothing, octets(value));

const constraints = (isCa, length) => extension(
    '2.5.29.19', true, sequence(isCa ? flag(true) : nothing,
                                length === undefined ? nothing :
                                    integer(length)));
/* Bits from the left: 0 signs data, 5 certificates, 6 lists. */
const usage = (...list) => {
    const byte = list.reduce((sum, bit) => sum | 128 >> bit, 0);
    return extension('2.5.29.15', true, bits(Buffer.from([byte])));
};
const purposes = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2',
                   code: '1.3.6.1.5.5.7.3.3', any: '2.5.29.37.0' };
const purpose = (...names) => extension('2.5.29.37', false, sequence(
    ...names.map((name) => objectId(purposes[name]))));

const nameTags = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 };
const generalName = ({ 0: kind, 1: value }) => element(
    nameTags[kind], Buffer.from(value));
const altNames = (...names) => extension('2.5.29.17', false, sequence(
    ...names.map(generalName)));
const nameConstraints = (permitted, excluded) => {
    const list = (n, names) => names === undefined ? nothing : context(
        n, ...names.map((name) => sequence(generalName(name))));
    return extension('2.5.29.30', true, sequence(list(0, permitted),
                                                 list(1, excluded)));
};

// ---- Certificates ----------------------------------------------------------

const hashes = {
    ec: { sha1: '1.2.840.10045.4.1', sha256: '1.2.840.10045.4.3.2' },
    rsa: { md5: '1.2.840.113549.1.1.4', sha1: '1.2.840.113549.1.1.5',
           sha256: '1.2.840.113549.1.1.11' },
};

function algorithmOf(key, hash) {
    const id = objectId(hashes[key.asymmetricKeyType][hash]);
    return key.asymmetricKeyType === 'rsa' ?
        sequence(id, element(0x05)) : sequence(id);
}

const distinguished = (name) => sequence(set(sequence(
    objectId('2.5.4.3'), utf8(name))));

const day = 86400e3;
const now = Date.now();
let serial = 0;

function toPem(label, der) {
    const lines = der.toString('base64').replace(/(.{64})/g, '$1\n').trimEnd();
    return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

function sign(tbs, key, hash) {
    return sequence(tbs, algorithmOf(key, hash),
                    bits(crypto.sign(hash, tbs, key)));
}

/*
 * A certificate: its name and key; who issued it (itself, if nobody); days until
 * it begins and ends; extensions. `tamper` changes the bytes after they were
 * signed.
 */
function issue({ name, key = keyOf(name), by, from = -1, to = 30,
                 hash = 'sha256', extensions = [], version = 2,
                 issuerName, tamper }) {
    const issuer = by ?? { name, key };
    const number = ++serial;
    const tbs = sequence(
        version === 0 ? nothing : context(0, integer(version)),
        integer(number), algorithmOf(issuer.key.privateKey, hash),
        distinguished(issuerName ?? issuer.name),
        sequence(time(new Date(now + from * day)),
                 time(new Date(now + to * day))),
        distinguished(name),
        key.publicKey.export({ type: 'spki', format: 'der' }),
        extensions.length === 0 ? nothing :
            context(3, sequence(...extensions)));
    const der = sign(tbs, issuer.key.privateKey, hash);
    tamper?.(der);
    return {
        name, key, number, cert: toPem('CERTIFICATE', der),
        keyPem: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    };
}

const caExtensions = [constraints(true), usage(5, 6)];

/* A list of what an issuer has revoked. */
function revoke({ by, numbers, from = -1, to = 30, key = by.key }) {
    const tbs = sequence(
        integer(1), algorithmOf(key.privateKey, 'sha256'),
        distinguished(by.name), time(new Date(now + from * day)),
        time(new Date(now + to * day)),
        numbers.length === 0 ? nothing : sequence(...numbers.map(
            (number) => sequence(integer(number),
                                 time(new Date(now - day))))));
    return toPem('X509 CRL', sign(tbs, key.privateKey, 'sha256'));
}

module.exports = {
    altNames, caExtensions, constraints, extension, issue, keyOf,
    nameConstraints, purpose, revoke, toPem, usage, utf8,
};
