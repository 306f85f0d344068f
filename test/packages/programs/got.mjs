// got: JSON, redirects, retries, errors, a stream.
import got from 'got';
import http from 'http';
let n = 0;
const s = http
    .createServer((q, r) => {
        let b = '';
        q.on('data', (d) => (b += d)).on('end', () => {
            if (q.url == '/r') return r.writeHead(302, { location: '/to' }).end();
            if (q.url == '/flaky' && n++ < 1) return r.writeHead(503).end('no');
            if (q.url == '/404') return r.writeHead(404).end('nope');
            r.end(
                JSON.stringify({
                    u: q.url,
                    m: q.method,
                    b,
                    h: q.headers['content-type'],
                    ae: q.headers['accept-encoding'],
                }),
            );
        });
    })
    .listen(0, '127.0.0.1', async () => {
        const b = 'http://127.0.0.1:' + s.address().port;
        console.log(await got(b + '/a', { searchParams: { x: 1 } }).json());
        console.log(await got.post(b + '/p', { json: { a: 1 } }).json());
        console.log((await got(b + '/r')).url.replace(/:\d+/, ''));
        console.log(
            await got(b + '/flaky', {
                retry: { limit: 2, calculateDelay: ({ computedValue }) => (computedValue ? 5 : 0) },
            }).text(),
        );
        try {
            await got(b + '/404');
        } catch (e) {
            console.log(e.name, e.code, e.response.statusCode, e.response.body);
        }
        let t = '';
        for await (const c of got.stream(b + '/st')) t += c;
        console.log(t);
        s.close();
        s.closeAllConnections();
    });
