'use strict';
/*
 * internal/crypto/web_sponge - functions that are built on Keccak: cSHAKE, KMAC,
 * TurboSHAKE and KangarooTwelve. The permutation is C (src/bind/crypto/sponge.c);
 * this frames what it absorbs.
 *
 * SP 800-185 has cSHAKE and KMAC, RFC 9861 the other two.
 */

const binding = internalBinding('crypto');
const { slotsOf } = require('internal/crypto/crypto_key');
const {
    checkUsages, clearBits, generateSecret, later, makeSecret,
    operationFailed, readSecret, toArrayBuffer, writeSecret,
} = require('internal/crypto/web_util');
const { domError } = require('internal/crypto/web_algorithms');

const ALL_ROUNDS = 24;
const TURBO_ROUNDS = 12;
const SHAKE = 0x1f;  // the suffix of plain SHAKE
const CSHAKE = 0x04;
const empty = Buffer.alloc(0);

/* Of the two strengths: bytes of the state that are used at once. */
function rateOf(name) {
    return name.endsWith('128') ? 168 : 136;
}

/* A number with as few bytes as it has. */
function toBytes(number) {
    const list = [];
    for (let rest = number; rest > 0; rest = Math.floor(rest / 256))
        list.unshift(rest % 256);
    return list;
}

/* The number, with the count of its bytes on the left or on the right. */
function encodeLeft(number) {
    const list = number === 0 ? [0] : toBytes(number);
    return Buffer.from([list.length, ...list]);
}

function encodeRight(number) {
    const list = number === 0 ? [0] : toBytes(number);
    return Buffer.from([...list, list.length]);
}

/* Bits in whole bytes; the number that comes first counts bits. */
function encodeBits(bytes, bits) {
    return Buffer.concat([encodeLeft(bits), bytes]);
}

/* Filled up to whole blocks, which begin with their length. */
function pad(bytes, rate) {
    const length = 2 + bytes.length;
    return Buffer.concat([encodeLeft(rate), bytes],
                         Math.ceil(length / rate) * rate);
}

/* So many bits, of which those that are left of the last byte are zero. */
function cut(bytes, bits) {
    return toArrayBuffer(clearBits(bytes, bits));
}

function shake(rate, functionName, customization, data, bits) {
    const size = Math.ceil(bits / 8);
    if (functionName.byteLength === 0 && customization.byteLength === 0)
        return cut(binding.sponge(rate, ALL_ROUNDS, SHAKE, size, data), bits);
    const head = pad(Buffer.concat(
        [functionName, customization].map(
            (bytes) => encodeBits(bytes, bytes.byteLength * 8))), rate);
    return cut(binding.sponge(rate, ALL_ROUNDS, CSHAKE, size,
                              Buffer.concat([head, data])), bits);
}

function turbo(rate, suffix, size, data) {
    return binding.sponge(rate, TURBO_ROUNDS, suffix, size, data);
}

// ---- Digests ---------------------------------------------------------------

function digestShake({ name, functionName = empty, customization = empty,
                       outputLength }, data) {
    return shake(rateOf(name), functionName, customization, data,
                 outputLength);
}

function digestTurbo({ name, domainSeparation = SHAKE, outputLength }, data) {
    return toArrayBuffer(turbo(rateOf(name), domainSeparation,
                               outputLength / 8, data));
}

const CHUNK = 8192;
const LEAF = 0x0b;
const NODE = 0x06;
const SINGLE = 0x07;

/* The number's bytes and their count; zero has none. */
function encodeCount(number) {
    const list = toBytes(number);
    return Buffer.from([...list, list.length]);
}

/* A tree of one level: the first chunk, then the digests of the others. */
function digestTwelve({ name, customization = empty, outputLength }, data) {
    const rate = rateOf(name);
    const size = outputLength / 8;
    const input = Buffer.concat([data, customization,
                                 encodeCount(customization.byteLength)]);
    if (input.length <= CHUNK)
        return toArrayBuffer(turbo(rate, SINGLE, size, input));
    const parts = [input.subarray(0, CHUNK), Buffer.from([3, 0, 0, 0, 0, 0, 0,
                                                          0])];
    for (let at = CHUNK; at < input.length; at += CHUNK)
        parts.push(turbo(rate, LEAF, rate === 168 ? 32 : 64,
                         input.subarray(at, at + CHUNK)));
    parts.push(encodeCount(parts.length - 2), Buffer.from([0xff, 0xff]));
    return toArrayBuffer(turbo(rate, NODE, size, Buffer.concat(parts)));
}

const digests = {
    __proto__: null,
    cSHAKE128: digestShake, cSHAKE256: digestShake,
    TurboSHAKE128: digestTurbo, TurboSHAKE256: digestTurbo,
    KT128: digestTwelve, KT256: digestTwelve,
};

// ---- KMAC ------------------------------------------------------------------

const MAX_CUSTOMIZATION = 512;

function mac({ name, outputLength, customization = empty }, key, data) {
    const { algorithm: { length }, handle } = slotsOf(key);
    if (customization.byteLength > MAX_CUSTOMIZATION)
        throw operationFailed(new Error('Deriving bits failed'));
    const rate = rateOf(name);
    const input = Buffer.concat([pad(encodeBits(handle.data, length), rate),
                                 data, encodeRight(outputLength)]);
    return shake(rate, Buffer.from('KMAC'), customization, input,
                 outputLength);
}

function makeKmac(name) {
    const alg = `K${name.slice(4)}`;
    return {
        generateKey({ length = +name.slice(4) }, extractable, usages) {
            checkUsages(usages, ['sign', 'verify'], name, true);
            return generateSecret(length, { name, length }, extractable,
                                  usages);
        },

        importKey(format, data, algorithm, extractable, usages) {
            checkUsages(usages, ['sign', 'verify'], name);
            const bytes = readSecret(format, data, extractable, usages, 'sig',
                                     alg, false);
            if (bytes === undefined)
                return undefined;
            const { length = bytes.length * 8 } = algorithm;
            if (Math.ceil(length / 8) !== bytes.length)
                throw domError('Invalid key length', 'DataError');
            return makeSecret(clearBits(bytes, length), { name, length },
                              usages, extractable);
        },

        exportKey: (format, key) => writeSecret(format, key, alg, false),

        getKeyLength: ({ length = +name.slice(4) }) => length,

        sign: (algorithm, key, data) => later(mac(algorithm, key, data)),

        verify(algorithm, key, data, signature) {
            const expected = new Uint8Array(mac(algorithm, key, data));
            return later(signature.byteLength === expected.length &&
                binding.timingSafeEqual(expected, signature));
        },
    };
}

module.exports = { digests, KMAC128: makeKmac('KMAC128'),
                   KMAC256: makeKmac('KMAC256') };
