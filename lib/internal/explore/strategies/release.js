'use strict';

/*
 * release - one operation is slow, but not to the end: it is held until after each later
 * timer, immediate or conflicting operation that it does not lead to. And one that
 * changes a file takes effect at once, and is reported late.
 */

const { releasesOf, eventsOf, matters } = require('internal/explore/strategies/hold_one');

function* reports(base, rank) {
    const writers = new Set();
    for (const { by, isPath, isWrite } of base.accesses)
        if (isPath && isWrite)
            writers.add(by);
    const writes = (thing) => thing !== undefined &&
        (writers.has(thing) || writes(base.things.get(thing.by)));
    for (const thing of rank(base.operations()))
        if (thing.effect !== undefined && writes(thing) && matters(base, thing))
            yield `${thing.name}>>end`;
}

function* released(base, rank, conflicts) {
    for (const thing of rank(base.operations()))
        for (const until of releasesOf(base, thing, conflicts))
            for (const name of eventsOf(thing))
                yield `${name}>${until}`;
}

function* release({ base, rank, conflicts }) {
    const late = reports(base, rank);
    for (const order of released(base, rank, conflicts)) {
        yield order;
        const { value, done } = late.next();
        if (!done)
            yield value;
    }
    yield* late;
}

module.exports = { name: 'release', orders: release };
