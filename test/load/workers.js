'use strict';
/*
 * workers.js COUNT: so many workers, four at a time, that end in every way there
 * is: they throw, exit, are terminated in the middle of a message, in a loop
 * without an end, in Atomics.wait, in their start. Each must end with its own
 * exit code and error; afterwards there are no more descriptors and hardly more
 * memory than after the first ones.
 */
const assert = require('assert');
const { MessageChannel, Worker } = require('worker_threads');
const {
    checkDescriptors, checkMemory, descriptors, inBatches, rssMiB,
} = require('./support.js');

const count = Number(process.argv[2] || 600);

/* For the worker: it is never done sending. How much waits is bounded, so that
 * the memory of a slow machine is no larger. */
const flood = `
    const { parentPort } = require('worker_threads');
    const big = new Uint8Array(1 << 14);
    let left = 50;
    setInterval(function again() {
        while (left > 0 && left-- % 5 > 0)
            parentPort.postMessage({ big, map: new Map([[1, { a: [left] }]]) });
    }, 1);
    parentPort.on('message', () => {});
`;

/*
 * Each kind: the program, what the parent does, the exit code, and the message
 * of the 'error', if there is one.
 */
const kinds = [
    { name: 'ends', code: '1', exit: 0 },
    { name: 'throws at once', code: 'throw new Error("a")', exit: 1, error: 'a' },
    { name: 'throws in a message',
      code: `require('worker_threads').parentPort.on('message', (m) => {
                 throw new TypeError(m); })`,
      act: (w) => w.postMessage('b'), exit: 1, error: 'b' },
    { name: 'throws in a timer',
      code: 'setTimeout(() => { throw new RangeError("c") }, 1)',
      exit: 1, error: 'c' },
    { name: 'rejects', code: 'Promise.reject(new Error("d"))',
      exit: 1, error: 'd' },
    { name: 'throws what cannot be cloned',
      code: 'throw { f() {} }', exit: 1, error: undefined },
    { name: 'exits at once', code: 'process.exit(7)', exit: 7 },
    { name: 'exits in a message',
      code: `require('worker_threads').parentPort.on('message', (m) =>
                 process.exit(m))`,
      act: (w) => { w.postMessage(9); w.postMessage(10); }, exit: 9 },
    { name: 'exits while it sends',
      code: `const { parentPort } = require('worker_threads');
             for (let i = 0; i < 100; i++)
                 parentPort.postMessage(new Uint8Array(1000));
             process.exit(11);`, exit: 11 },
    { name: 'is terminated at once', code: flood,
      act: (w) => w.terminate(), exit: [0, 1] },
    { name: 'is terminated when online', code: flood,
      act: (w) => w.once('online', () => w.terminate()), exit: 1 },
    { name: 'is terminated in a message', code: flood,
      act: (w) => w.once('message', () => w.terminate()), exit: 1 },
    { name: 'is terminated while both send', code: flood, act: terminateBusy,
      exit: 1 },
    { name: 'is terminated in a loop',
      code: `require('worker_threads').parentPort.postMessage(1);
             for (;;);`,
      act: (w) => w.once('message', () => w.terminate()), exit: 1 },
    { name: 'is terminated in Atomics.wait',
      code: `const { parentPort } = require('worker_threads');
             parentPort.postMessage(1);
             Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`,
      act: (w) => w.once('message', () => w.terminate()), exit: 1 },
    { name: 'is terminated with a port that was moved', act: terminateWithPort,
      code: `const { parentPort } = require('worker_threads');
             parentPort.once('message', (port) => {
                 port.on('message', (m) => port.postMessage(m));
             });`, exit: 1 },
    { name: 'is terminated with open files and sockets',
      code: `const fs = require('fs');
             const net = require('net');
             const { parentPort } = require('worker_threads');
             fs.openSync('/dev/null');
             fs.createReadStream('/dev/zero').on('data', () => {});
             const server = net.createServer((s) => s.pipe(s));
             server.listen(0, '127.0.0.1', () => {
                 const s = net.connect(server.address().port, '127.0.0.1');
                 s.write('x');
                 s.once('data', () => parentPort.postMessage(1));
             });`,
      act: (w) => w.once('message', () => w.terminate()), exit: 1 },
];

function terminateBusy(worker) {
    let left = 5;
    worker.on('message', (message) => {
        worker.postMessage(message);
        if (--left === 0)
            worker.terminate();
    });
}

function terminateWithPort(worker) {
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(port2, [port2]);
    port1.postMessage('there');
    port1.once('message', () => {
        port1.postMessage(new Uint8Array(1 << 18));
        worker.terminate();
    });
    worker.on('exit', () => port1.close());
}

/* Resolved when it has ended, as it must. */
function run(i) {
    const { name, code, act, exit, error } = kinds[i % kinds.length];
    const worker = new Worker(code, { eval: true, stdout: true, stderr: true });
    const errors = [];
    worker.on('error', (e) => errors.push(e.message));
    act?.(worker);
    return new Promise((resolve) => worker.on('exit', (status) => {
        assert.ok([exit].flat().includes(status), `${name}: exit ${status}`);
        const hasError = 'error' in kinds[i % kinds.length];
        assert.deepStrictEqual(errors, hasError ? [error] : [], name);
        resolve();
    }));
}

async function main() {
    await inBatches(3 * kinds.length, 4, run);
    const before = { fds: descriptors(), rss: rssMiB() };
    await inBatches(count, 4, run);
    await checkDescriptors(before.fds, 'after workers');
    const grown = checkMemory(before.rss, 16, 'after workers');
    console.log(`${count} workers, ${grown}`);
}

main();
