'use strict';
/* internal/streams/web - the adapters between these streams and those of the
 * web, which come with node:stream/web. */

function getAdapters() {
    const { canBeRequired } = require('internal/bootstrap/realm');
    if (!canBeRequired('stream/web'))
        throw new Error('orrery has no node:stream/web yet');
    return require('internal/webstreams/adapters');
}

module.exports = { getAdapters };
