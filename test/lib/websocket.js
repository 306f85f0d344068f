'use strict';
// The global WebSocket, against a small server of its own on http's 'upgrade'.
const assert = require('assert');
const http = require('http');
const { later } = require('./support/later.js');
const { frame, reader, record, withServer } = require('./support/websocket.js');

// Sends everything back, and answers a close.
function echo(socket) {
  socket.on('data', reader((opcode, payload) => {
    socket.write(frame(opcode, payload));
    if (opcode === 8)
      socket.end();
  }));
}

const tests = {
  async 'text and binary of all lengths come back'() {
    await withServer(echo, async (url) => {
      const ws = new WebSocket(url);
      ws.binaryType = 'arraybuffer';
      const texts = ['', 'hello', 'ü€😀', 'x'.repeat(126), 'y'.repeat(70000)];
      const bytes = Buffer.from(Array.from({ length: 70001 }, (_, i) => i & 255));
      ws.addEventListener('open', () => {
        assert.strictEqual(ws.readyState, WebSocket.OPEN);
        for (const text of texts)
          ws.send(text);
        ws.send(bytes);
        ws.send(new Uint16Array([1, 2]).buffer);
        assert(ws.bufferedAmount > 0);
      });
      let left = texts.length + 2;
      const events = await record(ws, () => {
        if (--left === 0)
          ws.close(3000, 'bye');
      });
      assert.deepStrictEqual(events.slice(0, 6), ['open', ...texts]);
      assert.deepStrictEqual(Buffer.from(events[6]), bytes);
      assert.deepStrictEqual(new Uint8Array(events[7]), new Uint8Array([1, 0, 2, 0]));
      assert.deepStrictEqual(events[8], [3000, 'bye', true]);
      assert.strictEqual(ws.bufferedAmount, 0);
      assert.strictEqual(ws.readyState, WebSocket.CLOSED);
      ws.send('ignored');
    });
  },

  async 'a Blob is sent in its turn, and binary data is a Blob'() {
    await withServer(echo, async (url) => {
      const ws = new WebSocket(url);
      ws.addEventListener('open', () => {
        ws.send(new Blob(['a', 'b']));
        ws.send('after');
      });
      const events = await record(ws, ({ data }) => {
        if (data === 'after')
          ws.close();
      });
      assert(events[1] instanceof Blob);
      assert.strictEqual(await events[1].text(), 'ab');
      assert.deepStrictEqual(events.slice(2), ['after', [1005, '', true]]);
    });
  },

  async 'fragments are joined, and pings between them are answered'() {
    const pongs = [];
    await withServer((socket) => {
      socket.write(Buffer.concat([
        frame(1, Buffer.from('ü').subarray(0, 1), { fin: false }),
        frame(9, 'are you there'),
        frame(0, Buffer.from('ü').subarray(1), { fin: false }),
        frame(10, 'unasked'), frame(0, '!'),
      ]));
      socket.on('data', reader((opcode, payload) => {
        if (opcode === 10)
          pongs.push(payload.toString());
        if (opcode === 10)
          socket.write(frame(8, Buffer.from([3, 232, 0x6f, 0x6b])));
        if (opcode === 8)
          socket.end();
      }));
    }, async (url) => {
      const events = await record(new WebSocket(url));
      assert.deepStrictEqual(events, ['open', 'ü!', [1000, 'ok', true]]);
    });
    assert.deepStrictEqual(pongs, ['are you there']);
  },

  async 'frames may come byte by byte'() {
    await withServer((socket) => {
      const bytes = Buffer.concat([frame(1, 'z'.repeat(130)), frame(8)]);
      let i = 0;
      const next = () => i < bytes.length
        ? socket.write(bytes.subarray(i, ++i), () => setImmediate(next)) : socket.end();
      next();
    }, async (url) => {
      const events = await record(new WebSocket(url));
      assert.deepStrictEqual(events, ['open', 'z'.repeat(130), [1005, '', true]]);
    });
  },

  async 'what a server must not send ends the connection'() {
    const wrong = {
      'a masked frame': frame(1, 'abcdabcd', { masked: true }),
      'a reserved bit': frame(1, 'a', { rsv: 0x10 }),
      'an unknown opcode': frame(3, 'a'),
      'a fragmented ping': frame(9, 'a', { fin: false }),
      'a long ping': frame(9, 'x'.repeat(126)),
      'a continuation of nothing': frame(0, 'a'),
      'a message inside of another': Buffer.concat([frame(1, 'a', { fin: false }), frame(1, 'b')]),
      'text that is no UTF-8': frame(1, Buffer.from([0xff, 0xfe])),
    };
    for (const [name, bytes] of Object.entries(wrong)) {
      await withServer((socket) => {
        socket.write(bytes);
      }, async (url) => {
        const events = await record(new WebSocket(url));
        assert.deepStrictEqual([events[0], events[1], events[2][0], events[2][2]],
                               ['open', 'ErrorEvent', 1006, false], name);
      });
    }
  },

  async 'a socket that ends without a close frame: 1006'() {
    await withServer((socket) => socket.end(), async (url) => {
      const events = await record(new WebSocket(url));
      assert.deepStrictEqual(events, ['open', 'ErrorEvent', [1006, '', false]]);
    });
  },

  async 'protocols are offered, and the server chooses one'() {
    await withServer((socket, request) => {
      assert.strictEqual(request.headers['sec-websocket-protocol'], 'one, two');
      assert.strictEqual(request.headers['sec-websocket-version'], '13');
      assert.strictEqual(request.url, '/path?q=1');
      echo(socket);
    }, async (url) => {
      const ws = new WebSocket(url, ['one', 'two']);
      assert.strictEqual(ws.protocol, '');
      ws.addEventListener('open', () => {
        assert.strictEqual(ws.protocol, 'two');
        assert.strictEqual(ws.url, url);
        ws.close();
        ws.close();
        assert.strictEqual(ws.readyState, WebSocket.CLOSING);
      });
      assert.deepStrictEqual(await record(ws), ['open', [1005, '', true]]);
    }, () => ['Sec-WebSocket-Protocol: two']);
    await withServer(echo, async (url) => {
      assert.deepStrictEqual(await record(new WebSocket(url, 'one')),
                             ['ErrorEvent', [1006, '', false]]);
    }, () => ['Sec-WebSocket-Protocol: other']);
  },

  async 'a refused handshake or connection: an error, then close'() {
    const server = http.createServer((request, response) => response.end('no'));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    const expected = ['ErrorEvent', [1006, '', false]];
    assert.deepStrictEqual(await record(new WebSocket(`ws://127.0.0.1:${port}`)), expected);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    assert.deepStrictEqual(await record(new WebSocket(`ws://127.0.0.1:${port}`)), expected);
  },

  async 'bad arguments are refused'() {
    const dom = (name, message) => ({ name, message, constructor: DOMException });
    const invalid = dom('SyntaxError', 'Invalid Sec-WebSocket-Protocol value');
    assert.throws(() => new WebSocket(),
                  { message: 'WebSocket constructor: 1 argument required, but 0 found.' });
    assert.throws(() => new WebSocket('x'), dom('SyntaxError', 'TypeError: Invalid URL'));
    assert.throws(() => new WebSocket('ftp://a'), { name: 'SyntaxError' });
    assert.throws(() => new WebSocket('ws://a/#f'), { name: 'SyntaxError' });
    assert.throws(() => new WebSocket('ws://a', ['x', 'x']), invalid);
    assert.throws(() => new WebSocket('ws://a', 'a b'), invalid);
    await withServer(echo, async (url) => {
      const ws = new WebSocket(url.replace('ws:', 'http:'));
      assert.strictEqual(ws.url, url);
      assert.strictEqual(ws.readyState, 0);
      assert.throws(() => ws.send(),
                    { message: 'WebSocket.send: 1 argument required, but 0 found.' });
      assert.throws(() => ws.send('x'), dom('InvalidStateError', 'Sent before connected.'));
      assert.throws(() => ws.close(999), dom('InvalidAccessError', 'invalid code'));
      assert.throws(() => ws.close(3000, 'x'.repeat(124)),
                    dom('SyntaxError', 'Reason must be less than 123 bytes; received 124'));
      ws.binaryType = 'other';
      assert.strictEqual(ws.binaryType, 'blob');
      ws.addEventListener('open', () => ws.close(1000));
      assert.deepStrictEqual(await record(ws), ['open', [1000, '', true]]);
    });
  },

  async 'classes look as in Node'() {
    assert.strictEqual(Object.prototype.toString.call(WebSocket.prototype), '[object WebSocket]');
    assert.deepStrictEqual([WebSocket.CONNECTING, WebSocket.prototype.CLOSED, WebSocket.length], [0, 3, 1]);
    assert.deepStrictEqual(Object.keys(WebSocket.prototype), [
      'close', 'send', 'readyState', 'bufferedAmount', 'url', 'extensions', 'protocol',
      'onopen', 'onerror', 'onclose', 'onmessage', 'binaryType',
      'CONNECTING', 'OPEN', 'CLOSING', 'CLOSED',
    ]);
    const event = new CloseEvent('close', { code: 70000, reason: 'r', wasClean: 1 });
    assert.deepStrictEqual([event.code, event.reason, event.wasClean], [4464, 'r', true]);
    assert.throws(() => new CloseEvent(),
                  { message: 'CloseEvent constructor: 1 argument required, but 0 found.' });
    assert.strictEqual(typeof ErrorEvent, 'undefined');
  },
};

let passed = 0;
process.on('exit', (code) => {
  if (code === 0)
    assert.strictEqual(passed, Object.keys(tests).length);
});

(async () => {
  for (const [name, run] of Object.entries(tests)) {
    try {
      await run();
      passed++;
    } catch (error) {
      console.log(`FAIL ${name}`);
      throw error;
    }
  }
})().then(later(() => {}));
