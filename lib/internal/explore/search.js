'use strict';

/*
 * internal/explore/search - try orders until a budget is spent, and keep what differs.
 *
 *     usual run -> strategies, one after the other -> failures, made short -> report
 *
 * A strategy (strategies/) is a generator of orders made from the usual run; undefined
 * is none, and says that finding the next may take long. The first
 * ones are few and find most; the last one never ends. The search ends with the first
 * strategy that has found a failure, unless all are asked for.
 */

const { Run } = require('internal/explore/run');
const { pointOf, isAfter } = require('internal/explore/point');
const { describe, signature, lost } = require('internal/explore/failure');
/* Loaded when first used: internal/explore/complete,
 * internal/explore/conflicts. */

const STRATEGIES = ['first', 'hold_two', 'drawn'];
const MORE = 20; // runs after a failure, for others and simpler ones
const MORE_USUAL = 100; // after one in the usual order, for an order that passes
const OTHERS = 3; // orders that are kept of each failure
const AT_ONCE = 2; // orders that one server is given ahead
const COMPLETE_MAX = 2000; // runs, in the hope that these are all
const SHORTEN_MIN_MS = 10000;
const OUTCOME_BYTES = 64 << 20; // of different outcomes that are kept

// A program by itself: how it ends.
function byEnd(run, base) {
    if (run.isFailure())
        return [{ key: signature(run), message: describe(run) }];
    const place = run.lostWait(base);
    return place === undefined ? [] : [{ key: `waits ${place}`, message: lost(place) }];
}

// Does what failed with that key in the usual order not fail in this run?
function endsWell(run, key, base) {
    return byEnd(run, base).length === 0;
}

// Some orders that fail in the same way, for a proof on Node: it follows a hold to the
// end most easily. Those of drawn answers it cannot.
function keepOther(others, run) {
    if (run.order === '' || /^(walk|pos|pct|raw):/.test(run.order) ||
        run.unused !== undefined || run.unmet.length > 0)
        return;
    const costOf = ({ order }) => order.split(',').length + !order.endsWith('>end');
    others.push(run);
    others.sort((a, b) => costOf(a) - costOf(b));
    others.splice(OTHERS);
}

class Search {
    // classify(run, base) lists what is wrong with a run: { key, message }. Two runs
    // fail in the same way if a key is equal.
    constructor(pool, { runs, time, all = false, seed = 0, classify = byEnd,
        passes = endsWell, jobs = 1, pinned = [], fromPoint = false,
        check = () => {}, onRun = () => {} }) {
        this.pool = pool;
        this.maxRuns = runs;
        this.time = time;
        this.deadline = performance.now() + time;
        this.all = all;
        this.seed = seed;
        this.jobs = jobs;
        this.onRun = onRun;
        this.check = check; // of a run, and where it began: before it is classified
        this.pinned = pinned;
        this.fromPoint = fromPoint; // nothing is held before it
        this.classify = classify;
        this.passes = passes;
        this.count = 0;
        this.outcomes = new Map();
        this.outcomeBytes = 0;
        this.uncounted = 0; // runs with an outcome that was not kept
        this.failures = new Map();
        this.usual = []; // failures of the usual order
        this.sequences = new Set();
        this.tried = new Set();
        this.idle = new Set(); // operations that may as well be held
        this.started = performance.now();
    }

    // ---- One run ---------------------------------------------------------------------

    mainNames() {
        if (this.inMain === undefined) {
            this.inMain = new Set();
            for (const thing of this.base?.things.values() ?? [])
                if (thing.what === 'main')
                    this.inMain.add(thing.name);
        }
        return this.inMain;
    }

    // Orders that bear on the main script need a fork before it.
    needsStart(order) {
        if (order.startsWith('raw:'))
            return order.slice(4).split(',', this.base.mainQuestions)
                .some((k) => k !== '0');
        const at = order.indexOf('/');
        return at > 0 && /\/\d+\+\d+ms/.test(order) &&
            [...this.mainNames()].some((name) => order.includes(`${name}/`));
    }

    async run(order) {
        const isBase = this.base === undefined;
        const place = {
            fromStart: isBase || this.needsStart(order),
            point: !isBase && this.point !== undefined &&
                isAfter(this.base, order, this.point) ? this.point : undefined,
        };
        const run = new Run(await this.pool.run(order, place));
        await this.check(run, place);
        return run;
    }

    // Beyond some megabytes the others are only counted.
    keepOutcome(run) {
        const key = run.outcome();
        const outcome = this.outcomes.get(key);
        if (outcome !== undefined)
            outcome.count++;
        else if (this.outcomeBytes < OUTCOME_BYTES)
            this.outcomes.set(key, { run, count: 1 });
        else
            this.uncounted++;
        if (outcome === undefined)
            this.outcomeBytes += key.length + run.stderr.length;
    }

