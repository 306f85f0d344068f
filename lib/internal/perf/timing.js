'use strict';
/*
 * internal/perf/timing - for net and dns: the time that a request takes, if an
 * observer of performance entries wants to know it.
 *
 * It is loaded with these modules and loads nothing: a request that nobody
 * observes costs one look at `watched`.
 */

const { now } = internalBinding('process');

/* Whether there is an observer; set by internal/perf/sources. */
const watched = { net: false, dns: false };

/* Undefined if nobody wants to know; `detail` is a function that makes one. */
function begin(type, name, detail) {
    return watched[type] ? { type, name, detail: detail(), from: now() }
                         : undefined;
}

/* A request that succeeded; one that failed makes no entry. */
function end(timing, more) {
    if (timing !== undefined)
        require('internal/perf/sources').report(timing, more);
}

module.exports = { begin, end, watched };
