const { createClient } = require('redis');
const client = createClient({ socket: { port: Number(process.env.REDIS_PORT), host: '127.0.0.1' } });
(async () => {
    await client.connect();
    await client.set('r', 'value', { EX: 100 });
    console.log(await client.get('r'), await client.ttl('r') > 90);
    await client.zAdd('z', [{ score: 2, value: 'b' }, { score: 1, value: 'a' }]);
    console.log(await client.zRange('z', 0, -1));
    await client.close();
    console.log('closed');
})();
