'use strict';
/* What is asked of the system, and is not a constant: it agrees with what /proc
 * and other calls say. */
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const tls = require('tls');
const crypto = require('crypto');
const util = require('util');

const proc = (name) => fs.readFileSync(`/proc/${name}`, 'utf8');

/* The clock of the kernel and what we are told, a moment apart. */
{
    const before = Number(proc('uptime').split(' ')[0]);
    const told = os.uptime();
    const after = Number(proc('uptime').split(' ')[0]);
    assert.ok(told >= Math.floor(before) && told <= Math.ceil(after) + 1,
              `${before} ${told} ${after}`);
}
{
    const load = os.loadavg();
    assert.strictEqual(load.length, 3);
    const [one] = proc('loadavg').split(' ').map(Number);
    assert.ok(Math.abs(load[0] - one) < 2, `${load} ${one}`);
}
{
    const cpus = os.cpus();
    assert.strictEqual(cpus.length, proc('cpuinfo').match(/^processor/gm).length);
    for (const { model, speed, times } of cpus) {
        assert.strictEqual(typeof model, 'string');
        assert.ok(Number.isInteger(speed));
        assert.deepStrictEqual(Object.keys(times),
                               ['user', 'nice', 'sys', 'idle', 'irq']);
        assert.ok(times.idle > 0);
    }
}
{
    const all = Object.values(os.networkInterfaces()).flat();
    for (const { address, family, netmask, internal, mac } of all) {
        assert.strictEqual(family, address.includes(':') ? 'IPv6' : 'IPv4');
        assert.strictEqual(typeof netmask, 'string');
        assert.strictEqual(typeof internal, 'boolean');
        assert.match(mac, /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/);
    }
    assert.ok(all.some(({ address, internal }) =>
        address === '127.0.0.1' && internal));
}

const status = (name) =>
    new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(proc('self/status'))[1];
{
    const before = process.umask(0o27);
    assert.strictEqual(parseInt(status('Umask'), 8), 0o27);
    assert.strictEqual(process.umask(), 0o27);
    assert.strictEqual(process.umask(before), 0o27);
    assert.strictEqual(parseInt(status('Umask'), 8), before);
}
{
    const groups = status('Groups').split(' ').filter(Boolean).map(Number);
    const told = process.getgroups();
    assert.deepStrictEqual(groups.filter((group) => !told.includes(group)), []);
    assert.ok(told.includes(process.getegid()));
}
if (process.getuid() !== 0) {
    assert.throws(() => process.setuid(0), { code: 'EPERM' }); // not reached
    assert.throws(() => process.setgroups([0]), { code: 'EPERM' }); // not reached
}
assert.throws(() => process.setuid('no such user'), { code: 'ERR_UNKNOWN_CREDENTIAL' });

assert.ok(tls.getCiphers().includes('tls_aes_256_gcm_sha384'));
assert.ok(crypto.getCurves().includes('prime256v1'));
assert.match(process.versions.openssl, /^\d+\.\d+\.\d+/);
assert.strictEqual(util.getSystemErrorName(-2), 'ENOENT');
assert.strictEqual(util.getSystemErrorMessage(-2), 'no such file or directory');
assert.strictEqual(process.binding('uv').errname(-13), 'EACCES');

/* The errors are libuv's, and no others. */
{
    const map = util.getSystemErrorMap();
    const constants = Object.entries(process.binding('uv'))
        .filter(([name]) => name.startsWith('UV_'));
    assert.deepStrictEqual(
        constants.map(([name, errno]) => [errno, name.slice(3)]).sort(),
        [...map].map(([errno, [name]]) => [errno, name]).sort());
    assert.strictEqual(map.size, 85);
    for (const [errno, name] of [[-3013, 'EAI_BADHINTS'], [-3014, 'EAI_PROTOCOL'],
                               [-4028, 'EFTYPE'], [-4080, 'ECHARSET'],
                               [-4094, 'UNKNOWN'], [-4095, 'EOF']])
        assert.strictEqual(util.getSystemErrorName(errno), name);
    for (const errno of [-10, -33, -35, -115, -122, -5000]) {
        const unknown = `Unknown system error ${errno}`;
        assert.ok(!map.has(errno));
        assert.strictEqual(util.getSystemErrorName(errno), unknown);
        assert.strictEqual(util.getSystemErrorMessage(errno), unknown);
        assert.strictEqual(process.binding('uv').errname(errno), unknown);
        const failed = new util._errnoException(errno, 'write');
        assert.strictEqual(failed.code, unknown);
        assert.strictEqual(failed.message, `write ${unknown}`);
    }
}
