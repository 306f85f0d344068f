'use strict';
/*
 * internal/crypto/cipher - createCipheriv() and createDecipheriv(), which are
 * streams as well, and what is known of the ciphers.
 *
 * The rules are here: which lengths a mode may have, and when its tag may be
 * set or read. C turns bytes into bytes.
 *
 *      unknown --setAuthTag()--> given        decrypting
 *      unknown --final()-------> computed     encrypting
 */

const binding = internalBinding('crypto');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { codes, makePlainError } = require('internal/errors');
const {
    validateInt32, validateObject, validateString,
} = require('internal/validators');
const { checkData, getBytes, toCodec } = require('internal/crypto/util');
/* Loaded when first used: assert, internal/crypto/keys, internal/util,
 * string_decoder. */

const kState = Symbol('kState');

// ---- What is known of a cipher ---------------------------------------------

const CHACHA20_POLY1305 = 1018; // OpenSSL's number of it
const modes = { '__proto__': null, '0': 'stream', '1': 'ecb', '2': 'cbc',
                '3': 'cfb', '4': 'ofb', '5': 'ctr', '6': 'gcm', '7': 'ccm',
                '65537': 'xts', '65538': 'wrap', '65539': 'ocb',
                '65540': 'siv' };
const infos = new Map();

/* Facts about a cipher; null if OpenSSL has none of this name. */
function findCipher(name) {
    let info = infos.get(name);
    if (info !== undefined)
        return info;
    const facts = binding.cipherInfo(name);
    info = null;
    if (facts !== null) {
        const { 0: mode, 1: keyLength, 2: ivLength, 3: blockSize, 4: nid,
                5: shortName } = facts;
        const isChaCha = nid === CHACHA20_POLY1305 ||
            shortName.toLowerCase() === 'chacha20-poly1305';
        info = { mode: modes[mode], keyLength, ivLength, blockSize, nid,
                 name: shortName.toLowerCase(), isChaCha,
                 isAead: isChaCha || mode === 6 || mode === 7 ||
                     mode === 65539 };
    }
    infos.set(name, info);
    return info;
}

let cipherNames;

function getCiphers() {
    cipherNames ??= [...new Set(
        binding.getCiphers().map((name) => name.toLowerCase()))].sort();
    return [...cipherNames];
}

function fitsIvLength(info, length) {
    if (info.mode === 'ccm')
        return length >= 7 && length <= 13;
    if (info.mode === 'ocb')
        return length >= 1 && length <= 15;
    if (info.isChaCha)
        return length >= 1 && length <= 12;
    if (info.mode === 'gcm')
        return length >= 1;
    return length === info.ivLength;
}

function getCipherInfo(nameOrNid, options) {
    if (typeof nameOrNid !== 'string' && typeof nameOrNid !== 'number')
        throw new codes.ERR_INVALID_ARG_TYPE(
            'nameOrNid', ['string', 'number'], nameOrNid);
    if (typeof nameOrNid === 'number')
        validateInt32(nameOrNid, 'nameOrNid');
    const wanted = { keyLength: undefined, ivLength: undefined };
    if (options !== undefined) {
        validateObject(options, 'options');
        for (const name of ['keyLength', 'ivLength']) {
            wanted[name] = options[name];
            if (wanted[name] !== undefined)
                validateInt32(wanted[name], `options.${name}`);
        }
    }
    const name = typeof nameOrNid === 'number' ? binding.nidName(nameOrNid) :
        nameOrNid;
    const info = name === null ? null : findCipher(name);
    return info === null ? undefined : describeCipher(info, wanted);
}

/* undefined if the cipher cannot have the wanted lengths. */
function describeCipher(info, wanted) {
    if (wanted.keyLength !== undefined && wanted.keyLength !== info.keyLength)
        return undefined;
    let ivLength = info.ivLength;
    if (wanted.ivLength !== undefined) {
        if (!fitsIvLength(info, wanted.ivLength))
            return undefined;
        ivLength = wanted.ivLength;
    }
    const result = { mode: info.mode, name: info.name, nid: info.nid };
    if (info.mode !== 'stream')
        result.blockSize = info.blockSize;
    if (ivLength !== 0)
        result.ivLength = ivLength;
    result.keyLength = info.keyLength;
    return result;
}

// ---- Beginning -------------------------------------------------------------

const gcmTagLengths = [4, 8, 12, 13, 14, 15, 16];

