const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    const names = ['document', 'window', 'requestIdleCallback', 'Element',
        'MutationObserver', 'process', 'require', 'parent', 'self', 'setTimeout',
        'importScripts', 'requestAnimationFrame', 'Worker', 'close', 'onmessage',
        'queueMicrotask', 'MessageChannel', 'structuredClone', 'onerror'];
    postMessage(names.map((name) => name + ' ' + (name in self)).join());
    postMessage([self === globalThis, this === self, name,
        String(self), self instanceof DedicatedWorkerGlobalScope,
        self instanceof WorkerGlobalScope, self instanceof EventTarget,
        typeof Window].join());
`, { name: 'little' });
worker.addEventListener('message', (e) => console.log(e.data));
