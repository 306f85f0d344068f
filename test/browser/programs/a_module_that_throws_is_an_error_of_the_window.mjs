window.onerror = (message) => { console.log('error', message); return true; };
window.onunhandledrejection = () => console.log('not reached');
queueMicrotask(() => console.log('microtask'));
setTimeout(() => console.log('timer'), 20);
throw new Error('of the module');
