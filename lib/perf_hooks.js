'use strict';
/*
 * perf_hooks - performance: the clock, marks and measures. What observes the
 * insides of Node (gc, http, function timings) is not there; a PerformanceObserver
 * sees marks and measures.
 */

const binding = internalBinding('process');
const { EventTarget, showAs } = require('internal/event_target');
const { customInspectSymbol, defineEnumerable } = require('internal/util');
const { codes } = require('internal/errors');
const {
    validateFunction, validateNumber, validateObject, validateString,
} = require('internal/validators');

const key = Symbol('made here');
const now = binding.now;

/* What an entry is stands in a private field; its class makes no difference
 * but for who may make one. */
class PerformanceEntry {
    #fields;

    constructor() {
        const [given, name, entryType, startTime, duration, detail] =
            arguments;
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#fields = { name, entryType, startTime, duration, detail };
    }

    get name() { return this.#fields.name; }

    get entryType() { return this.#fields.entryType; }

    get startTime() { return this.#fields.startTime; }

    get duration() { return this.#fields.duration; }

    static detailOf(entry) { return entry.#fields.detail; }

    toJSON() {
        const { detail, ...rest } = this.#fields;
        return detail === undefined ? rest : { ...rest, detail };
    }

    [customInspectSymbol](depth, options) {
        return showAs(this, this.toJSON(), depth, options);
    }
}

const { detailOf } = PerformanceEntry;
delete PerformanceEntry.detailOf;

class PerformanceMark extends PerformanceEntry {
    constructor(name, options = {}) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('name');
        if (options != null)
            validateObject(options, 'options');
        const detail = options?.detail;
        const startTime = options?.startTime ?? now();
        validateNumber(startTime, 'startTime');
        if (startTime < 0)
            throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(startTime);
        super(key, `${name}`, 'mark', startTime, 0,
              detail == null ? null : structuredClone(detail));
    }

    get detail() { return detailOf(this); }

    toJSON() { return super.toJSON(); }
}

class PerformanceMeasure extends PerformanceEntry {
    get detail() { return detailOf(this); }

    toJSON() { return super.toJSON(); }
}

defineEnumerable(PerformanceEntry.prototype, [
    'name', 'entryType', 'startTime', 'duration', 'toJSON',
]);
defineEnumerable(PerformanceMark.prototype, ['detail']);
defineEnumerable(PerformanceMeasure.prototype, ['detail']);

// ---- Observers -------------------------------------------------------------------

const observers = new Set();
let isDelivering = false;

function deliver() {
    isDelivering = false;
    for (const observer of observers)
        deliverTo(observer);
}

function announce(entry) {
    for (const observer of observers)
        hand(observer, entry);
    if (observers.size > 0 && !isDelivering) {
        isDelivering = true;
        setImmediate(deliver);
    }
    return entry;
}

class PerformanceObserverEntryList {
    #entries;

    constructor() {
        const [given, entries] = arguments;
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#entries = entries.sort((a, b) => a.startTime - b.startTime);
    }

    getEntries() { return [...this.#entries]; }

    getEntriesByType(type) {
        return this.#entries.filter((entry) => entry.entryType === `${type}`);
    }

    getEntriesByName(name, type = undefined) {
        return this.#entries.filter((entry) => entry.name === `${name}` &&
            (type === undefined || entry.entryType === type));
    }
}

let hand;      /* an entry to an observer, if it wants that type */
let deliverTo; /* call it with what it was handed */

class PerformanceObserver {
    #callback;
    #types = new Set();
    #entries = [];
    #kind;

    constructor(callback) {
        validateFunction(callback, 'callback');
        this.#callback = callback;
    }

    static get supportedEntryTypes() {
        return ['function', 'mark', 'measure'];
    }

    observe(options = {}) {
        validateObject(options, 'options');
        const { entryTypes, type, buffered } = options;
        if (entryTypes === undefined && type === undefined)
            throw new codes.ERR_MISSING_ARGS('options.entryTypes',
                                             'options.type');
        this.#setKind(type === undefined ? 'multiple' : 'single');
        for (const one of entryTypes ?? [type])
            this.#types.add(one);
        observers.add(this);
        if (buffered) {
            for (const entry of entries)
                hand(this, entry);
            setImmediate(deliver);
        }
    }

    /* Once it watches one type at a time it stays with that, and the other
     * way round. */
    #setKind(kind) {
        this.#kind ??= kind;
        if (this.#kind !== kind) {
            throw new DOMException(
                `PerformanceObserver can not change to ${kind} observation` +
                (kind === 'multiple' ? 's' : ''), 'InvalidModificationError');
        }
    }

    disconnect() {
        this.#kind = undefined;
        observers.delete(this);
        this.#types.clear();
        this.#entries = [];
    }

    takeRecords() {
        const taken = this.#entries;
        this.#entries = [];
        return taken;
    }

    static {
        hand = (self, entry) => {
            if (self.#types.has(entry.entryType))
                self.#entries.push(entry);
        };
        deliverTo = (self) => {
            if (self.#entries.length === 0)
                return;
            const list = new PerformanceObserverEntryList(
                key, self.takeRecords());
            self.#callback.call(self, list, self);
        };
    }
}

// ---- The object ----------------------------------------------------------------------

const entries = [];

function timeOf(mark) {
    if (typeof mark === 'number')
        return mark;
    for (let i = entries.length - 1; i >= 0; i--) {
        if (entries[i].entryType === 'mark' && entries[i].name === `${mark}`)
            return entries[i].startTime;
    }
    throw new DOMException(
        `The "${mark}" performance mark has not been set`, 'SyntaxError');
}

function readMeasure(start, end) {
    if (typeof start !== 'object' || start === null) {
        return { from: start === undefined ? 0 : timeOf(start),
                 to: end === undefined ? now() : timeOf(end) };
    }
    const to = start.end !== undefined ? timeOf(start.end) :
        start.start !== undefined && start.duration !== undefined ?
            timeOf(start.start) + start.duration : now();
    const from = start.start !== undefined ? timeOf(start.start) :
        start.duration !== undefined ? to - start.duration : 0;
    return { from, to, detail: start.detail };
}

function needs(args, name) {
    if (args.length === 0)
        throw new codes.ERR_MISSING_ARGS(name);
}

function clear(type, given) {
    const name = given === undefined ? undefined : `${given}`;
    for (let i = entries.length - 1; i >= 0; i--) {
        if (entries[i].entryType === type &&
            (name === undefined || entries[i].name === name))
            entries.splice(i, 1);
    }
}

/* How much of the time the loop did not wait: since the program began, since
 * an earlier answer, or between two of them. */
function eventLoopUtilization(util1, util2) {
    const [turns, waited] = binding.loop();
    if (turns === 0)
        return { idle: 0, active: 0, utilization: 0 };
    const at = util2 ? util1 : { idle: waited, active: now() - waited };
    const since = util2 ?? util1 ?? { idle: 0, active: 0 };
    const idle = at.idle - since.idle;
    const active = at.active - since.active;
    return { idle, active, utilization: active / (idle + active) };
}

function checkHistogram(histogram) {
    const { RecordableHistogram } = require('internal/histogram');
    if (!(histogram instanceof RecordableHistogram)) {
        throw new codes.ERR_INVALID_ARG_TYPE('options.histogram',
                                             'RecordableHistogram', histogram);
    }
}

/* A call has ended, or what it promised: in nanoseconds for the histogram. */
function endTimed(fn, args, from, histogram) {
    const duration = now() - from;
    histogram?.record(Math.max(1, Math.ceil(duration * 1e6)));
    announce(new PerformanceEntry(key, fn.name, 'function', from, duration,
                                  args));
}

/* The function, with an entry of type 'function' for each call of it. */
function timerify(fn, options = {}) {
    validateFunction(fn, 'fn');
    validateObject(options, 'options');
    const { histogram } = options;
    if (histogram !== undefined)
        checkHistogram(histogram);
    function timerified(...args) {
        const from = now();
        const result = new.target
            ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, this, args);
        const end = () => endTimed(fn, args, from, histogram);
        if (!new.target && typeof result?.finally === 'function')
            return result.finally(end);
        end();
        return result;
    }
    Object.defineProperty(timerified, 'length',
                          { __proto__: null, value: fn.length });
    Object.defineProperty(timerified, 'name',
                          { __proto__: null, value: `timerified ${fn.name}` });
    return timerified;
}

class Performance extends EventTarget {
    constructor() {
        if (arguments[0] !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        super();
    }

    now() { return now(); }

    get timeOrigin() { return binding.timeOrigin(); }

    mark(name, options = {}) {
        needs(arguments, 'name');
        const mark = new PerformanceMark(name, options ?? {});
        entries.push(mark);
        return announce(mark);
    }

    measure(name, start = undefined, end = undefined) {
        needs(arguments, 'name');
        validateString(name, 'name');
        const { from, to, detail } = readMeasure(start, end);
        const measure = new PerformanceMeasure(
            key, name, 'measure', from, to - from,
            detail === undefined ? null : structuredClone(detail));
        entries.push(measure);
        return announce(measure);
    }

    clearMarks(name = undefined) { clear('mark', name); }

    clearMeasures(name = undefined) { clear('measure', name); }

    getEntries() {
        return new PerformanceObserverEntryList(key, [...entries]).getEntries();
    }

    getEntriesByName(name, type = undefined) {
        needs(arguments, 'name');
        return this.getEntries().filter((entry) => entry.name === `${name}` &&
            (type === undefined || entry.entryType === type));
    }

    getEntriesByType(type) {
        needs(arguments, 'type');
        return this.getEntries().filter((entry) => entry.entryType === `${type}`);
    }

    timerify(fn, options = {}) {
        return timerify(fn, options);
    }

    eventLoopUtilization(util1, util2) {
        return eventLoopUtilization(util1, util2);
    }

    toJSON() {
        return { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin,
                 eventLoopUtilization: this.eventLoopUtilization() };
    }
}

defineEnumerable(PerformanceObserverEntryList.prototype, [
    'getEntries', 'getEntriesByType', 'getEntriesByName',
]);
defineEnumerable(PerformanceObserver.prototype, [
    'observe', 'disconnect', 'takeRecords',
]);
defineEnumerable(Performance.prototype, [
    'clearMarks', 'clearMeasures', 'getEntries', 'getEntriesByName',
    'getEntriesByType', 'mark', 'measure', 'now', 'timeOrigin', 'toJSON',
]);

const performance = new Performance(key);

/* Of entries of type 'gc', which nobody is told of here. */
const gcConstants = {
    NODE_PERFORMANCE_GC_MAJOR: 4,
    NODE_PERFORMANCE_GC_MINOR: 1,
    NODE_PERFORMANCE_GC_INCREMENTAL: 8,
    NODE_PERFORMANCE_GC_WEAKCB: 16,
    NODE_PERFORMANCE_GC_FLAGS_NO: 0,
    NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
    NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
    NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
    NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
    NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
    NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
};

module.exports = {
    Performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    createHistogram(options) {
        return require('internal/histogram').createHistogram(options);
    },
    eventLoopUtilization,
    monitorEventLoopDelay(options) {
        return require('internal/histogram').monitorEventLoopDelay(options);
    },
    performance,
    timerify,
};
Object.defineProperty(module.exports, 'constants', {
    __proto__: null, value: gcConstants, enumerable: true,
});
