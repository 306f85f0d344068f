// From a callback of I/O and from one of a timer, an immediate comes before a
// timer of 0 ms, however long the callback takes.
// orders: 1
'use strict';
const fs = require('fs');
const net = require('net');
const assert = require('assert');
let races = 0;
function race(name) {
    const order = [];
    races++;
    setTimeout(() => {
        assert.strictEqual(order.join(), 'immediate', `from ${name}`);
        races--;
    }, 0);
    const until = Date.now() + 3;
    if (races % 2)
        while (Date.now() < until);
    setImmediate(() => order.push('immediate'));
}
fs.stat('/', () => race('a file'));
fs.readFile(__filename, () => race('a file that was read'));
setTimeout(race, 1, 'a timer');
setTimeout(race, 7, 'a timer');
const server = net.createServer((socket) => {
    race('a connection');
    socket.end('x');
    server.close();
}).listen(0, '127.0.0.1', () => {
    net.connect(server.address().port, '127.0.0.1')
        .on('data', () => race('a socket'));
});
process.on('exit', () => {
    assert.strictEqual(races, 0);
    console.log('ok');
});
