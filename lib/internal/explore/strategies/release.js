'use strict';

/*
 * release - one operation is slow, but not to the end: it is held until after each later
 * timer, immediate or conflicting operation that it does not lead to. And one that
 * changes a file takes effect at once, and is reported late.
 */

const { releasesOf, eventsOf, matters } = require('internal/explore/strategies/hold_one');

const LOOKS_AT_ONCE = 10000;

function* reports(base, rank) {
    const writers = new Set(); // and all that they lead to
    for (const { by, isPath, isWrite } of base.accesses)
        if (isPath && isWrite)
            writers.add(by);
    for (const thing of base.things.values()) // each comes after what led to it
        if (writers.has(base.things.get(thing.by)))
            writers.add(thing);
    for (const thing of rank(base.operations()))
        if (thing.effect !== undefined && writers.has(thing) && matters(base, thing))
            yield `${thing.name}>>end`;
}

// Undefined if a look at the clock is due: in a long program there may be many
// operations before one that has a release.
function* released(base, rank, conflicts) {
    let looks = 0;
    for (const thing of rank(base.operations())) {
        for (const until of releasesOf(base, thing, conflicts))
            for (const name of eventsOf(thing))
                yield `${name}>${until}`;
        looks += base.calls.length - base.firstCallOf(thing);
        if (looks > LOOKS_AT_ONCE) {
            looks = 0;
            yield undefined;
        }
    }
}

function* release({ base, rank, conflicts }) {
    const late = reports(base, rank);
    for (const order of released(base, rank, conflicts)) {
        yield order;
        if (order === undefined)
            continue;
        const { value, done } = late.next();
        if (!done)
            yield value;
    }
    yield* late;
}

module.exports = { name: 'release', orders: release };
