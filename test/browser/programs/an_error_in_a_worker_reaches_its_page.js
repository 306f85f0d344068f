const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    onmessage = (e) => { throw new TypeError('bad ' + e.data); };
`);
worker.onerror = (e) => {
    console.log(e instanceof ErrorEvent, e.type, e.message, e.lineno, String(e.error),
        e.cancelable, e.bubbles);
    e.preventDefault();
};
window.onerror = (message) => { console.log('window', message); return true; };
worker.postMessage(1);
worker.postMessage(2);
