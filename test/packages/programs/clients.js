// needle, phin, request and cross-fetch.
const http = require('http');
const needle = require('needle'),
    phin = require('phin'),
    request = require('request'),
    rp = require('request-promise-native'),
    cf = require('cross-fetch');
const s = http
    .createServer((q, r) => {
        let b = '';
        q.on('data', (d) => (b += d)).on('end', () => {
            if (q.url == '/r') return r.writeHead(302, { location: '/to' }).end();
            if (q.url == '/gz') {
                r.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
                return r.end(require('zlib').gzipSync('zipped'));
            }
            r.setHeader('content-type', 'application/json');
            r.end(
                JSON.stringify({
                    u: q.url,
                    m: q.method,
                    b,
                    ct: q.headers['content-type'],
                    a: q.headers.authorization,
                }),
            );
        });
    })
    .listen(0, '127.0.0.1', async () => {
        const b = 'http://127.0.0.1:' + s.address().port;
        console.log((await needle('get', b + '/n?x=1')).body);
        console.log(
            (await needle('post', b + '/n', { a: 1, b: 'x y' }, { username: 'u', password: 'p' }))
                .body,
        );
        console.log(
            (await needle('get', b + '/r', { follow_max: 3 })).body,
            (await needle('get', b + '/gz', { compressed: true })).body,
        );
        const P = phin.default || phin;
        console.log(
            (await P({ url: b + '/p', parse: 'json' })).body,
            (await P({ url: b + '/p', method: 'POST', data: { z: 1 }, parse: 'json' })).body,
        );
        console.log(
            await rp({
                uri: b + '/rp',
                method: 'POST',
                json: { k: 1 },
                auth: { user: 'a', pass: 'b' },
            }),
        );
        console.log(await rp({ uri: b + '/r', qs: {} }), await rp({ uri: b + '/gz', gzip: true }));
        await new Promise((r) =>
            request.post(b + '/f', { form: { a: [1, 2], c: 'd' } }, (e, res, body) => {
                console.log(e, res.statusCode, body);
                r();
            }),
        );
        await new Promise((r) =>
            request('http://127.0.0.1:1/', (e) => {
                console.log(e.code, e.syscall);
                r();
            }),
        );
        console.log(await (await cf.fetch(b + '/cf', { method: 'PUT', body: 'hey' })).json());
        s.close();
        s.closeAllConnections();
    });
