// A turn: poll, check, closing, timers. What a poll has found is followed by
// the immediates, these by the closing handles, and only then come timers.
// orders: 5
'use strict';
const fs = require('fs');
const net = require('net');
const order = [];
const server = net.createServer().listen(0, '127.0.0.1', () => {
    for (let i = 0; i < 3; i++) {
        fs.stat('/', () => {
            order.push('poll');
            setTimeout(() => order.push('timer'), 1);
            setImmediate(() => order.push('check'));
            const socket = new net.Socket();
            socket.connect(server.address().port, '127.0.0.1');
            socket.on('close', () => {
                order.push('closing');
                if (--left === 0)
                    server.close();
            });
            socket.destroy();
        });
    }
});
let left = 3;
process.on('exit', () => {
    const text = order.join(' ');
    console.log(text);
    // From a callback of the poll phase, check is next; no timer in between,
    // and no close.
    let checks = 0;
    let closes = 0;
    for (const name of order) {
        if (name === 'poll')
            checks++;
        else if (name === 'check' && checks-- > 0)
            closes++;
        else if (checks > 0)
            throw new Error(`${name} before the immediates: ${text}`);
        else if (name === 'closing')
            closes--;
        else if (closes > 0)
            throw new Error(`${name} before the closing handles: ${text}`);
    }
});
