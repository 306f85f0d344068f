'use strict';
/*
 * internal/cluster/role - whether this process is a worker of a cluster, for
 * servers and sockets: they need not load `cluster` to know.
 *
 * `cluster` is the module in a worker, whose handles the primary opens, and
 * undefined in every other process.
 */

module.exports = { cluster: undefined };
