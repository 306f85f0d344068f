const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    onmessage = (e) => {
        postMessage('got ' + e.data);
        setTimeout(() => postMessage('timer'));
        close();
        postMessage('after close');
        queueMicrotask(() => postMessage('microtask'));
    };
`);
worker.onmessage = (e) => console.log(e.data);
worker.postMessage(1);
worker.postMessage(2);
setTimeout(() => { worker.postMessage(3); console.log('end'); }, 200);
