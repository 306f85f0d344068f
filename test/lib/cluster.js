'use strict';
// cluster: workers that share TCP servers and datagram sockets. The file is its
// own worker; a worker's role comes with its environment.

const assert = require('assert');
const cluster = require('cluster');
const dgram = require('dgram');
const net = require('net');

const host = '127.0.0.1';
const role = process.env.TEST_ROLE;

if (cluster.isWorker) {
    assert.strictEqual(cluster.isPrimary, false);
    assert.strictEqual(cluster.worker.process, process);
    assert.ok(cluster.worker.id > 0);
    assert.strictEqual(process.env.NODE_UNIQUE_ID, undefined);
    if (role === 'tcp') {
        net.createServer((socket) => socket.end(`${cluster.worker.id}`))
            .listen(0, host);
    } else if (role === 'udp') {
        const socket = dgram.createSocket('udp4');
        socket.on('message', (message, { address, port }) => {
            socket.send(`${message} ${cluster.worker.id}`, port, address);
        });
        socket.bind(0, host);
    } else if (role === 'taken') {
        net.createServer().listen(+process.env.TEST_PORT, host)
            .on('error', ({ code, syscall }) => {
                process.send({ code, syscall });
                cluster.worker.disconnect();
            });
    } else if (role === 'exclusive') {
        const server = net.createServer();
        server.listen({ port: 0, host, exclusive: true }, () => {
            process.send(server.address().port);
            server.close(() => cluster.worker.disconnect());
        });
    } else if (role === 'echo') {
        process.on('message', (message) => {
            process.send(message);
            if (message === 'exit')
                process.exit(3);
        });
    }
    return;
}

assert.strictEqual(cluster.isPrimary, true);
assert.strictEqual(cluster.isMaster, true);
assert.strictEqual(cluster.worker, undefined);
assert.deepStrictEqual([cluster.SCHED_NONE, cluster.SCHED_RR], [1, 2]);
assert.strictEqual(cluster.schedulingPolicy, cluster.SCHED_RR);

let done = 0;
process.on('exit', () => {
    assert.strictEqual(done, 6);
    assert.deepStrictEqual(cluster.workers, {});
});

function start(name, env) {
    return cluster.fork({ TEST_ROLE: name, ...env });
}

function ask(port, callback) {
    let text = '';
    net.connect(port, host).setEncoding('utf8')
        .on('data', (chunk) => { text += chunk; })
        .on('end', () => callback(text));
}

// Two workers that listen on port 0 have the same port and take turns.
function testTcp() {
    const workers = [start('tcp'), start('tcp')];
    const ports = [];
    for (const worker of workers) {
        worker.on('listening', ({ port, address, addressType }) => {
            assert.strictEqual(address, host);
            assert.strictEqual(addressType, 4);
            assert.strictEqual(worker.state, 'listening');
            ports.push(port);
            if (ports.length === 2)
                takeTurns(workers, ports);
        });
    }
}

function takeTurns(workers, ports) {
    assert.strictEqual(ports[0], ports[1]);
    const answers = [];
    const next = (text) => {
        answers.push(text);
        if (answers.length < 4) {
            ask(ports[0], next);
            return;
        }
        assert.strictEqual(answers[0], answers[2]);
        assert.strictEqual(answers[1], answers[3]);
        assert.notStrictEqual(answers[0], answers[1]);
        stop(workers, testUdp);
    };
    ask(ports[0], next);
}

/* Disconnect them; each leaves by itself, and says so. */
function stop(workers, callback) {
    let left = workers.length;
    for (const worker of workers) {
        worker.on('exit', (code, signal) => {
            assert.deepStrictEqual([code, signal], [0, null]);
            assert.strictEqual(worker.exitedAfterDisconnect, true);
            assert.ok(worker.isDead());
            if (--left === 0) {
                done++;
                callback();
            }
        });
        assert.strictEqual(worker.disconnect(), worker);
    }
}

// Workers share a datagram socket; whichever reads it answers.
function testUdp() {
    const workers = [start('udp'), start('udp')];
    const ports = [];
    cluster.on('listening', function onListening(worker, { port }) {
        ports.push(port);
        if (ports.length < 2)
            return;
        cluster.removeListener('listening', onListening);
        assert.strictEqual(ports[0], ports[1]);
        const client = dgram.createSocket('udp4');
        client.on('message', (message) => {
            assert.match(message.toString(), /^ping [34]$/);
            client.close();
            stop(workers, testTaken);
        });
        client.send('ping', ports[0], host);
    });
}

// An address in use is an error of the worker's server.
function testTaken() {
    const server = net.createServer().listen(0, host, () => {
        const worker = start('taken', { TEST_PORT: server.address().port });
        worker.on('message', (message) => {
            assert.deepStrictEqual(message,
                                   { code: 'EADDRINUSE', syscall: 'bind' });
        });
        worker.on('exit', (code) => {
            assert.strictEqual(code, 0);
            assert.strictEqual(worker.exitedAfterDisconnect, true);
            server.close();
            done++;
            testExclusive();
        });
    });
}

// An exclusive server is the worker's own.
function testExclusive() {
    start('exclusive').on('message', (port) => assert.ok(port > 0))
        .on('exit', (code) => {
            assert.strictEqual(code, 0);
            done++;
            setImmediate(testEvents); // after the events of this worker
        });
}

// The events of a worker come in this order, but for the last two, which race
// in Node; its exit code is kept.
function testEvents() {
    const events = [];
    for (const name of ['fork', 'online', 'message', 'disconnect', 'exit'])
        cluster.on(name, () => events.push(name));
    const worker = start('echo');
    assert.strictEqual(cluster.workers[worker.id], worker);
    worker.on('online', () => worker.send('exit'));
    worker.on('exit', (code, signal) => {
        assert.deepStrictEqual([code, signal], [3, null]);
        assert.strictEqual(worker.exitedAfterDisconnect, false);
    });
    cluster.on('exit', check);
    cluster.on('disconnect', check);
    function check() {
        if (events.length < 5)
            return;
        assert.deepStrictEqual(events.slice(0, 3),
                               ['fork', 'online', 'message']);
        assert.deepStrictEqual(events.slice(3).sort(), ['disconnect', 'exit']);
        cluster.removeAllListeners();
        done++;
        testKill();
    }
}

// kill() ends a worker by a signal; cluster.disconnect() waits for all of them.
function testKill() {
    const killed = start('echo');
    killed.on('online', () => killed.kill('SIGKILL'));
    killed.on('exit', (code, signal) => {
        assert.deepStrictEqual([code, signal], [null, 'SIGKILL']);
        start('echo').on('online', () => {
            cluster.disconnect(() => done++);
        });
    });
}

cluster.setupPrimary({ silent: false });
cluster.once('setup', (settings) => {
    assert.strictEqual(settings.exec, __filename);
    testTcp();
});
