const fastify = require('fastify')();
fastify.get('/', {
    schema: { response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } } },
}, async () => ({ a: 1, b: 2 }));
fastify.post('/echo', async (request) => request.body);
fastify.setNotFoundHandler((request, reply) => reply.code(404).send('nothing here'));
(async () => {
    console.log((await fastify.inject('/')).body);
    const address = await fastify.listen({ port: 0, host: '127.0.0.1' });
    console.log(await (await fetch(address + '/')).text());
    const echo = await fetch(address + '/echo', { method: 'POST', body: '{"x":[1]}',
        headers: { 'content-type': 'application/json' } });
    console.log(await echo.text(), (await fetch(address + '/no')).status);
    await fastify.close();
    console.log('closed');
})();
