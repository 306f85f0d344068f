// ky on fetch(): JSON, retries, hooks, errors, a time limit.
import ky from 'ky';
import http from 'http';
let n = 0;
const s = http
    .createServer((q, r) => {
        let b = '';
        q.on('data', (d) => (b += d)).on('end', () => {
            if (q.url == '/flaky' && n++ < 2) return r.writeHead(503).end('no');
            if (q.url == '/404') return r.writeHead(404).end('{"e":1}');
            if (q.url == '/slow') return;
            r.end(JSON.stringify({ u: q.url, m: q.method, b, ct: q.headers['content-type'] }));
        });
    })
    .listen(0, '127.0.0.1', async () => {
        const b = 'http://127.0.0.1:' + s.address().port;
        const k = ky.create({
            prefixUrl: b,
            retry: { limit: 3, delay: () => 5 },
            hooks: {
                afterResponse: [
                    (q, o, r) => {
                        console.log('hook', r.status);
                    },
                ],
            },
        });
        try {
            console.log(await k.get('a', { searchParams: { x: 1 } }).json());
            console.log(await k.post('b', { json: { z: [1] } }).json());
            console.log(await k('flaky').json());
        } catch (e) {
            console.log(e.message);
        }
        try {
            await k('404');
        } catch (e) {
            console.log(e.name, e.message.replace(/:\d+/, ''), e.response.status);
        }
        try {
            await ky(b + '/slow', { timeout: 50, retry: 0 });
        } catch (e) {
            console.log(e.name, e.message.replace(/:\d+/, ''));
        }
        s.close();
        s.closeAllConnections();
    });
