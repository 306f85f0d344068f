'use strict';
/*
 * Chance that is the same in every runtime. Each call has a generator of its own,
 * made of the seed, the function and the number of the call: one that differs
 * changes no other.
 */

function hash(text) {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++)
        h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return h;
}

class Random {
    constructor(text) {
        this.state = hash(text) || 1;
        for (let i = 0; i < 8; i++)
            this.int(2);
    }

    /* From 0 to n - 1. */
    int(n) {
        let s = this.state;
        s ^= s << 13;
        s ^= s >>> 17;
        s ^= s << 5;
        this.state = s >>> 0;
        return (this.state >>> 3) % n;
    }

    chance(percent) {
        return this.int(100) < percent;
    }

    pick(list) {
        return list[this.int(list.length)];
    }

    /* From `least` to `most` results of `make`. */
    list(min, max, make) {
        const result = [];
        for (let n = min + this.int(max - min + 1); n > 0; n--)
            result.push(make());
        return result;
    }
}

module.exports = { Random, hash };
