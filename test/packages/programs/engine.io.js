// engine.io: polling, then a WebSocket.
const eio = require('engine.io');
const { Socket } = require('engine.io-client');
const http = require('http').createServer();
const s = eio.attach(http);
s.on('connection', (so) => {
    so.on('message', (m) => so.send('echo ' + m));
});
http.listen(0, '127.0.0.1', () => {
    const p = http.address().port;
    const c = new Socket('ws://127.0.0.1:' + p);
    c.on('open', () => {
        console.log('open', c.transport.name);
        c.send('a');
    });
    c.on('upgrade', (t) => {
        console.log('upgrade', t.name);
        c.send('b');
    });
    c.on('message', (m) => {
        console.log(m);
        if (m == 'echo b') {
            c.close();
        }
    });
    c.on('close', (r) => {
        console.log('close', r);
        http.close();
        s.close();
    });
});
