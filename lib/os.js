'use strict';
/* os - facts about the machine. */

const host = internalBinding('host');
const { codes, lookUpErrno } = require('internal/errors');
const { validateInt32 } = require('internal/validators');
const { os: osConstants } = internalBinding('constants');
/* Loaded when first used: internal/url/url. */

function systemError(errno, syscall) {
    const [code, message] = lookUpErrno(errno);
    return new codes.ERR_SYSTEM_ERROR({ errno, code, message, syscall });
}

function uname() {
    const [sysname, release, version, machine, nodename] = host.uname();
    return { sysname, release, version, machine, nodename };
}

/* Functions that are also their value: `${os.EOL}`, `${os.type}`. */
function asPrimitive(fn) {
    fn[Symbol.toPrimitive] = () => fn();
    return fn;
}

const arch = asPrimitive(() => process.arch);
const platform = asPrimitive(() => process.platform);
const type = asPrimitive(() => uname().sysname);
const release = asPrimitive(() => uname().release);
const version = asPrimitive(() => uname().version);
const machine = asPrimitive(() => uname().machine);
const hostname = asPrimitive(() => uname().nodename);
const totalmem = asPrimitive(() => host.memory()[0]);
const freemem = asPrimitive(() => host.memory()[1]);
const availableParallelism = asPrimitive(() => host.parallelism());
const uptime = asPrimitive(() => host.uptime());
const endianness = asPrimitive(() => 'LE');
const homedir = asPrimitive(() => process.env.HOME ?? userInfo().homedir);

function loadavg() {
    return host.loadavg();
}

function cpus() {
    return host.cpus();
}

const tmpdir = asPrimitive(() => {
    const { TMPDIR, TMP, TEMP } = process.env;
    const path = TMPDIR || TMP || TEMP || '/tmp';
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
});

function userInfo(options) {
    const encoding = options?.encoding;
    const found = host.user();
    if (typeof found === 'number')
        throw systemError(found, 'uv_os_get_passwd');
    const user = { __proto__: null, ...found };
    if (encoding !== 'buffer' && !Buffer.isEncoding(encoding))
        return user;
    for (const name of ['username', 'homedir', 'shell']) {
        if (user[name] === null)
            continue;
        const bytes = Buffer.from(user[name]);
        user[name] = encoding === 'buffer' ? bytes : bytes.toString(encoding);
    }
    return user;
}

function getPriority(pid = 0) {
    validateInt32(pid, 'pid');
    const priority = host.priority(pid);
    if (typeof priority === 'object')
        throw systemError(priority[0], 'uv_os_getpriority');
    return priority;
}

function setPriority(pid, priority) {
    if (priority === undefined) {
        priority = pid;
        pid = 0;
    }
    validateInt32(pid, 'pid');
    validateInt32(priority, 'priority', -20, 19);
    const err = host.priority(pid, priority);
    if (err < 0)
        throw systemError(err, 'uv_os_setpriority');
}

function toHex(byte) {
    return byte.toString(16).padStart(2, '0');
}

/* The text of an address of 4 or 16 bytes. */
function toAddress(bytes) {
    if (bytes.length === 4)
        return bytes.join('.');
    const words = Array.from({ length: 8 }, (_, i) =>
        (bytes[2 * i] * 256 + bytes[2 * i + 1]).toString(16));
    const { domainToASCII } = require('internal/url/url');
    return domainToASCII(`[${words.join(':')}]`).slice(1, -1);
}

/* How many bits are set, if those come first. */
function countBits(netmask) {
    const bits = netmask.map((byte) => byte.toString(2).padStart(8, '0'))
        .join('');
    return /^1*0*$/.test(bits) ? bits.lastIndexOf('1') + 1 : undefined;
}

function describeInterface({ address, netmask, mac, internal, scope }) {
    const text = toAddress(address);
    const bits = countBits(netmask);
    const isIPv4 = address.length === 4;
    return {
        address: text,
        netmask: toAddress(netmask),
        family: isIPv4 ? 'IPv4' : 'IPv6',
        mac: mac.map(toHex).join(':'),
        internal,
        cidr: bits === undefined ? null : `${text}/${bits}`,
        ...(isIPv4 ? {} : { scopeid: scope }),
    };
}

function networkInterfaces() {
    const found = host.interfaces();
    if (typeof found === 'number')
        throw systemError(found, 'uv_interface_addresses');
    const byName = {};
    for (const one of found)
        (byName[one.name] ??= []).push(describeInterface(one));
    return byName;
}

module.exports = {
    arch,
    availableParallelism,
    cpus,
    endianness,
    freemem,
    getPriority,
    homedir,
    hostname,
    loadavg,
    machine,
    networkInterfaces,
    platform,
    release,
    setPriority,
    tmpdir,
    totalmem,
    type,
    uptime,
    userInfo,
    version,
};

Object.freeze(osConstants.signals);
Object.defineProperties(module.exports, {
    constants: { __proto__: null, enumerable: true, configurable: false,
                 value: osConstants },
    EOL: { __proto__: null, enumerable: true, configurable: true,
           writable: false, value: '\n' },
    devNull: { __proto__: null, enumerable: true, configurable: true,
               writable: false, value: '/dev/null' },
});
