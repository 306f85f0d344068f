'use strict';
/* os - facts about the machine. */

const host = internalBinding('host');
const { codes, ErrnoException } = require('internal/errors');
const { validateInt32 } = require('internal/validators');
const { os: osConstants } = internalBinding('constants');

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
const totalmem = asPrimitive(() => host.numbers()[0]);
const freemem = asPrimitive(() => host.numbers()[1]);
const availableParallelism = asPrimitive(() => host.numbers()[2]);
const uptime = asPrimitive(() => host.numbers()[3]);
const endianness = asPrimitive(() => 'LE');
const homedir = asPrimitive(() => process.env.HOME ?? userInfo().homedir);

function loadavg() {
    return host.numbers().slice(4);
}

function cpus() {
    return host.cpus();
}

const tmpdir = asPrimitive(() => {
    const { TMPDIR, TMP, TEMP } = process.env;
    const path = TMPDIR || TMP || TEMP || '/tmp';
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
});

function userInfo() {
    const user = host.user();
    if (typeof user === 'number')
        throw new ErrnoException(user, 'uv_os_get_passwd');
    return user;
}

function getPriority(pid = 0) {
    validateInt32(pid, 'pid');
    const priority = host.priority(pid);
    if (typeof priority === 'object')
        throw new ErrnoException(priority[0], 'uv_os_getpriority');
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
        throw new ErrnoException(err, 'uv_os_setpriority');
}

function networkInterfaces() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('os.networkInterfaces()');
}

module.exports = {
    EOL: '\n',
    arch,
    availableParallelism,
    constants: Object.freeze({ __proto__: null, ...osConstants }),
    cpus,
    devNull: '/dev/null',
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
