'use strict';
// It listens to errors, and a connection may end early.
// A server and a client: writes of one chunk and of several, a half-open end, a
// server that is reset, a path of the Unix domain.
const net = require('net');

const stop = (error) => { throw error; };

function serve(where, talk, use, next) {
    const server = net.createServer({ allowHalfOpen: true }, (socket) => {
        socket.on('error', stop);
        talk(socket);
    });
    server.on('error', stop);
    server.on('close', next);
    server.listen(where, () => {
        const address = server.address();
        const client = net.connect(address.port ?? address, '127.0.0.1');
        client.setEncoding('utf8');
        client.on('error', stop);
        client.on('close', () => server.close());
        use(client);
    });
}

// A server that cannot accept a connection closes it, and nothing comes.
function expect(client, use) {
    const onEnd = () => stop(new Error('socket hang up'));
    client.on('end', onEnd);
    client.once('data', (text) => {
        client.off('end', onEnd);
        use(text);
    });
}

function echo(socket) {
    socket.on('data', (chunk) => socket.write(chunk));
    socket.on('end', () => socket.end('bye'));
}

function sendPieces(client) {
    let received = '';
    client.on('data', (text) => { received += text; });
    client.on('end', () => console.log(received.length, received.slice(-3)));
    client.cork();
    client.write('one');
    client.write(Buffer.from('two'));
    client.write('drei€', 'utf8');
    process.nextTick(() => {
        client.uncork();
        client.end('x'.repeat(100000), () => console.log('written'));
    });
}

const steps = [
    (next) => serve(0, echo, sendPieces, next),
    (next) => serve(0, (socket) => socket.end('at once'), (client) => {
        expect(client, (text) => console.log(text));
        client.setNoDelay(true);
        client.setKeepAlive(true, 1000);
        console.log(client.connecting);
    }, next),
    (next) => serve(0, (socket) => {
        socket.write('stop');
        socket.pause();
    }, (client) => expect(client, (text) => {
        console.log(text);
        client.destroy();
    }), next),
];

(function run() {
    console.log('step');
    steps.shift()?.(run);
})();
