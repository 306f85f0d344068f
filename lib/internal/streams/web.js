'use strict';
/* internal/streams/web - the adapters between these streams and those of the
 * web, which are loaded when they are first used. */

/* Loaded when first used: internal/webstreams/adapters. */

function getAdapters() {
    return require('internal/webstreams/adapters');
}

module.exports = { getAdapters };
