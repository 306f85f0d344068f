'use strict';
// Compressed messages of a WebSocket: what is offered, which answers are taken,
// one window or many, fragments, what is wrong, and what is too large.
const assert = require('assert');
const zlib = require('zlib');
const { later } = require('./support/later.js');
const { frame, reader, record, withServer } = require('./support/websocket.js');

const { Z_SYNC_FLUSH } = zlib.constants;
const RSV1 = 0x40;

function deflate(data, options) {
  const bytes = zlib.deflateRawSync(data, { finishFlush: Z_SYNC_FLUSH, ...options });
  return bytes.subarray(0, bytes.length - 4);
}

const compressed = (text, options) => frame(1, deflate(text, options), { rsv: RSV1 });
const end = frame(8, Buffer.from([3, 232]));
const clean = [1000, '', true];

// The messages of one stream, each with the window of those before.
async function deflateAll(texts) {
  const stream = zlib.createDeflateRaw();
  const messages = [];
  let chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  for (const text of texts) {
    chunks = [];
    await new Promise((resolve) => {
      stream.write(text);
      stream.flush(Z_SYNC_FLUSH, resolve);
    });
    messages.push(Buffer.concat(chunks).subarray(0, -4));
  }
  stream.end();
  await new Promise((resolve) => stream.on('end', resolve).resume());
  return messages;
}

// What a client sees if the server answers with a header and sends these bytes,
// and the close frame that it sends: [events..., 'code reason'].
async function meet(header, bytes, { ends = false } = {}) {
  let events;
  let sent = '';
  await withServer((socket) => {
    socket.write(bytes);
    if (ends)
      socket.end();
    socket.on('data', reader((opcode, payload) => {
      if (opcode === 8) {
        sent = `${payload.readUInt16BE(0)} ${payload.subarray(2)}`;
        socket.end();
      }
    }));
  }, async (url) => {
    events = await record(new WebSocket(url));
  }, () => (header === undefined ? [] : [`Sec-WebSocket-Extensions: ${header}`]));
  return [...events, sent];
}

