'use strict';
/* http has the classes of WebSocket, too: those that are global. */

const assert = require('assert');
const http = require('http');

for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent'])
    assert.strictEqual(http[name], globalThis[name], name);
import('node:http').then(({ WebSocket: Imported }) => {
    assert.strictEqual(Imported, WebSocket);
});
