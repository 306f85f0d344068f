// Two workers, each of which adds up a range of numbers.
'use strict';
const { Worker, isMainThread, parentPort, workerData } =
    require('worker_threads');

if (isMainThread) {
    let total = 0;
    let left = 2;
    for (const [name, from] of [['low', 1], ['high', 501]]) {
        const worker = new Worker(__filename, { name, workerData: from });
        worker.on('message', (sum) => {
            total += sum;
            console.log(name, 'found', sum);
            if (--left === 0)
                console.log('total', total);
        });
    }
    setTimeout(() => console.log('the main loop is free'), 1);
} else {
    const sum = (workerData + workerData + 499) * 250;
    console.log('adds from', workerData);
    setTimeout(() => Promise.resolve(sum)
        .then((sum) => parentPort.postMessage(sum)), 2);
}
