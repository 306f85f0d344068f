'use strict';
/*
 * Worker: one behaviour each, in Node's order. The program starts itself as its
 * workers; workerData says which part is run. All of it holds for Node 24 as
 * well.
 */

const assert = require('assert');
const {
    Worker, isMainThread, parentPort, threadId, workerData,
} = require('worker_threads');
const { later } = require('./support/later.js');

/* On the simulator threads take turns, and this one would never end its own. */
const endless = process.execArgv.includes('sim') ? [] : ['loops'];

const parts = {
    echo() {
        parentPort.once('message', (message) => {
            parentPort.postMessage({ message, threadId, workerData });
        });
    },
    exits() {
        process.on('exit', (code) => parentPort.postMessage(`exit ${code}`));
        setInterval(() => {}, 1000);
        process.exit(7);
    },
    ends() {
        process.exitCode = 3;
    },
    throws() {
        throw new RangeError('too far');
    },
    rejects() {
        Promise.reject(new TypeError('wrong'));
    },
    loops() {
        parentPort.postMessage('running');
        for (;;);
    },
    sleeps() {
        parentPort.postMessage('sleeping');
        // terminate() may be quicker.
        // not reached: Atomics.wait
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
    waits() {
        parentPort.on('message', () => {});
        parentPort.postMessage('waiting');
    },
    order() {
        setTimeout(() => parentPort.postMessage('timeout'), 0);
        setImmediate(() => parentPort.postMessage('immediate'));
        process.nextTick(() => parentPort.postMessage('tick'));
        Promise.resolve().then(() => parentPort.postMessage('microtask'));
        parentPort.postMessage('main');
    },
};

function start(part, more) {
    const worker = new Worker(__filename, { ...more, workerData: part });
    const events = [];
    worker.on('online', () => events.push('online'));
    worker.on('message', (message) => events.push(message));
    worker.on('error', (error) => events.push(error));
    worker.on('exit', (code) => events.push(`code ${code}`));
    return { worker, events };
}

/* Check the events of a worker when it has ended. */
function check(part, fn, more) {
    const { worker, events } = start(part, more);
    worker.on('exit', later(() => fn(events, worker)));
    return worker;
}

function runChecks() {
    {
        const worker = check('echo', (events) => {
            const [online, reply, end] = events;
            assert.strictEqual(online, 'online');
            assert.deepStrictEqual(reply, {
                message: { to: 'worker' }, threadId: 1, workerData: 'echo' });
            assert.strictEqual(end, 'code 0');
            assert.strictEqual(worker.threadId, -1);
        });
        assert.strictEqual(worker.threadId, 1);
        worker.postMessage({ to: 'worker' });
    }
    check('exits', (events) =>
        assert.deepStrictEqual(events, ['online', 'exit 7', 'code 7']));
    check('ends', (events) =>
        assert.deepStrictEqual(events, ['online', 'code 3']));
    check('order', (events) => assert.deepStrictEqual(events, [
        'online', 'main', 'tick', 'microtask', 'immediate', 'timeout',
        'code 0']));
    for (const [part, name, message] of [['throws', 'RangeError', 'too far'],
                                         ['rejects', 'TypeError', 'wrong']]) {
        check(part, (events) => {
            assert.strictEqual(events.length, 3);
            assert.ok(events[1] instanceof Error);
            assert.strictEqual(events[1].name, name);
            assert.strictEqual(events[1].message, message);
            assert.strictEqual(events[1].constructor, globalThis[name]);
            assert.strictEqual(events[2], 'code 1');
        });
    }
    for (const part of [...endless, 'sleeps', 'waits']) {
        const worker = check(part, (events) =>
            assert.strictEqual(events.at(-1), 'code 1'));
        worker.once('message', later(() => {
            worker.terminate().then(later((code) => {
                assert.strictEqual(code, 1);
            }));
        }));
    }
    assert.throws(() => new Worker('file.js'), { code: 'ERR_WORKER_PATH' });
    assert.throws(() => new Worker(1), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => new Worker(1, { eval: true }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

if (isMainThread)
    runChecks();
else
    parts[workerData]();