    // A run with its steps, which are not kept.
    async whole(run) {
        return run.hasSteps() ? run : this.run(run.order);
    }

    keep(run, number) {
        run.number = number;
        this.noteIdle(run);
        this.sequences.add(run.sequence());
        this.keepOutcome(run);
        for (const { key, message } of this.classify(run, this.base)) {
            const known = this.failures.get(key);
            if (known === undefined || run.number < known.run.number)
                this.failures.set(key, { key, run, message, count: known?.count ?? 0,
                    others: known?.others ?? [] });
            const failure = this.failures.get(key);
            failure.count++;
            keepOther(failure.others, run);
        }
        for (const failure of this.usual) {
            if (run.number < (failure.passing?.number ?? Infinity) &&
                this.passes(run, failure.key, this.base))
                failure.passing = run;
        }
        this.onRun(run, this);
    }

    // Have there been enough runs since the first failure?
    hasLookedOn() {
        const more = this.usual.every(({ passing }) => passing) ? MORE : MORE_USUAL;
        return this.count - Math.min(...[...this.failures.values()]
            .map(({ run }) => run.number)) >= more;
    }

    isSpent() {
        return this.count >= this.maxRuns || performance.now() >= this.deadline;
    }

    // From now on, to make orders short, there is as much time as for the search.
    beginShortening() {
        this.shortenUntil = performance.now() + Math.max(this.time, SHORTEN_MIN_MS);
    }

    // ---- Many runs -------------------------------------------------------------------

    context() {
        const { base } = this;
        const { rankBy, conflictsIn } = require('internal/explore/conflicts');
        const conflicts = conflictsIn(base);
        const rank = rankBy(base, conflicts);
        return { base, seed: this.seed, conflicts, rank, isRanked: rank.isFirst };
    }

    // A hold to the end that changes nothing: nothing else could run meanwhile. So a
    // shorter one changes nothing either.
    noteIdle(run) {
        const held = /^([^,>]*)>end$/.exec(run.order)?.[1];
        if (held !== undefined && run.sequence() === this.base.sequence())
            this.idle.add(held);
    }

    isPointless(order) {
        return !order.includes(',') && this.idle.has(order.slice(0, order.indexOf('>')));
    }

    async tryAll(orders) {
        const under = new Set();
        for (const order of orders) {
            if (order === undefined && this.isSpent())
                break;
            if (order === undefined || this.tried.has(order) || this.isPointless(order))
                continue;
            this.tried.add(order);
            const number = ++this.count;
            const one = this.run(order).then((run) => {
                this.keep(run, number);
                run.forgetSteps();
            });
            under.add(one);
            one.then(() => under.delete(one), () => under.delete(one));
            if (under.size >= this.jobs * AT_ONCE)
                await Promise.race(under);
            if (this.isSpent() || (!this.all && this.failures.size > 0 &&
                this.mayStop()))
                break;
        }
        await Promise.all(under);
    }

    // The usual run.
    async start() {
        this.base = await this.run('');
        this.point = pointOf(this.base);
        if (this.fromPoint)
            this.base.from = this.point ?? 0;
        this.keep(this.base, ++this.count);
        this.usual = [...this.failures.values()];
        this.tried.add('');
        return this.base;
    }

    // If there are few orders, they are all tried: that is a certificate.
    async isAll() {
        const { complete } = require('internal/explore/complete');
        const limit = Math.min(COMPLETE_MAX, (this.maxRuns - this.count) / 2);
        this.isComplete = await complete(this, limit);
        return this.isComplete;
    }

    // Nothing else; for tests.
    async exploreAll(hasStates) {
        const { complete } = require('internal/explore/complete');
        this.conflicts = this.context().conflicts;
        this.isComplete = await complete(this, this.maxRuns, { hasStates });
    }

    async explore() {
        if (this.base === undefined)
            await this.start();
        const context = this.context();
        this.conflicts = context.conflicts;
        this.mayStop = () => false;
        await this.tryAll(this.pinned);
        for (const name of STRATEGIES) {
            if (this.isSpent())
                break;
            const { orders } = require(`internal/explore/strategies/${name}`);
            this.mayStop = name === 'first' ?
                () => context.holdsAreOver() || this.hasLookedOn() : () => true;
            await this.tryAll(orders(context));
            if (this.failures.size > 0 && !this.all)
                break;
            if (name === 'first' && !this.isSpent() && await this.isAll())
                break;
        }
        return this;
    }
}

module.exports = { Search };
