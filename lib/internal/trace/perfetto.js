'use strict';
/*
 * internal/trace/perfetto - a trace in Chrome's JSON format, for
 * ui.perfetto.dev.
 *
 * There are two processes. In the first the time is a clock of steps, 1 ms each:
 * many things happen within one microsecond, and in virtual time all of them;
 * slices of no length cannot be seen, and of two events with one timestamp one is
 * lost. The real and the virtual time are in the arguments, and a counter. In the
 * second the same slices, output and errors are at the time of the clock, real or
 * virtual; what comes at the same time is a nanosecond apart.
 *
 *      step * 1000      begin or end of a slice
 *             + 1..999  what happens at that step: flows, counters, instants
 *
 * Tracks: for each thread its turns > phases > callbacks, nested; and one for
 * each kind of operation, from op.submit or timer.arm to what ended it. A flow
 * leads from where a callback was scheduled into that callback.
 */

const { reason, title, ms } = require('internal/trace/words');
/* Loaded when first used: fs, internal/trace/failure, internal/trace/model. */

const STEPS = 1; // the process by steps
const CLOCK = 2; // the process by the clock
const NANOSECOND = 0.001;
const STEP = 1000;
const FLUSH = 1 << 20;

const COUNTERS = ['timers', 'immediates', 'ops', 'ticks', 'microtasks'];

/* The file, written a megabyte at a time. */
class Output {
    #fd;
    #text = '{"displayTimeUnit":"ms","traceEvents":[\n';
    #isFirst = true;

    constructor(path) {
        const { Failure } = require('internal/trace/failure');
        try {
            this.#fd = path === '-' ? 1 : require('fs').openSync(path, 'w');
        } catch (error) {
            throw new Failure(`cannot write ${path}: ${error.message}`);
        }
    }

