// A message whose listener throws is the last of its wake-up: a port that was
// closed by then delivers no other.
// prints: got:1 caught:x closed
// also: node18
process.on('uncaughtException', (err) => console.log('caught:' + err.message));
const { port1, port2 } = new MessageChannel();
port2.onmessage = ({ data }) => {
    console.log('got:' + data);
    port2.close();
    throw new Error('x');
};
port2.addEventListener('close', () => console.log('closed'));
port1.postMessage(1);
port1.postMessage(2);
