'use strict';
/*
 * perf_hooks - performance: the clock, marks and measures. What observes the
 * insides of Node (gc, http, function timings) is not there; a PerformanceObserver
 * sees marks and measures.
 */

const binding = internalBinding('process');
const { EventTarget } = require('internal/event_target');
const { codes } = require('internal/errors');
const { validateFunction, validateObject, validateString } =
    require('internal/validators');

const key = Symbol('made here');
const now = binding.now;

class PerformanceEntry {
    constructor(given, name, entryType, startTime, duration, detail) {
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.name = name;
        this.entryType = entryType;
        this.startTime = startTime;
        this.duration = duration;
        if (detail !== undefined)
            this.detail = detail;
    }

    toJSON() {
        return { ...this };
    }
}

class PerformanceMark extends PerformanceEntry {
    constructor(name, options = {}) {
        const startTime = options.startTime ?? now();
        super(key, `${name}`, 'mark', startTime, 0,
              options.detail === undefined ? null :
                  structuredClone(options.detail));
    }
}

class PerformanceMeasure extends PerformanceEntry {}

// ---- Observers -------------------------------------------------------------------

const observers = new Set();
let isDelivering = false;

function deliver() {
    isDelivering = false;
    for (const observer of observers)
        observer._deliver();
}

function announce(entry) {
    for (const observer of observers)
        observer._take(entry);
    if (observers.size > 0 && !isDelivering) {
        isDelivering = true;
        setImmediate(deliver);
    }
    return entry;
}

class PerformanceObserverEntryList {
    #entries;

    constructor(given, entries) {
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#entries = entries.sort((a, b) => a.startTime - b.startTime);
    }

    getEntries() { return [...this.#entries]; }

    getEntriesByType(type) {
        return this.#entries.filter((entry) => entry.entryType === type);
    }

    getEntriesByName(name, type) {
        return this.#entries.filter((entry) => entry.name === name &&
            (type === undefined || entry.entryType === type));
    }
}

class PerformanceObserver {
    #callback;
    #types = new Set();
    #entries = [];

    constructor(callback) {
        validateFunction(callback, 'callback');
        this.#callback = callback;
    }

    static get supportedEntryTypes() { return ['mark', 'measure']; }

    observe(options = {}) {
        validateObject(options, 'options');
        const { entryTypes, type, buffered } = options;
        if (entryTypes === undefined && type === undefined)
            throw new codes.ERR_MISSING_ARGS('options.entryTypes',
                                             'options.type');
        for (const one of entryTypes ?? [type])
            this.#types.add(one);
        observers.add(this);
        if (buffered) {
            for (const entry of entries)
                this._take(entry);
            setImmediate(deliver);
        }
    }

    disconnect() {
        observers.delete(this);
        this.#types.clear();
        this.#entries = [];
    }

    takeRecords() {
        const taken = this.#entries;
        this.#entries = [];
        return taken;
    }

    _take(entry) {
        if (this.#types.has(entry.entryType))
            this.#entries.push(entry);
    }

    _deliver() {
        if (this.#entries.length === 0)
            return;
        const list = new PerformanceObserverEntryList(key, this.takeRecords());
        this.#callback.call(this, list, this);
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

function clear(type, name) {
    for (let i = entries.length - 1; i >= 0; i--) {
        if (entries[i].entryType === type &&
            (name === undefined || entries[i].name === `${name}`))
            entries.splice(i, 1);
    }
}

class Performance extends EventTarget {
    constructor(given) {
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        super();
    }

    now() { return now(); }

    get timeOrigin() { return binding.timeOrigin(); }

    mark(name, options) {
        const mark = new PerformanceMark(name, options ?? {});
        entries.push(mark);
        return announce(mark);
    }

    measure(name, start, end) {
        validateString(name, 'name');
        const { from, to, detail } = readMeasure(start, end);
        const measure = new PerformanceMeasure(
            key, name, 'measure', from, to - from,
            detail === undefined ? null : structuredClone(detail));
        entries.push(measure);
        return announce(measure);
    }

    clearMarks(name) { clear('mark', name); }

    clearMeasures(name) { clear('measure', name); }

    getEntries() {
        return new PerformanceObserverEntryList(key, [...entries]).getEntries();
    }

    getEntriesByName(name, type) {
        return this.getEntries().filter((entry) => entry.name === name &&
            (type === undefined || entry.entryType === type));
    }

    getEntriesByType(type) {
        return this.getEntries().filter((entry) => entry.entryType === type);
    }

    timerify(fn) {
        validateFunction(fn, 'fn');
        return function(...args) {
            return new.target ? Reflect.construct(fn, args, fn) :
                Reflect.apply(fn, this, args);
        };
    }

    eventLoopUtilization() {
        return { idle: 0, active: 0, utilization: 0 };
    }

    toJSON() {
        return { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin,
                 eventLoopUtilization: this.eventLoopUtilization() };
    }
}

const performance = new Performance(key);

module.exports = {
    Performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    constants: {},
    performance,
};
