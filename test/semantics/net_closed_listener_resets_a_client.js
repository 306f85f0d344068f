// prints: error:ECONNRESET close
'use strict';
// A Unix socket is connected at once. If the listener is closed before that is
// told, the client is told of the reset alone.
const net = require('net');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `reset-${process.pid}.sock`);
const server = net.createServer(() => console.log('connection'));
server.listen(file, () => {
    const client = net.connect(file, () => console.log('connect'));
    client.on('error', ({ code }) => console.log('error:' + code));
    client.on('close', () => console.log('close'));
    server.close();
});
