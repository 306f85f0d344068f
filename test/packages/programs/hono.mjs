import { Hono } from 'hono';
import { serve } from '@hono/node-server';
const app = new Hono();
app.get('/', (c) => c.text('hono'));
app.post('/j', async (c) => c.json(await c.req.json(), 201));
console.log(await (await app.request('/')).text());
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
    const base = `http://127.0.0.1:${port}`;
    console.log(await (await fetch(base)).text());
    const res = await fetch(base + '/j', { method: 'POST', body: '{"a":1}' });
    console.log(res.status, await res.json());
    server.close();
    server.closeAllConnections();
});
