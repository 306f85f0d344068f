'use strict';

/*
 * reverse - two callbacks touch the same thing, at least one of them writing: the one
 * that was first is held until after the other. What a race is, turned round.
 *
 * Each pair of lines comes once before any comes a second time, and first those that
 * share what the program or its packages have made, then files, then folders.
 */

const { eventName } = require('internal/explore/run');

const PARTNERS = 3; // of one access, with the same thing

function isHeld({ what }) {
    return !['timer', 'immediate', 'main', 'thread'].includes(what);
}

// The next accesses after the n-th that conflict with it, of callbacks that neither
// lead to its own nor come from it.
function* partnersOf(base, list, n) {
    const first = list[n];
    const seen = new Set([first.by]);
    for (let m = n + 1; m < list.length && seen.size <= PARTNERS; m++) {
        const other = list[m];
        if (seen.has(other.by) || !(first.isWrite || other.isWrite) ||
            base.leadsTo(first.by, other.by) || base.leadsTo(other.by, first.by))
            continue;
        seen.add(other.by);
        yield other;
    }
}

function siteOf({ what, place }) {
    return `${what}@${place}`;
}

// Each pair once, by what explains it best: those of lines that came before come later.
function racesOf(base, conflicts) {
    const best = new Map(); // order -> { order, first, other, cost, site, round }
    for (const { cost, list } of conflicts.lists()) {
        for (let n = 0; n < list.length; n++) {
            const first = list[n];
            if (!isHeld(first.by) || !base.isFree(first.by))
                continue;
            for (const other of partnersOf(base, list, n)) {
                const order = `${eventName(first.by.name, first.m)}>` +
                    eventName(other.by.name, other.m);
                const known = best.get(order);
                if (known === undefined || cost < known.cost)
                    best.set(order, { order, first, other, cost,
                        site: `${siteOf(first.by)} ${siteOf(other.by)}` });
            }
        }
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
