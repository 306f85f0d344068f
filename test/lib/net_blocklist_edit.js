'use strict';
// net.BlockList: rules are added in groups, taken away, counted.

const assert = require('assert');
const { BlockList, SocketAddress } = require('net');

const list = new BlockList();

// An address is there once, however it is written; the newest is in front.
list.addAddresses(['1.2.3.4', new SocketAddress({ address: '::1',
                                                  family: 'ipv6' }),
                   '4.4.4.4', '1.2.3.4']);
assert.deepStrictEqual(list.rules, [
    'Address: IPv4 4.4.4.4', 'Address: IPv4 1.2.3.4', 'Address: IPv6 ::1']);
assert.strictEqual(list.size, 3);
list.removeAddress('::ffff:4.4.4.4', 'ipv6');
list.removeAddress('9.9.9.9');
assert.strictEqual(list.check('4.4.4.4'), false);
assert.strictEqual(list.size, 2);

// Of a group all are added, or none.
assert.throws(() => list.addAddresses('1.1.1.1'), {
    code: 'ERR_INVALID_ARG_TYPE',
    message: 'The "addresses" argument must be an instance of Array. ' +
        "Received type string ('1.1.1.1')",
});
assert.throws(() => list.addAddresses(['1.1.1.1', 1]), {
    message: 'The "addresses[1]" argument must be of type string. ' +
        'Received type number (1)',
});
assert.throws(() => list.addAddresses(['1.1.1.1', 'x']),
              { code: 'ERR_INVALID_ADDRESS' });
assert.throws(() => list.addCIDRs(['1.1.1.1/8', 'x']),
              { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => list.addCIDRs(['1.1.1.1/8', 5]), {
    message: 'The "cidrs[1]" argument must be of type string. ' +
        'Received type number (5)',
});
assert.strictEqual(list.size, 2);

// Of equal ranges and subnets the newest goes, and only what is equal.
list.clear();
list.addRange('1.1.1.1', '1.1.1.5');
list.addSubnet('10.0.0.0', 8);
list.addCIDR('10.1.0.0/8');
list.addCIDR('10.0.0.0/8');
list.removeRange('1.1.1.1', '1.1.1.4');
list.removeSubnet('10.5.5.5', 8);
list.removeCIDR('10.0.0.0/8');
assert.deepStrictEqual(list.rules, [
    'Subnet: IPv4 10.1.0.0/8', 'Subnet: IPv4 10.0.0.0/8',
    'Range: IPv4 1.1.1.1-1.1.1.5']);
list.removeRange('1.1.1.1', '1.1.1.5');
assert.strictEqual(list.check('1.1.1.3'), false);

assert.throws(() => list.addCIDR('1.1.1.1'), {
    code: 'ERR_INVALID_ARG_VALUE',
    message: "The argument 'cidr' must contain a prefix length " +
        "(e.g. \"10.0.0.0/8\"). Received '1.1.1.1'",
});
for (const wrong of ['', 'a', '08', '1e1', '8.5', '+8', ' 8'])
    assert.throws(() => list.removeCIDR(`1.1.1.1/${wrong}`), {
        message: "The argument 'cidr' prefix length must be a valid " +
            `integer. Received '1.1.1.1/${wrong}'`,
    });
assert.throws(() => list.addCIDR('::1/129'), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => list.addCIDR('x/8'), { code: 'ERR_INVALID_ADDRESS' });

list.clear();
assert.deepStrictEqual([list.size, list.rules], [0, []]);
list.addCIDRs(BlockList.PRIVATE_RANGES);
assert.ok(Object.isFrozen(BlockList.PRIVATE_RANGES));
assert.strictEqual(list.size, 8);
for (const inside of ['10.9.9.9', '172.31.0.1', '192.168.7.7', '127.0.0.1'])
    assert.ok(list.check(inside));
assert.ok(list.check('fe80::1', 'ipv6'));
assert.ok(!list.check('172.32.0.1'));

// A clone has the same rules.
assert.deepStrictEqual(structuredClone(list).rules, list.rules);
const address = new SocketAddress({ address: '1.2.3.4', port: 5 });
assert.deepStrictEqual(structuredClone(address).toJSON(), address.toJSON());
