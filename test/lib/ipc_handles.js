'use strict';
// Servers, connections and datagram sockets are sent to a child and used there.
// The file is its own child.

const assert = require('assert');
const { fork } = require('child_process');
const dgram = require('dgram');
const net = require('net');

const host = '127.0.0.1';

if (process.argv[2] === 'child') {
    process.on('message', (message, handle) => {
        if (message === 'server') {
            handle.on('connection', (socket) => {
                socket.end('from the child');
                handle.close();
            });
            process.send('has the server');
        } else if (message === 'socket') {
            handle.setEncoding('utf8');
            handle.on('data', (text) => handle.end(`child: ${text}`));
        } else if (message === 'kept') {
            handle.end('kept');
        } else if (message === 'dgram') {
            handle.on('message', (text, rinfo) => {
                handle.send(`child: ${text}`, rinfo.port, rinfo.address,
                            () => handle.close());
            });
            process.send('has the datagrams');
        } else if (message === 'text only') {
            process.send({ text: message, handle: handle === undefined });
        } else if (message === 'end') {
            process.disconnect();
        } else if (message === 'exit') {
            process.on('disconnect', () => process.exit(0));
            process.disconnect();
        }
    });
    return;
}

let done = 0;
process.on('exit', () => assert.strictEqual(done, 6));

function start() {
    const child = fork(__filename, ['child']);
    child.on('exit', (code, signal) => {
        assert.deepStrictEqual([code, signal], [0, null]);
    });
    return child;
}

function readAll(socket, callback) {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => { text += chunk; });
    socket.on('end', () => callback(text));
}

// A server accepts in the child, also after the parent has closed its own.
{
    const child = start();
    const server = net.createServer(() => assert.fail('accepted here'));
    server.listen(0, host, () => {
        const { port } = server.address();
        child.send('server', server);
        child.on('message', (message) => {
            assert.strictEqual(message, 'has the server');
            server.close();
            readAll(net.connect(port, host), (text) => {
                assert.strictEqual(text, 'from the child');
                child.send('end');
                done++;
            });
        });
    });
}

// A connection moves: what the peer writes is read by the child. The server is
// closed when the child has closed the connection.
{
    const child = start();
    const events = [];
    const server = net.createServer({ pauseOnConnect: true }, (socket) => {
        child.send('socket', socket, (error) => {
            assert.strictEqual(error, null);
            events.push('sent');
        });
        assert.strictEqual(socket._handle, null);
        server.close(() => {
            events.push('closed');
            assert.deepStrictEqual(events, ['sent', 'read', 'closed']);
            child.send('end');
            done++;
        });
    });
    server.listen(0, host, () => {
        const client = net.connect(server.address().port, host, () => {
            client.write('hello');
        });
        readAll(client, (text) => {
            assert.strictEqual(text, 'child: hello');
            events.push('read');
        });
    });
}

// With keepOpen both processes have the connection.
{
    const child = start();
    const server = net.createServer((socket) => {
        socket.write('here, ', () => {
            child.send('kept', socket, { keepOpen: true }, () => {
                assert.notStrictEqual(socket._handle, null);
                socket.on('end', () => child.send('end'));
            });
        });
        server.close();
    });
    server.listen(0, host, () => {
        readAll(net.connect(server.address().port, host), (text) => {
            assert.strictEqual(text, 'here, kept');
            done++;
        });
    });
}

// A datagram socket is bound in both, and messages keep their order behind it.
{
    const child = start();
    const shared = dgram.createSocket('udp4');
    const order = [];
    shared.bind(0, host, () => {
        const { port } = shared.address();
        child.send('dgram', shared);
        child.send('text only');
        child.on('message', (message) => {
            order.push(message);
            if (order.length < 2)
                return;
            assert.deepStrictEqual(order, [
                'has the datagrams', { text: 'text only', handle: true },
            ]);
            shared.close();
            const client = dgram.createSocket('udp4');
            client.on('message', (text) => {
                assert.strictEqual(text.toString(), 'child: ping');
                client.close();
                child.send('end');
                done++;
            });
            client.send('ping', port, host);
        });
    });
}

// What is no handle is refused, and so are options that are no object.
{
    const child = start();
    assert.throws(() => child.send('x', {}),
                  { code: 'ERR_INVALID_HANDLE_TYPE', name: 'TypeError' });
    assert.throws(() => child.send('x', undefined, 1),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => child.send(), { code: 'ERR_MISSING_ARGS' });
    child.send('end', () => done++);
}

// A child may exit while its channel is being closed.
start().send('exit');

// A message that nobody listens to waits for a listener.
{
    const child = start();
    child.send('text only');
    child.once('newListener', () => {});
    setTimeout(() => {
        child.on('message', ({ text }) => {
            assert.strictEqual(text, 'text only');
            child.send('end');
            done++;
        });
    }, 300);
}
