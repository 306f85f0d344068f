'use strict';
/*
 * cluster - processes that share their servers. A primary forks workers, which
 * know what they are by NODE_UNIQUE_ID.
 */

/* Loaded when first used: internal/cluster/child, internal/cluster/primary. */

module.exports = Object.hasOwn(process.env, 'NODE_UNIQUE_ID') ?
    require('internal/cluster/child') : require('internal/cluster/primary');
