'use strict';
/*
 * Methods of http.ClientRequest on an object whose constructor was not run, as
 * libraries make it that mock requests: the object emits 'socket' by itself.
 */

const assert = require('assert');
const http = require('http');
const net = require('net');

function makeRequest() {
    const request = Object.create(http.ClientRequest.prototype);
    http.OutgoingMessage.call(request);
    return request;
}

function giveSocket(request) {
    const socket = new net.Socket();
    socket._httpMessage = request;
    request.socket = socket;
    request.emit('socket', socket);
    return socket;
}

{
    const request = makeRequest();
    let calls = 0;
    assert.strictEqual(request.setTimeout(1000, () => calls++), request);
    assert.strictEqual(request.listenerCount('socket'), 2);
    const socket = giveSocket(request);
    assert.strictEqual(request.timeout, undefined);
    assert.strictEqual(socket.timeout, 1000);
    socket.emit('timeout');
    assert.strictEqual(calls, 1);
    /* The socket says whose timeout it is. */
    socket._httpMessage = null;
    request.setTimeout(1000, () => calls++);
    socket.emit('timeout');
    assert.strictEqual(calls, 1);
    socket.setTimeout(0);
}

{
    const request = makeRequest();
    request.setNoDelay(true);
    request.setSocketKeepAlive(true, 10);
    request.clearTimeout();
    const called = [];
    const socket = new net.Socket();
    socket.setNoDelay = (on) => called.push(['setNoDelay', on]);
    socket.setKeepAlive = (on, ms) => called.push(['setKeepAlive', on, ms]);
    request.socket = socket;
    request.emit('socket', socket);
    assert.deepStrictEqual(called, [['setNoDelay', true],
                                    ['setKeepAlive', true, 10]]);
}
