'use strict';
/*
 * internal/trace/model - a trace as what it is about: runs of callbacks, inside
 * of each other and caused by each other.
 *
 *      run.event      its `+` line            run.end      its `-` line
 *      run.inner      events and runs in it, in order
 *      run.by         the event that scheduled it
 *      run.cause      the run that did that
 *      run.trigger    the run that made it runnable, if it was another one
 *      run.delivered  the op.deliver that it answers
 *
 * Turns and phases are runs, too; the runtime's own callbacks are none, what is
 * in them stands in the phase. Each event knows the run it happened in,
 * event.inside, and a `+` line the one that it begins, event.run.
 */

const SCHEDULES = new Set(['schedule', 'tick.queue', 'imm.queue', 'timer.arm',
                           'op.submit']);

class Run {
    end = undefined;
    inner = [];
    by = undefined;
    cause = undefined;
    trigger = undefined;
    delivered = undefined;

    constructor(event, parent) {
        this.event = event;
        this.parent = parent;
    }

    get isCallback() {
        return this.event.kind !== undefined;
    }

    /* The turn or the phase it is in. */
    around(name) {
        let run = this;
        while (run !== undefined && run.event?.e !== name)
            run = run.parent;
        return run;
    }
}

/* Of one thread: ids and nesting are its own. */
class Thread {
    runs = [];          // callbacks, ticks and microtasks, in order
    root = new Run({ e: 'thread+' }, undefined);
    #current = this.root;
    #latest = new Map(); // id -> its latest run
    #scheduled = new Map();
    #delivered = new Map();

    constructor(id) {
        this.id = id;
    }

    add(event) {
        event.inside = this.#current;
        const sign = event.e.at(-1);
        if (event.own)
            return;
        if (sign === '+')
            this.begin(event);
        else if (sign === '-')
            this.finish(event);
        else
            this.note(event);
    }

    note(event) {
        if (SCHEDULES.has(event.e))
            this.#scheduled.set(event.id, event);
        else if (event.e === 'op.deliver')
            this.#delivered.set(event.id, event);
        this.#current.inner.push(event);
    }

    begin(event) {
        const run = event.run = new Run(event, this.#current);
        this.#current.inner.push(run);
        this.#current = run;
        if (!run.isCallback)
            return;
        run.by = this.#scheduled.get(event.id);
        run.delivered = this.#delivered.get(event.id);
        this.#delivered.delete(event.id);
        run.cause = this.causeOf(run);
        run.trigger = this.#latest.get(event.tr);
        this.#latest.set(event.id, run);
        this.runs.push(run);
    }

    causeOf({ by, event }) {
        for (let run = by?.inside; run !== undefined; run = run.parent) {
            if (run.isCallback && run.event.id === event.c)
                return run;
        }
        return this.#latest.get(event.c);
    }

    finish(event) {
        this.#current.end = event;
        this.#current = this.#current.parent;
    }
}

class Model {
    threads = new Map();
    #texts = new Map(); // file -> its lines

    constructor({ header, sources, events }) {
        this.header = header;
        this.events = events;
        for (const { file, text } of sources)
            this.#texts.set(file, text?.split('\n') ?? []);
        for (const event of events)
            this.threadOf(event.t ?? 0).add(event);
    }

    threadOf(id) {
        let thread = this.threads.get(id);
        if (thread === undefined)
            this.threads.set(id, thread = new Thread(id));
        return thread;
    }

    get main() {
        return this.threadOf(0);
    }

    get isVirtual() {
        return this.header.mode === 'virtual';
    }

    /* { file, line, column, text, name }: text is the line, without spaces
     * around it; name the word at the column, `setTimeout` say. */
    place(loc) {
        const [, file, line, column] = loc?.match(/^(.*):(\d+):(\d+)$/) ?? [];
        if (file === undefined)
            return undefined;
        const text = this.#texts.get(file)?.[line - 1] ?? '';
        const name = text.slice(column - 1).match(/^[\w$]+/)?.[0] ?? '';
        return { file, line: Number(line), column: Number(column),
                 text: text.trim(), name };
    }

    /* `lib/app.js:3`: as seen from where the program was started. */
    short(loc) {
        const place = this.place(loc);
        if (place === undefined)
            return '';
        const file = place.file.replace(/^file:\/\//, '');
        const start = this.header.cwd === '/' ? '/' : `${this.header.cwd}/`;
        const name = file.startsWith(start) ? file.slice(start.length) :
            file.split('/').slice(-2).join('/');
        return `${name}:${place.line}`;
    }

    /* Its own place or, if only the runtime's code asked for it, that of the
     * nearest cause that has one. */
    origin(run) {
        for (let at = run, n = 0; at !== undefined && n < 10000; n++) {
            if (at.event.loc !== undefined)
                return at.event.loc;
            at = at.cause;
        }
        return undefined;
    }

    /* Milliseconds: of the loop's clock, or of real time if that is there. */
    time(event) {
        return this.isVirtual ? event.vt : event.rt / 1000;
    }

    duration(run) {
        return run.end === undefined ? 0 :
            this.time(run.end) - this.time(run.event);
    }
}

function make(trace) {
    return new Model(trace);
}

module.exports = { Run, make };
