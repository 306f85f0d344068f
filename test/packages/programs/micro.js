// Answers, bodies and errors with micro.
const { serve, send, json, text, createError } = require('micro');
const http = require('http');
const s = http.createServer(
    serve(async (req, res) => {
        if (req.url == '/e') throw createError(429, 'slow down');
        if (req.url == '/j') {
            return { got: await json(req) };
        }
        if (req.url == '/t') return await text(req);
        send(res, 201, 'hi');
    }),
);
s.listen(0, '127.0.0.1', async () => {
    const b = 'http://127.0.0.1:' + s.address().port;
    for (const [u, o] of [
        ['/'],
        ['/e'],
        ['/j', { method: 'POST', body: '{"a":1}' }],
        ['/t', { method: 'POST', body: 'täxt' }],
        ['/j', { method: 'POST', body: '{bad' }],
    ]) {
        const r = await fetch(b + u, o);
        console.log(u, r.status, await r.text());
    }
    s.close();
    s.closeAllConnections();
});
