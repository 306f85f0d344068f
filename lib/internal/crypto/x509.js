'use strict';
/*
 * internal/crypto/x509 - class X509Certificate. C describes a certificate once,
 * when it is first asked; here it is put into Node's words.
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const {
    validateBoolean, validateObject, validateString,
} = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');
const keys = require('internal/crypto/keys');
/* Loaded when first used: internal/crypto/hash, internal/tls/legacy. */

// ---- Names -----------------------------------------------------------------

const EMAIL = 1;
const DNS = 2;
const DIRECTORY = 4;
const URI = 6;
const IP = 7;
const REGISTERED = 8;

const labels = { [EMAIL]: 'email', [DNS]: 'DNS', [URI]: 'URI' };

/* A name with a comma or a quote could be taken for two, so it is quoted, and
 * what could mislead in it is written as its number. Distinguished names may
 * have letters of any language. */
function quote(text, isUnicode) {
    const safe = isUnicode ? /^[^\0-\x1f"',\\\x7f]*$/ :
        /^[ !#-&(-+\--[\]-~]*$/;
    if (safe.test(text))
        return text;
    let result = '';
    for (let i = 0; i < text.length; i++)
        result += escape(text[i], isUnicode);
    return `"${result}"`;
}

function escape(letter, isUnicode) {
    if (letter === '"' || letter === '\\')
        return `\\${letter}`;
    if (letter !== ',' && letter >= ' ' && (letter <= '~' ||
        (isUnicode && letter >= '\x80')))
        return letter;
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function showIp(bytes) {
    if (bytes.length === 4)
        return bytes.join('.');
    if (bytes.length !== 16)
        return `<invalid length=${bytes.length}>`;
    const groups = [];
    for (let i = 0; i < 16; i += 2)
        groups.push(bytes.readUInt16BE(i).toString(16).toUpperCase());
    return groups.join(':');
}

function showName({ 0: kind, 1: value }) {
    switch (kind) {
    case EMAIL:
    case DNS:
    case URI:
        return `${labels[kind]}:` +
            quote(value.latin1Slice(0, value.length), false);
    case DIRECTORY:
        return `DirName:${quote(value, true)}`;
    case IP:
        return `IP Address:${showIp(value)}`;
    case REGISTERED:
        return `Registered ID:${value}`;
    default:
        return 'othername:<unsupported>';
    }
}

// ---- The class -------------------------------------------------------------

const hostFlags = {
    __proto__: null,
    always: 0x1,
    never: 0x20,
    noWildcards: 0x2,
    noPartialWildcards: 0x4,
    multiLabelWildcards: 0x8,
    singleLabelSubdomains: 0x10,
};

function readHostFlags(options = {}) {
    validateObject(options, 'options');
    const {
        subject = 'default', wildcards = true, partialWildcards = true,
        multiLabelWildcards = false, singleLabelSubdomains = false,
    } = options;
    validateString(subject, 'options.subject');
    if (subject !== 'default' && subject !== 'always' && subject !== 'never')
        throw new codes.ERR_INVALID_ARG_VALUE('options.subject', subject);
    const booleans = { wildcards, partialWildcards, multiLabelWildcards,
                       singleLabelSubdomains };
    for (const name of Object.keys(booleans))
        validateBoolean(booleans[name], `options.${name}`);
    return (hostFlags[subject] ?? 0) |
        (wildcards ? 0 : hostFlags.noWildcards) |
        (partialWildcards ? 0 : hostFlags.noPartialWildcards) |
        (multiLabelWildcards ? hostFlags.multiLabelWildcards : 0) |
        (singleLabelSubdomains ? hostFlags.singleLabelSubdomains : 0);
}

function fingerprint(raw, hash) {
    const { hash: hashOf } = require('internal/crypto/hash');
    return hashOf(hash, raw, 'hex').toUpperCase().match(/../g).join(':');
}

function toPem(raw) {
    const lines = raw.toString('base64').match(/.{1,64}/g).join('\n');
    return `-----BEGIN CERTIFICATE-----\n${lines}\n` +
        '-----END CERTIFICATE-----\n';
}

const kFromHandle = Symbol('kFromHandle');

class X509Certificate {
    #handle;
    #facts;
    #publicKey;

    #issuer;

    constructor(buffer, secret, handle, issuer) {
        if (secret === kFromHandle) {
            this.#handle = handle;
            this.#issuer = issuer;
            return;
        }
        const bytes = typeof buffer === 'string' ? Buffer.from(buffer) :
            buffer;
        if (!isArrayBufferView(bytes))
            throw new codes.ERR_INVALID_ARG_TYPE(
                'buffer', ['string', 'Buffer', 'TypedArray', 'DataView'],
                buffer);
        this.#handle = binding.parseCertificate(bytes);
    }

    static isOne(value) {
        return typeof value === 'object' && value !== null &&
            #handle in value;
    }

    get #info() {
        return this.#facts ??= binding.certificateInfo(this.#handle);
    }

    get subject() {
        return this.#info.subject || undefined;
    }

    get subjectAltName() {
        return this.#info.subjectAltName?.map(showName).join(', ');
    }

    get issuer() {
        return this.#info.issuer || undefined;
    }

    get issuerCertificate() {
        return this.#issuer; // only those of a connection have one
    }

    get infoAccess() {
        return this.#info.infoAccess?.map(
            ({ 0: method, 1: name }) => `${method} - ${showName(name)}`)
            .join('\n');
    }

    get validFrom() {
        return this.#info.validFrom;
    }

    get validTo() {
        return this.#info.validTo;
    }

    get validFromDate() {
        return new Date(this.#info.validFrom);
    }

    get validToDate() {
        return new Date(this.#info.validTo);
    }

    get fingerprint() {
        return fingerprint(this.#info.raw, 'sha1');
    }

    get fingerprint256() {
        return fingerprint(this.#info.raw, 'sha256');
    }

    get fingerprint512() {
        return fingerprint(this.#info.raw, 'sha512');
    }

    get keyUsage() {
        return this.#info.keyUsage;
    }

    get serialNumber() {
        return this.#info.serialNumber;
    }

    get signatureAlgorithm() {
        return this.#info.signatureAlgorithm;
    }

    get signatureAlgorithmOid() {
        return this.#info.signatureAlgorithmOid;
    }

    get raw() {
        return this.#info.raw;
    }

    get publicKey() {
        return this.#publicKey ??= keys.makePublicKey(
            binding.certificateKey(this.#handle));
    }

    get ca() {
        return this.#info.ca;
    }

    checkHost(name, options) {
        validateString(name, 'name');
        const found = binding.certificateIsFor(this.#handle, 0, name,
                                               readHostFlags(options));
        return found === true ? name : found || undefined;
    }

    checkEmail(email, options) {
        validateString(email, 'email');
        return binding.certificateIsFor(this.#handle, 1, email,
                                        readHostFlags(options)) ?
            email : undefined;
    }

    checkIP(ip, options) {
        validateString(ip, 'ip');
        return binding.certificateIsFor(this.#handle, 2, ip,
                                        readHostFlags(options)) ?
            ip : undefined;
    }

    checkIssued(otherCert) {
        if (!isOne(otherCert))
            throw new codes.ERR_INVALID_ARG_TYPE('otherCert',
                                                 'X509Certificate', otherCert);
        return binding.certificateFits(this.#handle, 0, otherCert.#handle);
    }

    checkPrivateKey(pkey) {
        return binding.certificateFits(this.#handle, 1,
                                       readKey(pkey, 'private'));
    }

    verify(pkey) {
        return binding.certificateFits(this.#handle, 2,
                                       readKey(pkey, 'public'));
    }

    toString() {
        return toPem(this.#info.raw);
    }

    toJSON() {
        return this.toString();
    }

    toLegacyObject() {
        return require('internal/tls/legacy').toLegacy(this.#handle);
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
        if (depth < 0)
            return this;
        const shown = {};
        for (const name of [
            'subject', 'subjectAltName', 'issuer', 'infoAccess', 'validFrom',
            'validTo', 'validFromDate', 'validToDate', 'fingerprint',
            'fingerprint256', 'fingerprint512', 'keyUsage', 'serialNumber',
            'signatureAlgorithm', 'signatureAlgorithmOid'])
            shown[name] = this[name];
        const depthLeft = options.depth === null ? null : options.depth - 1;
        return `X509Certificate ${
            inspect(shown, { ...options, depth: depthLeft })}`;
    }
}

const { isOne } = X509Certificate;
delete X509Certificate.isOne;

function readKey(key, type) {
    const handle = keys.handleOf(key);
    if (handle === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', key);
    if (handle.type !== type)
        throw new codes.ERR_INVALID_ARG_VALUE('pkey', key);
    return handle.data;
}

/* Of an object of C, and the X509Certificate of its issuer. */
function fromHandle(handle, issuer) {
    return new X509Certificate(undefined, kFromHandle, handle, issuer);
}

module.exports = { X509Certificate, fromHandle, isX509Certificate: isOne };
