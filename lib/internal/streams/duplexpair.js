'use strict';
/* internal/streams/duplexpair - duplexPair(): two streams, where what is
 * written to one is read from the other. A chunk counts as written when the
 * other side asks for more. */

const Duplex = require('internal/streams/duplex');

const { nextTick } = process;

class Side extends Duplex {
    #other = null;
    #onRead = null;

    static pair(options) {
        const first = new Side(options);
        const second = new Side(options);
        first.#other = second;
        second.#other = first;
        return [first, second];
    }

    _read() {
        const callback = this.#onRead;
        this.#onRead = null;
        callback?.();
    }

    _write(chunk, encoding, callback) {
        if (chunk.length === 0) {
            nextTick(callback);
        } else {
            this.#other.push(chunk);
            this.#other.#onRead = callback;
        }
    }

    _final(callback) {
        this.#other.on('end', callback);
        this.#other.push(null);
    }

    _destroy(error, callback) {
        const other = this.#other;
        if (!other.destroyed)
            nextTick(endOther, other, error);
        callback(error);
    }
}
Object.defineProperty(Side, 'name', { __proto__: null, value: 'DuplexSide' });

function endOther(other, error) {
    if (other.destroyed)
        return;
    if (error)
        other.destroy();
    else
        other.push(null);
}

function duplexPair(options) {
    return Side.pair(options);
}

module.exports = duplexPair;
