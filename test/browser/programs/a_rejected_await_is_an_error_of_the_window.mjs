window.onerror = (message) => { console.log('error', message); return true; };
window.onunhandledrejection = () => console.log('rejection');
queueMicrotask(() => console.log('microtask'));
await null;
setTimeout(() => console.log('timer'), 20);
throw new Error('of the module');
