'use strict';
// A name server on the loopback device for the tests of dns: it answers each
// question from a table, { 'name TYPE': [record, ...] }, where a record is
// { type, ttl, data } with the bytes of its data.

const dgram = require('dgram');

const types = {
    A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28,
    SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255, CAA: 257,
};

function uint8(n) {
    return Buffer.from([n]);
}

function uint16(n) {
    return Buffer.from([n >> 8, n & 255]);
}

function uint32(n) {
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(n);
    return buffer;
}

function string(text) {
    const bytes = Buffer.from(text);
    return Buffer.concat([uint8(bytes.length), bytes]);
}

function name(text) {
    const labels = text === '' ? [] : text.split('.');
    return Buffer.concat([...labels.map(string), uint8(0)]);
}

function readQuestion(message) {
    const labels = [];
    let at = 12;
    while (message[at] !== 0) {
        const end = at + 1 + message[at];
        labels.push(message.latin1Slice(at + 1, end));
        at = end;
    }
    const number = message.readUInt16BE(at + 1);
    const type = Object.keys(types).find((key) => types[key] === number);
    return { key: `${labels.join('.').toLowerCase()} ${type}`,
             bytes: message.subarray(12, at + 5) };
}

// The owner's name is a pointer to the question.
function record({ type, ttl = 60, data }) {
    return Buffer.concat([Buffer.from([0xc0, 12]), uint16(types[type]),
                          uint16(1), uint32(ttl), uint16(data.length), data]);
}

function answer(message, table) {
    const { key, bytes } = readQuestion(message);
    const found = table[key];
    if (found === 'silence')
        return null;
    const code = typeof found === 'number' ? found :
        found === undefined ? 3 : 0;
    const records = Array.isArray(found) ? found : [];
    return Buffer.concat([message.subarray(0, 2),
                          uint16(0x8180 | code), uint16(1),
                          uint16(records.length), uint32(0), bytes,
                          ...records.map(record)]);
}

function startServer(table, callback) {
    const server = dgram.createSocket('udp4');
    server.on('message', (message, { port, address }) => {
        const reply = answer(message, table);
        if (reply !== null)
            server.send(reply, port, address);
    });
    server.bind(0, '127.0.0.1', () => {
        callback(server, `127.0.0.1:${server.address().port}`);
    });
}

module.exports = { name, startServer, string, uint16, uint32, uint8 };
