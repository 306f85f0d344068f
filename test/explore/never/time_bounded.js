// An operation is late by a second at most, and a seed delays all of them by
// that together: a chain of ten ends before a timer of two seconds.
// orders: 2
'use strict';
const fs = require('fs');
const net = require('net');
const assert = require('assert');
const order = [];
const guard = setTimeout(() => assert.fail('the timeout was reached'), 2100);
setTimeout(() => order.push('half'), 500);
setTimeout(() => order.push('short'), 5);
let left = 2;
function done(name) {
    order.push(name);
    if (--left === 0)
        clearTimeout(guard);
}
(function next(n) {
    fs.stat('/', () => n > 0 ? next(n - 1) : done('chain'));
})(10);
const server = net.createServer((socket) => socket.pipe(socket));
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.end('hello');
    client.resume().on('close', () => {
        server.close();
        done('echo');
    });
});
process.on('exit', () => console.log(order.join(' ')));
