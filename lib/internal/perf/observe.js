'use strict';
/*
 * internal/perf/observe - PerformanceObserver and the entries of the timeline.
 *
 * An entry is handed to the observers of its type when it is made; they are
 * called in an immediate, each with all that has come up to then.
 */

const { setImmediate } = internalBinding('order');
const { showAs } = require('internal/events/event_target');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { codes } = require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
/* Loaded when first used: internal/perf/sources. */

const key = Symbol('made here');
const kTypes = ['dns', 'function', 'http', 'http2', 'mark', 'measure', 'net',
                'resource'];
const supportedTypes = Object.freeze([...kTypes]);

function needs(args, name) {
    if (args.length === 0)
        throw new codes.ERR_MISSING_ARGS(name);
}

function selectByName(entries, name, type) {
    return entries.filter((entry) => entry.name === `${name}` &&
        (type === undefined || entry.entryType === type));
}

function selectByType(entries, type) {
    return entries.filter((entry) => entry.entryType === `${type}`);
}

const byTime = (a, b) => a.startTime - b.startTime;

class PerformanceObserverEntryList {
    #entries;

    constructor() {
        const [given, entries] = arguments;
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#entries = entries.sort(byTime);
    }

    getEntries() { return [...this.#entries]; }

    getEntriesByType(type) {
        needs(arguments, 'type');
        return selectByType(this.#entries, type);
    }

    getEntriesByName(name, type = undefined) {
        needs(arguments, 'name');
        return selectByName(this.#entries, name, type);
    }

    [customInspectSymbol](depth, options) {
        return depth < 0 ? this : showAs(this, this.#entries, depth, options);
    }
}

const observers = new Set();
let isDelivering = false;

let hand;      /* an entry to an observer, if it wants that type */
let deliverTo; /* call it with what it was handed */

function deliver() {
    isDelivering = false;
    for (const observer of observers)
        deliverTo(observer);
}

function deliverLater() {
    if (observers.size === 0 || isDelivering)
        return;
    isDelivering = true;
    setImmediate(deliver);
}

function announce(entry) {
    for (const observer of observers)
        hand(observer, entry);
    deliverLater();
    return entry;
}

/* Modules measure only what some observer wants; typesOf() gives its types. */
let typesOf;
let isFollowing = false;
const followed = ['net', 'dns', 'http', 'http2'];

function follow() {
    const types = new Set();
    for (const observer of observers) {
        for (const type of typesOf(observer))
            types.add(type);
    }
    if (!isFollowing && !followed.some((type) => types.has(type)))
        return;
    isFollowing = true;
    require('internal/perf/sources').follow(types, announce);
}

/* What was made before; perf_hooks.js sets it. */
const timeline = { list: [] };

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
        return supportedTypes;
    }

    observe(options = {}) {
        validateObject(options, 'options');
        const { entryTypes, type, buffered } = options;
        if (entryTypes === undefined && type === undefined) {
            throw new codes.ERR_MISSING_ARGS('options.entryTypes',
                                             'options.type');
        }
        if (entryTypes != null && type != null) {
            throw new codes.ERR_INVALID_ARG_VALUE(
                'options.entryTypes', entryTypes,
                'options.entryTypes can not set with options.type together');
        }
        this.#setKind(type === undefined ? 'multiple' : 'single');
        if (type === undefined)
            this.#observeAll(entryTypes);
        else
            this.#observeOne(type, buffered);
    }

    #observeAll(types) {
        if (!Array.isArray(types)) {
            throw new codes.ERR_INVALID_ARG_TYPE('options.entryTypes',
                                                 'string[]', types);
        }
        this.#types.clear();
        for (const type of types) {
            if (kTypes.includes(type))
                this.#types.add(type);
        }
        if (this.#types.size > 0)
            observers.add(this);
        else
            this.disconnect();
        follow();
    }

    #observeOne(type, buffered) {
        if (!kTypes.includes(type))
            return;
        this.#types.add(type);
        observers.add(this);
        follow();
        if (buffered) {
            this.#entries.push(...selectByType(timeline.list, type));
            deliverLater();
        }
    }

    /* An observer cannot mix `type` and `entryTypes`: the first call
     * decides. */
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
        follow();
    }

    takeRecords() {
        const taken = this.#entries;
        this.#entries = [];
        return taken;
    }

    [customInspectSymbol](depth, options) {
        return depth < 0 ? this : showAs(this, {
            connected: observers.has(this),
            pending: isDelivering && this.#entries.length > 0,
            entryTypes: [...this.#types],
            buffer: this.#entries,
        }, depth, options);
    }

    static {
        typesOf = (self) => self.#types;
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

defineEnumerable(PerformanceObserverEntryList.prototype, [
    'getEntries', 'getEntriesByType', 'getEntriesByName',
]);
defineEnumerable(PerformanceObserver.prototype, [
    'observe', 'disconnect', 'takeRecords',
]);
defineTag(PerformanceObserverEntryList.prototype,
          'PerformanceObserverEntryList');
defineTag(PerformanceObserver.prototype, 'PerformanceObserver');

module.exports = {
    PerformanceObserver,
    PerformanceObserverEntryList,
    announce,
    byTime,
    needs,
    selectByName,
    selectByType,
    timeline,
};
