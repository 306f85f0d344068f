const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start('onmessage = (e) => postMessage(e.data);');
let count = 0;
worker.onmessage = (e) => {
    console.log('got', e.data);
    if (++count === 2) {
        worker.terminate();
        worker.postMessage('late');
        setTimeout(() => console.log('end'), 30);
    }
};
for (let i = 0; i < 5; i++)
    worker.postMessage(i);
