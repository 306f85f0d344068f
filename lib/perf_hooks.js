'use strict';
/*
 * perf_hooks - performance: the clock, marks and measures, timed functions, the
 * milestones of the start. There are no entries of the engine (gc) and of
 * modules that are not there (http2).
 */

const binding = internalBinding('process');
const { EventTarget, defineEventHandler, showAs } =
    require('internal/events/event_target');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { codes } = require('internal/errors');
const {
    validateFunction, validateObject, validateString,
} = require('internal/validators');
const {
    PerformanceEntry, PerformanceMark, PerformanceMeasure, checkMarkName,
    isMilestone, makeCall, makeMeasure, nodeTiming,
} = require('internal/perf/entries');
const {
    PerformanceObserver, PerformanceObserverEntryList, announce, byTime, needs,
    selectByName, selectByType, timeline,
} = require('internal/perf/observe');
/* Loaded when first used: internal/perf/histogram, internal/perf/resources. */

const key = Symbol('made here');
const { now } = binding;
const entries = timeline.list;

// ---- Measuring ---------------------------------------------------------------------

/* A time, or that of the latest mark of this name. */
function timeOf(mark) {
    if (typeof mark === 'number') {
        if (mark < 0)
            throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(mark);
        return mark;
    }
    const name = `${mark}`;
    if (isMilestone(name))
        return nodeTiming[name];
    const found = entries.findLast((entry) => entry.entryType === 'mark' &&
                                              entry.name === name);
    if (found !== undefined)
        return found.startTime;
    throw new DOMException(`The "${name}" performance mark has not been set`,
                           'SyntaxError');
}

function checkMeasure(options, end) {
    if (end !== undefined &&
        (options.start !== undefined || options.end !== undefined)) {
        throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
            'endMark must not be specified');
    }
    if (options.start !== undefined && options.end !== undefined &&
        options.duration !== undefined) {
        throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
            'Must not have options.start, options.end, and options.duration ' +
            'specified');
    }
}

function readMeasure(start, end) {
    if (typeof start !== 'object' || start === null) {
        const to = end === undefined ? now() : timeOf(end);
        return { from: typeof start === 'string' ? timeOf(start) : 0, to };
    }
    checkMeasure(start, end);
    const to = end !== undefined ? timeOf(end) :
        start.end !== undefined ? timeOf(start.end) :
            start.start !== undefined && start.duration !== undefined ?
                timeOf(start.start) + timeOf(start.duration) : now();
    const from = start.start !== undefined ? timeOf(start.start) :
        start.duration !== undefined && start.end !== undefined ?
            to - timeOf(start.duration) : 0;
    return { from, to, detail: start.detail };
}

function clear(type, name) {
    for (let i = entries.length - 1; i >= 0; i--) {
        if (entries[i].entryType === type &&
            (name === undefined || entries[i].name === name))
            entries.splice(i, 1);
    }
}

/* The place of loopStart in binding.milestones(). */
const kLoopStart = 3;

/* How much of the time the loop did not wait: since the loop began, since an
 * earlier answer, or between two of them. */
function eventLoopUtilization(util1, util2) {
    const [turns, waited] = binding.loop();
    if (turns === 0)
        return { idle: 0, active: 0, utilization: 0 };
    const loopStart = binding.milestones()[kLoopStart];
    const at = util2 ? util1 :
        { idle: waited, active: now() - loopStart - waited };
    const since = util2 ?? util1 ?? { idle: 0, active: 0 };
    const idle = at.idle - since.idle;
    const active = at.active - since.active;
    return { idle, active, utilization: active / (idle + active) };
}

function checkHistogram(histogram) {
    const { RecordableHistogram } = require('internal/perf/histogram');
    if (!(histogram instanceof RecordableHistogram)) {
        throw new codes.ERR_INVALID_ARG_TYPE('options.histogram',
                                             'RecordableHistogram', histogram);
    }
}

