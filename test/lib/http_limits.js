'use strict';
/*
 * Limits of servers, requests and agents: how long a head may take, how long a
 * body must be, how many sockets there are. One behaviour each.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');

let left = 0;

function test(name, run) {
    left++;
    run(() => {
        left--;
    });
}

/* Send text to a server and hand over all that it answers. */
function talk(port, text, done) {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => { answer += chunk; });
    socket.on('error', () => {});
    socket.on('close', () => done(answer));
}

test('a head that does not end is answered with 408', (done) => {
    const server = http.createServer({
        headersTimeout: 20, requestTimeout: 0, connectionsCheckingInterval: 10,
    }, () => assert.fail('there is no request'));
    server.listen(0, () => {
        talk(server.address().port, 'GET / HTTP/1.1\r\nHost: a\r\n', (text) => {
            assert.strictEqual(text, 'HTTP/1.1 408 Request Timeout\r\n' +
                'Connection: close\r\n\r\n');
            server.close(done);
        });
    });
});

test('a body that does not end is answered with 408', (done) => {
    const server = http.createServer({
        headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10,
    }, (req) => req.on('error', () => {}).resume());
    server.listen(0, () => {
        const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nx';
        talk(server.address().port, head, (text) => {
            assert.match(text, /^HTTP\/1\.1 408 /);
            server.close(done);
        });
    });
});

test('the end of a connection inside of a head has its own code', (done) => {
    const server = http.createServer(() => assert.fail('no request'));
    server.on('clientError', (error, socket) => {
        assert.strictEqual(error.code, 'HPE_INVALID_EOF_STATE');
        socket.destroy();
        server.close(done);
    });
    server.listen(0, () => {
        net.connect(server.address().port, '127.0.0.1')
            .on('error', () => {}).end('GET / HTTP/1.1\r\nHost:');
    });
});

test('strictContentLength refuses a byte too many, and too few', (done) => {
    const code = 'ERR_HTTP_CONTENT_LENGTH_MISMATCH';
    const server = http.createServer((req, res) => {
        res.strictContentLength = true;
        res.setHeader('Content-Length', 5);
        res.write('1234');
        assert.throws(() => res.write('56'), { code });
        assert.throws(() => res.end(), { code });
        res.end('5');
    });
    server.listen(0, () => {
        http.get({ host: '127.0.0.1', port: server.address().port,
                   agent: false }, (res) => {
            res.setEncoding('utf8');
            res.on('data', (text) => assert.strictEqual(text, '12345'));
            res.on('end', () => server.close(done));
        });
    });
});

test('values of a unique header share a line', (done) => {
    const server = http.createServer({ uniqueHeaders: ['x-a'] }, (req, res) => {
        assert.deepStrictEqual(req.headersDistinct['x-q'], ['1; 2']);
        res.setHeader('X-A', ['3', '4']);
        res.setHeader('X-B', ['5', '6']);
        res.end();
    });
    server.listen(0, () => {
        http.get({
            host: '127.0.0.1', port: server.address().port, agent: false,
            uniqueHeaders: ['x-q'],
            headers: { 'X-Q': ['1', '2'] },
        }, (res) => {
            assert.deepStrictEqual(res.headersDistinct['x-a'], ['3; 4']);
            assert.deepStrictEqual(res.headersDistinct['x-b'], ['5', '6']);
            res.resume().on('end', () => server.close(done));
        });
    });
});

test('maxTotalSockets holds over several hosts, and all are served', (done) => {
    const agent = new http.Agent({ keepAlive: true, maxTotalSockets: 2 });
    const servers = [0, 1].map(() => http.createServer((req, res) => {
        res.end('x');
    }));
    let open = 8;
    const finish = () => {
        if (--open > 0)
            return;
        agent.destroy();
        servers[0].close(() => servers[1].close(done));
    };
    servers[0].listen(0, () => servers[1].listen(0, () => {
        for (let i = 0; i < 8; i++) {
            const { port } = servers[i % 2].address();
            http.get({ host: '127.0.0.1', port, agent }, (res) => {
                const used = Object.values(agent.sockets).flat().length;
                assert(used <= 2, `${used} sockets`);
                res.resume().on('end', finish);
            });
        }
    }));
});

test('an idle connection of an agent that gets bytes is not used', (done) => {
    const agent = new http.Agent({ keepAlive: true });
    const server = http.createServer((req, res) => res.end('ok'));
    server.once('connection', (socket) => {
        server.once('request', () => setTimeout(() => {
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        }, 20));
    });
    server.listen(0, () => {
        const options = { host: '127.0.0.1', port: server.address().port,
                          agent };
        http.get(options, (res) => res.resume().on('close', () => {
            setTimeout(() => http.get(options, (second) => {
                second.setEncoding('utf8');
                second.on('data', (text) => assert.strictEqual(text, 'ok'));
                second.on('end', () => {
                    agent.destroy();
                    server.close(done);
                });
            }), 60);
        }));
    });
});

process.on('exit', (code) => {
    if (code === 0)
        assert.strictEqual(left, 0);
});

// The limit of the command line may be none at all.
{
    const { execFileSync } = require('child_process');
    const told = execFileSync(process.execPath, [
        '-e', 'console.log(http.maxHeaderSize)', '--max-http-header-size=0']);
    require('assert').strictEqual(String(told), '0\n');
}
