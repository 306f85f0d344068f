'use strict';
/* listen() with a name: an address of a link is taken only if there is no other. */

const assert = require('assert');
const dns = require('dns');
const net = require('net');

const { lookup } = dns;
const names = {
    both: [{ address: 'fe80::1', family: 6 },
           { address: '127.0.0.1', family: 4 }],
    link: [{ address: 'febf::1', family: 6 }],
};
dns.lookup = (host, options, callback) => {
    assert.strictEqual(options.all, true);
    if (host in names)
        callback(null, names[host]);
    else
        callback(new Error('no such name'));
};

function listen(host) {
    return new Promise((resolve) => {
        const server = net.createServer();
        server.on('error', resolve);
        server.listen(0, host, () => {
            resolve(server.address().address);
            server.close();
        });
    });
}

(async () => {
    assert.strictEqual(await listen('both'), '127.0.0.1');
    const error = await listen('link');
    assert.strictEqual(error.address, 'febf::1');
    assert.strictEqual((await listen('none')).message, 'no such name');
    dns.lookup = lookup;
})();
