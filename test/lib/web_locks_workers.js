'use strict';
/*
 * navigator.locks between threads. Node 24 does the first part alike. It does
 * not grant what a thread that ended has left, and ends itself when a lock is
 * stolen from another thread; so the second part is for this runtime only.
 */

const assert = require('assert');
const { once } = require('events');
const { Worker, locks } = require('worker_threads');
const { later } = require('./support/later.js');

/* Asks for the lock `name`, says so, and keeps it until it is told. */
const holder = `
    const { locks, parentPort, workerData } = require('worker_threads');
    const say = (what) => parentPort.postMessage(what);
    const { name, mode } = workerData;
    locks.request(name, { mode }, () => new Promise((resolve) => {
        say('held');
        parentPort.once('message', resolve);
    })).then(() => say('released'), (e) => say(e.name));
    say('asked');
    parentPort.on('message', (message) => {
        if (message === 'end')
            process.exit();
    });
`;

/* What it says comes in order, however fast. */
function hold(name, mode) {
    const worker = new Worker(holder, { eval: true, workerData: { name, mode } });
    const said = [];
    const waiting = [];
    worker.on('message', (what) => {
        said.push(what);
        waiting.shift()?.();
    });
    worker.hear = async (wanted) => {
        if (said.length === 0)
            await new Promise((resolve) => waiting.push(resolve));
        assert.strictEqual(said.shift(), wanted);
    };
    return worker;
}

async function end(worker) {
    worker.postMessage('end');
    await once(worker, 'exit');
}

async function takeTurns() {
    const { promise, resolve } = Promise.withResolvers();
    const mine = locks.request('turns', () => promise);
    const worker = hold('turns', 'exclusive');
    await worker.hear('asked');
    const { held, pending } = await locks.query();
    assert.deepStrictEqual(held, [{ name: 'turns', mode: 'exclusive',
                                    clientId: `node-${process.pid}-0` }]);
    assert.deepStrictEqual(pending, []);
    resolve();
    await mine;
    await worker.hear('held');
    assert.strictEqual(await locks.request('turns', { ifAvailable: true },
                                           (lock) => lock), null);
    const again = locks.request('turns', (lock) => lock.name);
    worker.postMessage('release');
    assert.strictEqual(await again, 'turns');
    await worker.hear('released');
    await end(worker);
}

async function share() {
    const worker = hold('common', 'shared');
    await worker.hear('held');
    await worker.hear('asked');
    await locks.request('common', { mode: 'shared' }, (lock) => {
        assert.strictEqual(lock.mode, 'shared');
    });
    await end(worker);
    await locks.request('common', () => {});
}

/* ---- Here only ---- */

async function endAndLeave(finish) {
    const worker = hold('left', 'exclusive');
    await worker.hear('held');
    await worker.hear('asked');
    const mine = locks.request('left', () => 'mine');
    await finish(worker);
    assert.strictEqual(await mine, 'mine');
}

async function stealFromThread() {
    const worker = hold('stolen', 'exclusive');
    await worker.hear('held');
    await worker.hear('asked');
    await locks.request('stolen', { steal: true }, () => {});
    await worker.hear('AbortError');
    await end(worker);
}

(async () => {
    await takeTurns();
    await share();
    if (process.versions.orrery === undefined)
        return;
    await endAndLeave(end);
    await endAndLeave((worker) => worker.terminate());
    await stealFromThread();
    await assert.rejects(locks.request('thrown', () => { throw new Error('t'); }),
                         { message: 't' });
    assert.deepStrictEqual(await locks.query(), { held: [], pending: [] });
})().then(later(() => {}));
