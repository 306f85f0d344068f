'use strict';
/* Datagrams: two sockets of the loopback interface, and what they send. */
const { list, on, call } = require('./streams.js');

const events = ['listening', 'connect', 'message', 'error', 'close'];
const bufs = ['b', 'a'];

const datagram = {
    onDatagram: on(['message', 'close']),
    send: { ...call((o, a) => `${o}.send('${'d'.repeat(a.size)}', ` +
        `other(${o}).address().port, '127.0.0.1', cb(${o}, 's${a.label}'))`),
    weight: 5, fields: (c) => ({ size: 1 + c.below(4) }) },
    sendBare: call((o) => `${o}.send(['a', 'b'], ` +
        `other(${o}).address().port, '127.0.0.1')`),
    sendToItself: call((o, a) => `${o}.send('self', ${o}.address().port, ` +
        `'127.0.0.1', cb(${o}, 's${a.label}'))`),
    sendConnected: call((o, a) => `${o}.send('c', cb(${o}, 's${a.label}'))`),
    // address() throws if it is closed; Node's connect() then fails by accident.
    connect: call((o, a) => `${o}.address() && ${o}.connect(other(${o})` +
        `.address().port, '127.0.0.1', cb(${o}, 'k${a.label}'))`),
    disconnect: call((o) => `${o}.disconnect()`),
    close: call((o, a) => `${o}.close(cb(${o}, 'z${a.label}'))`,
                { weight: 2 }),
    address: call((o) => `note(${o}, 'a' + ${o}.address().address)`),
    bindAgain: call((o) => `${o}.bind(0, '127.0.0.1')`),
    queued: call((o) => `note(${o}, 'q' + [${o}.getSendQueueSize(), ` +
        `${o}.getSendQueueCount()])`),
    unref: call((o) => `{ ${o}.unref(); ${o}.ref(); }`),
};

const datagrams = {
    weight: 2,
    slots: ['datagram', 'datagram', 'datagram'],
    fields: (c) => ({ early: c.one(4) }),
    text: (a, bound, received, other) => `const dgram = require('dgram');
const [a, b] = ${list(bufs)}.map((name) => own(watch(
dgram.createSocket('udp4'), 'd${a.label}' + name, ${list(events)}),
(s) => s.close()));
const other = (s) => s === a ? b : a;
a.bind(0, '127.0.0.1');
b.bind(0, '127.0.0.1', () => {
${bound('a')}\n${other('b')}
});
b.once('message', () => {\n${received('b')}\n});
${a.early ? `attempt(a, 'early', () => a.send('early', 9, '127.0.0.1',
cb(a, 'early')));` : ''}`,
};

module.exports = { scenes: { datagrams }, ops: { datagram } };
