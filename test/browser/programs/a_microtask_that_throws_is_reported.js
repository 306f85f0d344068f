window.onerror = (message) => { console.log('onerror:', message); return true; };
queueMicrotask(() => { console.log('one'); throw new Error('of a microtask'); });
queueMicrotask(() => console.log('two'));
