const { port1, port2 } = new MessageChannel();
port2.postMessage('one');
port2.postMessage('two');
port1.onmessage = (event) => {
    console.log('got', event.data);
    Promise.resolve().then(() => console.log('microtask of', event.data));
};
console.log('script end');
