'use strict';
// dns: questions to a name server, which is part of the test.

const assert = require('assert');
const dns = require('dns');
const { AsyncLocalStorage } = require('async_hooks');
const {
    name, startServer, string, uint16, uint32, uint8,
} = require('./support/dns_server.js');

const ip = Buffer.from([192, 0, 2, 1]);
const ip6 = Buffer.from('20010db8000000000000000000000001', 'hex');
const mapped = Buffer.from('00000000000000000000ffffc0000201', 'hex');
const mx = Buffer.concat([uint16(10), name('mail.example.org')]);
const srv = Buffer.concat([uint16(1), uint16(2), uint16(5060),
                           name('sip.example.org')]);
const soa = Buffer.concat([name('ns.example.org'), name('root.example.org'),
                           uint32(2026), uint32(1), uint32(2), uint32(3),
                           uint32(4294967295)]);
const naptr = Buffer.concat([uint16(30), uint16(100), string('s'),
                             string('SIP+D2U'), string('!^.*$!x!'),
                             name('r.example.org')]);
const caa = Buffer.concat([uint8(128), string('issue'),
                           Buffer.from('ca.example.net')]);
const tlsa = Buffer.concat([uint8(3), uint8(1), uint8(2), Buffer.from([1, 2])]);
const txt = Buffer.concat([string('v=1'), string('two; three')]);

const table = {
    'example.org A': [{ type: 'A', ttl: 300, data: ip },
                      { type: 'A', ttl: 5, data: Buffer.from([192, 0, 2, 2]) }],
    'example.org AAAA': [{ type: 'AAAA', ttl: 7, data: ip6 },
                         { type: 'AAAA', data: mapped }],
    'example.org MX': [{ type: 'MX', data: mx }],
    'example.org TXT': [{ type: 'TXT', data: txt },
                        { type: 'TXT', data: string('') }],
    'example.org SRV': [{ type: 'SRV', data: srv }],
    'example.org SOA': [{ type: 'SOA', data: soa }],
    'example.org NS': [{ type: 'NS', data: name('ns1.example.org') },
                       { type: 'NS', data: name('ns2.example.org') }],
    'example.org NAPTR': [{ type: 'NAPTR', data: naptr }],
    'example.org CAA': [{ type: 'CAA', data: caa }],
    'example.org TLSA': [{ type: 'TLSA', data: tlsa }],
    'www.example.org CNAME': [{ type: 'CNAME', data: name('example.org') }],
    'p.example.org PTR': [{ type: 'PTR', data: name('one.example.org') },
                          { type: 'PTR', data: name('two.example.org') }],
    '1.2.0.192.in-addr.arpa PTR': [{ type: 'PTR',
                                     data: name('host.example.org') }],
    'all.example.org ANY': [
        { type: 'TXT', data: txt }, { type: 'A', ttl: 9, data: ip },
        { type: 'MX', data: mx }, { type: 'AAAA', ttl: 8, data: ip6 },
        { type: 'NS', data: name('ns1.example.org') },
        { type: 'SOA', data: soa }, { type: 'SRV', data: srv },
        { type: 'CAA', data: caa },
    ],
    'none.example.org A': [],
    'refused.example.org A': 5,
    'silent.example.org A': 'silence',
};

const soaObject = { nsname: 'ns.example.org', hostmaster: 'root.example.org',
                    serial: 2026, refresh: 1, retry: 2, expire: 3,
                    minttl: 4294967295 };
const srvObject = { name: 'sip.example.org', port: 5060, priority: 1,
                    weight: 2 };

/* Some versions of Node add a type. */
function assertHas(object, fields) {
    assert.deepStrictEqual({ ...object, type: null }, { ...fields, type: null });
}

async function testRecords(resolver) {
    const ask = (type, host = 'example.org') => resolver.resolve(host, type);
    assert.deepStrictEqual(await resolver.resolve('example.org'),
                           ['192.0.2.1', '192.0.2.2']);
    assert.deepStrictEqual(await resolver.resolve4('example.org',
                                                   { ttl: true }),
                           [{ address: '192.0.2.1', ttl: 300 },
                            { address: '192.0.2.2', ttl: 5 }]);
    assert.deepStrictEqual(await ask('AAAA'),
                           ['2001:db8::1', '::ffff:192.0.2.1']);
    const [mxObject] = await ask('MX');
    assert.strictEqual(mxObject.exchange, 'mail.example.org');
    assert.strictEqual(mxObject.priority, 10);
    assert.deepStrictEqual(await ask('TXT'), [['v=1', 'two; three'], ['']]);
    assertHas((await ask('SRV'))[0], srvObject);
    assertHas(await ask('SOA'), soaObject);
    assert.deepStrictEqual(await ask('NS'),
                           ['ns1.example.org', 'ns2.example.org']);
    assertHas((await ask('NAPTR'))[0], {
        flags: 's', service: 'SIP+D2U', regexp: '!^.*$!x!',
        replacement: 'r.example.org', order: 30, preference: 100,
    });
    const [caaObject] = await ask('CAA');
    assert.strictEqual(caaObject.critical, 128);
    assert.strictEqual(caaObject.issue, 'ca.example.net');
    const [tlsaObject] = await ask('TLSA');
    assert.deepStrictEqual([tlsaObject.certUsage, tlsaObject.selector,
                            tlsaObject.match], [3, 1, 2]);
    assert.deepStrictEqual([...new Uint8Array(tlsaObject.data)], [1, 2]);
    assert.deepStrictEqual(await ask('CNAME', 'www.example.org'),
                           ['example.org']);
    assert.deepStrictEqual(await ask('PTR', 'p.example.org'),
                           ['one.example.org', 'two.example.org']);
    assert.deepStrictEqual(await resolver.reverse('192.0.2.1'),
                           ['host.example.org']);
    const all = await resolver.resolveAny('all.example.org');
    assert.deepStrictEqual(all.map(({ type }) => type),
                           ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SRV', 'SOA',
                            'CAA']);
    assert.deepStrictEqual(all[0], { address: '192.0.2.1', ttl: 9, type: 'A' });
    assert.deepStrictEqual(all[3], { value: 'ns1.example.org', type: 'NS' });
    assert.deepStrictEqual(all[4], { entries: ['v=1', 'two; three'],
                                     type: 'TXT' });
    assert.deepStrictEqual(all[6], { ...soaObject, type: 'SOA' });
}

