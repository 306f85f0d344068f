const axios = require('axios');
const http = require('http');
const server = http.createServer((req, res) => {
    if (req.url === '/redirect') {
        res.writeHead(302, { location: '/end' }).end();
        return;
    }
    let body = '';
    req.on('data', (d) => body += d).on('end', () => {
        res.setHeader('content-type', 'application/json');
        res.statusCode = req.url === '/bad' ? 500 : 200;
        res.end(JSON.stringify({ url: req.url, method: req.method, body }));
    });
}).listen(0, '127.0.0.1', async () => {
    const client = axios.create({ baseURL: `http://127.0.0.1:${server.address().port}` });
    console.log((await client.get('/a', { params: { q: 'ä b' } })).data);
    console.log((await client.post('/p', { x: 1 })).data);
    console.log((await client.get('/redirect')).data.url);
    await client.get('/bad').catch((e) => console.log(e.code, e.response.status));
    await client.get('/slow', { signal: AbortSignal.abort() }).catch((e) => console.log(e.code));
    server.close();
    server.closeAllConnections();
});
