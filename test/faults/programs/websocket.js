'use strict';
// It listens to errors: a WebSocket reports what fails as an event.
// Messages of text and bytes, long and short, to a server and back.
const { createHash } = require('crypto');
const http = require('http');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const server = http.createServer();

function frame(opcode, body) {
    const head = body.length < 126 ? [body.length]
        : [126, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([0x80 | opcode, ...head]), body]);
}

server.on('upgrade', (request, socket) => {
    const key = request.headers['sec-websocket-key'];
    const accept = createHash('sha1').update(key + GUID).digest('base64');
    let received = 0;
    socket.on('error', (error) => { throw error; });
    socket.on('data', (chunk) => {
        const had = received;
        received += chunk.length;
        if (had >= 1000 || received < 1000)
            return;
        socket.write(frame(9, Buffer.from('ping')));
        socket.write(frame(1, Buffer.from('text')));
        socket.write(frame(2, Buffer.alloc(500, 7)));
        socket.end(frame(8, Buffer.from([3, 232])));
    });
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n' +
                 `Connection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
});
server.on('error', (error) => { throw error; });
server.listen(0, '127.0.0.1', () => {
    const ws = new WebSocket(`ws://127.0.0.1:${server.address().port}/`);
    ws.binaryType = 'arraybuffer';
    ws.onopen = () => {
        ws.send('short');
        ws.send(new Uint8Array(1000));
    };
    ws.onmessage = ({ data }) => console.log(data.length ?? data.byteLength);
    ws.onerror = ({ error, message }) => {
        console.log(message || 'out of memory', error?.code);
        process.exitCode = 1;
    };
    ws.onclose = ({ code, wasClean }) => {
        console.log(code, wasClean);
        if (!wasClean)
            process.exitCode = 1;
        server.close();
        server.closeAllConnections();
    };
});
