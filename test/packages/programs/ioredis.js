// Commands, a pipeline, a transaction, a script, messages between clients.
const Redis = require('ioredis');
const options = { port: Number(process.env.REDIS_PORT), host: '127.0.0.1' };
const redis = new Redis(options);
(async () => {
    await redis.flushall();
    console.log(await redis.set('a', '1'), await redis.incr('a'), await redis.get('none'));
    console.log(await redis.pipeline().hset('h', 'x', 1).hgetall('h').exec());
    console.log(await redis.multi().lpush('l', 1, 2).lrange('l', 0, -1).exec());
    console.log(await redis.eval('return {KEYS[1], ARGV[1]}', 1, 'k', 'v'));
    await redis.incr('h').catch((e) => console.log(e.name, e.message));
    console.log((await redis.getBuffer('a')).equals(Buffer.from('2')));
    const listener = new Redis(options);
    await listener.subscribe('news');
    listener.on('message', async (channel, text) => {
        console.log(channel, text);
        await listener.quit();
        console.log(await redis.quit());
    });
    await redis.publish('news', 'hello');
})();
