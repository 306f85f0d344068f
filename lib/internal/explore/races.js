'use strict';

/*
 * internal/explore/races - two callbacks, neither before the other, that touch the same
 * thing, at least one writing it: the explanation of a failure, and a finding of its own
 * where the outcome differs though nothing fails.
 */

const { splitOrder, parseDeviation } = require('internal/explore/words');

function thingNamed(base, name) {
    const plain = name.replace(/(#\d+)\.\d+$/, '$1');
    for (const thing of base.things.values())
        if (thing.name === plain)
            return thing;
    return undefined;
}

function describe(access) {
    return { place: access.place, does: access.isWrite ? 'writes' : 'reads' };
}

// What the first deviation of an order is about; undefined if nothing is known.
function raceOf(search, order) {
    const conflicts = search.conflicts;
    const [first] = splitOrder(order).map(parseDeviation);
    if (conflicts === undefined || first?.until === undefined)
        return undefined;
    const { base } = search;
    const a = thingNamed(base, first.who);
    const b = first.until === 'end' ? undefined : thingNamed(base, first.until);
    if (a === undefined)
        return undefined;
    const partners = b !== undefined && conflicts(a, b) ? [b] :
        [...base.things.values()].filter((other) => conflicts(a, other));
    for (const other of partners) {
        const found = conflicts.explain(a, other);
        if (found?.[0] !== undefined && found[1] !== undefined)
            return { name: found[0].name, first: describe(found[0]),
                second: describe(found[1]) };
    }
    return undefined;
}

function raceWords({ name, first, second }) {
    const both = first.does === second.does ?
        `both ${first.does === 'writes' ? 'write' : 'read'} ${name}: ${first.place} and ` +
        second.place :
        `${first.place} ${first.does} ${name}, and ${second.place} ${second.does} it`;
    return both;
}

// Races without a failure: orders of other outcomes, each race once.
function racesOf(search, outcomes) {
    const races = new Map();
    for (const { order, fails } of outcomes) {
        const race = order === '' || fails ? undefined : raceOf(search, order);
        if (race !== undefined)
            races.set(raceWords(race), { ...race, order });
    }
    return [...races.values()];
}

module.exports = { raceOf, racesOf, raceWords };
