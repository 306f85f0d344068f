// A broker's greeting, by hand.
const mqtt = require('mqtt');
const net = require('net');
const server = net.createServer((socket) => {
    socket.once('data', (d) => {
        console.log('connect', d[0] === 0x10);
        socket.write(Buffer.from([0x20, 2, 0, 0]));
    });
}).listen(0, '127.0.0.1', () => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${server.address().port}`, { clientId: 'x', reconnectPeriod: 0 });
    client.on('connect', () => { console.log('connected'); client.end(true, () => { server.close(); console.log('ended'); }); });
});
