// amqplib, kafkajs, imap and nats without a server; nats with a small one.
const amqp = require('amqplib');
const { Kafka, logLevel, KafkaJSNonRetriableError } = require('kafkajs');
const Imap = require('imap');
const nats = require('nats');
(async () => {
    await amqp.connect('amqp://127.0.0.1:1').catch((e) => console.log(e.code, e.message));
    const kf = new Kafka({
        clientId: 'a',
        brokers: ['127.0.0.1:1'],
        logLevel: logLevel.NOTHING,
        retry: { retries: 1, initialRetryTime: 10 },
    });
    const p = kf.producer();
    await p.connect().catch((e) => console.log(e.name, e.message));
    await p.disconnect();
    await new Promise((r) => {
        const i = new Imap({ user: 'a', password: 'b', host: '127.0.0.1', port: 1, tls: false });
        i.once('error', (e) => {
            console.log(e.code, e.source);
            r();
        });
        i.connect();
    });
    await nats
        .connect({ servers: '127.0.0.1:1', reconnect: false })
        .catch((e) => console.log(e.name, e.code));
    const sc = nats.StringCodec();
    console.log(sc.decode(sc.encode('ü')));
    const net = require('net');
    const s = net
        .createServer((c) => {
            c.write(
                'INFO {"server_id":"x","version":"2.9.0","max_payload":1048576,"proto":1,"headers":true}\r\n',
            );
            c.on('data', (d) => {
                for (const l of String(d).split('\r\n')) {
                    if (l.startsWith('PING')) c.write('PONG\r\n');
                    if (l.startsWith('PUB')) c.write('MSG a 1 5\r\nhello\r\n');
                }
            });
            c.on('error', () => {});
        })
        .listen(0, '127.0.0.1', async () => {
            const c = await nats.connect({ port: s.address().port });
            const sub = c.subscribe('a', { max: 1 });
            c.publish('a', 'hello');
            for await (const m of sub) console.log(m.subject, sc.decode(m.data));
            await c.close();
            s.close();
        });
})();
