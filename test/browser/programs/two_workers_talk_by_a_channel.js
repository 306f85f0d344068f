const start = (text, options) => new Worker(
    URL.createObjectURL(new Blob([text])), options);
const text = `
    onmessage = ({ data, ports: [port] }) => {
        port.onmessage = (e) => {
            if (e.data < 4)
                port.postMessage(e.data + 1);
            postMessage(data + ' got ' + e.data);
        };
        if (data === 'one')
            port.postMessage(1);
    };
`;
const { port1, port2 } = new MessageChannel();
const got = { one: [], two: [] };
for (const [name, port] of [['one', port1], ['two', port2]]) {
    const worker = start(text);
    worker.onmessage = (e) => {
        got[name].push(e.data);
        if (got.one.length + got.two.length === 4)
            console.log([...got.one, ...got.two].join());
    };
    worker.postMessage(name, [port]);
}
