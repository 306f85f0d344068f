'use strict';

/*
 * hold_two - two operations are slow. Pairs that conflict come first; each is held to
 * the end, or the first until after the second.
 */

const { eventsOf, releasesOf } = require('internal/explore/strategies/hold_one');

function* pairs(base, rank, conflicts, wanted) {
    const list = rank(base.operations());
    for (const a of list) {
        for (const b of list)
            if (a !== b && conflicts(a, b) === wanted && !base.leadsTo(a, b) &&
                !base.leadsTo(b, a))
                yield [a, b];
        yield undefined; // that may have taken long
    }
}

function* ordersOf(base, a, b, conflicts) {
    for (const first of eventsOf(a)) {
        for (const second of eventsOf(b)) {
            yield `${first}>end,${second}>end`;
            for (const until of releasesOf(base, a, conflicts).slice(0, 4))
                yield `${first}>${until},${second}>end`;
            yield `${first}>${second},${second}>end`;
        }
    }
}

function* holdTwo({ base, rank, conflicts }) {
    for (const wanted of [true, false])
        for (const pair of pairs(base, rank, conflicts, wanted)) {
            if (pair === undefined)
                yield undefined;
            else
                yield* ordersOf(base, ...pair, conflicts);
        }
}

module.exports = { name: 'hold two', orders: holdTwo };
