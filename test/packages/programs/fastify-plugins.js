// @fastify/cors, cookie, static, multipart; schemas.
const F = require('fastify');
const path = require('path');
(async () => {
    const a = F();
    await a.register(require('@fastify/cors'), { origin: 'http://x' });
    await a.register(require('@fastify/cookie'), { secret: 's' });
    await a.register(require('@fastify/static'), {
        root: path.join(__dirname, '../node_modules/ms'),
    });
    await a.register(require('@fastify/multipart'));
    a.get('/c', (q, r) => r.setCookie('a', 'b', { signed: true, httpOnly: true }).send(q.cookies));
    a.post('/up', async (q) => {
        const o = [];
        for await (const p of q.parts())
            o.push(
                p.file
                    ? [p.fieldname, p.filename, (await p.toBuffer()).length]
                    : [p.fieldname, p.value],
            );
        return o;
    });
    a.post(
        '/v',
        {
            schema: {
                body: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
                response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } },
            },
        },
        async (q) => ({ ...q.body, x: 1 }),
    );
    await a.listen({ port: 0, host: '127.0.0.1' });
    const b = 'http://127.0.0.1:' + a.server.address().port;
    let r = await fetch(b + '/c', { headers: { cookie: 'z=1', origin: 'http://x' } });
    console.log(
        await r.text(),
        r.headers.get('set-cookie'),
        r.headers.get('access-control-allow-origin'),
    );
    const fd = new FormData();
    fd.append('f', new Blob(['abc']), 'a.txt');
    fd.append('k', 'v');
    console.log(await (await fetch(b + '/up', { method: 'POST', body: fd })).text());
    r = await fetch(b + '/package.json');
    console.log(r.headers.get('content-type'), (await r.json()).name);
    for (const body of ['{"n":"5"}', '{"n":"x"}', '{}'])
        console.log(
            await (
                await fetch(b + '/v', {
                    method: 'POST',
                    headers: { 'content-type': 'application/json' },
                    body,
                })
            ).text(),
        );
    await a.close();
    console.log('closed');
})();
