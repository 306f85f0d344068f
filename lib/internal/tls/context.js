'use strict';
/*
 * internal/tls/context - tls.SecureContext: an SSL_CTX and the options that
 * made it. What goes wrong in OpenSSL throws where it is set.
 */

require('internal/crypto/secure_heap');

const binding = internalBinding('tls');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
    validateInt32, validateInteger, validateObject, validateString,
} = require('internal/validators');
const { defaults, rangeOfMethod, toVersion } =
    require('internal/tls/settings');

/* The second argument of contextSetText(). */
const CIPHERS = 0;
const SUITES = 1;
const SIGALGS = 2;
const GROUPS = 3;
const SESSION_ID = 4;

const { SSL_OP_CIPHER_SERVER_PREFERENCE } =
    require('internal/crypto/constants');

/* The object behind a SecureContext; its methods are those that packages
 * call. */
class NativeContext {
    #context;

    constructor(least, most) {
        this.#context = binding.newContext(least, most);
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
        if (text !== 'auto')
            binding.contextSetText(this.#context, GROUPS, text,
                                   'Failed to set ECDH curve');
    }

    setSessionIdContext(text) {
        binding.contextSetText(this.#context, SESSION_ID, text);
    }

    setDHParam(text) { return binding.contextSetDh(this.#context, text); }
    setOptions(bits) { binding.contextSetOptions(this.#context, bits); }
    setSessionTimeout(s) { binding.contextSetTimeout(this.#context, s); }
    setAllowPartialTrustChain() {
        binding.contextAllowPartialChain(this.#context);
    }

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

function readRange({ secureProtocol, minVersion, maxVersion }) {
    if (!secureProtocol)
        return [toVersion('minimum', minVersion, defaults.least),
                toVersion('maximum', maxVersion, defaults.most)];
    const version = minVersion ?? maxVersion;
    if (version !== undefined && version !== null)
        throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(version,
                                                          secureProtocol);
    validateString(secureProtocol, 'secureProtocol');
    return rangeOfMethod(secureProtocol);
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

/* Names of TLS 1.3 are set by another function than older ones. */
function setCiphers(context, name, ciphers) {
    let list = '';
    let suites = '';
    if (ciphers !== undefined && ciphers !== null) {
        validateString(ciphers, `${name}.ciphers`);
        const all = ciphers.split(':').filter((word) => word.length > 0);
        suites = all.filter((word) => word.startsWith('TLS_')).join(':');
        list = all.filter((word) => !word.startsWith('TLS_')).join(':');
        if (suites === '' && list === '')
            throw new codes.ERR_INVALID_ARG_VALUE(`${name}.ciphers`, ciphers);
    }
    context.setCipherSuites(suites);
    if (list !== '')
        context.setCiphers(list);
    if (suites === '' && context.getMaxProto() > 0x303 &&
        context.getMinProto() < 0x304)
        return 0x303; // no cipher of TLS 1.3 is allowed
    if (list === '' && context.getMinProto() < 0x304 &&
        context.getMaxProto() > 0x303)
        return 0x304;
    return 0;
}

function setDh(context, name, dhparam) {
    if (dhparam === undefined || dhparam === null)
        return;
    if (dhparam !== 'auto')
        checkText(`${name}.dhparam`, dhparam);
    const bits = context.setDHParam(dhparam === 'auto' ? true : dhparam);
    if (bits === -1 || (bits > 0 && bits < 1024))
        throw bits === -1 ? new codes.ERR_CRYPTO_OPERATION_FAILED(
            'Unable to parse DH parameters') : dhTooSmall();
    if (bits > 0)
        process.emitWarning('DH parameter is less than 2048 bits',
                            'SecurityWarning');
}

function dhTooSmall() {
    return Object.assign(new Error('DH parameter is less than 1024 bits'), {
        code: 'ERR_INVALID_ARG_VALUE' });
}

function setPfx(context, name, pfx, passphrase) {
    eachOf(pfx, (one) => {
        const bytes = one?.buf !== undefined ? one.buf : one;
        checkText(`${name}.pfx`, bytes);
        const phrase = (one?.buf !== undefined ? one.passphrase : undefined) ??
            passphrase;
        checkPhrase(name, phrase);
        context.loadPKCS12(typeof bytes === 'string' ? Buffer.from(bytes) :
            bytes, phrase ?? undefined);
    });
}

function setEngines(name, options) {
    const { clientCertEngine, privateKeyEngine, privateKeyIdentifier } =
        options;
    const engineTypes = ['string', 'null', 'undefined'];
    if (privateKeyIdentifier !== undefined && privateKeyIdentifier !== null) {
        if (privateKeyEngine === undefined || privateKeyEngine === null)
            throw new codes.ERR_INVALID_ARG_VALUE(
                `${name}.privateKeyEngine`, privateKeyEngine);
        for (const [key, value] of [
            ['privateKeyEngine', privateKeyEngine],
            ['privateKeyIdentifier', privateKeyIdentifier]]) {
            if (typeof value !== 'string')
                throw new codes.ERR_INVALID_ARG_TYPE(
                    `${name}.${key}`, engineTypes, value);
        }
        if (options.key)
            return;
        throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
    }
    if (clientCertEngine === undefined || clientCertEngine === null)
        return;
    if (typeof clientCertEngine !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE(
            `${name}.clientCertEngine`, engineTypes, clientCertEngine);
    throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function setTrust(context, name, { ca, crl, allowPartialTrustChain }) {
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
    if (crl) {
        eachOf(crl, (one) => {
            checkText(`${name}.crl`, one);
            context.addCRL(one);
        });
    }
}

function setSessions(context, name, options) {
    const { sessionIdContext, ticketKeys, sessionTimeout } = options;
    if (sessionIdContext !== undefined && sessionIdContext !== null) {
        validateString(sessionIdContext, `${name}.sessionIdContext`);
        context.setSessionIdContext(sessionIdContext);
    }
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

function configure(context, options, name) {
    const { cert, key, passphrase, sigalgs, pfx } = options;
    setTrust(context, name, options);
    if (cert) {
        eachOf(cert, (one) => {
            checkText(`${name}.cert`, one);
            context.setCert(one);
        });
    }
    if (key)
        setKeys(context, name, key, passphrase);
    if (sigalgs !== undefined && sigalgs !== null) {
        validateString(sigalgs, `${name}.sigalgs`);
        if (sigalgs === '')
            throw new codes.ERR_INVALID_ARG_VALUE(`${name}.sigalgs`, sigalgs);
        context.setSigalgs(sigalgs);
    }
    setEngines(name, options);
    const { ecdhCurve = defaults.curve } = options;
    validateString(ecdhCurve, `${name}.ecdhCurve`);
    context.setECDHCurve(ecdhCurve);
    setDh(context, name, options.dhparam);
    if (pfx !== undefined && pfx !== null)
        setPfx(context, name, pfx, passphrase);
    setSessions(context, name, options);
}

class SecureContext {
    constructor(secureProtocol, secureOptions, minVersion, maxVersion) {
        const [least, most] = readRange({ secureProtocol, minVersion,
                                          maxVersion });
        this.context = new NativeContext(least, most);
        if (secureOptions) {
            validateInteger(secureOptions, 'secureOptions');
            this.context.setOptions(secureOptions);
        }
    }
}

/* A context that allows no cipher of TLS 1.3, or only those, does without the
 * other versions. */
function createSecureContext(options = {}) {
    validateObject(options, 'options');
    const { honorCipherOrder, secureProtocol, minVersion, maxVersion } =
        options;
    let { secureOptions } = options;
    if (honorCipherOrder)
        secureOptions |= SSL_OP_CIPHER_SERVER_PREFERENCE;
    const made = new SecureContext(secureProtocol, secureOptions, minVersion,
                                   maxVersion);
    const limit = setCiphers(made.context, 'options',
                             options.ciphers || defaults.ciphers);
    if (limit !== 0)
        binding.contextLimit(contextOf(made.context), limit);
    configure(made.context, options, 'options');
    return made;
}

module.exports = {
    SecureContext, contextOf, createSecureContext,
};
