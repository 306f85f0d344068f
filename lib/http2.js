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

function lazily(file, name, length) {
    const { [name]: lazy } = {
        [name](...args) {
            return require(file)[name](...args);
        },
    };
    return Object.defineProperty(lazy, 'length',
                                 { __proto__: null, value: length });
}

module.exports = {
    connect: lazily('internal/http2/server', 'connect', 3),
    constants,
    createServer: lazily('internal/http2/server', 'createServer', 2),
    createSecureServer: lazily('internal/http2/server', 'createSecureServer',
                               2),
    getDefaultSettings: lazily('internal/http2/settings',
                               'getDefaultSettings', 0),
    getPackedSettings: lazily('internal/http2/settings', 'getPackedSettings',
                              1),
    getUnpackedSettings: lazily('internal/http2/settings',
                                'getUnpackedSettings', 1),
    performServerHandshake: lazily('internal/http2/server',
                                   'performServerHandshake', 1),
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
