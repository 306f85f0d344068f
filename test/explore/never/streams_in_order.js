// Of one stream: connect before data, bytes in order, data before end before
// close, callbacks of writes in order.
// orders: 3
'use strict';
const net = require('net');
const assert = require('assert');
const lines = [];
const server = net.createServer((socket) => {
    follow('server', socket, true);
    socket.on('end', () => socket.end());
}).listen(0, '127.0.0.1', () => {
    let left = 2;
    for (let i = 0; i < 2; i++) {
        const client = net.connect(server.address().port, '127.0.0.1');
        follow(`client${i}`, client, false);
        client.on('connect', () => client.end('the end'));
        client.on('close', () => --left === 0 && server.close());
    }
});
function follow(name, socket, isConnected) {
    const seen = [];
    let bytes = '';
    const note = (what) => {
        lines.push(`${name[0]}${what[0]}`);
        seen.push(what);
    };
    if (!isConnected)
        socket.on('connect', () => note('connect'));
    socket.on('data', (data) => { bytes += data; note('data'); });
    socket.on('end', () => note('end'));
    socket.on('close', () => {
        const want = isConnected ? /^(data )+end close$/ :
            /^connect (data )+end close$/;
        assert.match([...seen, 'close'].join(' '), want, name);
        assert.strictEqual(bytes, isConnected ? '0123the end' : '0123');
    });
    const written = [];
    for (let i = 0; i < 4; i++) {
        socket.write(String(i), () => {
            written.push(i);
            assert.deepStrictEqual(written, [0, 1, 2, 3].slice(0, i + 1));
        });
    }
}
process.on('exit', () => console.log(lines.join(' ')));
