window.addEventListener('message', (event) => {
    console.log('message', event.data, String(event.source === window));
    queueMicrotask(() => console.log('microtask of', event.data));
});
window.postMessage('one', '*');
window.postMessage('two', '*');
queueMicrotask(() => console.log('microtask'));
console.log('script end');
