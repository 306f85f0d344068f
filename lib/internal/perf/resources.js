'use strict';
/*
 * internal/perf/resources - entries of type 'resource', and the part of the
 * timeline that holds them.
 *
 * That part has a limit. What comes when it is reached waits for the event
 * 'resourcetimingbufferfull', in which a program may free space or raise the
 * limit; what then does not fit is forgotten.
 */

const { setImmediate } = internalBinding('order');
const { strict: assert } = require('assert');
const { PerformanceEntry, key } = require('internal/perf/entries');
const { announce, timeline } = require('internal/perf/observe');
const { codes } = require('internal/errors');
const { defineEnumerable, defineTag } = require('internal/util');

/* The fields, in their order, and what they are in the timing of a fetch. */
const kOfFetch = {
    workerStart: 'finalServiceWorkerStartTime',
    redirectStart: 'redirectStartTime',
    redirectEnd: 'redirectEndTime',
    fetchStart: 'postRedirectStartTime',
    requestStart: 'finalNetworkRequestStartTime',
    responseStart: 'finalNetworkResponseStartTime',
    responseEnd: 'endTime',
    encodedBodySize: 'encodedBodySize',
    decodedBodySize: 'decodedBodySize',
};
const kOfConnection = {
    nextHopProtocol: 'ALPNNegotiatedProtocol',
    domainLookupStart: 'domainLookupStartTime',
    domainLookupEnd: 'domainLookupEndTime',
    connectStart: 'connectionStartTime',
    connectEnd: 'connectionEndTime',
    secureConnectionStart: 'secureConnectionStartTime',
};
const kNames = [
    'initiatorType', 'nextHopProtocol', 'workerStart', 'redirectStart',
    'redirectEnd', 'fetchStart', 'domainLookupStart', 'domainLookupEnd',
    'connectStart', 'connectEnd', 'secureConnectionStart', 'requestStart',
    'responseStart', 'responseEnd', 'transferSize', 'encodedBodySize',
    'decodedBodySize', 'deliveryType', 'responseStatus',
];

/* The size of a response without its body, by the specification. */
const kHeadSize = 300;

let partsOf;

class PerformanceResourceTiming extends PerformanceEntry {
    #parts;

    static {
        partsOf = (entry) => {
            if (!(#parts in entry))
                throw new codes.ERR_INVALID_THIS('PerformanceResourceTiming');
            return entry.#parts;
        };
    }

    constructor() {
        const [given, url, parts] = arguments;
        const { startTime, endTime } = parts?.timing ?? {};
        super(given, url, 'resource', startTime, endTime - startTime);
        this.#parts = parts;
    }

    get initiatorType() { return partsOf(this).initiatorType; }

    get deliveryType() { return partsOf(this).deliveryType; }

    get responseStatus() { return partsOf(this).responseStatus; }

    get transferSize() {
        const { cacheMode, timing } = partsOf(this);
        return cacheMode === 'local' ? 0 : timing.encodedBodySize + kHeadSize;
    }

    toJSON() {
        const fields = super.toJSON();
        for (const name of kNames)
            fields[name] = this[name];
        return fields;
    }
}

function defineGetter(name, read) {
    const { get } = Object.getOwnPropertyDescriptor(
        { get [name]() { return read(partsOf(this).timing); } }, name);
    Object.defineProperty(PerformanceResourceTiming.prototype, name, {
        __proto__: null, configurable: true, enumerable: true, get,
    });
}

for (const [name, field] of Object.entries(kOfFetch))
    defineGetter(name, (timing) => timing[field]);
for (const [name, field] of Object.entries(kOfConnection)) {
    defineGetter(name,
                 (timing) => timing.finalConnectionTimingInfo?.[field]);
}
defineEnumerable(PerformanceResourceTiming.prototype, [...kNames, 'toJSON']);
defineTag(PerformanceResourceTiming.prototype, 'PerformanceResourceTiming');

// ---- The buffer ------------------------------------------------------------

let limit = 250;
let waiting = [];
let isFull = false;
let emitFull; // given by perf_hooks

function hasSpace() {
    let count = 0;
    for (const { entryType } of timeline.list) {
        if (entryType === 'resource')
            count++;
    }
    return count < limit;
}

function reportFull() {
    while (waiting.length > 0) {
        const { length } = waiting;
        emitFull();
        while (waiting.length > 0 && hasSpace())
            timeline.list.push(waiting.shift());
        if (waiting.length >= length)
            waiting = [];
    }
    isFull = false;
}

function keep(entry) {
    if (!isFull && hasSpace()) {
        timeline.list.push(entry);
        return;
    }
    waiting.push(entry);
    if (!isFull) {
        isFull = true;
        setImmediate(reportFull);
    }
}

function setLimit(maxSize) {
    for (const type of ['BigInt', 'Symbol']) {
        if (typeof maxSize === type.toLowerCase()) {
            const { makePlainError } = require('internal/errors');
            throw makePlainError(
                TypeError, 'ERR_INVALID_ARG_TYPE',
                `maxSize is a ${type} and cannot be converted to a number.`);
        }
    }
    limit = maxSize >>> 0;
}

function markResourceTiming(timing, url, initiatorType, global, cacheMode,
                            bodyInfo, responseStatus, deliveryType = '') {
    assert(cacheMode === '' || cacheMode === 'local',
           "cache must be an empty string or 'local'");
    const entry = new PerformanceResourceTiming(key, url, {
        timing, initiatorType, cacheMode, responseStatus, deliveryType,
    });
    announce(entry);
    keep(entry);
    return entry;
}

module.exports = {
    PerformanceResourceTiming,
    markResourceTiming,
    setEmitFull(fn) { emitFull = fn; },
    setLimit,
};
