'use strict';
/* internal/webstreams/queuingstrategies - how chunks are counted. The limit is
 * checked when a stream is made with a strategy, not here. */

const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { defineInterface } = require('internal/webstreams/util');

function readHighWaterMark(init) {
    validateObject(init, 'init');
    const { highWaterMark } = init;
    if (highWaterMark === undefined)
        throw new codes.ERR_MISSING_OPTION('init.highWaterMark');
    return +highWaterMark;
}

/* Each is one and the same function for all strategies. */
const { size: byteSize } = { size: (chunk) => chunk.byteLength };
const { size: countSize } = { size: () => 1 };

function check(isOne, name) {
    if (!isOne)
        throw new codes.ERR_INVALID_THIS(name);
}

class ByteLengthQueuingStrategy {
    #highWaterMark;

    constructor(init) {
        this.#highWaterMark = readHighWaterMark(init);
    }

    get highWaterMark() {
        check(#highWaterMark in this, 'ByteLengthQueuingStrategy');
        return this.#highWaterMark;
    }

    get size() {
        check(#highWaterMark in this, 'ByteLengthQueuingStrategy');
        return byteSize;
    }
}

class CountQueuingStrategy {
    #highWaterMark;

    constructor(init) {
        this.#highWaterMark = readHighWaterMark(init);
    }

    get highWaterMark() {
        check(#highWaterMark in this, 'CountQueuingStrategy');
        return this.#highWaterMark;
    }

    get size() {
        check(#highWaterMark in this, 'CountQueuingStrategy');
        return countSize;
    }
}

for (const strategy of [ByteLengthQueuingStrategy, CountQueuingStrategy]) {
    defineInterface(strategy, ['highWaterMark', 'size'],
                    ({ highWaterMark }) => ({ highWaterMark }));
}

module.exports = { ByteLengthQueuingStrategy, CountQueuingStrategy };
