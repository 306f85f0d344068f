const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    const inner = new Worker(URL.createObjectURL(new Blob([
        'onmessage = (e) => setTimeout(() => postMessage(e.data + 1), 5);'])));
    inner.onmessage = (e) => postMessage('inner says ' + e.data);
    onmessage = (e) => inner.postMessage(e.data);
`);
worker.onmessage = (e) => console.log(e.data);
worker.postMessage(1);
