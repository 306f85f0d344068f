'use strict';
/*
 * internal/http2/channels - the diagnostics channels of HTTP/2. `fill` makes
 * the message; it is called only if somebody listens.
 */

const { channel } = require('diagnostics_channel');

const channels = {
    __proto__: null,
    client: makeChannels('client', ['created', 'start', 'error', 'finish',
                                    'close', 'bodyChunkSent', 'bodySent']),
    server: makeChannels('server', ['created', 'start', 'error', 'finish',
                                    'close']),
};

function makeChannels(side, names) {
    const made = { __proto__: null };
    for (const name of names)
        made[name] = channel(`http2.${side}.stream.${name}`);
    return made;
}

/* A stream that was destroyed has no side any more. */
function publish(side, name, fill) {
    const to = channels[side]?.[name];
    if (to !== undefined && to.hasSubscribers)
        to.publish(fill());
}

module.exports = { publish };
