'use strict';
// It listens to errors: what fails in a handshake is an event of the socket.
// Servers that choose by name and by protocol, sessions that are resumed, and
// TLS within TLS.
const tls = require('tls');
const path = require('path');
const keys = require(path.join(__dirname, '../../lib/support/tls_keys.js'));

const context = tls.createSecureContext(keys.server);
const inner = tls.createServer(keys.server, (socket) => {
    socket.on('error', fail);
    socket.end('within');
});
const server = tls.createServer({
    ...keys.server,
    SNICallback: (name, callback) => callback(null, context),
    ALPNCallback: ({ protocols }) => protocols[0],
}, (socket) => {
    socket.on('error', fail);
    socket.once('data', (text) => {
        if (String(text) === 'through') {
            inner.emit('connection', socket);
            socket.write('go');
            return;
        }
        socket.write(Buffer.alloc(40000, 7));
        socket.end(socket.alpnProtocol + socket.servername);
    });
});

function fail(error) {
    throw error;
}

function connect(options) {
    const socket = tls.connect({
        port: server.address().port, host: '127.0.0.1', ca: keys.ca.cert,
        servername: 'localhost', ALPNProtocols: ['one', 'two'], ...options,
    });
    return socket.on('error', fail);
}

function fetchAll(session, then) {
    const socket = connect({ session });
    let size = 0;
    let last;
    socket.on('session', (given) => { last = given; });
    socket.on('data', (bytes) => { size += bytes.length; });
    socket.on('secureConnect', () => {
        const { subject } = socket.getPeerCertificate(true);
        console.log(socket.getProtocol(), subject.CN, socket.isSessionReused());
    });
    socket.on('close', () => {
        console.log('received', size);
        then(last);
    });
    socket.write('send');
}

function tunnel() {
    const outer = connect();
    outer.once('data', () => {
        const socket = tls.connect({ socket: outer, ca: keys.ca.cert,
                                     servername: 'localhost' });
        socket.on('error', fail);
        socket.on('data', (text) => console.log(String(text)));
        socket.on('close', () => {
            outer.destroy();
            server.close();
        });
    });
    outer.write('through');
}

server.on('tlsClientError', fail);
inner.on('tlsClientError', fail);
server.listen(0, '127.0.0.1', () => {
    fetchAll(undefined, (session) => fetchAll(session, tunnel));
});