    add(event) {
        this.#text += (this.#isFirst ? '' : ',\n') + JSON.stringify(event);
        this.#isFirst = false;
        if (this.#text.length >= FLUSH)
            this.flush();
    }

    flush() {
        require('fs').writeSync(this.#fd, this.#text);
        this.#text = '';
    }

    close() {
        this.#text += '\n]}\n';
        this.flush();
        if (this.#fd !== 1)
            require('fs').closeSync(this.#fd);
    }
}

/* Ids are those of a thread. */
function keyOf({ t, id }) {
    return t ? `${t}.${id}` : id;
}

class Exporter {
    #model;
    #out;
    #used = new Map();   // step -> moments in it that are taken
    #open = new Map();   // key -> the operation or timer under way
    #flows = 0;
    #times = -1;
    #clock = new Map();  // event -> microseconds, rising in a thread

    constructor(model, out) {
        this.#model = model;
        this.#out = out;
        const last = new Map();
        for (const event of model.events) {
            const t = event.t ?? 0;
            const at = Math.max(event.rt ?? (event.vt ?? 0) * 1000,
                                (last.get(t) ?? -1) + NANOSECOND);
            last.set(t, at);
            this.#clock.set(event, at);
        }
    }

    /* ---- By the clock ---- */

    at(event) {
        return Number(this.#clock.get(event).toFixed(3));
    }

    clockSlice(run, name) {
        const { event } = run;
        const end = run.end ?? this.#model.events.at(-1);
        this.#out.add({
            ph: 'X', pid: CLOCK, tid: (event.t ?? 0) + 1,
            cat: event.kind ?? event.e.slice(0, -1), name, ts: this.at(event),
            dur: Number(Math.max(NANOSECOND, this.at(end) - this.at(event)).toFixed(3)),
            args: { step: event.i, at: this.#model.short(event.loc) },
        });
    }

    clockInstant(event, name) {
        this.#out.add({ ph: 'i', s: 't', pid: CLOCK, tid: (event.t ?? 0) + 1,
                        cat: event.e, name, ts: this.at(event) });
    }

    /* ---- By steps ---- */

    /* A moment of its own within a step, or undefined if all are taken. */
    moment(step) {
        const n = (this.#used.get(step) ?? 0) + 1;
        this.#used.set(step, n);
        return n < STEP ? step * STEP + n : undefined;
    }

    add(ph, event, step, more) {
        const ts = this.moment(step);
        if (ts !== undefined)
            this.#out.add({ ph, pid: STEPS, tid: (event.t ?? 0) + 1, ts, ...more });
    }

    /* ---- Slices ---- */

    nameOf(run) {
        const { e, id, phase } = run.event;
        return e === 'iter+' ? `turn ${id}` : e === 'phase+' ? phase :
            title(this.#model, run);
    }

    argsOf(run) {
        const { event } = run;
        const place = this.#model.place(event.loc);
        return {
            step: event.i,
            'virtual ms': event.vt,
            ...(event.rt === undefined ? {} : {
                'real us': event.rt,
                'took us': (run.end?.rt ?? event.rt) - event.rt }),
            ...(run.isCallback ? { why: reason(this.#model, run) } : {}),
            ...(place === undefined ? {} : {
                at: this.#model.short(event.loc), source: place.text }),
        };
    }

    slice(run) {
        const { event } = run;
        const last = run.end?.i ?? this.#model.events.at(-1).i + 1;
        this.#out.add({
            ph: 'X', pid: STEPS, tid: (event.t ?? 0) + 1,
            cat: event.kind ?? event.e.slice(0, -1), name: this.nameOf(run),
            ts: event.i * STEP, dur: (last - event.i) * STEP,
            args: this.argsOf(run),
        });
        this.clockSlice(run, this.nameOf(run));
        if (run.isCallback)
            this.flowInto(run);
    }

    /* From the event that scheduled it; for a microtask, that has none, and for
     * what came from another thread, from the end of what left it behind. */
    flowInto(run) {
        const { by, cause } = run;
        const isMade = by?.inside?.isCallback && !run.isFromAfar;
        const from = isMade ? by.i : cause?.end === undefined ? undefined :
            Math.min(cause.end.i, run.event.i) - 1;
        const source = isMade ? by : cause?.event;
        if (from === undefined || source === undefined)
            return;
        const start = this.moment(from);
        const end = this.moment(run.event.i);
        if (start === undefined || end === undefined)
            return;
        const flow = { cat: 'cause', name: 'causes', id: ++this.#flows,
                       pid: STEPS };
        this.#out.add({ ph: 's', ...flow, tid: (source.t ?? 0) + 1, ts: start });
        this.#out.add({ ph: 'f', bp: 'e', ...flow,
                        tid: (run.event.t ?? 0) + 1, ts: end });
    }

    /* ---- What is under way ---- */

    startsWaiting(event, kind, name) {
        this.stopsWaiting(event);
        this.#open.set(keyOf(event), { kind, name, event });
        this.add('b', event, event.i, {
            cat: kind, name, id: keyOf(event),
            args: { at: this.#model.short(event.loc) } });
    }

    stopsWaiting(event, args = {}) {
        const key = keyOf(event);
        const open = this.#open.get(key);
        if (open === undefined)
            return;
        this.#open.delete(key);
        this.add('e', event, event.i,
                 { cat: open.kind, name: open.name, id: key, args });
    }

    /* ---- Events ---- */

    instant(event, name, args) {
        if (event.e === 'console' || event.e === 'throw')
            this.clockInstant(event, name);
        this.add('i', event, event.i, { s: 't', cat: event.e, name, args });
    }

    count(event) {
        for (const name of event.q === undefined ? [] : COUNTERS) {
            if (event.e === 'phase+' ? name !== 'ticks' && name !== 'microtasks' :
                name !== 'ops')
                this.add('C', event, event.i, {
                    name: event.t ? `${name} of worker ${event.t}` : name,
                    args: { [name]: event.q[name] ?? 0 } });
        }
        if (event.vt > this.#times)
            this.add('C', event, event.i,
                     { name: 'virtual ms', args: { ms: event.vt } });
        this.#times = Math.max(event.vt, this.#times);
    }

    event(event) {
        const { e } = event;
        if (event.own)
            return;
        if (event.run !== undefined) {
            if (event.kind === 'timer')
                this.stopsWaiting(event);
            this.slice(event.run);
        } else if (e === 'timer.arm') {
            this.startsWaiting(event, 'timer', `timer ${ms(event.ms)}`);
        } else if (e === 'op.submit') {
            this.startsWaiting(event, event.kind, event.what);
        } else if (e === 'op.effect') {
            this.instant(event, `${event.what} takes effect`);
        } else if (e === 'op.deliver') {
            this.stopsWaiting(event, { result: event.result });
        } else if (e === 'timer.clear') {
            this.stopsWaiting(event);
        } else if (e === 'console') {
            this.instant(event, event.text.trimEnd().slice(0, 80),
                         { text: event.text, fd: event.fd, relay: event.relay });
        } else if (e === 'throw') {
            this.instant(event, `throws ${event.text || 'what is no error'}`);
        } else if (e === 'choice') {
            this.instant(event, `choice: ${event.kind}`,
                         { n: event.n, k: event.k, options: event.opts });
        }
        this.count(event);
    }

    names() {
        const { header, threads } = this.#model;
        const meta = (pid, name, tid, args) =>
            this.#out.add({ ph: 'M', pid, tid, name, args });
        const clock = header.mode === 'virtual' ? 'virtual time' : 'real time';
        for (const [pid, by] of [[STEPS, 'by steps'], [CLOCK, `by ${clock}`]]) {
            meta(pid, 'process_name', 1, { name: `${header.argv[0]}, ${by}` });
            for (const { id, name } of threads.values())
                meta(pid, 'thread_name', id + 1, { name: id === 0 ? 'event loop' : name });
        }
    }

    run() {
        this.names();
        for (const event of this.#model.events)
            this.event(event);
        const last = this.#model.events.at(-1);
        for (const { event } of [...this.#open.values()])
            this.stopsWaiting({ ...event, i: last.i });
    }
}

function write(trace, path) {
    const model = require('internal/trace/model').make(trace);
    const out = new Output(path);
    new Exporter(model, out).run();
    out.close();
}

module.exports = { write };
