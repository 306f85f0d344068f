// After every callback, of whatever kind: all ticks, then all microtasks.
// orders: 5
'use strict';
const fs = require('fs');
const net = require('net');
const assert = require('assert');
let pending = 0;
let ticks = 0;
const order = [];
function callback(name) {
    assert.strictEqual(pending, 0, `something is left before ${name}`);
    order.push(name);
    pending += 3;
    Promise.resolve().then(() => {
        assert.strictEqual(ticks, 0, 'a microtask came before a tick');
        pending--;
        process.nextTick(() => pending--);
        pending++;
    });
    queueMicrotask(() => {
        pending--;
    });
    ticks++;
    process.nextTick(() => {
        ticks--;
        pending--;
    });
}
setTimeout(callback, 1, 't1');
setTimeout(callback, 1, 't2');
setTimeout(callback, 2, 't3');
setImmediate(callback, 'i1');
setImmediate(callback, 'i2');
for (let i = 0; i < 3; i++)
    fs.stat('/', () => callback(`f${i}`));
const server = net.createServer((socket) => {
    callback('connection');
    socket.end('x');
    server.close();
}).listen(0, '127.0.0.1', () => {
    net.connect(server.address().port, '127.0.0.1', () => callback('connect'))
        .on('data', () => callback('data'))
        .on('close', () => callback('close'));
});
process.on('exit', () => console.log(order.join(' ')));
