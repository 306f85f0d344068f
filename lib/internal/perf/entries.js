'use strict';
/*
 * internal/perf/entries - what the performance timeline is made of: marks,
 * measures, calls of a timed function, and how the program itself came up.
 *
 * The fields of an entry are in a private field of PerformanceEntry; its
 * classes differ only in whether they can be constructed and have a detail.
 */

const binding = internalBinding('process');
const { showAs } = require('internal/events/event_target');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { codes } = require('internal/errors');
const { validateNumber, validateObject } = require('internal/validators');

const key = Symbol('made here');
const { now } = binding;

let fieldsOf;

class PerformanceEntry {
    #fields;

    static {
        fieldsOf = (entry) => {
            if (!(#fields in entry))
                throw new codes.ERR_INVALID_THIS('PerformanceEntry');
            return entry.#fields;
        };
    }

    constructor() {
        const [given, name, entryType, startTime, duration, detail] =
            arguments;
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#fields = { name, entryType, startTime, duration, detail };
    }

    get name() { return fieldsOf(this).name; }

    get entryType() { return fieldsOf(this).entryType; }

    get startTime() { return fieldsOf(this).startTime; }

    get duration() { return fieldsOf(this).duration; }

    toJSON() {
        const { detail, ...rest } = fieldsOf(this);
        return detail === undefined ? rest : { ...rest, detail };
    }

    [customInspectSymbol](depth, options) {
        return depth < 0 ? this : showAs(this, this.toJSON(), depth, options);
    }
}

/* ---- The program itself ------------------------------------------------- */

/* The names of binding.milestones(), in its order, in milliseconds. */
const milestones = ['nodeStart', 'v8Start', 'environment', 'loopStart',
                    'loopExit', 'bootstrapComplete'];

/* Its fields are own properties with the current values. */
class PerformanceNodeTiming {
    constructor() {
        const fields = {
            name: { value: 'node' },
            entryType: { value: 'node' },
            startTime: { value: 0 },
            duration: { get: now },
        };
        for (let i = 0; i < milestones.length; i++)
            fields[milestones[i]] = { get: () => binding.milestones()[i] };
        fields.idleTime = { get: () => binding.loop()[1] };
        fields.uvMetricsInfo = { get: readMetrics };
        for (const name in fields) {
            Object.defineProperty(this, name, {
                __proto__: null, enumerable: true, configurable: true,
                ...fields[name],
            });
        }
    }

    toJSON() {
        const { uvMetricsInfo, loopStart, loopExit, idleTime, environment,
                bootstrapComplete, ...first } = this;
        return { ...first, bootstrapComplete, environment, loopStart,
                 loopExit, idleTime };
    }
}

Object.setPrototypeOf(PerformanceNodeTiming.prototype,
                      PerformanceEntry.prototype);

function readMetrics() {
    const [loopCount, , events, eventsWaiting] = binding.loop();
    return { loopCount, events, eventsWaiting };
}

const nodeTiming = new PerformanceNodeTiming();

/* ---- Those with a detail ------------------------------------------------- */

/* The program's own marks cannot have the names of the milestones. */
function checkMarkName(name) {
    if (milestones.includes(name))
        throw new codes.ERR_INVALID_ARG_VALUE('name', name);
}

class PerformanceMark extends PerformanceEntry {
    constructor(name, options = {}) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('name');
        name = `${name}`;
        checkMarkName(name);
        if (options != null)
            validateObject(options, 'options');
        const detail = options?.detail;
        const startTime = options?.startTime ?? now();
        validateNumber(startTime, 'startTime');
        if (startTime < 0)
            throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(startTime);
        super(key, name, 'mark', startTime, 0,
              detail == null ? null : structuredClone(detail));
    }

    get detail() { return fieldsOf(this).detail; }

    toJSON() { return super.toJSON(); }
}

class PerformanceMeasure extends PerformanceEntry {
    get detail() { return fieldsOf(this).detail; }

    toJSON() { return super.toJSON(); }
}

class PerformanceNodeEntry extends PerformanceEntry {
    get detail() { return fieldsOf(this).detail; }

    toJSON() { return super.toJSON(); }
}

function makeMeasure(name, from, to, detail) {
    return new PerformanceMeasure(key, name, 'measure', from, to - from,
                                  detail == null ? null
                                                 : structuredClone(detail));
}

function makeNodeEntry(name, type, from, duration, detail) {
    return new PerformanceNodeEntry(key, name, type, from, duration, detail);
}

/* The arguments of the call are elements of it, too. */
function makeCall(name, from, duration, args) {
    const entry = makeNodeEntry(name, 'function', from, duration, args);
    for (let i = 0; i < args.length; i++)
        entry[i] = args[i];
    return entry;
}

defineEnumerable(PerformanceEntry.prototype, [
    'name', 'entryType', 'startTime', 'duration', 'toJSON',
]);
defineEnumerable(PerformanceMark.prototype, ['detail']);
defineEnumerable(PerformanceMeasure.prototype, ['detail']);
defineTag(PerformanceMark.prototype, 'PerformanceMark');
defineTag(PerformanceMeasure.prototype, 'PerformanceMeasure');

module.exports = {
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    checkMarkName,
    isMilestone: (name) => milestones.includes(name),
    makeCall,
    makeMeasure,
    makeNodeEntry,
    nodeTiming,
    key,
};
