// connect with express-session and cookie-session.
const connect = require('connect');
const cookieSession = require('cookie-session');
const session = require('express-session');
const http = require('http');
const app = connect();
app.use('/s', session({ secret: 'k', resave: false, saveUninitialized: true }));
app.use('/c', cookieSession({ name: 'cs', keys: ['a', 'b'] }));
app.use('/s', (req, res) => {
    req.session.n = (req.session.n || 0) + 1;
    res.end('n ' + req.session.n);
});
app.use('/c', (req, res) => {
    req.session.n = (req.session.n || 0) + 1;
    res.end('c ' + req.session.n);
});
app.use('/err', () => {
    throw new Error('E');
});
app.use((e, req, res, next) => {
    res.statusCode = 501;
    res.end(e.message);
});
const s = http.createServer(app).listen(0, '127.0.0.1', async () => {
    const b = 'http://127.0.0.1:' + s.address().port;
    for (const p of ['/s', '/c']) {
        let cookie = '';
        for (let i = 0; i < 3; i++) {
            const r = await fetch(b + p, { headers: cookie ? { cookie } : {} });
            const sc = r.headers.getSetCookie();
            if (sc.length) cookie = sc.map((x) => x.split(';')[0]).join('; ');
            console.log(p, await r.text(), sc.length, p == '/c' ? sc : '');
        }
    }
    console.log((await fetch(b + '/err')).status, (await fetch(b + '/none')).status);
    s.close();
    s.closeAllConnections();
});
