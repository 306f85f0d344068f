// queues.js - what waits in which queue after event k.
//
// Each thing that waits is an interval [from, to) of event numbers: it enters
// with one event (timer.arm) and leaves with another (cb+, timer.clear). All
// intervals are made once. To answer for any k without starting at 0, the items
// that are alive are noted now and then, the more seldom the more there are of
// them, so that the notes take no more memory than the events.
//
// A trace has no event for a microtask that is queued. It is queued when both its
// then() was called and the promise was settled; where the events of the promise
// are there, that is known exactly, and otherwise it is taken to be the end of
// the run that made it runnable.

import { bisect } from './bisect.js';
import { runOfBefore } from './model.js';

export const QUEUES = ['timers', 'ticks', 'microtasks', 'immediates', 'inflight',
    'ready', 'closing', 'pending'];

const NOTE_EVERY = 512;

function close(state, queue, id, k) {
    const live = state.live[queue];
    const item = live.get(id);
    if (item === undefined)
        return;
    if (item.to === Infinity)
        item.to = k;
    live.delete(id);
}

// ---- Microtasks ------------------------------------------------------------

// Which reaction was made where, and when its parent was settled.
function readPromises(model) {
    const settled = new Map();
    const reactions = new Map();
    model.events.forEach((event, k) => {
        if (event.e === 'promise.settle') {
            settled.set(event.p, k);
        } else if (event.e === 'promise.init' && event.parent !== undefined) {
            let list = reactions.get(event.c);
            if (list === undefined)
                reactions.set(event.c, list = { all: [], first: 0 });
            list.all.push({ k, parent: event.parent, loc: event.loc, isTaken: false });
        }
    });
    return { settled, reactions };
}

// Of the reactions with this cause and place, the next one that is settled. All
// before `first` are taken.
function reactionTime({ settled, reactions }, slice) {
    const found = reactions.get(slice.cause);
    if (found === undefined)
        return -1;
    const { all } = found;
    while (found.first < all.length && all[found.first].isTaken)
        found.first++;
    for (let n = found.first; n < all.length; n++) {
        if (all[n].isTaken || all[n].loc !== slice.loc)
            continue;
        all[n].isTaken = true;
        const k = Math.max(all[n].k, settled.get(all[n].parent) ?? Infinity);
        if (k < slice.begin)
            return k;
    }
    return -1;
}

function addMicrotasks(model, state) {
    const promises = readPromises(model);
    for (const slice of model.runs) {
        if (slice.type !== 'microtask')
            continue;
        const record = model.records.get(slice.id);
        let from = record !== undefined ? record.made : -1;
        if (from < 0)
            from = reactionTime(promises, slice);
        if (from < 0) {
            const run = runOfBefore(model, slice.trigger || slice.cause,
                slice.begin);
            from = Math.max(0, Math.min(run?.end ?? Infinity, slice.begin - 1));
        }
        state.items.push({
            queue: 'microtasks', track: slice.track, id: slice.id, from, to: slice.begin,
        });
    }
}

// ---- Everything else -------------------------------------------------------

function enter(state, queue, event, k, due, what) {
    const item = {
        queue, track: event.t ?? 0, id: event.id, from: k, to: Infinity, due, what,
    };
    close(state, queue, event.id, k);
    state.live[queue].set(event.id, item);
    state.items.push(item);
}

const ENTER = {
    'timer.arm': (state, event, k) => enter(state, 'timers', event, k,
        (event.vt ?? 0) + event.ms),
    'tick.queue': (state, event, k) => enter(state, 'ticks', event, k),
    'imm.queue': (state, event, k) => enter(state, 'immediates', event, k),
    'op.submit': (state, event, k) => enter(state, 'inflight', event, k,
        undefined, event.what),
    'op.effect': (state, event, k) => {
        close(state, 'inflight', event.id, k);
        enter(state, 'ready', event, k, undefined, event.what);
    },
};

const LEAVE = {
    'timer.clear': ['timers'],
    'imm.clear': ['immediates'],
    'tick+': ['ticks'],
    'cb+': ['timers', 'immediates'],
    'op.deliver': ['inflight', 'ready'],
    'refuse': ['inflight'],
};

function addOthers(model, state) {
    model.events.forEach((event, k) => {
        const left = LEAVE[event.e];
        for (let n = 0; left !== undefined && n < left.length; n++)
            close(state, left[n], event.id, k);
        ENTER[event.e]?.(state, event, k);
    });
}

// What the loop itself keeps for its closing and pending phases has no event
// when it is queued but that of its record.
function addLoopQueues(model, state) {
    for (const slice of model.runs) {
        const phase = slice.parent?.phase;
        const record = model.records.get(slice.id);
        if ((phase !== 'closing' && phase !== 'pending') || !record ||
            record.made < 0 || record.slices[0] !== slice)
            continue;
        state.items.push({
            queue: phase, track: slice.track, id: slice.id, from: record.made,
            to: slice.begin,
        });
    }
}

// ---- Asking ----------------------------------------------------------------

function makeNotes(queues, length) {
    const leaving = new Map();
    let live = new Set();
    let since = 0;
    let next = 0;
    for (let k = 0; k < length; k++) {
        if (k === 0 || since >= NOTE_EVERY + live.size) {
            queues.notes.push({ k, next, live: [...live] });
            since = 0;
        }
        for (; next < queues.items.length && queues.items[next].from <= k; next++) {
            const item = queues.items[next];
            live.add(item);
            if (!leaving.has(item.to))
                leaving.set(item.to, []);
            leaving.get(item.to).push(item);
        }
        for (const item of leaving.get(k) ?? [])
            live.delete(item);
        leaving.delete(k);
        since++;
    }
}

// A counting sort: there are about as many items as events.
function sortByBegin(items, length) {
    const starts = new Uint32Array(length + 1);
    for (const { from } of items)
        starts[from + 1]++;
    for (let k = 0; k < length; k++)
        starts[k + 1] += starts[k];
    const sorted = new Array(items.length);
    for (const item of items)
        sorted[starts[item.from]++] = item;
    return sorted;
}

export function buildQueues(model) {
    const state = { items: [], live: {} };
    for (const name of QUEUES)
        state.live[name] = new Map();
    addOthers(model, state);
    addMicrotasks(model, state);
    addLoopQueues(model, state);
    const items = sortByBegin(state.items.filter((item) => item.to > item.from),
        model.events.length);
    const queues = { items, notes: [] };
    makeNotes(queues, model.events.length);
    return queues;
}

function noteBefore({ notes }, k) {
    return notes[bisect(notes.length, (n) => notes[n].k <= k) - 1];
}

/** The queues of a thread after event k: { timers: [items], ... }, in order. */
export function queuesAt(queues, k, track) {
    const found = {};
    for (const name of QUEUES)
        found[name] = [];
    const note = noteBefore(queues, k);
    const take = (item) => {
        if (item.from <= k && item.to > k && item.track === track)
            found[item.queue].push(item);
    };
    note.live.forEach(take);
    for (let n = note.next; n < queues.items.length; n++) {
        if (queues.items[n].from > k)
            break;
        take(queues.items[n]);
    }
    found.timers.sort((a, b) => a.due - b.due || a.from - b.from);
    found.closing.reverse(); // handles close last in, first out
    return found;
}
