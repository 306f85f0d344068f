window.addEventListener('unhandledrejection', (event) => {
    console.log('unhandledrejection', event.reason);
    event.preventDefault();
});
const one = Promise.reject('handled by a microtask');
const two = Promise.reject('never handled');
queueMicrotask(() => one.catch((reason) => console.log('caught', reason)));
setTimeout(() => console.log('timer'), 50);