/* A call has ended, or what it promised: in nanoseconds for the histogram. */
function endTimed(fn, args, from, histogram) {
    const duration = now() - from;
    histogram?.record(Math.max(1, Math.ceil(duration * 1e6)));
    announce(makeCall(fn.name, from, duration, args));
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

/* For fetch() and clients like it. */
function markResourceTiming(...args) {
    return resources().markResourceTiming(...args);
}

class Performance extends EventTarget {
    #isReal = true;

    constructor() {
        if (arguments[0] !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        super();
    }

    static #check(self) {
        if (!(#isReal in self))
            throw new codes.ERR_INVALID_THIS('Performance');
    }

    now() {
        Performance.#check(this);
        return now();
    }

    get timeOrigin() {
        Performance.#check(this);
        return binding.timeOrigin();
    }

    mark(name, options = {}) {
        Performance.#check(this);
        needs(arguments, 'name');
        const mark = new PerformanceMark(name, options ?? {});
        entries.push(mark);
        return announce(mark);
    }

    measure(name, start = undefined, end = undefined) {
        Performance.#check(this);
        needs(arguments, 'name');
        validateString(name, 'name');
        const { from, to, detail } = readMeasure(start, end);
        const measure = makeMeasure(name, from, to, detail);
        entries.push(measure);
        return announce(measure);
    }

    clearMarks(name = undefined) {
        Performance.#check(this);
        if (name !== undefined) {
            name = `${name}`;
            checkMarkName(name);
        }
        clear('mark', name);
    }

    clearMeasures(name = undefined) {
        Performance.#check(this);
        clear('measure', name === undefined ? undefined : `${name}`);
    }

    clearResourceTimings(name = undefined) {
        Performance.#check(this);
        clear('resource', name === undefined ? undefined : `${name}`);
    }

    setResourceTimingBufferSize(maxSize) {
        Performance.#check(this);
        needs(arguments, 'maxSize');
        resources().setLimit(maxSize);
    }

    getEntries() {
        Performance.#check(this);
        return entries.toSorted(byTime);
    }

    getEntriesByName(name, type = undefined) {
        Performance.#check(this);
        needs(arguments, 'name');
        return selectByName(entries.toSorted(byTime), name, type);
    }

    getEntriesByType(type) {
        Performance.#check(this);
        needs(arguments, 'type');
        return selectByType(entries.toSorted(byTime), type);
    }

    toJSON() {
        Performance.#check(this);
        return { nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin,
                 eventLoopUtilization: this.eventLoopUtilization() };
    }

    [customInspectSymbol](depth, options) {
        return depth < 0 ? this : showAs(this, {
            nodeTiming: this.nodeTiming, timeOrigin: this.timeOrigin,
        }, depth, options);
    }
}

defineEventHandler(Performance.prototype, 'resourcetimingbufferfull');
defineEnumerable(Performance.prototype, [
    'clearMarks', 'clearMeasures', 'clearResourceTimings', 'getEntries',
    'getEntriesByName', 'getEntriesByType', 'mark', 'measure', 'now',
    'onresourcetimingbufferfull', 'setResourceTimingBufferSize', 'timeOrigin',
    'toJSON',
]);
defineTag(Performance.prototype, 'Performance');
for (const [name, value] of Object.entries({
    eventLoopUtilization, markResourceTiming, nodeTiming, timerify,
})) {
    Object.defineProperty(Performance.prototype, name, {
        __proto__: null, value, writable: true, enumerable: false,
        configurable: true,
    });
}

const performance = new Performance(key);

let resourcesModule;

function resources() {
    if (resourcesModule === undefined) {
        resourcesModule = require('internal/perf/resources');
        resourcesModule.setEmitFull(() => {
            performance.dispatchEvent(new Event('resourcetimingbufferfull'));
        });
    }
    return resourcesModule;
}

/* For entries of type 'gc', which do not occur here. */
const gcConstants = {
    NODE_PERFORMANCE_GC_MAJOR: 4,
    NODE_PERFORMANCE_GC_MINOR: 1,
    NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
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
        return require('internal/perf/histogram').createHistogram(options);
    },
    eventLoopUtilization,
    monitorEventLoopDelay(options) {
        return require('internal/perf/histogram').monitorEventLoopDelay(options);
    },
    performance,
    timerify,
};
Object.defineProperty(module.exports, 'PerformanceResourceTiming', {
    __proto__: null, configurable: true, enumerable: true,
    get: () => resources().PerformanceResourceTiming,
});
Object.defineProperty(module.exports, 'constants', {
    __proto__: null, value: gcConstants, enumerable: true,
});
