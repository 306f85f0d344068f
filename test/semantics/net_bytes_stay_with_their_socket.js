// prints: 20
'use strict';
// Twenty connections at once, both ends here: the order in which they are read is
// not the order in which bytes came, and each gets back what it sent.
const net = require('net');

const COUNT = 20;
const ROUNDS = 10;
let right = 0;
const server = net.createServer((socket) => socket.pipe(socket));

function converse(n) {
    const client = net.connect(server.address().port, '127.0.0.1');
    let sent = '';
    let got = '';
    let round = 0;
    const say = () => {
        const text = `${n}:${round};`.repeat(1 + (n * 7 + round * 13) % 50);
        sent += text;
        client.write(text);
    };
    client.setEncoding('latin1');
    client.on('connect', say);
    client.on('data', (text) => {
        got += text;
        if (got.length < sent.length)
            return;
        if (++round < ROUNDS)
            say();
        else
            client.end();
    });
    client.on('close', () => {
        right += got === sent;
        if (n === COUNT - 1)
            server.close(() => console.log(right));
    });
}

server.listen(0, '127.0.0.1', () => {
    for (let n = 0; n < COUNT; n++)
        converse(n);
});
