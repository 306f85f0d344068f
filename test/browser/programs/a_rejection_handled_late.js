addEventListener('unhandledrejection', (e) => { console.log('unhandled', e.reason.message, e.promise instanceof Promise, e.cancelable); e.preventDefault(); });
addEventListener('rejectionhandled', (e) => console.log('handled', e.reason?.message));
const p = Promise.reject(new Error('one'));
Promise.reject(new Error('two')).catch(() => console.log('caught two'));
setTimeout(() => p.catch(() => console.log('late')), 10);
queueMicrotask(() => console.log('micro'));
setTimeout(() => console.log('task'), 0);
