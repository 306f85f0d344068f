window.onmessage = (event) => console.log(event.data);
setTimeout(() => {
    console.log('start');
    window.postMessage('message', '*');
    setTimeout(() => console.log('timer'), 50);
    Promise.resolve().then(() => console.log('microtask'));
}, 0);
