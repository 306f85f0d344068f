'use strict';

/*
 * internal/explore/name_drawn - a run whose answers were drawn, as an order of names.
 *
 * Each operation that was late in it is held until after the callback that came right
 * before its own. Most of these holds are not needed: the caller drops them.
 */

const { eventName } = require('internal/explore/run');

const HOLDS_MAX = 2000; // each is looked at for each answer

function holdsOf(run) {
    const holds = [];
    for (let n = 1; n < run.calls.length; n++) {
        const { thing, m } = run.calls[n];
        if (['timer', 'immediate', 'main'].includes(thing.what))
            continue;
        for (let before = n - 1; before >= 0; before--) {
            const other = run.calls[before];
            if (other.thing.what === 'main' || run.leadsTo(other.thing, thing))
                break;
            holds.push(`${eventName(thing.name, m)}>${other.name}`);
            break;
        }
    }
    return holds;
}

// The deviations, or undefined if they do not fail.
async function nameDrawn(minimiser, run) {
    const holds = holdsOf(run);
    if (holds.length > HOLDS_MAX)
        return undefined;
    const other = await minimiser.search.run(holds.join(','));
    if (!minimiser.failsAlike(other))
        return undefined;
    minimiser.best = other;
    return dropMany(minimiser, holds);
}

// Halves first, then quarters: the usual way from many to few.
async function dropMany(minimiser, list) {
    for (let size = list.length >> 1; size >= 1; size >>= 1) {
        for (let n = 0; n < list.length && list.length > 1 && !minimiser.isOver();) {
            const rest = list.toSpliced(n, size);
            const other = rest.length > 0 &&
                await minimiser.search.run(rest.join(','));
            if (other && minimiser.failsAlike(other)) {
                list = rest;
                minimiser.best = other;
            } else {
                n += size;
            }
        }
    }
    return list;
}

module.exports = { nameDrawn };
