'use strict';

/*
 * cross - two chains of operations end in callbacks that touch the same thing, and meet
 * on the way as well: what one of them reads is old, and it comes last all the same.
 *
 *     A   open ─ read ─────────────────── close ─> cb keeps the old text
 *     B                open ─ write ─> cb keeps the new one
 *
 * No single hold does that: B begins only after a step of A that is not its last, and
 * A's last step is held until B's callback has run.
 */

const { racesOf, isHeld } = require('internal/explore/strategies/reverse');
const { eventName } = require('internal/explore/run');

const STEPS = 4; // of one chain, from its end

// What led to a thing and not to the other one, the nearest first.
function stepsOf(base, thing, other) {
    const steps = [];
    for (let at = base.things.get(thing.by); at !== undefined &&
        isHeld(at) && base.isFree(at) && !base.leadsTo(at, other) && steps.length < 32;
        at = base.things.get(at.by))
        steps.push(at);
    return steps;
}

// Where a chain begins: with all that led to it, or with the call that its last step
// belongs to.
function beginsOf(thing, steps) {
    const all = [thing, ...steps];
    const call = all.findLast(({ place }) => place === thing.place);
    return new Set([all.at(-1), call]);
}

function* ordersOf(base, last, other) {
    const until = eventName(other.by.name, other.m);
    const late = eventName(last.by.name, last.m);
    const others = beginsOf(other.by, stepsOf(base, other.by, last.by));
    for (const step of stepsOf(base, last.by, other.by).slice(0, STEPS))
        for (const begin of others)
            yield `${begin.name}>${step.name},${late}>${until}`;
}

// The first order of each pair, the second of each...
function* cross({ base, conflicts }) {
    const races = racesOf(base, conflicts).filter(({ first, other }) =>
        !first.isNow && !other.isNow);
    let lists = races.flatMap(({ first, other }) =>
        [ordersOf(base, first, other), ordersOf(base, other, first)]);
    while (lists.length > 0) {
        const left = [];
        for (const list of lists) {
            const { value, done } = list.next();
            if (!done) {
                left.push(list);
                yield value;
            }
        }
        lists = left;
    }
}

module.exports = { name: 'cross', orders: cross };
