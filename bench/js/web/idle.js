// idle.js PORT COUNT: that many connections of TLS, which then wait. A byte on
// standard output says that all are there.
'use strict';

const tls = require('tls');

const [port, count] = process.argv.slice(2).map(Number);
const secureContext = tls.createSecureContext();
let left = count;
let next = count;

function open() {
    if (next-- <= 0)
        return;
    const socket = tls.connect({ port, host: '127.0.0.1', secureContext,
                                 rejectUnauthorized: false }, () => {
        if (--left === 0)
            setTimeout(() => process.stdout.write('.'), 500);
        open();
    });
    socket.resume();
}
for (let i = 0; i < 50; i++)
    open();
