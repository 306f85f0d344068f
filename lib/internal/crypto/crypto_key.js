'use strict';
/*
 * internal/crypto/crypto_key - class CryptoKey of Web Crypto: a key that knows
 * its algorithm and what it may be used for.
 *
 * Programs cannot construct one. A key is an object whose prototype inherits
 * from CryptoKey.prototype, as in Node, and its slots are a private field that
 * is put on it.
 */

const { codes } = require('internal/errors');
const { kClone, markCloneable } = require('internal/worker/js_transferable');
/* Loaded when first used: internal/crypto/keys. */

/* In the order in which a key shows them. */
const allUsages = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey',
                   'deriveBits', 'wrapKey', 'unwrapKey', 'encapsulateKey',
                   'encapsulateBits', 'decapsulateKey', 'decapsulateBits'];
let slotsOf; // of a CryptoKey; undefined of anything else

class Given {
    constructor(object) {
        return object;
    }
}

class Slots extends Given {
    #slots;

    constructor(key, slots) {
        super(key);
        this.#slots = slots;
    }

    static {
        slotsOf = (key) => {
            return typeof key === 'object' && key !== null && #slots in key ?
                key.#slots : undefined;
        };
    }
}

class CryptoKey {
    constructor() {
        throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    get type() {
        return getSlots(this).handle.type;
    }

    get extractable() {
        return getSlots(this).extractable;
    }

    get algorithm() {
        const slots = getSlots(this);
        return slots.shownAlgorithm ??= copyAlgorithm(slots.algorithm);
    }

    get usages() {
        const slots = getSlots(this);
        return slots.shownUsages ??= [...slots.usages];
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
        if (depth < 0)
            return this;
        const { algorithm, extractable, handle, usages } = getSlots(this);
        const text = inspect({
            type: handle.type, extractable,
            algorithm: copyAlgorithm(algorithm), usages: [...usages],
        }, { ...options,
             depth: options.depth === null ? null : options.depth - 1 });
        return `CryptoKey ${text}`;
    }
}
for (const name of ['type', 'extractable', 'algorithm', 'usages']) {
    Object.defineProperty(CryptoKey.prototype, name, {
        __proto__: null, enumerable: true,
    });
}
Object.defineProperty(CryptoKey.prototype, Symbol.toStringTag, {
    __proto__: null, configurable: true, value: 'CryptoKey',
});

function getSlots(key) {
    const slots = slotsOf(key);
    if (slots === undefined)
        throw new codes.ERR_INVALID_THIS('CryptoKey');
    return slots;
}

function copyAlgorithm(algorithm) {
    const copy = { ...algorithm };
    if (copy.hash !== undefined)
        copy.hash = { ...copy.hash };
    if (copy.publicExponent !== undefined)
        copy.publicExponent = new Uint8Array(copy.publicExponent);
    return copy;
}

/* Of the keys themselves. It has what clones one: the program does not see that
 * on CryptoKey.prototype. */
const prototype = Object.create(CryptoKey.prototype, {
    constructor: { __proto__: null, configurable: true, writable: true,
                   value: CryptoKey },
    [kClone]: {
        __proto__: null,
        value() {
            const { handle, algorithm, extractable, usages } = getSlots(this);
            const { packHandle } = require('internal/crypto/keys');
            return {
                data: { key: packHandle(handle), algorithm, extractable,
                        usages },
                deserializeInfo: 'internal/crypto/crypto_key:readClone',
            };
        },
    },
});
markCloneable(prototype);

/* A CryptoKey of a KeyHandle. */
function makeCryptoKey(handle, algorithm, usages, extractable) {
    const key = Object.create(prototype);
    new Slots(key, {
        handle, algorithm, extractable,
        usages: allUsages.filter((usage) => usages.includes(usage)),
        shownAlgorithm: undefined, shownUsages: undefined,
    });
    return key;
}

function readClone({ key, algorithm, extractable, usages }) {
    const { unpackHandle } = require('internal/crypto/keys');
    return makeCryptoKey(unpackHandle(key), algorithm, usages, extractable);
}

module.exports = { CryptoKey, allUsages, makeCryptoKey, readClone, slotsOf };
