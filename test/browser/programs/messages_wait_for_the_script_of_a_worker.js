const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    const began = performance.now();
    while (performance.now() - began < 30);
    postMessage('script');
    onmessage = (e) => {
        postMessage('got ' + e.data);
        queueMicrotask(() => postMessage('microtask of ' + e.data));
    };
    Promise.resolve().then(() => postMessage('microtask'));
`);
worker.onmessage = (e) => console.log(e.data);
worker.postMessage(1);
worker.postMessage(2);
