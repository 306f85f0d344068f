'use strict';
// net.BlockList and net.SocketAddress.

const assert = require('assert');
const net = require('net');
const util = require('util');

const { BlockList, SocketAddress } = net;

// An address is shown in its shortest form, whatever form it was given in.
for (const [given, family, shown] of [
    ['127.0.0.1', 'ipv4', '127.0.0.1'],
    ['0:0:0:0:0:0:0:1', 'ipv6', '::1'],
    ['1:0:0:2:0:0:0:3', 'ipv6', '1:0:0:2::3'],
    ['::FFFF:1.2.3.4', 'IPv6', '::ffff:1.2.3.4'],
    ['1:2::3:4.5.6.7', 'ipv6', '1:2::3:405:607'],
    ['1::', 'ipv6', '1::'],
    ['fe80::1%lo', 'ipv6', 'fe80::1'],
])
    assert.strictEqual(new SocketAddress({ address: given, family }).address,
                       shown);
assert.throws(() => new SocketAddress({ address: '::1' }),
              { code: 'ERR_INVALID_ADDRESS' });
assert.throws(() => new SocketAddress({ port: 65536 }),
              { code: 'ERR_SOCKET_BAD_PORT' });
assert.strictEqual(SocketAddress.parse('[1::8]:123').port, 123);
assert.strictEqual(SocketAddress.parse('no address'), undefined);

// Each rule matches both forms of an IPv4 address, and no more than it should.
const list = new BlockList();
list.addAddress('1.1.1.1');
list.addRange('10.0.0.1', '10.0.0.10');
list.addSubnet('8592:757c:efaf::', 51, 'ipv6');
for (const [address, isBlocked] of [
    ['1.1.1.1', true], ['::ffff:1.1.1.1', true], ['1.1.1.2', false],
    ['10.0.0.10', true], ['::ffff:a00:5', true], ['10.0.0.11', false],
    ['8592:757c:efaf:1fff::1', true], ['8592:757c:efaf:2000::', false],
])
    assert.strictEqual(list.check(address, `ipv${net.isIP(address)}`),
                       isBlocked, address);
assert.strictEqual(list.check('no address'), false);
const rules = ['Subnet: IPv6 8592:757c:efaf::/51',
               'Range: IPv4 10.0.0.1-10.0.0.10', 'Address: IPv4 1.1.1.1'];
// Releases of Node differ in the order of the rules.
assert.deepStrictEqual(list.rules.sort(), rules.sort());
assert.strictEqual(util.inspect(list, { depth: -1 }), '[BlockList]');

// The rules can be written as JSON and read again.
const copy = new BlockList();
copy.fromJSON(JSON.stringify(list));
assert.deepStrictEqual(copy.rules.sort(), rules);

// A range of IPv6 addresses has no IPv4 address in it.
const wide = new BlockList();
wide.addRange('::', 'ffff::', 'ipv6');
assert.strictEqual(wide.check('1.1.1.1'), false);

// A socket with a list does not connect to an address of the list.
let code;
net.connect({ port: 1, host: '1.1.1.1', blockList: list })
    .on('error', (error) => { code = error.code; });
process.on('exit', () => assert.strictEqual(code, 'ERR_IP_BLOCKED'));
