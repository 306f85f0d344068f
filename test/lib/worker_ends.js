'use strict';
/*
 * How workers end that do not end by themselves: terminated at any moment, out
 * of memory, with their parent. All of it holds for Node 24 as well.
 */

const assert = require('assert');
const { Worker } = require('worker_threads');
const { later } = require('./support/later.js');

/* Wherever it is: in its start, in a module, in a callback, in a message. */
const busy = `
    const fs = require('fs');
    const { parentPort } = require('worker_threads');
    require('http');
    require('zlib');
    setInterval(() => console.log('x'), 1);
    setImmediate(function again() {
        fs.stat(__filename, () => parentPort.postMessage({ a: [1, 2] }));
        Promise.reject(new Error()).catch(() => {});
        structuredClone(new Map([[1, {}]]));
        setImmediate(again);
    });
`;

function terminateAfter(turns) {
    const worker = new Worker(busy, { eval: true, stdout: true });
    worker.on('message', () => {});
    // 0 if that is before it has begun, in Node.
    worker.on('exit', later((code) => assert.ok(code === 0 || code === 1)));
    const turn = () => {
        if (turns-- <= 0)
            worker.terminate().then(later(() => {}));
        else
            setTimeout(turn, 1);
    };
    turn();
}

function runsOutOfMemory() {
    const worker = new Worker(
        'const all = []; for (;;) all.push([all.length, {}]);', {
            eval: true, resourceLimits: {
                maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } });
    assert.strictEqual(worker.resourceLimits.maxOldGenerationSizeMb, 8);
    worker.on('error', later((error) => {
        assert.strictEqual(error.code, 'ERR_WORKER_OUT_OF_MEMORY');
    }));
    worker.on('exit', later((code) => assert.strictEqual(code, 1)));
}

/* The program ends with a worker that would not. */
function endsWithTheProgram() {
    const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
    worker.unref();
    worker.on('exit', () => assert.fail('it is not told any more'));
}

async function answersQuestions() {
    const worker = new Worker(
        'require("worker_threads").parentPort.once("message", () => {})',
        { eval: true });
    await require('events').once(worker, 'online');
    const { user, system } = await worker.cpuUsage();
    assert.ok(user >= 0 && system >= 0);
    worker.postMessage('end');
    worker.on('exit', later(async () => {
        await assert.rejects(worker.cpuUsage(),
                             { code: 'ERR_WORKER_NOT_RUNNING' });
    }));
}

for (let turns = 0; turns < 12; turns++)
    terminateAfter(turns);
runsOutOfMemory();
endsWithTheProgram();
answersQuestions();