function badTag(text) {
    return makePlainError(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', text);
}

function badTagLength(length) {
    return badTag(`Invalid authentication tag length: ${length}`);
}

function badIv() {
    return makePlainError(TypeError, 'ERR_CRYPTO_INVALID_IV',
                          'Invalid initialization vector');
}

function readNumber(options, name) {
    const value = options?.[name];
    if (value === undefined || value === null)
        return -1;
    if (value >>> 0 !== value)
        throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, value);
    return value;
}

function readString(options, name) {
    const value = options?.[name];
    if (value !== undefined && value !== null)
        validateString(value, `options.${name}`);
    return value ?? undefined;
}

function checkIv(info, iv) {
    const length = iv === null ? 0 : iv.byteLength;
    if (length === 0 ? info.ivLength !== 0 :
        !info.isAead && length !== info.ivLength)
        throw badIv();
    if (info.isAead && !fitsIvLength(info, length))
        throw badIv();
}

/* The length of the tag; -1 if GCM leaves it open. */
function checkTagLength(info, cipher, length) {
    if (!info.isAead)
        return -1;
    if (info.mode === 'gcm') {
        if (length !== -1 && !gcmTagLengths.includes(length))
            throw badTagLength(length);
        return length;
    }
    if (length !== -1)
        return length;
    if (info.isChaCha)
        return 16;
    throw badTag(`authTagLength required for ${cipher}`);
}

/* CCM counts the bytes of a message in what the IV leaves of its block. */
function longestMessage(info, iv) {
    if (info.mode !== 'ccm')
        return Infinity;
    const limits = { '__proto__': null, '12': 16777215, '13': 65535 };
    return limits[iv.byteLength] ?? 2 ** 31 - 1;
}

function openCipher(cipher, info, key, iv, isEncrypting, tagLength) {
    // GCM has its tag's length set with the tag.
    const early = info.mode === 'gcm' ? -1 : tagLength;
    const handle = binding.createCipher(cipher, isEncrypting, key, iv,
                                        info.isAead, early);
    switch (handle) {
    case 1:
        throw badIv();
    case 2:
        throw badTagLength(tagLength);
    case 3:
        throw makePlainError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN',
                             'Invalid key length');
    default:
        return handle;
    }
}

function begin(self, cipher, key, iv, options, isEncrypting) {
    validateString(cipher, 'cipher');
    const { getSecretBytes } = require('internal/crypto/keys');
    const secret = getSecretBytes(key, readString(options, 'encoding'));
    const vector = iv === null ? null : getBytes(iv, 'iv');
    const length = readNumber(options, 'authTagLength');
    const info = findCipher(cipher);
    if (info === null)
        throw makePlainError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER',
                             'Unknown cipher');
    checkIv(info, vector);
    const tagLength = checkTagLength(info, cipher, length);
    self[kState] = {
        handle: openCipher(cipher, info, secret, vector, isEncrypting,
                           tagLength),
        info,
        tagLength,
        tag: 'unknown',
        isFinished: false,
        longest: longestMessage(info, vector),
    };
    self._decoder = null;
    LazyTransform.call(self, options);
}

// ---- Both classes ----------------------------------------------------------

function getDecoder(self, encoding) {
    const normal = require('internal/util').normalizeEncoding(encoding);
    if (self._decoder === null) {
        const { StringDecoder } = require('string_decoder');
        self._decoder = new StringDecoder(encoding);
    }
    if (self._decoder.encoding !== normal) {
        if (normal === undefined)
            throw new codes.ERR_UNKNOWN_ENCODING(encoding);
        require('assert').fail('Cannot change encoding');
    }
    return self._decoder;
}

function add(state, data, codec) {
    const length = typeof data === 'string' ? data.length : data.byteLength;
    if (length > state.longest)
        throw makePlainError(RangeError, 'ERR_CRYPTO_INVALID_MESSAGELEN',
                             'Invalid message length');
    return binding.cipherUpdate(state.handle, data, codec);
}

function finish(self) {
    const state = self[kState];
    const isEncrypting = self instanceof Cipheriv;
    if (isEncrypting && state.info.isAead && state.tagLength === -1)
        state.tagLength = 16;
    const makesTag = isEncrypting && state.info.isAead;
    const wasFinished = state.isFinished;
    state.isFinished = true;
    const result = binding.cipherFinal(state.handle, state.info.isAead,
                                       makesTag ? state.tagLength : 0);
    if (makesTag && !wasFinished)
        state.tag = 'computed';
    return result;
}

