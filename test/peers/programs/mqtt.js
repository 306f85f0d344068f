// mqtt over TLS, with aedes as the broker.
const tls = require('tls');
const mqtt = require('mqtt');
const { Aedes } = require('aedes');
const { ca, keys, listen } = require('../tools.js');

async function main() {
    const broker = await Aedes.createBroker();
    const server = tls.createServer(keys, broker.handle);
    const port = await listen(server);
    const options = { ca, servername: 'localhost', reconnectPeriod: 0 };
    const url = `mqtts://127.0.0.1:${port}`;
    const reader = await mqtt.connectAsync(url, options);
    await reader.subscribeAsync('a/#', { qos: 1 });
    const writer = await mqtt.connectAsync(url, options);
    const seen = [];
    const all = new Promise((resolve) => reader.on('message', (topic, data) => {
        seen.push(`${topic} ${data.length}`);
        if (seen.length === 10)
            resolve();
    }));
    for (let i = 0; i < 10; i++)
        await writer.publishAsync(`a/${i}`, Buffer.alloc(i * 10000), { qos: 1 });
    await all;
    console.log(seen);
    await reader.endAsync();
    await writer.endAsync();
    await mqtt.connectAsync(url, { reconnectPeriod: 0 })
        .catch((e) => console.log(e.code));
    process.exit();
}
main();
