const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', (event) => console.log('got', event.data));
port2.postMessage('early');
setTimeout(() => {
    console.log('start');
    port1.start();
}, 60);
