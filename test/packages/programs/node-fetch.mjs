import fetch, { Headers } from 'node-fetch';
import http from 'node:http';
import zlib from 'node:zlib';
const server = http.createServer((req, res) => {
    res.setHeader('content-encoding', 'gzip');
    res.end(zlib.gzipSync('zipped ' + req.headers['x-a']));
}).listen(0, '127.0.0.1', async () => {
    const res = await fetch(`http://127.0.0.1:${server.address().port}`, { headers: new Headers({ 'X-A': 'b' }) });
    console.log(res.status, await res.text());
    server.close();
});
