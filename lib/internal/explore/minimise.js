'use strict';

/*
 * internal/explore/minimise - the shortest order that still fails in the same way: the
 * fewest deviations, then the shortest delays, then the earliest release.
 */

const { splitOrder, parseDeviation, sentence } = require('internal/explore/words');
const { releasesOf } = require('internal/explore/strategies/hold_one');
/* Loaded when first used: internal/explore/name_drawn. */

const REPEATS = 3;

class Minimiser {
    // failsAlike(run): is it what is looked for?
    constructor(search, run, failsAlike) {
        this.search = search;
        this.best = run;
        this.failsAlike = failsAlike;
    }

    // Of a long program each run takes long: then what is short enough is taken.
    isOver() {
        return performance.now() >= this.search.shortenUntil;
    }

    // The deviations, if they fail; else undefined. A hold that lasted to the end, since
    // what it waits for never came, is made to say so.
    async failing(deviations) {
        if (this.isOver())
            return undefined;
        const run = await this.search.run(deviations.join(','));
        if (!this.failsAlike(run) || run.unused !== undefined)
            return undefined;
        if (run.unmet.length > 0)
            return this.failing(deviations.map((text) =>
                run.unmet.includes(text) ? text.replace(/(>>?).*$/, '$1end') : text));
        this.best = run;
        return deviations;
    }

    async fails(deviations) {
        return await this.failing(deviations) !== undefined;
    }

    async fewer(deviations) {
        for (let n = 0; n < deviations.length && deviations.length > 1;) {
            const rest = await this.failing(deviations.toSpliced(n, 1));
            if (rest !== undefined)
                deviations = rest;
            else
                n++;
        }
        return deviations;
    }

    thingOf(name) {
        const plain = name.replace(/\.\d+$/, '');
        for (const thing of this.search.base.things.values())
            if (thing.name === plain)
                return thing;
        return undefined;
    }

    // An earlier release than the one that is there.
    async earlier(deviations, n) {
        const d = parseDeviation(deviations[n]);
        const thing = d?.until !== undefined ? this.thingOf(d.who) : undefined;
        if (thing === undefined)
            return deviations;
        const sign = d.isReport ? '>>' : '>';
        for (const until of releasesOf(this.search.base, thing, () => true)) {
            if (until === d.until)
                break;
            const other = await this.failing(deviations.with(n, `${d.who}${sign}${until}`));
            if (other?.[n].endsWith(`${sign}${until}`))
                return other;
        }
        return deviations;
    }

    async shorter(deviations, n) {
        const d = parseDeviation(deviations[n]);
        const clock = this.search.base.clocks.find((c) =>
            c.name === d?.who && c.read === d.read);
        for (const ms of clock?.delays ?? []) {
            if (ms <= 0 || ms >= d.ms)
                continue;
            const other = deviations.with(n, `${d.who}/${d.read}+${ms}ms`);
            if (await this.fails(other))
                return other;
        }
        return deviations;
    }

    // Is it the same every time?
    async repeats(deviations) {
        for (let n = 0; n < REPEATS; n++)
            if (!this.failsAlike(await this.search.run(deviations.join(','))))
                return false;
        return true;
    }

    async minimise() {
        let deviations = splitOrder(this.best.order);
        if (/^(walk|pos|pct|raw):/.test(this.best.order))
            deviations = await require('internal/explore/name_drawn')
                .nameDrawn(this, await this.search.whole(this.best));
        if (deviations === undefined)
            return this.best;
        deviations = await this.fewer(await this.failing(deviations) ?? deviations);
        for (let n = 0; n < deviations.length; n++) {
            deviations = await this.shorter(deviations, n);
            deviations = await this.earlier(deviations, n);
        }
        this.isCertain = await this.repeats(deviations);
        return this.best;
    }
}

// The shortest order that fails as this one; with isCertain: each of three times.
async function minimise(search, { run, key }) {
    const m = new Minimiser(search, run, (other) =>
        search.classify(other, search.base).some((one) => one.key === key));
    const best = await m.minimise();
    return { run: best, isCertain: m.isCertain !== false };
}

// The shortest order that passes, where the usual one fails: { order, sentence }.
async function minimisePassing(search, { key, passing }) {
    const run = await new Minimiser(search, passing, (other) =>
        search.passes(other, key, search.base)).minimise();
    return { order: run.order, sentence: sentence(run.order) };
}

// The shortest order with the same outcome.
async function minimiseOutcome(search, run) {
    const outcome = run.outcome();
    return new Minimiser(search, run, (other) => other.outcome() === outcome).minimise();
}

module.exports = { minimise, minimiseOutcome, minimisePassing };
