const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const worker = start(`
    onmessage = ({ data, ports }) => {
        postMessage([data.text, data.port === ports[0], ports.length].join());
        data.port.onmessage = (e) => data.port.postMessage('back ' + e.data);
    };
`);
const { port1, port2 } = new MessageChannel();
worker.onmessage = (e) => console.log(e.data);
port1.onmessage = (e) => {
    console.log(e.data);
    if (e.data === 'back 1')
        port1.postMessage(2);
};
port1.postMessage(1);
worker.postMessage({ text: 'a port', port: port2 }, { transfer: [port2] });
