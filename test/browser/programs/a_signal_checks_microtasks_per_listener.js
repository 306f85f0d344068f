// A signal that a task aborts has a microtask checkpoint after each listener; one
// that a script aborts has none between them.
function listen(signal, title) {
    for (const number of [1, 2, 3]) {
        signal.addEventListener('abort', () => {
            console.log(title, number);
            Promise.resolve().then(() => console.log(title, 'microtask', number));
        });
    }
    signal.onabort = () => {
        console.log(title, 'handler');
        queueMicrotask(() => console.log(title, 'microtask of the handler'));
    };
}

const controller = new AbortController();
listen(controller.signal, 'script');
controller.abort();
console.log('after abort()');

const timed = AbortSignal.timeout(50);
listen(timed, 'timeout');
listen(AbortSignal.any([timed]), 'derived');

setTimeout(() => {
    const inTask = new AbortController();
    listen(inTask.signal, 'task');
    listen(AbortSignal.any([inTask.signal]), 'task, derived');
    inTask.abort();
    console.log('after abort() of a task');
}, 150);
