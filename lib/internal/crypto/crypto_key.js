'use strict';
/*
 * internal/crypto/crypto_key - class CryptoKey of Web Crypto: a key that knows
 * its algorithm and what it may be used for.
 */

const { codes } = require('internal/errors');

const order = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey',
               'deriveBits', 'wrapKey', 'unwrapKey'];
const kInternal = Symbol('kInternal');

let slotsOf; // of a CryptoKey; undefined of anything else

class CryptoKey {
    #slots;

    constructor(token, slots) {
        if (token !== kInternal)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#slots = slots;
    }

    static {
        slotsOf = (key) => {
            return typeof key === 'object' && key !== null && #slots in key ?
                key.#slots : undefined;
        };
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

/* A CryptoKey of a KeyHandle. */
function makeCryptoKey(handle, algorithm, usages, extractable) {
    return new CryptoKey(kInternal, {
        handle, algorithm, extractable,
        usages: order.filter((usage) => usages.includes(usage)),
        shownAlgorithm: undefined, shownUsages: undefined,
    });
}

module.exports = { CryptoKey, makeCryptoKey, slotsOf };
