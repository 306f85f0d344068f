const worker = new Worker(URL.createObjectURL(new Blob([
    'onmessage = (e) => { throw new Error(e.data); };'])));
worker.onerror = (e) => {
    console.log('worker', e.message);
    queueMicrotask(() => console.log('microtask'));
};
window.onerror = (message, file, line, column, error) => {
    console.log('window', message, String(error));
    return true;
};
worker.postMessage('one');
