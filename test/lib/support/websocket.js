'use strict';
// A server of WebSockets on http's 'upgrade', frame by frame, and a record of
// what a client saw.
const assert = require('assert');
const { createHash } = require('crypto');
const http = require('http');

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

// A frame of the server's, which is not masked.
function frame(opcode, payload = '', { fin = true, rsv = 0, masked = false } = {}) {
  const body = Buffer.from(payload);
  const head = [(fin ? 0x80 : 0) | rsv | opcode];
  const mask = masked ? 0x80 : 0;
  if (body.length < 126)
    head.push(mask | body.length);
  else if (body.length < 65536)
    head.push(mask | 126, body.length >> 8, body.length & 255);
  else
    head.push(mask | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((n) => (body.length >> n) & 255));
  return Buffer.concat([Buffer.from(head), body]);
}

// Calls on(opcode, payload, isLast) for each whole frame of the client's.
function reader(on) {
  let bytes = Buffer.alloc(0);
  return (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      if (bytes.length < 2)
        return;
      assert.strictEqual(bytes[1] & 0x80, 0x80, 'a client masks');
      let length = bytes[1] & 0x7f;
      let at = 2;
      if (length === 126) {
        length = bytes.readUInt16BE(2);
        at = 4;
      } else if (length === 127) {
        length = Number(bytes.readBigUInt64BE(2));
        at = 10;
      }
      if (bytes.length < at + 4 + length)
        return;
      const key = bytes.subarray(at, at + 4);
      const payload = bytes.subarray(at + 4, at + 4 + length).map((b, i) => b ^ key[i % 4]);
      const first = bytes[0];
      bytes = bytes.subarray(at + 4 + length);
      on(first & 15, Buffer.from(payload));
    }
  };
}

// One server for each test: serve(socket, request) talks, headers are added.
async function withServer(serve, use, headers = () => []) {
  const server = http.createServer((request, response) => response.end('no'));
  server.on('upgrade', (request, socket, head) => {
    const key = request.headers['sec-websocket-key'];
    const accept = createHash('sha1').update(key + GUID).digest('base64');
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.resume();
    socket.write(['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket',
                  'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`,
                  ...headers(request), '', ''].join('\r\n'));
    serve(socket, request);
    if (head.length > 0)
      socket.emit('data', head);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await use(`ws://127.0.0.1:${server.address().port}/path?q=1`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

// All events of a socket in order, until it is closed.
function record(ws, onMessage = () => {}) {
  const events = [];
  return new Promise((resolve) => {
    ws.onopen = () => events.push('open');
    ws.addEventListener('message', (event) => {
      events.push(event.data);
      onMessage(event);
    });
    ws.onerror = (event) => events.push(event.constructor.name);
    ws.onclose = (event) => {
      events.push([event.code, event.reason, event.wasClean]);
      resolve(events);
    };
  });
}

module.exports = { frame, reader, record, withServer };
