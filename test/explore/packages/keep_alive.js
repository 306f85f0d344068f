'use strict';
/* A second request comes about when the idle socket of the first is given up. */
const { load, check } = require('./common');
const http = require('http');

const Agent = load();
const agent = new (Agent.HttpAgent ?? Agent)({
    keepAlive: true, maxSockets: 1, freeSocketTimeout: 50, freeSocketKeepAliveTimeout: 50,
    keepAliveTimeout: 50,
});
const server = http.createServer((request, response) => response.end('hello'));
server.keepAliveTimeout = 60000;

const get = (then) => {
    const { port } = server.address();
    http.get({ port, agent }, (response) => response.resume().on('end', then))
        .on('error', check);
};

server.listen(0, () => {
    get(() => setTimeout(get, 60, () => {
        server.close();
        agent.destroy();
    }));
});
