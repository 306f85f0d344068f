'use strict';
/*
 * internal/perf/histogram - createHistogram() and monitorEventLoopDelay().
 *
 * A histogram with a fixed number of significant figures (HdrHistogram, by Gil
 * Tene): values that differ only beyond them count as one. Between a power of
 * two and the next there are `half` steps, so a step is
 *
 *     1 below 2 * half, then 2, 4, 8 ... times as wide with each power of two
 *
 * and never narrower than the smallest unit. The counts are stored in a Map, by
 * the lowest value of a step.
 */

const { clearInterval, setInterval } = internalBinding('order');
const { codes } = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const {
    validateInteger, validateNumber, validateObject,
} = require('internal/validators');
/* Loaded when first used: internal/util/inspect. */

const key = Symbol('made here');
const noMin = 2n ** 63n - 1n; /* what Node says if there is none */

/* ---- Counting ----------------------------------------------------------- */

class Counts {
    constructor({ lowest, highest, figures }) {
        this.unit = 2 ** Math.floor(Math.log2(lowest));
        this.steps = 2 ** Math.ceil(Math.log2(2 * 10 ** figures));
        this.highest = highest;
        this.reset();
    }

    reset() {
        this.counts = new Map();
        this.total = 0;
        this.exceeds = 0;
        this.min = Infinity;
        this.max = 0;
        this.sorted = undefined;
    }

    widthOf(value) {
        let width = this.unit;
        while (value >= width * this.steps)
            width *= 2;
        return width;
    }

    lowestOf(value) {
        const width = this.widthOf(value);
        return Math.floor(value / width) * width;
    }

    highestOf(value) {
        return this.lowestOf(value) + this.widthOf(value) - 1;
    }

    middleOf(value) {
        return this.lowestOf(value) + Math.floor(this.widthOf(value) / 2);
    }

    record(value, times = 1) {
        if (value > this.highest) {
            this.exceeds += times;
            return;
        }
        const step = this.lowestOf(value);
        this.counts.set(step, (this.counts.get(step) ?? 0) + times);
        this.total += times;
        this.min = Math.min(this.min, value);
        this.max = Math.max(this.max, value);
        this.sorted = undefined;
    }

    add(other) {
        for (const [value, times] of other.counts)
            this.record(value, times);
        this.exceeds += other.exceeds;
        if (other.total > 0) {
            this.min = Math.min(this.min, other.min);
            this.max = Math.max(this.max, other.max);
        }
    }

    entries() {
        this.sorted ??= [...this.counts].sort((a, b) => a[0] - b[0]);
        return this.sorted;
    }

    mean() {
        let sum = 0;
        for (const [value, times] of this.counts)
            sum += this.middleOf(value) * times;
        return sum / this.total;
    }

    deviation() {
        const mean = this.mean();
        let sum = 0;
        for (const [value, times] of this.counts)
            sum += (this.middleOf(value) - mean) ** 2 * times;
        return Math.sqrt(sum / this.total);
    }

    /* The highest value that `percent` of all are not above. */
    percentile(percent) {
        const wanted = Math.max(1, Math.floor(percent / 100 * this.total + 0.5));
        let seen = 0;
        for (const [value, times] of this.entries()) {
            seen += times;
            if (seen >= wanted)
                return this.highestOf(value);
        }
        return 0;
    }

    /* [percent, value], each half as far from the end as the one before. */
    percentiles() {
        const found = [];
        let percent = 0;
        let seen = 0;
        for (const [value, times] of this.entries()) {
            seen += times;
            while (percent <= 100 * seen / this.total) {
                found.push([percent, value]);
                if (seen === this.total)
                    break;
                percent = halfWay(percent);
            }
        }
        found.push([100, this.entries().at(-1)?.[0] ?? 0]);
        return found;
    }
}

function halfWay(percent) {
    const power = Math.floor(Math.log2(100 / (100 - percent))) + 1;
    return percent + 100 / 2 ** power;
}

/* ---- What a program has ------------------------------------------------- */

let countsOf;

function checkPercentile(percentile) {
    validateNumber(percentile, 'percentile');
    if (!(percentile > 0 && percentile <= 100)) {
        throw new codes.ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100',
                                         percentile);
    }
}

class Histogram {
    #counts;

    constructor() {
        const [given, counts] = arguments;
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#counts = counts;
    }

