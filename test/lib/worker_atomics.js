'use strict';
/*
 * Atomics.wait(), waitAsync() and notify() between threads: no wake-up is lost.
 * All of it holds for Node 24 as well.
 */

const assert = require('assert');
const { Worker, isMainThread, workerData } = require('worker_threads');
const { later } = require('./support/later.js');

const rounds = 200;

/* Two threads take turns: each waits for the number of the other. */
function takeTurns(numbers, mine, other) {
    for (let i = 1; i <= rounds; i++) {
        while (Atomics.load(numbers, other) < i)
            Atomics.wait(numbers, other, i - 1); // not reached
        Atomics.store(numbers, mine, i);
        Atomics.notify(numbers, mine);
    }
}

function runWorker({ shared }) {
    takeTurns(new Int32Array(shared), 0, 1);
    const numbers = new Int32Array(shared);
    Atomics.store(numbers, 2, 1);
    Atomics.notify(numbers, 2);
}

async function waitsInLine() {
    const numbers = new Int32Array(new SharedArrayBuffer(8));
    const first = Atomics.waitAsync(numbers, 0, 0);
    const second = Atomics.waitAsync(numbers, 0, 0);
    const other = Atomics.waitAsync(numbers, 1, 0, 5);
    const order = [];
    assert.strictEqual(first.async, true);
    first.value.then((how) => order.push(`first ${how}`));
    second.value.then((how) => order.push(`second ${how}`));
    assert.strictEqual(Atomics.notify(numbers, 0, 1), 1);
    assert.strictEqual(Atomics.notify(numbers, 0), 1);
    assert.strictEqual(Atomics.notify(numbers, 0), 0);
    const alive = setTimeout(() => {}, 60000);
    await Promise.all([first.value, second.value]);
    assert.deepStrictEqual(order, ['first ok', 'second ok']);
    assert.strictEqual(await other.value, 'timed-out');
    clearTimeout(alive);
    assert.strictEqual(Atomics.notify(numbers, 1), 0);
}

function answersAtOnce() {
    const numbers = new Int32Array(new SharedArrayBuffer(4));
    assert.deepStrictEqual(Atomics.waitAsync(numbers, 0, 1),
                           { async: false, value: 'not-equal' });
    assert.deepStrictEqual(Atomics.waitAsync(numbers, 0, 0, 0),
                           { async: false, value: 'timed-out' });
    const big = new BigInt64Array(new SharedArrayBuffer(8));
    assert.deepStrictEqual(Atomics.waitAsync(big, 0, 1n),
                           { async: false, value: 'not-equal' });
    assert.throws(() => Atomics.waitAsync(new Int32Array(1), 0, 0), TypeError);
    assert.throws(() => Atomics.waitAsync(numbers, 1, 0), RangeError);
}

async function worksBetweenThreads() {
    const shared = new SharedArrayBuffer(12);
    const numbers = new Int32Array(shared);
    const worker = new Worker(__filename, { workerData: { shared } });
    worker.on('exit', later((code) => assert.strictEqual(code, 0)));
    Atomics.store(numbers, 1, 1);
    Atomics.notify(numbers, 1);
    for (let i = 1; i < rounds; i++) {
        while (Atomics.load(numbers, 0) < i)
            Atomics.wait(numbers, 0, i - 1);
        Atomics.store(numbers, 1, i + 1);
        Atomics.notify(numbers, 1);
    }
    const { async, value } = Atomics.waitAsync(numbers, 2, 0);
    assert.ok(!async || await value === 'ok');
    assert.strictEqual(numbers[2], 1);
}

if (isMainThread) {
    answersAtOnce();
    waitsInLine().then(later(() => {}));
    worksBetweenThreads().then(later(() => {}));
} else {
    runWorker(workerData);
}
