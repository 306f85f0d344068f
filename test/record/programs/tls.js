'use strict';
// TLS between two sockets of the program: keys, handshakes, sessions.
const tls = require('tls');
const crypto = require('crypto');
const fs = require('fs');
const { execFileSync } = require('child_process');

execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key',
    '-out', 'cert', '-subj', '/CN=localhost', '-days', '2'], { stdio: 'ignore' });
const server = tls.createServer({ key: fs.readFileSync('key'), cert: fs.readFileSync('cert') },
    (socket) => socket.end(`hello ${socket.getProtocol()}`));
let left = 5;
server.listen(0, () => {
    const connect = (session) => {
        const socket = tls.connect({ port: server.address().port, session,
            rejectUnauthorized: false });
        let kept;
        socket.on('session', (bytes) => kept = bytes);
        socket.on('data', (bytes) => console.log(String(bytes), socket.isSessionReused(),
            socket.getFinished().toString('hex')));
        socket.on('close', () => {
            if (--left > 0)
                connect(kept);
            else
                server.close(() => console.log('end'));
        });
    };
    connect();
});
crypto.generateKeyPair('rsa', { modulusLength: 1024 }, (error, pub) =>
    console.log(pub.export({ type: 'spki', format: 'pem' })));
