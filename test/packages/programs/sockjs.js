// sockjs, and faye-websocket as its client.
const sockjs = require('sockjs');
const http = require('http');
const WS = require('faye-websocket');
const e = sockjs.createServer({ log() {} });
e.on('connection', (c) => {
    c.on('data', (m) => c.write('re ' + m));
    c.on('close', () => console.log('srv close'));
});
const s = http.createServer();
e.installHandlers(s, { prefix: '/echo' });
s.listen(0, '127.0.0.1', async () => {
    const p = s.address().port;
    const info = await (await fetch(`http://127.0.0.1:${p}/echo/info`)).json();
    delete info.entropy;
    console.log(info);
    const w = new WS.Client(`ws://127.0.0.1:${p}/echo/000/abc/websocket`);
    w.on('open', () => console.log('open'));
    w.on('message', (ev) => {
        console.log(ev.data);
        if (ev.data == 'o') w.send('["hi"]');
        if (ev.data[0] == 'a') w.close();
    });
    w.on('close', (ev) => {
        console.log('close', ev.code);
        s.close();
        s.closeAllConnections();
    });
});
