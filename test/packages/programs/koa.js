const Koa = require('koa');
const Router = require('@koa/router');
const router = new Router();
router.get('/a/:id', (ctx) => { ctx.body = { id: ctx.params.id }; });
const app = new Koa();
app.use(async (ctx, next) => { await next(); ctx.set('x-after', 'yes'); });
app.use(router.routes()).use(router.allowedMethods());
const server = app.listen(0, '127.0.0.1', async () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    const res = await fetch(base + '/a/7');
    console.log(await res.json(), res.headers.get('x-after'));
    console.log((await fetch(base + '/a/7', { method: 'DELETE' })).status);
    server.close();
    server.closeAllConnections();
});