const tests = {
  async 'compression is offered, and the answer is an attribute'() {
    const header = 'permessage-deflate; server_max_window_bits=10';
    let offer;
    await withServer((socket) => {
      socket.write(Buffer.concat([compressed('hello', { windowBits: 10 }), frame(1, 'plain'), end]));
      socket.on('data', () => socket.end());
    }, async (url) => {
      const ws = new WebSocket(url);
      assert.strictEqual(ws.extensions, '');
      ws.addEventListener('open', () => assert.strictEqual(ws.extensions, header));
      assert.deepStrictEqual(await record(ws), ['open', 'hello', 'plain', clean]);
    }, ({ headers }) => {
      offer = headers['sec-websocket-extensions'];
      assert.strictEqual(headers['accept-encoding'], 'gzip, deflate');
      return [`Sec-WebSocket-Extensions: ${header}`];
    });
    assert.strictEqual(offer, 'permessage-deflate; client_max_window_bits');
  },

  async 'what is sent is not compressed'() {
    const frames = [];
    await withServer((socket) => {
      socket.on('data', (chunk) => frames.push(chunk[0] & 0x70));
      socket.on('data', reader((opcode, payload) => {
        socket.write(opcode === 8 ? frame(8, payload) : compressed(payload));
      }));
    }, async (url) => {
      const ws = new WebSocket(url);
      ws.addEventListener('open', () => ws.send('x'.repeat(5000)));
      const events = await record(ws, () => ws.close());
      assert.deepStrictEqual(events, ['open', 'x'.repeat(5000), [1005, '', true]]);
    }, () => ['Sec-WebSocket-Extensions: permessage-deflate']);
    assert(frames.length > 0 && frames.every((bits) => bits === 0));
  },

  async 'one window for all messages, or one for each'() {
    const texts = ['the quick brown fox', 'the quick brown fox jumps', 'the quick'];
    const joined = await deflateAll(texts);
    assert(joined[1].length < deflate(texts[1]).length);
    const shared = joined.map((bytes) => frame(1, bytes, { rsv: RSV1 }));
    assert.deepStrictEqual(await meet('permessage-deflate', Buffer.concat([...shared, end])),
                           ['open', ...texts, clean, '1000 ']);
    const apart = texts.map((text) => compressed(text));
    for (const header of ['permessage-deflate',
                          'permessage-deflate; server_no_context_takeover; client_no_context_takeover']) {
      assert.deepStrictEqual(await meet(header, Buffer.concat([...apart, end])),
                             ['open', ...texts, clean, '1000 ']);
    }
  },

  async 'fragments are one stream, and control frames between them are not'() {
    const bytes = deflate('hello world, hello world');
    const all = Buffer.concat([
      frame(1, bytes.subarray(0, 3), { rsv: RSV1, fin: false }), frame(9, 'ping'),
      frame(0, bytes.subarray(3, 5), { fin: false }), frame(0, bytes.subarray(5)), end,
    ]);
    assert.deepStrictEqual(await meet('permessage-deflate', all),
                           ['open', 'hello world, hello world', clean, '1000 ']);
  },

  async 'messages keep their order, compressed or not, also if the server is gone'() {
    const all = Buffer.concat([compressed('one'), frame(1, 'two'), compressed('three'),
                               frame(1, 'four')]);
    assert.deepStrictEqual(await meet('permessage-deflate', Buffer.concat([all, end])),
                           ['open', 'one', 'two', 'three', 'four', clean, '1000 ']);
    assert.deepStrictEqual(await meet('permessage-deflate', all, { ends: true }),
                           ['open', 'one', 'two', 'three', 'four', 'ErrorEvent',
                            [1006, '', false], '']);
  },

  async 'a message may end its stream; the next begins one'() {
    const final = frame(1, zlib.deflateRawSync('final'), { rsv: RSV1 });
    const all = Buffer.concat([final, final, compressed('next'), compressed(''), end]);
    assert.deepStrictEqual(await meet('permessage-deflate', all),
                           ['open', 'final', 'final', 'next', '', clean, '1000 ']);
  },

  async 'binary messages are inflated, in each window'() {
    const bytes = Buffer.from(Array.from({ length: 70000 }, (_, i) => (i * i) & 255));
    for (const bits of [9, 12, 15]) {
      const message = frame(2, deflate(bytes, { windowBits: bits }), { rsv: RSV1 });
      const { 1: blob } = await meet(`permessage-deflate; server_max_window_bits=${bits}`,
                                     Buffer.concat([message, end]));
      assert.deepStrictEqual(Buffer.from(await blob.arrayBuffer()), bytes);
    }
  },

  async 'another answer than to the offer: no connection'() {
    for (const header of ['x-other', 'PERMESSAGE-DEFLATE', '', 'permessage-deflate, x-other']) {
      assert.deepStrictEqual(await meet(header, end), ['ErrorEvent', [1006, '', false], ''], header);
    }
  },

  async 'what is wrong ends the connection with its code'() {
    const wrong = [
      [undefined, compressed('a'), '1002 Expected RSV1 to be clear.'],
      ['permessage-deflate', frame(1, 'a', { rsv: 0x20 }), '1002 RSV1, RSV2, RSV3 must be clear'],
      ['permessage-deflate', frame(1, [255, 255, 255], { rsv: RSV1 }), '1007 invalid block type'],
      ['permessage-deflate', compressed(Buffer.from([0xff, 0xfe])),
       '1007 Received invalid UTF-8 in text frame.'],
      ...['7', '16', 'x', '"10"', '-9'].map((bits) => [
        `permessage-deflate; server_max_window_bits=${bits}`, compressed('a'),
        '1007 Invalid server_max_window_bits']),
    ];
    for (const [header, bytes, expected] of wrong) {
      assert.deepStrictEqual(await meet(header, Buffer.concat([bytes, frame(1, 'behind')])),
                             ['open', 'ErrorEvent', [1006, '', false], expected]);
    }
  },

  async 'a message of more than 128 MiB is refused, however it is cut'() {
    const bomb = deflate(Buffer.alloc(128 * 2 ** 20 + 1));
    const half = bomb.length >> 1;
    for (const bytes of [
      frame(2, bomb, { rsv: RSV1 }),
      Buffer.concat([frame(2, bomb.subarray(0, half), { rsv: RSV1, fin: false }),
                     frame(0, bomb.subarray(half))]),
    ]) {
      assert.deepStrictEqual(await meet('permessage-deflate', Buffer.concat([bytes, end])),
                             ['open', 'ErrorEvent', [1006, '', false],
                              '1009 Max decompressed message size exceeded']);
    }
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
