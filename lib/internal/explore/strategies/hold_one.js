'use strict';

/*
 * hold_one - "one operation is slow": most bugs of order are that.
 *
 * Each operation of the usual run is held until nothing else can run; those that conflict
 * with another come first.
 */

const { eventName } = require('internal/explore/run');

const EVENTS = 4; // of one socket
const RELEASES = 12; // of one operation
const LOOKS = 2000; // at later callbacks, for the releases of one operation

function* eventsOf(thing) {
    const count = Math.min(Math.max(thing.events, 1), EVENTS);
    for (let m = 1; m <= count; m++)
        yield eventName(thing.name, m);
}

// Callbacks that come later in the usual run, and not because of this operation.
function releasesOf(base, thing, conflicts) {
    const first = Math.max(base.firstCallOf(thing), 0);
    const last = Math.min(base.calls.length, first + LOOKS);
    const found = [];
    if (base.leadsToAllFrom(thing, first))
        return found;
    for (let n = first; n < last; n++) {
        const { thing: other, name } = base.calls[n];
        if (other === thing || base.leadsTo(thing, other) || other.what === 'main')
            continue;
        if (other.what === 'timer' || other.what === 'immediate' ||
            conflicts(thing, other))
            found.push(name);
        if (found.length === RELEASES)
            break;
    }
    return found;
}

// The first operation of each line comes before the second of any: many equal ones, as
// the events of a socket or the steps of a loop, do not hide a line that acts once.
function byRounds(base, list) {
    const rounds = [];
    const seen = new Map();
    for (const thing of list) {
        const site = `${thing.what}@${thing.place}`;
        for (const name of eventsOf(thing)) {
            const round = seen.get(site) ?? 0;
            seen.set(site, round + 1);
            (rounds[round] ??= []).push(name);
        }
    }
    return rounds.flat();
}

// Would a hold of it change anything? Not if all that comes after is its own doing. A
// timer that was cleared may come as well.
function matters(base, thing) {
    const first = base.firstCallOf(thing);
    return first < 0 || base.hasIdleTimer() || !base.leadsToAllFrom(thing, first);
}

function* holdOne({ base, rank, isRanked }) {
    const list = rank(base.operations()).filter((thing) => matters(base, thing));
    for (const some of [list.filter(isRanked), list.filter((thing) => !isRanked(thing))])
        for (const name of byRounds(base, some))
            yield `${name}>end`;
}

module.exports = { name: 'hold one', orders: holdOne, releasesOf, eventsOf, matters };
