'use strict';
/* What sockets say of themselves: counted bytes, queues, options, addresses. */
const assert = require('assert');
const dgram = require('dgram');
const dns = require('dns');
const fs = require('fs');
const net = require('net');
const { once } = require('events');
const { run } = require('./support/cases.js');

async function pair(use) {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = net.connect(server.address().port, '127.0.0.1');
    const [[served]] = await Promise.all([once(server, 'connection'),
                                          once(client, 'connect')]);
    try {
        await use(client, served);
    } finally {
        client.destroy();
        served.destroy();
        server.close();
    }
}

async function bound(socket) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return socket;
}

run({
    async 'bytes that were read are counted'() {
        await pair(async (client, served) => {
            assert.strictEqual(served.bytesRead, 0);
            client.write('12345');
            await once(served, 'data');
            assert.strictEqual(served.bytesRead, 5);
            assert.strictEqual(client.bytesWritten, 5);
            client.write('678');
            await once(served, 'data');
            assert.strictEqual(served.bytesRead, 8);
            served.destroy();
            assert.strictEqual(served.bytesRead, 8);
        });
    },

    async 'what the socket does not take waits in its queue'() {
        await pair(async (client, served) => {
            served.pause();
            assert.strictEqual(client._handle.writeQueueSize, 0);
            const size = 32 << 20;
            client.write(Buffer.alloc(size));
            const queued = client._handle.writeQueueSize;
            assert.ok(queued > 0 && queued <= size, `${queued}`);
            let got = 0;
            served.on('data', (bytes) => {
                got += bytes.length;
            });
            served.resume();
            await once(client, 'drain');
            assert.strictEqual(client._handle.writeQueueSize, 0);
            while (got < size)
                await once(served, 'data');
            assert.strictEqual(got, size);
        });
    },

    async 'a datagram socket that is disconnected hears all again'() {
        const [a, b, c] = await Promise.all(
            [1, 2, 3].map(() => bound(dgram.createSocket('udp4'))));
        const heard = [];
        a.on('message', (message) => heard.push(String(message)));
        a.connect(b.address().port, '127.0.0.1');
        await once(a, 'connect');
        assert.strictEqual(a.remoteAddress().port, b.address().port);
        c.send('not heard', a.address().port, '127.0.0.1');
        await new Promise((resolve) => setTimeout(resolve, 30));
        a.disconnect();
        assert.throws(() => a.remoteAddress(),
                      { code: 'ERR_SOCKET_DGRAM_NOT_CONNECTED' });
        // The kernel may have taken its port away with the peer.
        a.send('where', c.address().port, '127.0.0.1');
        const [, { port }] = await once(c, 'message');
        c.send('heard', port, '127.0.0.1');
        await once(a, 'message');
        assert.deepStrictEqual(heard, ['heard']);
        assert.ok(a._handle.fd > 2);
        a.setMulticastInterface('127.0.0.1');
        assert.throws(() => a.setMulticastInterface('1.2.3.256'),
                      { code: 'EINVAL' });
        for (const socket of [a, b, c])
            socket.close();
    },

    async 'names of addresses, servers of a resolver'() {
        // A machine without /etc/services, as a new Debian is, has numbers for names.
        const named = fs.existsSync('/etc/services') &&
            /^ssh\s+22\/tcp/m.test(fs.readFileSync('/etc/services', 'utf8'));
        const { hostname, service } = await dns.promises.lookupService('127.0.0.1', 22);
        assert.strictEqual(service, named ? 'ssh' : '22');
        assert.ok(hostname.length > 0);
        const resolver = new dns.Resolver();
        resolver.setServers(['127.0.0.1:5353', '[::1]:53']);
        assert.deepStrictEqual(resolver.getServers(), ['127.0.0.1:5353', '::1']);
        resolver.setLocalAddress('127.0.0.1', '::1');
        assert.throws(() => resolver.setLocalAddress('nowhere'),
                      { message: /Invalid IP address/i });
    },
});
