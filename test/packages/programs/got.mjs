import got from 'got';
import http from 'node:http';
let n = 0;
const server = http.createServer((req, res) => {
    res.statusCode = ++n < 2 ? 503 : 200;
    res.end(JSON.stringify({ n }));
}).listen(0, '127.0.0.1', async () => {
    const url = `http://127.0.0.1:${server.address().port}/`;
    console.log(await got(url, { retry: { limit: 2, calculateDelay: ({ computedValue }) => computedValue && 1 } }).json());
    server.close();
});
