'use strict';
/* internal/worker/pipe - the output of workers joins that of the program. */

/* Each pipe adds listeners, and a program may have many workers: no warning of
 * a leak for these. */
function pipeQuietly(from, to) {
    const limits = [from, to].map((stream) => stream.getMaxListeners());
    from.setMaxListeners(Infinity);
    to.setMaxListeners(Infinity);
    from.pipe(to);
    from.setMaxListeners(limits[0]);
    to.setMaxListeners(limits[1]);
}

module.exports = { pipeQuietly };
