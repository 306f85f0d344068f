'use strict';
/* A worker ends while something of a library that it has loaded is still there:
 * a query of c-ares that nobody answers, objects of OpenSSL. */
const assert = require('assert');
const dgram = require('dgram');
const { Worker, isMainThread, workerData } = require('worker_threads');

const kinds = {
  query(port) {
    const dns = require('dns');
    dns.setServers([`127.0.0.1:${port}`]);
    dns.resolve4('example.test', () => {});
    dns.promises.resolveTxt('example.test').catch(() => {});
  },
  crypto() {
    const crypto = require('crypto');
    globalThis.kept = [crypto.createHash('sha256'),
                       crypto.createHmac('sha1', 'key'),
                       crypto.createSecretKey(Buffer.alloc(8))];
    crypto.pbkdf2('a', 'b', 50000, 32, 'sha256', () => {});
  },
  symbols() {
    const map = new WeakMap();
    map.set(Symbol.iterator, { map, globalThis });
    globalThis.map = map;
  },
};

function runInWorker() {
  const { kind, port, how } = workerData;
  kinds[kind](port);
  if (how === 'exit')
    setTimeout(() => process.exit(3), 5);
  else if (how === 'throw')
    setTimeout(() => { throw new Error('the end'); }, 5);
  else
    setInterval(() => {}, 1000);
}

function stopOne(kind, how, port) {
  return new Promise((resolve) => {
    const worker = new Worker(__filename, { workerData: { kind, how, port } });
    worker.on('error', () => {});
    worker.on('exit', resolve);
    if (how === 'terminate')
      worker.on('online', () => setTimeout(() => worker.terminate(), 20));
  });
}

async function main() {
  const server = dgram.createSocket('udp4');
  await new Promise((resolve) => server.bind(0, '127.0.0.1', resolve));
  let ended = 0;
  for (const kind of Object.keys(kinds)) {
    for (const [how, code] of [['exit', 3], ['throw', 1], ['terminate', 1]]) {
      assert.strictEqual(await stopOne(kind, how, server.address().port), code,
                         `${kind} ${how}`);
      ended++;
    }
  }
  server.close();
  assert.strictEqual(ended, 9);
}

if (isMainThread)
  main();
else
  runInWorker();