async function testErrors(resolver) {
    const cases = [['none.example.org', 'ENODATA'],
                   ['refused.example.org', 'EREFUSED'],
                   ['missing.example.org', 'ENOTFOUND'],
                   ['a..b', 'EBADNAME']];
    for (const [hostname, code] of cases) {
        await assert.rejects(resolver.resolve4(hostname), {
            code, hostname, syscall: 'queryA',
            message: `queryA ${code} ${hostname}`,
        });
    }
    await assert.rejects(resolver.reverse('no address'),
                         { code: 'EINVAL', syscall: 'getHostByAddr' });
}

async function testTimeout(server) {
    const resolver = new dns.promises.Resolver({ timeout: 50, tries: 1 });
    resolver.setServers([server]);
    await assert.rejects(resolver.resolve4('silent.example.org'),
                         { code: 'ETIMEOUT' });
}

// cancel() ends what is under way; servers cannot be changed meanwhile.
async function testCancel(server) {
    const resolver = new dns.promises.Resolver();
    resolver.setServers([server]);
    const promise = resolver.resolve4('silent.example.org');
    assert.throws(() => resolver.setServers(['127.0.0.1']), {
        code: 'ERR_DNS_SET_SERVERS_FAILED',
        message: /There are pending queries\./,
    });
    resolver.cancel();
    await assert.rejects(promise, { code: 'ECANCELLED' });
    resolver.cancel();
}

// A callback has the context of the call, and comes after it.
function testCallbacks(server) {
    return new Promise((resolve) => {
        const storage = new AsyncLocalStorage();
        const resolver = new dns.Resolver();
        let isLater = false;
        resolver.setServers([server]);
        storage.run('here', () => {
            resolver.resolve4('example.org', (error, addresses) => {
                assert.strictEqual(error, null);
                assert.deepStrictEqual(addresses, ['192.0.2.1', '192.0.2.2']);
                assert.strictEqual(storage.getStore(), 'here');
                assert.ok(isLater);
                resolve();
            });
        });
        isLater = true;
    });
}

// dns.setServers() is for the functions of dns and of dns.promises.
async function testDefault(server) {
    dns.setServers([server]);
    assert.deepStrictEqual(dns.getServers(), [server]);
    assert.deepStrictEqual(dns.promises.getServers(), [server]);
    assert.deepStrictEqual(await dns.promises.resolveNs('example.org'),
                           ['ns1.example.org', 'ns2.example.org']);
    await new Promise((resolve) => {
        dns.resolveMx('example.org', (error, [{ priority }]) => {
            assert.strictEqual(priority, 10);
            resolve();
        });
    });
}

function testArguments() {
    const resolver = new dns.Resolver();
    resolver.setServers(['1.1.1.1', '[2001:db8::1]:5353', '::1', '2.2.2.2:53']);
    assert.deepStrictEqual(resolver.getServers(), [
        '1.1.1.1', '[2001:db8::1]:5353', '::1', '2.2.2.2']);
    for (const bad of ['a', '1.1.1.1:x', '[a]:53']) {
        assert.throws(() => resolver.setServers([bad]),
                      { code: 'ERR_INVALID_IP_ADDRESS' });
    }
    assert.throws(() => resolver.setServers('1.1.1.1'),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => new dns.Resolver({ tries: 0 }),
                  { code: 'ERR_OUT_OF_RANGE' });
    assert.throws(() => resolver.resolve('x', 'NOTYPE', () => {}),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(() => resolver.resolve4('x'),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => resolver.resolve4(1, () => {}),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => resolver.setLocalAddress('::1', '::1'),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    assert.strictEqual(dns.NODATA, 'ENODATA');
    assert.strictEqual(dns.EOF, 'EOF');
    assert.strictEqual(require('dns/promises'), dns.promises);
}

let isDone = false;
process.on('exit', () => assert.ok(isDone));

startServer(table, async (server, address) => {
    const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 2 });
    resolver.setServers([address]);
    testArguments();
    await testRecords(resolver);
    await testErrors(resolver);
    await testTimeout(address);
    await testCancel(address);
    await testCallbacks(address);
    await testDefault(address);
    server.close();
    isDone = true;
});
