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
 *      run.thread     the thread that it ran in
 *      run.post       the event by which another thread posted it
 *      run.entries    functions of the program that were called in it by the
 *                     runtime or a package: { loc, fn, what }
 *      run.requests   requests of HTTP that came in with it: { method, url,
 *                     status, answer }; answer is the event
 *      run.handler    the first function of the program that handled the first one
 *      run.isBody     it is the body of the main module, which is no script
 *
 * What another thread made runnable has as its cause the run that did so there:
 * so a chain of causes leads from a worker back to the main script.
 *
 * Turns and phases are runs, too; the runtime's own callbacks are none, what is
 * in them stands in the phase. Each event knows the run it happened in,
 * event.inside, and a `+` line the one that it begins, event.run.
 */

const { Reading, isProgram } = require('internal/trace/words');

const SCHEDULES = new Set(['schedule', 'tick.queue', 'imm.queue', 'timer.arm',
                           'op.submit']);

class Run {
    end = undefined;
    inner = [];
    by = undefined;
    cause = undefined;
    trigger = undefined;
    delivered = undefined;
    post = undefined;
    entries = [];
    requests = [];
    handler = undefined; // of the first one: the place of a function of the program
    response = undefined; // of HTTP, that has come: { method, url, status }
    isBody = false;
    index = -1; // in the runs of its thread

    constructor(event, parent, thread) {
        this.event = event;
        this.parent = parent;
        this.thread = thread;
    }

    /* Was it made runnable by another thread? */
    get isFromAfar() {
        return this.trigger !== undefined && this.trigger.thread !== this.thread;
    }

    get isCallback() {
        return this.event.kind !== undefined;
    }

    /* The callback it is, or is in. */
    get callback() {
        let run = this;
        while (run !== undefined && !run.isCallback)
            run = run.parent;
        return run;
    }

