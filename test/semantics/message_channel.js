// Messages come in the poll phase, each with its ticks.
// prints: a tick b tick closed
// also: node18
const { port1, port2 } = new MessageChannel();
port2.onmessage = ({ data }) => {
    console.log(data);
    process.nextTick(() => console.log('tick'));
    if (data === 'b')
        port1.close();
};
port2.addEventListener('close', () => console.log('closed'));
port1.postMessage('a');
port1.postMessage('b');
