'use strict';
/* internal/worker/process - what of `process` is the whole program's, and not
 * for a worker or for module hooks to change. */

const { codes } = require('internal/errors');

const refused = ['abort', 'chdir', 'execve', 'initgroups', 'setegid', 'seteuid',
                 'setgid', 'setgroups', 'setuid'];

function unsupported(what) {
    return new codes.ERR_WORKER_UNSUPPORTED_OPERATION(what);
}

function refuse(name) {
    process[name] = { [name]() {
        throw unsupported(`process.${name}()`);
    } }[name];
    process[name].disabled = true;
}

function refuseChanges() {
    refused.forEach(refuse);
}

function refuseProperty(name) {
    Object.defineProperty(process, name, {
        __proto__: null, enumerable: false, configurable: true,
        get() { throw unsupported(`process.${name}`); },
    });
}

/* The channel to the parent process is the main thread's. */
function refuseIpc() {
    refuseProperty('channel');
    refuseProperty('connected');
    refuse('send');
    refuse('disconnect');
}

/* In a worker there is no debugger to signal, the title is read only, and the
 * mask is only read. */
function restrict() {
    refuseChanges();
    for (const name of ['_debugEnd', '_debugProcess', '_startProfilerIdleNotifier',
                        '_stopProfilerIdleNotifier'])
        delete process[name];
    const { umask } = process;
    process.umask = function wrappedUmask(mask) {
        if (mask !== undefined)
            throw unsupported('Setting process.umask()');
        return umask();
    };
    if (process.env.NODE_CHANNEL_FD !== undefined)
        refuseIpc();
}

module.exports = { refuseChanges, restrict };
