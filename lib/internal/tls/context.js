'use strict';
/*
 * internal/tls/context - tls.SecureContext: an SSL_CTX and the options that
 * made it. What goes wrong in OpenSSL throws where it is set.
 */

require('internal/crypto/secure_heap');

const binding = internalBinding('tls');
const { codes, makePlainError } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
    validateInt32, validateInteger, validateObject, validateString,
} = require('internal/validators');
const { rangeOfMethod, toVersion, versions } =
    require('internal/tls/settings');

/* The second argument of contextSetText(). */
const CIPHERS = 0;
const SUITES = 1;
const SIGALGS = 2;
const GROUPS = 3;
const SESSION_ID = 4;

const { SSL_OP_CIPHER_SERVER_PREFERENCE } =
    require('internal/crypto/constants');
/* Loaded when first used: internal/tls/roots, tls. */

/* The object behind a SecureContext; its methods are those that packages
 * call. */
class NativeContext {
    #context;

    constructor(min, max, side) {
        this.#context = binding.newContext(min, max, side);
    }

    static {
        NativeContext.contextOf = (value) => {
            return typeof value === 'object' && value !== null &&
                #context in value ? value.#context : undefined;
        };
    }

    addCACert(text) { binding.contextAddCa(this.#context, text); }
    addCRL(text) { binding.contextAddCrl(this.#context, text); }
    addRootCerts() {
        require('internal/tls/roots').load();
        binding.contextAddRoots(this.#context);
    }

    setCert(text) { binding.contextSetCert(this.#context, text); }
    setKey(text, phrase) {
        binding.contextSetKey(this.#context, text, phrase);
    }

    loadPKCS12(bytes, phrase) {
        binding.contextLoadPkcs12(this.#context, bytes, phrase);
    }

    setCiphers(text) {
        binding.contextSetText(this.#context, CIPHERS, text);
    }

    setCipherSuites(text) {
        binding.contextSetText(this.#context, SUITES, text);
    }

    setSigalgs(text) {
        binding.contextSetText(this.#context, SIGALGS, text);
    }

    setECDHCurve(text) {
        if (text !== 'auto' && text !== '')
            binding.contextSetText(this.#context, GROUPS, text,
                                   'Failed to set ECDH curve');
    }

    setSessionIdContext(text) {
        binding.contextSetText(this.#context, SESSION_ID, text);
    }

    setCertificateCompression(numbers) {
        binding.contextSetCompression(this.#context, numbers);
    }

    setDHParam(text) { return binding.contextSetDh(this.#context, text); }
    setOptions(bits) { binding.contextSetOptions(this.#context, bits); }
    setSessionTimeout(s) { binding.contextSetTimeout(this.#context, s); }
    setAllowPartialTrustChain() {
        binding.contextAllowPartialChain(this.#context);
    }

    setMinProto(version) { binding.contextSetMin(this.#context, version); }
    getMinProto() { return binding.contextVersion(this.#context, false); }
    getMaxProto() { return binding.contextVersion(this.#context, true); }
    getTicketKeys() { return binding.contextTicketKeys(this.#context); }
    setTicketKeys(keys) { binding.contextTicketKeys(this.#context, keys); }
    getCertificate() { return this.#raw(false); }
    getIssuer() { return this.#raw(true); }

    #raw(isIssuer) {
        const found = binding.contextCertificate(this.#context, isIssuer);
        return found === null ? null :
            internalBinding('crypto').certificateInfo(found).raw;
    }

    close() {}
}
const { contextOf } = NativeContext;
delete NativeContext.contextOf;

// ---- Options ---------------------------------------------------------------

/* As in Node, a secureProtocol that is no text does not count. */
function readRange({ secureProtocol, minVersion, maxVersion }) {
    for (const version of [minVersion, maxVersion]) {
        if (secureProtocol && version !== undefined && version !== null)
            throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(version,
                                                              secureProtocol);
    }
    if (typeof secureProtocol === 'string')
        return rangeOfMethod(secureProtocol);
    const { DEFAULT_MIN_VERSION, DEFAULT_MAX_VERSION } = require('tls');
    return [toVersion('minimum', minVersion, DEFAULT_MIN_VERSION),
            toVersion('maximum', maxVersion, DEFAULT_MAX_VERSION), 0];
}

const textTypes = ['string', 'Buffer', 'TypedArray', 'DataView'];

function checkText(name, value) {
    if (typeof value !== 'string' && !isArrayBufferView(value))
        throw new codes.ERR_INVALID_ARG_TYPE(name, textTypes, value);
}

function eachOf(value, visit) {
    if (Array.isArray(value)) {
        for (const one of value)
            visit(one);
    } else {
        visit(value);
    }
}

/* A passphrase that is no text is an error also where none is needed. */
function checkPhrase(name, phrase) {
    if (phrase !== undefined && phrase !== null)
        validateString(phrase, `${name}.passphrase`);
}

function setKeys(context, name, key, passphrase) {
    const isList = Array.isArray(key);
    eachOf(key, (one) => {
        const pem = isList && one?.pem !== undefined ? one.pem : one;
        checkText(`${name}.key`, pem);
        const phrase = isList && one?.passphrase !== undefined ?
            one.passphrase : passphrase;
        checkPhrase(name, phrase);
        context.setKey(pem, phrase ?? undefined);
    });
}

/* Suites of TLS 1.3 are set by another function than older ciphers. A list that
 * has none of them leaves those of TLS 1.3 as they are; one that has only those
 * does without older versions. */
function setCiphers(context, name, given) {
    if (given !== undefined && given !== null)
        validateString(given, `${name}.ciphers`);
    const all = (given || require('tls').DEFAULT_CIPHERS).split(':');
    const isSuite = (word) => /^!?TLS_/.test(word);
    const suites = all.filter(isSuite).join(':');
    const list = all.filter((word) => word !== '' && !isSuite(word)).join(':');
    if (suites === '' && list === '')
        throw new codes.ERR_INVALID_ARG_VALUE(`${name}.ciphers`, all);
    if (suites !== '')
        context.setCipherSuites(suites);
    context.setCiphers(list);
    if (list === '' && context.getMinProto() < versions['TLSv1.3'] &&
        context.getMaxProto() > versions['TLSv1.2'])
        context.setMinProto(versions['TLSv1.3']);
}

/* As in Node, parameters that cannot be read are no error: there is no
 * Diffie-Hellman then. */
function setDh(context, name, dhparam) {
    if (dhparam === undefined || dhparam === null)
        return;
    checkText(`${name}.dhparam`, dhparam);
    const bits = context.setDHParam(dhparam === 'auto' || dhparam);
    if (bits > 0 && bits < 1024)
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_VALUE',
                             'DH parameter is less than 1024 bits');
    if (bits > 0)
        process.emitWarning('DH parameter is less than 2048 bits',
                            'SecurityWarning');
}

const compressions = ['zlib', 'brotli', 'zstd']; // 1, 2, 3 in TLS

function setCompression(context, name, list) {
    if (list === undefined || list === null)
        return;
    if (!Array.isArray(list))
        throw new codes.ERR_INVALID_ARG_TYPE(
            `${name}.certificateCompression`, 'Array', list);
    if (list.length > compressions.length)
        throw new codes.ERR_INVALID_ARG_VALUE(
            `${name}.certificateCompression`, list,
            'can specify at most 3 algorithms');
    const numbers = list.map((word, i) => {
        if (!compressions.includes(word))
            throw new codes.ERR_INVALID_ARG_VALUE(
                `${name}.certificateCompression[${i}]`, word,
                "must be 'zlib', 'brotli', or 'zstd'");
        return compressions.indexOf(word) + 1;
    });
    if (numbers.length > 0)
        context.setCertificateCompression(numbers);
}

function toBytes(value) {
    return typeof value === 'string' ? Buffer.from(value) : value;
}

function setPfx(context, pfx, passphrase) {
    const isList = Array.isArray(pfx);
    eachOf(pfx, (one) => {
        const phrase = (isList && one.passphrase) || passphrase;
        const bytes = toBytes((isList && one.buf) || one);
        if (!isArrayBufferView(bytes))
            throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                                 'Unable to load PFX certificate');
        context.loadPKCS12(bytes, isArrayBufferView(phrase) ?
            Buffer.from(phrase).latin1Slice() : phrase || undefined);
    });
}

const engineTypes = ['string', 'null', 'undefined'];

/* There are no engines; the arguments are checked as in Node. */
function refuseKeyOfEngine(name, options) {
    const { key, privateKeyEngine: engine, privateKeyIdentifier: id } = options;
    if (id === undefined || id === null)
        return;
    if (engine === undefined || engine === null)
        throw new codes.ERR_INVALID_ARG_VALUE(`${name}.privateKeyEngine`,
                                              engine);
    if (key)
        throw new codes.ERR_INVALID_ARG_VALUE(`${name}.privateKeyIdentifier`,
                                              id);
    if (typeof id !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE(`${name}.privateKeyIdentifier`,
                                             engineTypes, id);
    if (typeof engine !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE(`${name}.privateKeyEngine`,
                                             engineTypes, engine);
    throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function refuseCertificateEngine(name, engine) {
    if (engine === undefined || engine === null)
        return;
    if (typeof engine !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE(`${name}.clientCertEngine`,
                                             engineTypes, engine);
    throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function setTrust(context, name, { ca, allowPartialTrustChain }) {
    if (ca) {
        eachOf(ca, (one) => {
            checkText(`${name}.ca`, one);
            context.addCACert(one);
        });
    } else {
        context.addRootCerts();
    }
    if (allowPartialTrustChain)
        context.setAllowPartialTrustChain();
}

function setRevoked(context, name, crl) {
    if (crl === undefined || crl === null)
        return;
    eachOf(crl, (one) => {
        checkText(`${name}.crl`, one);
        context.addCRL(one);
    });
}

function setSessionId(context, name, text) {
    if (text === undefined || text === null)
        return;
    validateString(text, `${name}.sessionIdContext`);
    context.setSessionIdContext(text);
}

function setSessions(context, name, { ticketKeys, sessionTimeout }) {
    if (ticketKeys !== undefined && ticketKeys !== null) {
        checkTicketKeys(ticketKeys, `${name}.ticketKeys`);
        context.setTicketKeys(ticketKeys);
    }
    if (sessionTimeout !== undefined && sessionTimeout !== null) {
        validateInt32(sessionTimeout, `${name}.sessionTimeout`, 0);
        context.setSessionTimeout(sessionTimeout);
    }
}

function checkTicketKeys(keys, name) {
    if (!isArrayBufferView(keys))
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['Buffer', 'TypedArray', 'DataView'], keys);
    if (keys.byteLength !== 48)
        throw new codes.ERR_INVALID_ARG_VALUE(name, keys.byteLength,
                                              'must be exactly 48 bytes');
}

function setCertificates(context, name, cert) {
    if (!cert)
        return;
    eachOf(cert, (one) => {
        checkText(`${name}.cert`, one);
        context.setCert(one);
    });
}

function setSigalgs(context, name, sigalgs) {
    if (sigalgs === undefined || sigalgs === null)
        return;
    validateString(sigalgs, `${name}.sigalgs`);
    if (sigalgs === '')
        throw new codes.ERR_INVALID_ARG_VALUE(`${name}.sigalgs`, sigalgs);
    context.setSigalgs(sigalgs);
}

/* Node's order: a program sees it by which of two errors it is given. Ciphers
 * come first, as they may have a level of security in them. */
function configure(context, options, name) {
    validateObject(options, name);
    const { ecdhCurve = require('tls').DEFAULT_ECDH_CURVE } = options;
    setCiphers(context, name, options.ciphers);
    setTrust(context, name, options);
    setCertificates(context, name, options.cert);
    if (options.key)
        setKeys(context, name, options.key, options.passphrase);
    setCompression(context, name, options.certificateCompression);
    setSigalgs(context, name, options.sigalgs);
    refuseKeyOfEngine(name, options);
    validateString(ecdhCurve, `${name}.ecdhCurve`);
    context.setECDHCurve(ecdhCurve);
    setDh(context, name, options.dhparam);
    setRevoked(context, name, options.crl);
    setSessionId(context, name, options.sessionIdContext);
    if (options.pfx !== undefined && options.pfx !== null)
        setPfx(context, options.pfx, options.passphrase);
    refuseCertificateEngine(name, options.clientCertEngine);
    setSessions(context, name, options);
}

function SecureContext(secureProtocol, secureOptions, minVersion, maxVersion) {
    if (!(this instanceof SecureContext))
        return new SecureContext(secureProtocol, secureOptions, minVersion,
                                 maxVersion);
    const [min, max, side] = readRange({ secureProtocol, minVersion,
                                         maxVersion });
    this.context = new NativeContext(min, max, side);
    if (secureOptions) {
        validateInteger(secureOptions, 'secureOptions');
        this.context.setOptions(secureOptions);
    }
}

/* OpenSSL has the order of the ciphers among its options, as one bit. */
function optionBits({ honorCipherOrder, secureOptions }) {
    return honorCipherOrder ?
        secureOptions | SSL_OP_CIPHER_SERVER_PREFERENCE : secureOptions;
}

function createSecureContext(options) {
    options ||= {};
    const made = new SecureContext(options.secureProtocol, optionBits(options),
                                   options.minVersion, options.maxVersion);
    configure(made.context, options, 'options');
    return made;
}

module.exports = {
    SecureContext, contextOf, createSecureContext,
};
