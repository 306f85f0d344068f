'use strict';
/*
 * internal/crypto/argon2 - argon2() and argon2Sync(): keys out of passwords, by
 * an algorithm that needs much memory. OpenSSL has it since 3.2.
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const {
    validateFunction, validateInteger, validateObject, validateOneOf,
    validateString, validateUint32,
} = require('internal/validators');
const { getBytes, toJob } = require('internal/crypto/util');

const VERSION = 0x13;
const MAX = 2 ** 32 - 1;
const MAX_LANES = 2 ** 24 - 1;

const names = ['argon2d', 'argon2i', 'argon2id'];

function isSupported() {
    return binding.argon2('ARGON2ID') !== null;
}

function readBytes(parameters, name, min) {
    const bytes = getBytes(parameters[name], `parameters.${name}`);
    validateInteger(bytes.byteLength, `parameters.${name}.byteLength`, min,
                    MAX);
    return bytes;
}

/* The arguments of binding.argon2(). */
function readParameters(algorithm, parameters) {
    if (!isSupported())
        throw new codes.ERR_CRYPTO_ARGON2_NOT_SUPPORTED();
    validateString(algorithm, 'algorithm');
    validateOneOf(algorithm, 'algorithm', names);
    validateObject(parameters, 'parameters');
    const { parallelism, tagLength, memory, passes } = parameters;
    const message = readBytes(parameters, 'message', 0);
    const nonce = readBytes(parameters, 'nonce', 8);
    validateInteger(parallelism, 'parameters.parallelism', 1, MAX_LANES);
    validateInteger(tagLength, 'parameters.tagLength', 4, MAX);
    validateInteger(memory, 'parameters.memory', 8 * parallelism, MAX);
    validateUint32(passes, 'parameters.passes', true);
    const optional = (name) => parameters[name] === undefined ?
        Buffer.alloc(0) : readBytes(parameters, name, 0);
    return [algorithm.toUpperCase(), message, nonce,
            [parallelism, passes, memory, VERSION], optional('secret'),
            optional('associatedData'), tagLength];
}

function argon2(algorithm, parameters, callback) {
    const read = readParameters(algorithm, parameters);
    validateFunction(callback, 'callback');
    binding.argon2(...read, toJob(callback));
}

function argon2Sync(algorithm, parameters) {
    return binding.argon2(...readParameters(algorithm, parameters));
}

module.exports = { VERSION, argon2, argon2Sync, isSupported };
