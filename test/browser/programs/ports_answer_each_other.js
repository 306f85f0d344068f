const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => {
    console.log('port1', String(data));
    if (data < 4)
        port1.postMessage(data + 1);
};
port2.onmessage = ({ data }) => {
    console.log('port2', String(data));
    port2.postMessage(data + 1);
};
port1.postMessage(1);
