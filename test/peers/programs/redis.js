// needs: redis-server
// redis over TLS, by ioredis.
const Redis = require('ioredis');
const { ca, files, freePort, ready, start } = require('../tools.js');

async function main() {
    const port = await freePort();
    start('redis-server', ['--port', '0', '--tls-port', port, '--bind',
                           '127.0.0.1', '--tls-cert-file', files.cert,
                           '--tls-key-file', files.key, '--tls-ca-cert-file',
                           files.ca, '--tls-auth-clients', 'no', '--save', '',
                           '--dir', files.folder]);
    await ready(port);
    const redis = new Redis.default({ port, host: '127.0.0.1', tls: { ca,
        servername: 'localhost' } });
    console.log(await redis.set('a', 'x'.repeat(100000)));
    console.log((await redis.get('a')).length);
    console.log(await Promise.all(Array.from(
        { length: 100 }, (_, i) => redis.incr(`n${i % 7}`))));
    await redis.quit();
    const wrong = new Redis.default({ port, host: '127.0.0.1', tls: {},
        retryStrategy: null });
    wrong.on('error', (e) => { console.log(e.code); process.exit(); });
}
main();
