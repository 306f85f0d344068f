// Routes, bodies and files with polka, body-parser and sirv.
const polka = require('polka');
const http = require('http');
const { json } = require('body-parser');
const sirv = require('sirv');
const get = (port, path, opt = {}, body) =>
    new Promise((r, j) => {
        const q = http
            .request({ port, host: '127.0.0.1', path, ...opt }, (s) => {
                let b = '';
                s.setEncoding('utf8')
                    .on('data', (d) => (b += d))
                    .on('end', () => r([s.statusCode, s.headers['content-type'], b]));
            })
            .on('error', j);
        q.end(body);
    });
const app = polka({
    onError(e, req, res) {
        res.statusCode = e.code || 500;
        res.end('oops ' + e.message);
    },
});
app.use(json(), sirv(__dirname + '/../node_modules/polka', { dev: true }));
app.get('/u/:id?', (req, res) => res.end(JSON.stringify({ p: req.params, q: req.query })));
app.post('/e', (req, res) => res.end(JSON.stringify(req.body)));
app.listen(0, '127.0.0.1', async () => {
    const p = app.server.address().port;
    console.log(await get(p, '/u/5?a=1&a=2'));
    console.log(await get(p, '/u'));
    console.log(await get(p, '/zz'));
    console.log(
        await get(
            p,
            '/e',
            { method: 'POST', headers: { 'content-type': 'application/json' } },
            '{"a":[1,2]}',
        ),
    );
    console.log(
        await get(
            p,
            '/e',
            { method: 'POST', headers: { 'content-type': 'application/json' } },
            '{"a":',
        ),
    );
    console.log((await get(p, '/package.json'))[1]);
    app.server.close();
    app.server.closeAllConnections();
});
