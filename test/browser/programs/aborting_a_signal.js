const ac = new AbortController();
ac.signal.addEventListener('abort', (e) => console.log('abort', e.type, e.isTrusted, ac.signal.reason.name));
ac.signal.onabort = () => console.log('onabort');
queueMicrotask(() => console.log('micro'));
ac.abort();
ac.abort();
console.log('aborted', ac.signal.aborted);
try { ac.signal.throwIfAborted(); } catch (e) { console.log(e.name, e.code, e.message); }
console.log(AbortSignal.abort('why').reason);
AbortSignal.any([AbortSignal.timeout(10), new AbortController().signal]).onabort = (e) => console.log('any', e.target.reason.name);
