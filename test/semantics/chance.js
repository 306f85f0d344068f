'use strict';
/* Chance for random programs. A seed gives the same numbers in every engine:
 * 32-bit integers only. */
module.exports = function makeChance(seed) {
    let state = (seed * 2654435761) >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let x = Math.imul(state ^ (state >>> 15), state | 1);
        x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
        return (x ^ (x >>> 14)) >>> 0;
    };
    const below = (n) => next() % n;
    return {
        below,
        pick: (list) => list[below(list.length)],
        one: (n) => below(n) === 0, // one time in n
    };
};
