'use strict';
/*
 * http2 - servers and clients of HTTP/2; frames are nghttp2's, which is loaded
 * when the first session is made.
 */

const constants = require('internal/http2/constants');
const { sensitiveHeaders } = require('internal/http2/headers');
const { defineLazy } = require('internal/util');
/* Loaded when first used: internal/http2/compat, internal/http2/server,
 * internal/http2/settings. */

function lazily(file, name) {
    return {
        [name](...args) {
            return require(file)[name](...args);
        },
    }[name];
}

module.exports = {
    connect: lazily('internal/http2/server', 'connect'),
    constants,
    createServer: lazily('internal/http2/server', 'createServer'),
    createSecureServer: lazily('internal/http2/server', 'createSecureServer'),
    getDefaultSettings: lazily('internal/http2/settings',
                               'getDefaultSettings'),
    getPackedSettings: lazily('internal/http2/settings', 'getPackedSettings'),
    getUnpackedSettings: lazily('internal/http2/settings',
                                'getUnpackedSettings'),
    performServerHandshake: lazily('internal/http2/server',
                                   'performServerHandshake'),
    sensitiveHeaders,
};
Object.defineProperty(module.exports.connect,
                      Symbol.for('nodejs.util.promisify.custom'), {
    __proto__: null, configurable: true,
    get: () => require('internal/http2/server')
        .connect[Symbol.for('nodejs.util.promisify.custom')],
});
for (const name of ['Http2ServerRequest', 'Http2ServerResponse'])
    defineLazy(module.exports, name,
               () => require('internal/http2/compat')[name]);
