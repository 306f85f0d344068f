const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    onerror = (...args) => {
        postMessage(args.length + ' ' + args[0] + ' ' + args[4].message);
        return true;
    };
    onunhandledrejection = (e) => {
        postMessage('rejected ' + e.reason);
        e.preventDefault();
    };
    setTimeout(() => { throw new Error('one'); });
    setTimeout(() => { Promise.reject('two'); }, 20);
    setTimeout(() => postMessage('goes on'), 50);
`);
worker.onmessage = (e) => console.log(e.data);
worker.onerror = () => console.log('not reached');
