const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start('onmessage = (e) => postMessage(e.data * 2);');
worker.onmessage = (e) => {
    console.log(e.data, e instanceof MessageEvent, e.target === worker);
    queueMicrotask(() => console.log('microtask of', e.data));
};
worker.postMessage(1);
worker.postMessage(2);
console.log('script');
