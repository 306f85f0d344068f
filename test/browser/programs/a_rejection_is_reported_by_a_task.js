window.addEventListener('unhandledrejection', (event) => {
    console.log('unhandledrejection', event.reason);
    event.preventDefault();
});
Promise.reject('why');
queueMicrotask(() => console.log('microtask'));
console.log('script end');
