'use strict';
// Names that every object inherits are names like any other where a program or
// its peer chooses them. All of it holds for Node 24 as well.
const assert = require('assert');
const http = require('http');
const net = require('net');
const { later } = require('./support/later.js');

const same = assert.deepStrictEqual;

function message() {
    return new http.IncomingMessage(new net.Socket());
}

{
    const m = message();
    m._addHeaderLines(['Constructor', '1', 'constructor', '2'], 4);
    same(m.headers.constructor, '1, 2');
    same(m.headersDistinct.constructor, ['1', '2']);
    const joined = message();
    joined.joinDuplicateHeaders = true;
    joined._addHeaderLine('constructor', '1', joined.headers);
    same(joined.headers.constructor, '1');
    const to = { __proto__: null };
    joined._addHeaderLineDistinct('constructor', '1', to);
    same(to.constructor, ['1']);
}

const server = http.createServer(later((request, response) => {
    server.close();
    same(request.headers.constructor, 'a, b');
    same(request.headersDistinct.constructor, ['a', 'b']);
    response.setHeader('constructor', 'c');
    response.setHeader('Trailer', 'constructor');
    response.write('body');
    response.addTrailers({ constructor: 'd' });
    response.end();
})).listen(0, () => {
    http.get({
        port: server.address().port, agent: false,
        headers: ['Host', 'a', 'constructor', 'a', 'constructor', 'b'],
    }, later((response) => {
        same(response.headers.constructor, 'c');
        response.resume().on('end', later(() => {
            same(response.trailers.constructor, 'd');
        }));
    }));
});

assert.ok('constructor' in process.env);
assert.ok('PATH' in process.env);
assert.ok(!('no such variable' in process.env));
assert.ok(!Object.keys(process.env).includes('constructor'));

const { groups } = new URLPattern({ pathname: '/:__proto__' })
    .exec({ pathname: '/x' }).pathname;
same(Object.entries(groups), [['__proto__', 'x']]);
