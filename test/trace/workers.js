/* Two workers: their starts, messages both ways and between them, their ends. */
'use strict';
const { MessageChannel, Worker, isMainThread, parentPort, workerData } =
    require('worker_threads');

function start() {
    const { port1, port2 } = new MessageChannel();
    for (const [name, port] of [['left', port1], ['right', port2]]) {
        const worker = new Worker(__filename, {
            name, workerData: { name, port }, transferList: [port],
        });
        worker.on('message', (text) => console.log('main has', text)); // <- console*2
        worker.on('exit', () => console.log('gone')); // <- console*2
        worker.postMessage(null);
    }
}

function work({ name, port }) {
    parentPort.once('message', () => {
        port.postMessage(name);
        setImmediate(() => console.log(name, 'posted')); // <- imm.queue*2 immediate+*2 console*2
    });
    port.once('message', (other) => {
        console.log(name, 'hears', other); // <- console*2
        setTimeout(() => { // <- timer.arm*2 timer+*2
            parentPort.postMessage(`${name} after ${other}`);
            port.close();
        }, 1);
    });
}

if (isMainThread)
    start();
else
    work(workerData);
