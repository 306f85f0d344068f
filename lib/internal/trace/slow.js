'use strict';
/*
 * internal/trace/slow - `orrery trace --slow 50ms`: what held the loop.
 *
 * A stretch is an outermost callback with the ticks and microtasks that follow
 * it before anything else can run: for the loop that is one thing. For each
 * that took longer: what it was, who asked for it, which of its parts took the
 * time, and what had to wait behind it.
 */

const { ms, plural, reason, title, turnAndPhase } = require('internal/trace/words');

const SHOWN = 20;
const WAITING_SHOWN = 1000; // lines: what is alike is one of them

/* What does not wait for the loop: it follows what queued it, or is the
 * program's start and end; timers are late from when they are due. */
const ALONE = new Set(['timer', 'script', 'tick', 'microtask']);

/* What may come again and again for one handle: what has come while the loop was
 * held comes in the next poll, later ones have not waited. */
const SOCKETS = new Set(['tcp', 'pipe', 'udp']);

/* Callback, tick, tick, microtask: one stretch; the next callback begins
 * another. */
function stretchesIn(parts, found) {
    let current;
    for (const part of parts) {
        if (part.event === undefined)
            continue;
        if (!part.isCallback) {
            current = undefined;
            stretchesIn(part.inner, found);
        } else if (current !== undefined && (part.event.e === 'tick+' ||
                                             part.event.e === 'micro+')) {
            current.push(part);
        } else {
            found.push(current = [part]);
        }
    }
    return found;
}

class Slow {
    #model;
    #style;
    #min;

    constructor(model, style, min) {
        this.#model = model;
        this.#style = style;
        this.#min = min;
    }

    span(stretch) {
        const from = this.#model.time(stretch[0].event);
        const to = this.#model.time((stretch.at(-1).end ?? stretch.at(-1).event));
        return { stretch, from, to, took: to - from };
    }

    /* What was ready or due while it ran, perhaps before, and came after it. */
    waiting({ stretch, from, to }) {
        const behind = stretch[0].thread.runs.filter((run) =>
            !stretch.includes(run) && this.#model.time(run.event) >= to);
        const rest = this.idleTime(stretch[0].thread, to);
        const polled = this.polledUntil(stretch[0].thread, to);
        const late = behind.filter((run) => run.event.kind === 'timer' &&
            run.by?.ms !== undefined && this.#model.time(run.by) < to &&
            this.#model.dueTime(run) < to);
        const queued = behind.filter((run) => !ALONE.has(run.event.kind) &&
            run.by !== undefined && this.#model.time(run.by) < to &&
            this.#model.time(run.event) < (SOCKETS.has(run.event.kind) ? polled : rest));
        return [...late.map((run) => ({
            run, by: this.#model.time(run.event) -
                Math.max(from, this.#model.dueTime(run)) })),
                ...queued.map((run) => ({
                    run, isMax: run.event.kind !== 'immediate',
                    by: to - Math.max(from, this.#model.time(run.by)) }))]
            .filter(({ by }) => by >= 1).sort((a, b) => b.by - a.by);
    }

    /* The end of the next poll. */
    polledUntil(thread, from) {
        for (const turn of thread.root.inner) {
            const poll = turn.inner?.find((run) => run.event?.phase === 'poll');
            if (poll !== undefined && this.#model.time(poll.event) >= from)
                return this.#model.time(poll.end ?? poll.event);
        }
        return Infinity;
    }

    /* When the loop next had nothing to do: it slept in a poll. */
    idleTime(thread, from) {
        for (const turn of thread.root.inner) {
            const poll = turn.inner?.find((run) => run.event?.phase === 'poll');
            if (poll === undefined || this.#model.time(poll.event) < from)
                continue;
            const [first] = poll.inner;
            const to = this.#model.time(first?.event ?? first ?? poll.end);
            if (to - this.#model.time(poll.event) >= 1)
                return this.#model.time(poll.event);
        }
        return Infinity;
    }

    part(run, total) {
        const took = this.#model.duration(run);
        if (took < total / 20)
            return '';
        return this.#style.line(
            6, `${ms(took).padStart(9)}  ${title(this.#model, run)}`,
            this.#model.short(this.#model.origin(run)));
    }

    /* What waited; of what has one name and one place the longest, and how many. */
    kindsOfWaiting(span) {
        const kinds = new Map();
        for (const { run, by, isMax } of this.waiting(span)) {
            const name = title(this.#model, run);
            const place = this.#model.short(this.#model.origin(run));
            const kind = kinds.get(`${name}@${place}`);
            if (kind === undefined)
                kinds.set(`${name}@${place}`, { name, place, by, isMax, count: 1 });
            else
                kind.count++;
        }
        return [...kinds.values()];
    }

    describeWaiting(span) {
        const all = this.kindsOfWaiting(span);
        const { line, yellow } = this.#style;
        if (all.length === 0)
            return '';
        return line(4, 'waited behind it:', '', yellow) +
            all.slice(0, WAITING_SHOWN).map(({ name, place, by, isMax, count }) => line(
                6, `${isMax || count > 1 ? 'up to' : '     '} ${ms(by).padStart(9)}  ` +
                name + (count > 1 ? `, ${plural(count, 'time')}` : ''), place)).join('') +
            (all.length > WAITING_SHOWN ? line(
                6, `and ${plural(all.length - WAITING_SHOWN, 'other', 'others')}`) : '');
    }

    describeSpan(span, n) {
        const { line, bold, dim } = this.#style;
        const [first] = span.stretch;
        return '\n' + line(0, `${String(n).padStart(3)}. ${ms(span.took)}  ` +
            title(this.#model, first), this.#model.short(
            this.#model.origin(first)) || first.event.what || '', bold) +
            line(5, `at ${ms(span.from)}, ${turnAndPhase(this.#model, first)}`, '', dim) +
            line(5, `because ${reason(this.#model, first)}`, '', dim) +
            (span.stretch.length > 1 ? line(4, 'made of:') + span.stretch
                .map((run) => this.part(run, span.took)).join('') : '') +
            this.describeWaiting(span);
    }

    describe() {
        const { line, bold, dim } = this.#style;
        if (this.#model.isVirtual)
            return line(0, 'orrery: on the simulator time stands still while ' +
                'code runs: --slow needs a real back end');
        const spans = [...this.#model.threads.values()]
            .flatMap(({ root }) => stretchesIn(root.inner, []))
            .map((stretch) => this.span(stretch))
            .filter(({ took }) => took >= this.#min)
            .sort((a, b) => b.took - a.took);
        if (spans.length === 0)
            return line(0, `Nothing held the loop for ${ms(this.#min)} or ` +
                'longer.');
        const more = spans.length - SHOWN;
        return line(0, `The loop was held for ${ms(this.#min)} or longer ` +
            `${plural(spans.length, 'time')}. No other callback of its thread can run` +
            ' meanwhile.',
                    '', bold) +
            spans.slice(0, SHOWN).map((span, i) => this.describeSpan(span, i + 1))
                .join('') +
            (more > 0 ? '\n' + line(0, `and ${plural(more, 'time')} more`, '', dim) : '');
    }
}

function describe(model, style, min) {
    return new Slow(model, style, min).describe();
}

module.exports = { describe };
