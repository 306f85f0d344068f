const { port1, port2 } = new MessageChannel();
window.onmessage = (event) => {
    console.log('ports', String(event.ports.length));
    event.ports[0].postMessage('hello');
};
port1.onmessage = (event) => console.log('port1', event.data);
window.postMessage('take it', '*', [port2]);
