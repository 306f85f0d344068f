'use strict';
/* Messages that nobody has taken count for the limit of the thread that posted
 * them, and no longer once they are taken. */
const assert = require('assert');
const { MessageChannel, Worker, isMainThread, parentPort, workerData } =
    require('worker_threads');

const MIB = 1 << 20;
const resourceLimits = { maxOldGenerationSizeMb: 32 };
const piece = 'x'.repeat(MIB);

function postForever(port) {
    for (let i = 0; ; i++)
        port.postMessage(piece + i);
}

/* 3 MiB a round, and more than the limit in all. */
function postInRounds(port) {
    let rounds = 0;
    port.on('message', () => {
        if (rounds++ === 20)
            process.exit(0);
        for (let i = 0; i < 3; i++)
            port.postMessage(piece + i);
        port.postMessage('round');
    });
}

if (!isMainThread) {
    if (workerData.port !== undefined)
        postForever(workerData.port);
    else
        postInRounds(parentPort);
    return;
}

const { port1, port2 } = new MessageChannel();
new Worker(__filename, { resourceLimits, workerData: { port: port1 },
                         transferList: [port1] })
    .on('error', (error) => {
        assert.strictEqual(error.code, 'ERR_WORKER_OUT_OF_MEMORY');
        port2.close();
    })
    .on('exit', (code) => assert.strictEqual(code, 1));

const rounds = new Worker(__filename, { resourceLimits, workerData: {} });
let taken = 0;
rounds.on('message', (message) => {
    taken++;
    if (message === 'round')
        rounds.postMessage('go on');
});
rounds.on('exit', (code) => {
    assert.strictEqual(code, 0);
    assert.strictEqual(taken, 20 * 4);
});
rounds.postMessage('begin');
