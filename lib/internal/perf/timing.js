'use strict';
/*
 * internal/perf/timing - for net, dns and http2: the time that a request takes, if an
 * observer of performance entries wants to know it.
 *
 * It is loaded with these modules and loads nothing: a request that is not
 * observed costs one read of `watched`.
 */

const { now } = internalBinding('process');
/* Loaded when first used: internal/perf/sources. */

/* Whether there is an observer; set by internal/perf/sources. */
const watched = { net: false, dns: false, http2: false };

/* Undefined if no observer asked for the type; `detail` is a function that
 * makes the detail. */
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
