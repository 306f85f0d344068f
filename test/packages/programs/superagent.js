const superagent = require('superagent');
const http = require('http');
const server = http.createServer((req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ url: req.url, type: req.headers['content-type'] }));
}).listen(0, '127.0.0.1', async () => {
    const res = await superagent.post(`http://127.0.0.1:${server.address().port}/x`).query({ a: 1 }).send({ b: 2 });
    console.log(res.status, res.body);
    server.close();
});
