// prints: data:a message:1 message:2 data:b data:c message:3 data:d message:4
'use strict';
// The wake-up behind message ports is one of the things that are ready: it comes
// when the message was posted, after bytes that were written before. A socket that
// was read from in the poll before (d) keeps its place in front.
const net = require('net');

const { port1, port2 } = new MessageChannel();
let client;
const turns = (n, work) => n === 0 ? work() :
    setImmediate(() => turns(n - 1, work));

function beginAgain() {
    port1.postMessage(2);
    client.write('b');
    turns(2, () => {
        client.write('c');
        port1.postMessage(3);
        turns(1, () => {
            port1.postMessage(4);
            client.write('d');
        });
    });
}
const server = net.createServer((peer) => {
    peer.on('data', (data) => {
        console.log(`data:${data}`);
        if (String(data) === 'a')
            turns(3, beginAgain);
    });
    port2.on('message', (message) => {
        console.log(`message:${message}`);
        if (message === 4) {
            client.destroy();
            server.close();
            port1.close();
        }
    });
    turns(2, () => {
        client.write('a');
        port1.postMessage(1);
    });
});
server.listen(0, '127.0.0.1', () => {
    client = net.connect(server.address().port, '127.0.0.1');
});
