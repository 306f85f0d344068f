'use strict';
/* http has the classes of WebSocket, too: those that are global. Its methods have
 * names, which packages copy and messages show. */

const assert = require('assert');
const http = require('http');

for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent'])
    assert.strictEqual(http[name], globalThis[name], name);
import('node:http').then(({ WebSocket: Imported }) => {
    assert.strictEqual(Imported, WebSocket);
});

const methods = [
    [http.Agent, ['addRequest', 'createSocket', 'getName', 'destroy']],
    [http.ClientRequest, ['abort', 'destroy', 'onSocket', 'setTimeout']],
    [http.OutgoingMessage, ['end', 'getHeader', 'setHeader', 'write']],
    [http.Server, ['close', 'closeIdleConnections', 'setTimeout']],
    [http.ServerResponse, ['writeContinue', 'writeEarlyHints', 'writeHead']],
];
for (const [Class, names] of methods) {
    for (const name of names)
        assert.strictEqual(Class.prototype[name].name, name);
}