    /* The thread whose end it is: that comes to the thread that made it, as the
     * callback of the handle that stands for the worker. */
    get endOf() {
        const { by, trigger } = this;
        const opened = by?.inside?.inner.find((part) =>
            part.e === 'handle.open' && part.id === by.id);
        return opened?.what.startsWith('worker thread') ? trigger?.thread :
            undefined;
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
    root = new Run({ e: 'thread+' }, undefined, this);
    name = 'main thread';
    program = undefined; // of a worker: the run in which its script begins
    code = undefined;    // of a worker: its exit code
    settled = new Map(); // promise -> the event that says so
    #current = this.root;
    #latest = new Map(); // id -> its latest run
    #scheduled = new Map();
    #delivered = new Map();

    constructor(id, model) {
        this.id = id;
        this.model = model;
        if (id !== 0)
            this.name = `worker ${id}`;
    }

    latest(id) {
        return this.#latest.get(id);
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
        else if (event.e === 'promise.settle')
            this.settled.set(event.p, event);
        else if (event.e === 'thread.start')
            this.setName(event.what);
        else if (event.e === 'thread.exit')
            this.code = event.code;
        else if (event.e === 'post')
            this.model.posts.set(event.m, event);
        else if (event.e === 'emit' || event.e === 'enter')
            this.noteEntry(event, this.#current.callback);
        else if (event.e === 'answer')
            this.noteAnswer(event);
        else if (event.e === 'response')
            this.noteResponse(event, this.#current.callback);
        this.#current.inner.push(event);
    }

    noteEntry(event, run) {
        const { method, url, req } = event;
        const loc = event.e === 'enter' ? event.loc : event.at;
        if (run !== undefined && method !== undefined &&
            !this.model.requests.has(req)) {
            run.requests.push(this.model.addRequest(req, { method, url, run }));
            run.cause = this.causeOf(run);
            this.model.noteRequest(run);
        }
        if (run === undefined || loc === undefined || !isProgram(loc))
            return;
        event.fn ??= this.model.functionAt(loc);
        run.entries.push({ loc, fn: event.fn, what: event.what });
        this.model.noteHandler(run, loc);
        if (event.e === 'enter' && this.id === 0)
            this.model.noteFile(run, loc);
    }

    noteAnswer(event) {
        const request = this.model.requests.get(event.req);
        if (request !== undefined) {
            request.status = event.status;
            request.answer = event;
        }
    }

    /* The connection is a socket of the program, too: what came with it. */
    noteResponse({ method, url, status }, run) {
        if (run !== undefined)
            run.response = { method, url, status };
    }

    /* Node's own name for those that have none says nothing. */
    setName(name) {
        if (name !== undefined && name !== '' && name !== 'WorkerThread')
            this.name = `worker ${this.id} (${name})`;
    }

    begin(event) {
        const run = event.run = new Run(event, this.#current, this);
        this.#current.inner.push(run);
        this.#current = run;
        if (!run.isCallback)
            return;
        run.by = this.#scheduled.get(event.id);
        run.delivered = this.deliveredTo(run);
        run.cause = this.model.openRequest(event) ?? this.causeOf(run);
        run.trigger = this.#latest.get(event.tr);
        if (event.from !== undefined)
            this.comesFrom(run, event.from);
        this.#latest.set(event.id, run);
        run.index = this.runs.push(run) - 1;
    }

    /* Several callbacks of a phase may follow one operation: those of a socket. */
    deliveredTo(run) {
        const delivered = this.#delivered.get(run.event.id);
        return delivered?.inside.around('phase+') === run.around('phase+') ?
            delivered : undefined;
    }

    /* The first message that a worker gets says which script it is to run. */
    comesFrom(run, { t, id, m }) {
        const far = this.model.threads.get(t)?.latest(id);
        run.post = this.model.posts.get(m);
        run.trigger = far;
        run.cause = far ?? run.cause;
        if (run.event.kind === 'async' && this.id !== 0)
            this.program ??= run;
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

class Model extends Reading {
    threads = new Map();
    requests = new Map(); // the number of a request -> the request
    posts = new Map(); // the number of a message -> the event
    #texts = new Map(); // file -> its lines
    #words = new Map(); // word -> is it in one of them?

    constructor({ header, sources, events }) {
        super();
        this.header = header;
        this.events = events;
        for (const { file, text } of sources)
            this.#texts.set(file, text?.split('\n') ?? []);
        for (const event of events)
            this.threadOf(event.t ?? 0).add(event);
    }

    addRequest(number, request) {
        if (number !== undefined)
            this.requests.set(number, request);
        return request;
    }

    threadOf(id) {
        let thread = this.threads.get(id);
        if (thread === undefined)
            this.threads.set(id, thread = new Thread(id, this));
        return thread;
    }

    /* All callbacks, ticks and microtasks, in the order of the trace. */
    get runs() {
        return [...this.threads.values()].flatMap(({ runs }) => runs)
            .sort((a, b) => a.event.i - b.event.i);
    }

    get main() {
        return this.threadOf(0);
    }

    /* Is this word in a source of the program? */
    hasText(word) {
        if (!this.#words.has(word))
            this.#words.set(word, [...this.#texts.values()].some((lines) =>
                lines.some((line) => line.includes(word))));
        return this.#words.get(word);
    }

    settlement({ parent, inside }) {
        return inside.thread.settled.get(parent)?.inside.callback;
    }

    files() {
        return [...this.#texts.keys()];
    }

    line(file, n) {
        return this.#texts.get(file)?.[n - 1] ?? '';
    }

    errorName(result) {
        const known = internalBinding('uv').getErrorMap().get(result);
        return known?.[0] ?? `error ${-result}`;
    }

    /* The callback that ran longest while this timer was due, if that was for
     * half of the time. */
    blocker(run) {
        const due = this.dueTime(run);
        const { runs } = run.thread;
        let longest;
        let max = this.lateness(run) / 2;
        for (let i = run.index - 1; i >= 0; i--) {
            const to = this.time(runs[i].end ?? runs[i].event);
            if (to <= due)
                break;
            const took = to - Math.max(due, this.time(runs[i].event));
            if (took >= max) {
                max = took;
                longest = runs[i];
            }
        }
        return longest;
    }
}

function make(trace) {
    return new Model(trace);
}

module.exports = { Run, make };
