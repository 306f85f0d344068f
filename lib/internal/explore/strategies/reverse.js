'use strict';

/*
 * reverse - two callbacks touch the same thing, at least one of them writing: the one
 * that was first is held until after the other. What a race is, turned round.
 *
 * Each pair of lines, of what asked for the callbacks and of what they do there, comes
 * once before any comes a second time, and first those that
 * share what the program or its packages have made, then files, then folders.
 */

const { eventName } = require('internal/explore/run');

const PARTNERS = 3; // of one access, with the same thing
const LOOKS = 200; // at later accesses, for the partners of one
const ROUNDS = 200; // of two lines, with the same thing
const PAIRS_MAX = 20000;

function isHeld({ what }) {
    return !['timer', 'immediate', 'main', 'thread'].includes(what);
}

// For each access, where the next write comes.
function nextWrites(list) {
    const next = new Uint32Array(list.length);
    let at = list.length;
    for (let n = list.length - 1; n >= 0; n--) {
        next[n] = at;
        if (list[n].isWrite)
            at = n;
    }
    return next;
}

// The next accesses after the n-th that conflict with it, of callbacks that neither
// lead to its own nor come from it.
function* partnersOf(base, list, n, next) {
    const first = list[n];
    const seen = new Set([first.by]);
    let m = n;
    for (let looks = 0; seen.size <= PARTNERS && looks < LOOKS; looks++) {
        m = first.isWrite ? m + 1 : next[m];
        if (m >= list.length)
            break;
        const other = list[m];
        if (seen.has(other.by) ||
            base.leadsTo(first.by, other.by) || base.leadsTo(other.by, first.by))
            continue;
        seen.add(other.by);
        yield other;
    }
}

// A number for each step, its line and the line that touches the thing.
class Sites {
    constructor() {
        this.numbers = new Map();
    }

    of({ by, place }) {
        const text = `${by.what}@${by.place} ${place}`;
        let number = this.numbers.get(text);
        if (number === undefined) {
            number = this.numbers.size;
            this.numbers.set(text, number);
        }
        return number;
    }

    // Of two: below 2^53 for ninety million of them.
    ofPair(a, b) {
        return this.of(a) * 0x4000000 + this.of(b);
    }
}

// All pairs of one list, but of each two lines only so many.
function* pairsOfList(base, list, sites) {
    const next = nextWrites(list);
    const rounds = new Map();
    for (let n = 0; n < list.length; n++) {
        const first = list[n];
        if (!isHeld(first.by) || !base.isFree(first.by))
            continue;
        for (const other of partnersOf(base, list, n, next)) {
            const site = sites.ofPair(first, other);
            const round = rounds.get(site) ?? 0;
            rounds.set(site, round + 1);
            if (round < ROUNDS)
                yield { first, other, site };
        }
    }
}

// Each pair once, by what explains it best: those of lines that came before come later.
function racesOf(base, conflicts) {
    conflicts.races ??= sortedRaces(base, conflicts);
    return conflicts.races;
}

function sortedRaces(base, conflicts) {
    const best = new Map(); // order -> { order, first, other, cost, site, round }
    const sites = new Sites();
    const lists = [...conflicts.lists()].sort((a, b) => a.cost - b.cost);
    for (const { cost, list } of lists) {
        for (const { first, other, site } of pairsOfList(base, list, sites)) {
            const order = `${eventName(first.by.name, first.m)}>` +
                eventName(other.by.name, other.m);
            const known = best.get(order);
            if (known === undefined || cost < known.cost)
                best.set(order, { order, first, other, cost, site });
        }
        if (best.size > PAIRS_MAX)
            break;
    }
    const rounds = new Map();
    const races = [...best.values()];
    for (const race of races) {
        race.round = rounds.get(race.site) ?? 0;
        rounds.set(race.site, race.round + 1);
    }
    return races.sort((a, b) => a.round - b.round || a.cost - b.cost);
}

function* reverse({ base, conflicts }) {
    for (const { order } of racesOf(base, conflicts))
        yield order;
}

module.exports = { name: 'reverse', orders: reverse, racesOf, isHeld };
