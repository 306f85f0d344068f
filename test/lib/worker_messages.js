'use strict';
/*
 * What goes between threads: ports, memory, variables, standard streams. One
 * behaviour each; all of it holds for Node 24 as well.
 */

const assert = require('assert');
const {
    BroadcastChannel, MessageChannel, MessagePort, SHARE_ENV, Worker,
    getEnvironmentData, isMainThread, parentPort, postMessageToThread,
    receiveMessageOnPort, setEnvironmentData, threadName, workerData,
} = require('worker_threads');
const { later } = require('./support/later.js');

const parts = {
    /* A port arrives with its queue, and leads to where it led before. */
    port({ port }) {
        assert.ok(port instanceof MessagePort);
        port.once('message', (message) => {
            assert.strictEqual(message, 'early');
            port.once('message', (bytes) => {
                port.postMessage(bytes, [bytes.buffer]);
                port.close();
            });
        });
    },
    memory({ shared }) {
        const numbers = new Int32Array(shared);
        Atomics.wait(numbers, 0, 0);
        Atomics.add(numbers, 1, 5);
        Atomics.notify(numbers, 1);
    },
    broadcast() {
        const channel = new BroadcastChannel('all');
        channel.onmessage = ({ data }) => {
            channel.postMessage(`heard ${data}`);
            channel.close();
        };
        parentPort.postMessage('listening');
    },
    variables({ name, value }) {
        assert.strictEqual(process.env[name], value);
        process.env[name] = 'changed';
    },
    inherits() {
        assert.deepStrictEqual(getEnvironmentData('key'), { a: 1 });
        assert.strictEqual(threadName, 'named');
        assert.deepStrictEqual(process.argv.slice(2), ['1', 'x']);
        parentPort.postMessage('fine');
    },
    streams() {
        process.stdin.on('data', (bytes) => {
            process.stdout.write(`${bytes}`.toUpperCase());
            console.error('an error');
        });
    },
    thread() {
        process.on('workerMessage', (value, source) => {
            assert.strictEqual(source, 0);
            value.port.postMessage('by thread');
            value.port.close();
        });
        parentPort.once('message', () => {});
        parentPort.postMessage('listening');
    },
};

function start(part, options, ended = () => {}) {
    const worker = new Worker(__filename, {
        ...options, workerData: { part, ...options?.workerData } });
    worker.on('exit', later((code) => {
        assert.strictEqual(code, 0, part);
        ended();
    }));
    return worker;
}

function sendsPorts() {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage('early');
    start('port', { workerData: { port: port2 }, transferList: [port2] });
    const bytes = new Uint8Array([1, 2, 3]);
    port1.postMessage(bytes, [bytes.buffer]);
    assert.strictEqual(bytes.length, 0);
    port1.on('message', later((back) => {
        assert.deepStrictEqual(back, new Uint8Array([1, 2, 3]));
    }));
    port1.on('close', later(() => {}));
}

function sharesMemory() {
    const shared = new SharedArrayBuffer(8);
    const numbers = new Int32Array(shared);
    start('memory', { workerData: { shared } });
    Atomics.store(numbers, 0, 1);
    Atomics.notify(numbers, 0);
    assert.notStrictEqual(Atomics.wait(numbers, 1, 0), 'timed-out');
    assert.strictEqual(numbers[1], 5);
}

function broadcasts() {
    const channel = new BroadcastChannel('all');
    const heard = [];
    let listening = 0;
    channel.onmessage = later(({ data }) => {
        heard.push(data);
        channel.close();
    });
    for (const options of [{}, { env: SHARE_ENV }]) {
        start('broadcast', options).on('message', later(() => {
            if (++listening === 2)
                channel.postMessage('one');
        }));
    }
    process.on('exit', () => assert.deepStrictEqual(heard, ['heard one']));
}

function hasVariables() {
    const name = 'ORRERY_TEST_VARIABLE';
    process.env[name] = 'mine';
    start('variables', { workerData: { name, value: 'mine' } }, () => {
        assert.strictEqual(process.env[name], 'mine');
        start('variables', { workerData: { name, value: 'mine' },
                             env: SHARE_ENV }, () => {
            assert.strictEqual(process.env[name], 'changed');
        });
    });
    start('variables', { workerData: { name, value: 'given' },
                         env: { [name]: 'given' } });
}

function inherits() {
    setEnvironmentData('key', { a: 1 });
    start('inherits', { name: 'named', argv: [1, 'x'] })
        .on('message', later((message) => assert.strictEqual(message, 'fine')));
}

function hasStreams() {
    const worker = start('streams', { stdin: true, stdout: true, stderr: true });
    let text = '';
    let errors = '';
    worker.stdout.on('data', (bytes) => { text += bytes; });
    worker.stderr.on('data', (bytes) => { errors += bytes; });
    worker.stdout.on('end', later(() => assert.strictEqual(text, 'LETTERS')));
    worker.stderr.on('end', later(() =>
        assert.strictEqual(errors, 'an error\n')));
    worker.stdin.end('letters');
}

function reachesThreads() {
    const worker = start('thread');
    worker.once('message', later(async () => {
        const { port1, port2 } = new MessageChannel();
        await postMessageToThread(worker.threadId, { port: port2 }, [port2]);
        port1.once('message', later((message) => {
            assert.strictEqual(message, 'by thread');
            worker.postMessage('end');
        }));
    }));
    assert.rejects(postMessageToThread(0),
                   { code: 'ERR_WORKER_MESSAGING_SAME_THREAD' });
    assert.rejects(postMessageToThread(12345),
                   { code: 'ERR_WORKER_MESSAGING_FAILED' });
}

function runsOtherSources() {
    const report = 'parentPort.postMessage(';
    const sources = [
        [`const { parentPort } = require('worker_threads'); ${report}'eval')`,
         { eval: true }, 'eval'],
        [new URL('data:text/javascript,import { parentPort } from ' +
                 `'worker_threads'; ${report}typeof require)`), {},
         'undefined'],
        [new URL(`file://${__dirname}/support/worker.mjs`), {}, 'module'],
    ];
    for (const [source, options, expected] of sources) {
        new Worker(source, options).on('message', later((message) =>
            assert.strictEqual(message, expected)));
    }
}

/* What can't be cloned changes nothing. */
function refusesBadData() {
    assert.throws(() => new Worker(__filename, { workerData: () => {} }),
                  { name: 'DataCloneError' });
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(5);
    assert.deepStrictEqual(receiveMessageOnPort(port2), { message: 5 });
    port1.close();
}

/* A worker goes on to deliver after its last listener was replaced. */
async function changesListeners() {
    const worker = new Worker(
        'const { parentPort } = require("worker_threads");' +
        'parentPort.on("message", (x) => parentPort.postMessage(x));',
        { eval: true });
    for (let i = 0; i < 3; i++) {
        worker.postMessage(i);
        const answer = await new Promise((resolve) => {
            worker.on('message', function listener(message) {
                worker.off('message', listener);
                resolve(message);
            });
        });
        assert.strictEqual(answer, i);
    }
    await worker.terminate();
}

if (isMainThread) {
    changesListeners();
    sendsPorts();
    sharesMemory();
    broadcasts();
    hasVariables();
    inherits();
    hasStreams();
    reachesThreads();
    runsOtherSources();
    refusesBadData();
} else {
    parts[workerData.part](workerData);
}
