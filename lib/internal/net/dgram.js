'use strict';
/*
 * internal/net/dgram - handles of datagram sockets, for dgram and cluster.
 */

const { UDP } = internalBinding('udp');
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { isIP } = require('internal/net/address');
/* Loaded when first used: dns. */

const kState = Symbol('state symbol');

const families = { __proto__: null, udp4: 4, udp6: 6 };
const loopback = { __proto__: null, udp4: '127.0.0.1', udp6: '::1' };

Object.defineProperty(UDP.prototype, 'fd', {
    __proto__: null,
    get() { return this.getFd(); },
    configurable: true,
    enumerable: true,
});

function newHandle(type) {
    const family = families[type];
    if (family === undefined)
        throw new codes.ERR_SOCKET_BAD_TYPE();
    return new UDP(family);
}

/* An address in digits is its own answer, a tick later. */
function lookUp(address, family, callback) {
    if (isIP(address) === family)
        process.nextTick(callback, null, address, family);
    else
        require('dns').lookup(address, family, callback);
}

/* Make the function that looks up an address of the type; no name means the
 * loopback address. */
function makeLookup(type, lookup) {
    if (lookup === undefined)
        lookup = lookUp;
    else
        validateFunction(lookup, 'lookup');
    return (address, callback) => {
        lookup(address || loopback[type], families[type], callback);
    };
}

function isDescriptor(fd) {
    return Number.isInteger(fd) && fd > 0 && fd < 2 ** 31;
}

/* A handle that is bound or has the descriptor; or a negative errno. */
function createSocketHandle(address, port, type, fd, flags) {
    const handle = newHandle(type);
    let error = 0;
    if (isDescriptor(fd))
        error = openDescriptor(handle, fd);
    else if (port || address)
        error = handle.bind(address, port || 0, flags);
    if (error === 0)
        return handle;
    handle.close();
    return error;
}

function openDescriptor(handle, fd) {
    if (internalBinding('stdio').fdType(fd) !== 'UDP')
        return -internalBinding('constants').os.errno.EINVAL;
    return handle.open(fd);
}

module.exports = {
    UDP,
    createSocketHandle,
    isDescriptor,
    kState,
    makeLookup,
    newHandle,
};
