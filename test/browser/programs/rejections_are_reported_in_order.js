window.onunhandledrejection = (event) => {
    console.log('unhandled', event.reason);
    queueMicrotask(() => console.log('microtask after', event.reason));
    return false;
};
Promise.reject('one');
Promise.reject('two');
(async () => { throw 'three'; })();