    static {
        countsOf = (value) => (typeof value === 'object' && value !== null &&
            #counts in value ? value.#counts : undefined);
    }

    get count() { return this.#counts.total; }

    get countBigInt() { return BigInt(this.count); }

    get min() {
        return this.count === 0 ? Number(noMin) :
            this.#counts.lowestOf(this.#counts.min);
    }

    get minBigInt() { return this.count === 0 ? noMin : BigInt(this.min); }

    get max() {
        return this.count === 0 ? 0 : this.#counts.highestOf(this.#counts.max);
    }

    get maxBigInt() { return BigInt(this.max); }

    get mean() { return this.#counts.mean(); }

    get exceeds() { return this.#counts.exceeds; }

    get exceedsBigInt() { return BigInt(this.exceeds); }

    get stddev() { return this.#counts.deviation(); }

    percentile(percentile) {
        checkPercentile(percentile);
        return this.#counts.percentile(percentile);
    }

    percentileBigInt(percentile) {
        checkPercentile(percentile);
        return BigInt(this.#counts.percentile(percentile));
    }

    get percentiles() {
        return new Map(this.#counts.percentiles());
    }

    get percentilesBigInt() {
        return new Map(this.#counts.percentiles().map(
            ([percent, value]) => [percent, BigInt(value)]));
    }

    reset() {
        this.#counts.reset();
    }

    toJSON() {
        const { count, min, max, mean, exceeds, stddev } = this;
        return { count, min, max, mean, exceeds, stddev,
                 percentiles: Object.fromEntries(this.#counts.percentiles()) };
    }

    [customInspectSymbol](depth, options) {
        if (depth < 0)
            return this;
        const { inspect } = require('internal/util/inspect');
        const { min, max, mean, exceeds, stddev, count, percentiles } = this;
        return `Histogram ${inspect(
            { min, max, mean, exceeds, stddev, count, percentiles },
            { ...options, depth: options.depth == null ? null :
                options.depth - 1 })}`;
    }
}

/* Node's clones share their counts with the original, between threads. */
const kNeverCloned = 2;
internalBinding('message').mark(Histogram.prototype, kNeverCloned);

class RecordableHistogram extends Histogram {
    #last = 0n;

    record(val) {
        const counts = countsOf(this);
        if (typeof val === 'bigint') {
            if (val < 1n) {
                const { makePlainError } = require('internal/errors');
                throw makePlainError(RangeError, 'ERR_OUT_OF_RANGE',
                                     'value is out of range');
            }
        } else {
            validateInteger(val, 'val', 1);
        }
        counts.record(Number(val));
    }

    /* How many nanoseconds there were since the last call; nothing at the
     * first. */
    recordDelta() {
        const now = process.hrtime.bigint();
        if (this.#last !== 0n && now > this.#last)
            countsOf(this).record(Number(now - this.#last));
        this.#last = now;
    }

    add(other) {
        if (!(other instanceof RecordableHistogram)) {
            throw new codes.ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram',
                                                 other);
        }
        countsOf(this).add(countsOf(other));
    }
}

function createHistogram(options = {}) {
    validateObject(options, 'options');
    const { lowest = 1, highest = Number.MAX_SAFE_INTEGER, figures = 3 } =
        options;
    if (typeof lowest !== 'bigint')
        validateInteger(lowest, 'options.lowest', 1);
    if (typeof highest !== 'bigint')
        validateInteger(highest, 'options.highest', 2 * Number(lowest));
    else if (highest < 2n * BigInt(lowest))
        throw new codes.ERR_INVALID_ARG_VALUE.RangeError('options.highest',
                                                         highest);
    validateInteger(figures, 'options.figures', 1, 5);
    return new RecordableHistogram(key, new Counts({
        lowest: Number(lowest), highest: Number(highest), figures }));
}

/* ---- The delay of the loop ---------------------------------------------- */

/* Records the intervals between the calls of an unref'd timer that is due every
 * `resolution` milliseconds. */
class ELDHistogram extends Histogram {
    #resolution;
    #timer;

    constructor() {
        super(arguments[0], arguments[1]);
        this.#resolution = arguments[2];
    }

    enable() {
        if (this.#timer !== undefined)
            return false;
        let last = process.hrtime.bigint();
        this.#timer = setInterval(() => {
            const now = process.hrtime.bigint();
            if (now > last)
                countsOf(this).record(Number(now - last));
            last = now;
        }, this.#resolution).unref();
        return true;
    }

    disable() {
        if (this.#timer === undefined)
            return false;
        clearInterval(this.#timer);
        this.#timer = undefined;
        return true;
    }

    [Symbol.dispose]() {
        this.disable();
    }
}

function monitorEventLoopDelay(options = {}) {
    validateObject(options, 'options');
    const { resolution = 10 } = options;
    validateInteger(resolution, 'options.resolution', 1);
    return new ELDHistogram(key, new Counts({
        lowest: 1, highest: 3.6e12, figures: 3 }), resolution);
}

module.exports = {
    RecordableHistogram,
    createHistogram,
    monitorEventLoopDelay,
};
