const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    const log = [];
    setTimeout(() => log.push('timer'));
    Promise.resolve().then(() => log.push('microtask'));
    queueMicrotask(() => log.push('second microtask'));
    log.push('script');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
        log.push('port');
        queueMicrotask(() => log.push('microtask of port'));
        setTimeout(() => postMessage(log.join()), 10);
    };
    setTimeout(() => port2.postMessage(0), 20);
`);
worker.onmessage = (e) => console.log(e.data);
