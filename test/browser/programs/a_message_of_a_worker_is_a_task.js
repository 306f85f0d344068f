const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start('onmessage = (e) => { for (const x of [1, 2]) postMessage(x); };');
worker.onmessage = (e) => {
    console.log('first listener', e.data);
    Promise.resolve().then(() => console.log('microtask', e.data));
};
worker.addEventListener('message', (e) => console.log('second listener', e.data));
worker.postMessage(0);
