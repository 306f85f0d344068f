// runs.js - the runs of the page as the words of `orrery explain` see them.
//
// lib/internal/trace/words.js is in the page as it is, under the name traceWords: so
// that both say the same names and the same reasons. It asks for runs and for a
// Reading, as that file describes them; these are views of slices, made when asked
// for.

import traceWords from '../../lib/internal/trace/words.js';
import { busiest } from './time.js';
import { causeOf, enclosing, runAt, runOfBefore } from './model.js';
import { sourceLine } from './sources.js';

const { Reading, isProgram } = traceWords;

// The errors of Linux that programs meet most.
const ERRORS = {
    1: 'EPERM', 2: 'ENOENT', 4: 'EINTR', 5: 'EIO', 9: 'EBADF', 11: 'EAGAIN',
    12: 'ENOMEM', 13: 'EACCES', 16: 'EBUSY', 17: 'EEXIST', 18: 'EXDEV',
    20: 'ENOTDIR', 21: 'EISDIR', 22: 'EINVAL', 23: 'ENFILE', 24: 'EMFILE',
    26: 'ETXTBSY', 27: 'EFBIG', 28: 'ENOSPC', 29: 'ESPIPE', 30: 'EROFS',
    32: 'EPIPE', 36: 'ENAMETOOLONG', 39: 'ENOTEMPTY', 40: 'ELOOP', 90: 'EMSGSIZE',
    98: 'EADDRINUSE', 99: 'EADDRNOTAVAIL', 101: 'ENETUNREACH', 103: 'ECONNABORTED',
    104: 'ECONNRESET', 110: 'ETIMEDOUT', 111: 'ECONNREFUSED', 113: 'EHOSTUNREACH',
    125: 'ECANCELED',
};

export const errorName = (result) => ERRORS[-result] ?? `error ${-result}`;

const NONE = Object.freeze([]);

// ---- Threads ----------------------------------------------------------------

class ThreadView {
    constructor(reading, thread) {
        Object.assign(this, { reading, thread, id: thread.id });
    }

    get name() {
        const { id, given } = this.thread;
        return id === 0 ? 'main thread' : `worker ${id}${given ? ` (${given})` : ''}`;
    }

    get code() {
        return this.thread.exit;
    }

    get program() {
        return this.reading.run(this.thread.script);
    }
}

// ---- Runs -------------------------------------------------------------------

class RunView {
    isBody = false;

    constructor(reading, slice) {
        this.reading = reading;
        this.slice = slice;
    }

    get event() {
        return this.reading.model.events[this.slice.begin];
    }

    get end() {
        return this.reading.model.events[this.slice.end];
    }

    get thread() {
        return this.reading.thread(this.slice.track);
    }

    get entries() {
        return this.slice.entries ?? NONE;
    }

    set entries(list) {
        this.slice.entries = list;
    }

    get handler() {
        return this.slice.handler;
    }

    set handler(loc) {
        this.slice.handler = loc;
        this.slice.mine = true;
    }

    get requests() {
        return this.slice.requests ?? NONE;
    }

    get response() {
        return this.slice.response ?? undefined;
    }

    // The event that scheduled it: of a timer the last one that armed it.
    get by() {
        const { model } = this.reading;
        const record = model.records.get(this.slice.id);
        const arms = record?.arms?.findLast((k) => k < this.slice.begin);
        const event = model.events[arms ?? record?.made];
        return this.slice.kind === 'fs' ? { ...event, what: record?.what } : event;
    }

    get cause() {
        return this.reading.run(causeOf(this.reading.model, this.slice));
    }

    get trigger() {
        const { far, trigger, begin } = this.slice;
        const id = far ?? trigger;
        return id ? this.reading.run(runOfBefore(this.reading.model, id, begin)) :
            undefined;
    }

    get isFromAfar() {
        return this.trigger !== undefined && this.trigger.thread !== this.thread;
    }

    get post() {
        const { model } = this.reading;
        return model.events[model.posts.get(this.slice.message)];
    }

    get delivered() {
        return this.reading.model.events[this.slice.delivered];
    }

    // The events in it; runs in it are left out.
    get inner() {
        const { events, at } = this.reading.model;
        const { begin, end, n } = this.slice;
        const found = [];
        for (let k = begin + 1; k < end; k++) {
            if (at[k] === n)
                found.push(events[k]);
        }
        return found;
    }

    get endOf() {
        return this.slice.role === 'end' ? this.trigger?.thread : undefined;
    }

    around(name) {
        const slice = enclosing(this.slice, name === 'phase+' ? 'phase' : 'turn');
        return slice === null ? undefined : { event: slice };
    }
}

// ---- The trace --------------------------------------------------------------

export class PageReading extends Reading {
    #runs = new Map();
    #threads = new Map();
    #texts = new Map();
    #origins = new Map();
    #settled;

    constructor(model) {
        super();
        this.model = model;
        this.header = model.header;
        this.requests = model.requests;
    }

    run(slice) {
        if (slice === null)
            return undefined;
        let view = this.#runs.get(slice);
        if (view === undefined)
            this.#runs.set(slice, view = new RunView(this, slice));
        return view;
    }

    thread(id) {
        let view = this.#threads.get(id);
        if (view === undefined)
            this.#threads.set(id, view = new ThreadView(this, this.model.threads.get(id)));
        return view;
    }

    // The promises are read when the first one is asked for.
    settlement({ parent }) {
        const { events } = this.model;
        this.#settled ??= new Map(events.map(({ e, p }, k) =>
            e === 'promise.settle' ? [p, k] : [undefined, 0]));
        const k = this.#settled.get(parent);
        return k === undefined ? undefined : this.run(runAt(this.model, k));
    }

    files() {
        return [...this.model.sources.keys()];
    }

    line(file, n) {
        return sourceLine(this.model, file, n);
    }

    errorName(result) {
        return errorName(result);
    }

    hasText(word) {
        if (!this.#texts.has(word))
            this.#texts.set(word, [...this.model.sources.values()].some((text) =>
                text?.includes(word)));
        return this.#texts.get(word);
    }

    // The same for each run of a chain, which may be long: so each is kept.
    origin(run) {
        const path = [];
        let at = run;
        while (at !== undefined && !this.#origins.has(at.slice) &&
            !isProgram(this.ownPlace(at))) {
            path.push(at);
            at = at.cause;
        }
        let loc = at === undefined ? undefined :
            this.#origins.get(at.slice) ?? this.ownPlace(at);
        for (const link of path.reverse()) {
            loc = isProgram(loc) ? loc : this.ownPlace(link) ?? loc;
            this.#origins.set(link.slice, loc);
        }
        return loc;
    }

    blocker(run) {
        const due = this.dueTime(run);
        const late = this.lateness(run);
        const found = busiest(this.model, due, due + late, run.slice.track);
        if (found === null || found === run.slice)
            return undefined;
        const view = this.run(found);
        const took = Math.min(due + late, this.time(view.end)) -
            Math.max(due, this.time(view.event));
        return took >= late / 2 ? view : undefined;
    }
}
