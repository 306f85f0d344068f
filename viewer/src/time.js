// time.js - when things happened and how long they took.
//
// A trace of the machine has a real clock (`rt`, microseconds); one of the simulator
// has only that of its loop (`vt`, milliseconds), which stands still while code runs.
// All times here are milliseconds.

import traceWords from '../../lib/internal/trace/words.js';
import { bisect } from './bisect.js';
import { isMine, runAt } from './model.js';
import { parsePlace } from './trace.js';

export const LONG_MS = 50; // a callback that holds the loop for longer is marked

/** When event k happened. */
export function timeAt(model, k) {
    const event = model.events[Math.min(Math.max(0, k), model.events.length - 1)];
    return event.rt !== undefined ? event.rt / 1000 : event.vt ?? 0;
}

/** How long a slice took. */
export function tookOf(model, slice) {
    return Math.max(0, timeAt(model, slice.end) - timeAt(model, slice.begin));
}

export function isLong(model, slice) {
    return slice.type !== 'turn' && slice.type !== 'phase' &&
        tookOf(model, slice) >= LONG_MS;
}

/** 0 ms, 1.25 ms, 40 µs, 2.5 s: three digits are enough to read. */
export function duration(ms) {
    return traceWords.ms(ms).replace(' us', ' µs');
}

/** "took 12 ms", or nothing where no time passed. */
export function tookWords(model, slice) {
    const took = tookOf(model, slice);
    return took > 0 ? `took ${duration(took)}` : '';
}

// ---- What held the loop -----------------------------------------------------

const BEFORE = 100; // runs that may have begun before a time and go on then

// The runs that overlap a time, each with how much of it.
function* overlaps(model, from, to, track) {
    const { runs } = model;
    const start = bisect(runs.length, (n) => timeAt(model, runs[n].begin) < from);
    for (let n = Math.max(0, start - BEFORE); n < runs.length; n++) {
        const begin = timeAt(model, runs[n].begin);
        if (begin >= to)
            return;
        const part = Math.min(to, timeAt(model, runs[n].end)) - Math.max(from, begin);
        if (part > 0 && (track === null || runs[n].track === track))
            yield [runs[n], part];
    }
}

/** The run that took most of the time between two moments, or null. */
export function busiest(model, from, to, track) {
    let max = 0;
    let found = null;
    for (const [run, part] of overlaps(model, from, to, track)) {
        if (part > max) {
            max = part;
            found = run;
        }
    }
    return found;
}

// ---- Sums -------------------------------------------------------------------

const fileOf = (loc) => parsePlace(loc)?.file;

/** "express", "@fastify/ajv", "your files", "the runtime". */
function packageOf(loc) {
    if (loc === undefined || loc.startsWith('node:'))
        return 'the runtime';
    const match = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(loc);
    return isMine(loc) || match === null ? 'your files' : match[1];
}

const GROUPS = {
    function: (model, run, loc, label) => label(run),
    file: (model, run, loc) => loc === undefined ? 'the runtime' :
        model.reading.shortFile(fileOf(loc) ?? loc),
    package: (model, run, loc) => packageOf(loc),
};

function addTo(groups, name, run, part, isOwn) {
    let group = groups.get(name);
    if (group === undefined)
        groups.set(name, group = { name, ms: 0, count: 0, longest: null, max: -1 });
    group.ms += part;
    if (!isOwn)
        return;
    group.count++;
    if (part > group.max)
        Object.assign(group, { max: part, longest: run });
}

const parentRun = (run) => run.parent !== null && run.parent.type !== 'turn' &&
    run.parent.type !== 'phase' ? run.parent : null;

/**
 * Who took the time between events `from` and `to`: { from, to, span, busy, count,
 * function, file, package }; the last three are lists of { name, ms, count, longest },
 * the largest first. What a run took is without the runs inside of it.
 */
export function sumsOf(model, from, to, { label, placeOf, track = null }) {
    const times = [timeAt(model, from), timeAt(model, to)];
    const sums = { from: times[0], to: times[1], span: times[1] - times[0], busy: 0,
        count: 0 };
    const groups = { function: new Map(), file: new Map(), package: new Map() };
    const { runs } = model;
    const first = runAt(model, from);
    const start = Math.min(first === null ? Infinity : runs.indexOf(first),
        bisect(runs.length, (n) => runs[n].begin < from));
    for (let n = start; n < runs.length && runs[n].begin <= to; n++) {
        const run = runs[n];
        if (track !== null && run.track !== track)
            continue;
        const part = Math.max(0, Math.min(times[1], timeAt(model, run.end)) -
            Math.max(times[0], timeAt(model, run.begin)));
        const outer = parentRun(run);
        sums.count++;
        sums.busy += outer === null ? part : 0;
        for (const by in GROUPS) {
            const nameIt = (it) => GROUPS[by](model, it, placeOf(it), label);
            addTo(groups[by], nameIt(run), run, part, true);
            if (outer !== null && outer.begin >= from)
                addTo(groups[by], nameIt(outer), outer, -part, false);
        }
    }
    for (const by in groups)
        sums[by] = [...groups[by].values()].sort((a, b) => b.ms - a.ms ||
            b.count - a.count);
    return sums;
}