const methods = {
    _transform(chunk, encoding, callback) {
        this.push(add(this[kState], chunk, toCodec(encoding)));
        callback();
    },

    _flush(callback) {
        try {
            this.push(finish(this));
        } catch (error) {
            callback(error);
            return;
        }
        callback();
    },

    update(data, inputEncoding, outputEncoding) {
        checkData(data, inputEncoding, 'data');
        const bytes = add(this[kState], data, toCodec(inputEncoding));
        if (outputEncoding && outputEncoding !== 'buffer')
            return getDecoder(this, outputEncoding).write(bytes);
        return bytes;
    },

    final(outputEncoding) {
        const bytes = finish(this);
        if (outputEncoding && outputEncoding !== 'buffer')
            return getDecoder(this, outputEncoding).end(bytes);
        return bytes;
    },

    setAutoPadding(autoPadding) {
        if (!binding.cipherPadding(this[kState].handle, Boolean(autoPadding)))
            throw new codes.ERR_CRYPTO_INVALID_STATE('setAutoPadding');
        return this;
    },

    setAAD(aadbuf, options) {
        const encoding = readString(options, 'encoding');
        const length = readNumber(options, 'plaintextLength');
        const aad = getBytes(aadbuf, 'aadbuf', encoding);
        const state = this[kState];
        const isCcm = state.info.mode === 'ccm';
        if (isCcm && !state.isFinished)
            checkPlaintextLength(state, length);
        if (!state.info.isAead ||
            !binding.cipherAad(state.handle, aad, isCcm ? length : -1))
            throw new codes.ERR_CRYPTO_INVALID_STATE('setAAD');
        return this;
    },
};

function checkPlaintextLength(state, length) {
    if (length < 0)
        throw makePlainError(
            TypeError, 'ERR_MISSING_ARGS',
            'options.plaintextLength required for CCM mode with AAD');
    if (length > state.longest)
        throw makePlainError(RangeError, 'ERR_CRYPTO_INVALID_MESSAGELEN',
                             'Invalid message length');
}

function makeClass(Class) {
    Object.setPrototypeOf(Class.prototype, LazyTransform.prototype);
    Object.setPrototypeOf(Class, LazyTransform);
    Object.assign(Class.prototype, methods);
}

// ---- Encrypting ------------------------------------------------------------

function Cipheriv(cipher, key, iv, options) {
    if (!(this instanceof Cipheriv))
        return new Cipheriv(cipher, key, iv, options);
    begin(this, cipher, key, iv, options, true);
}
makeClass(Cipheriv);

Cipheriv.prototype.getAuthTag = function() {
    const { handle, tag, tagLength } = this[kState];
    if (tag !== 'computed')
        throw new codes.ERR_CRYPTO_INVALID_STATE('getAuthTag');
    return binding.cipherTag(handle, tagLength);
};

// ---- Decrypting ------------------------------------------------------------

function Decipheriv(cipher, key, iv, options) {
    if (!(this instanceof Decipheriv))
        return new Decipheriv(cipher, key, iv, options);
    begin(this, cipher, key, iv, options, false);
}
makeClass(Decipheriv);

let hasWarned = false;

function warnOfShortTag() {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(
        'Using AES-GCM authentication tags of less than 128 bits without ' +
        'specifying the authTagLength option when initializing decryption ' +
        'is deprecated.', 'DeprecationWarning', 'DEP0182');
}

Decipheriv.prototype.setAuthTag = function(tagbuf, encoding) {
    const tag = getBytes(tagbuf, 'buffer', encoding);
    const state = this[kState];
    if (!state.info.isAead || state.isFinished || state.tag !== 'unknown')
        throw new codes.ERR_CRYPTO_INVALID_STATE('setAuthTag');
    const { byteLength: length } = tag;
    const isGcm = state.info.mode === 'gcm';
    const isOpen = isGcm && state.tagLength === -1;
    if ((!isOpen && length !== state.tagLength) ||
        (isGcm && !gcmTagLengths.includes(length)))
        throw badTagLength(length);
    if (isOpen && length !== 16)
        warnOfShortTag();
    state.tagLength = length;
    if (!binding.cipherSetTag(state.handle, tag))
        throw new codes.ERR_CRYPTO_INVALID_STATE('setAuthTag');
    state.tag = 'given';
    return this;
};

module.exports = { Cipheriv, Decipheriv, getCipherInfo, getCiphers };
