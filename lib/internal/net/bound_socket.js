'use strict';
/*
 * internal/net/bound_socket - how a net.BoundSocket gets its handle. All that
 * can fail fails at once, with an error that the constructor throws.
 */

const { ErrnoException, ExceptionWithHostPort, codes } =
    require('internal/errors');
const { validateBoolean, validatePort, validateString } =
    require('internal/validators');
const { isIP } = require('internal/net/address');
const { Pipe, TCP } = require('internal/net/handle');

const IPV6_ONLY = 1;
const REUSE_PORT = 2;
const notWithPath = ['host', 'port', 'ipv6Only', 'reusePort'];

function readFlag(options, name, bit) {
    const value = options[name] ?? false;
    validateBoolean(value, `options.${name}`);
    return value ? bit : 0;
}

function readHost(host, flags) {
    if (host === undefined || host === null)
        return flags & IPV6_ONLY ? '::' : '0.0.0.0';
    validateString(host, 'options.host');
    if (isIP(host) === 0)
        throw new codes.ERR_INVALID_ARG_VALUE('options.host', host,
            'must be a numeric IP address; net.BoundSocket does not perform ' +
            'DNS resolution');
    return host;
}

/* `name` gets the address that was bound. */
function bindAddress(options, name) {
    const port = validatePort(options.port ?? 0, 'options.port');
    const flags = readFlag(options, 'ipv6Only', IPV6_ONLY) |
        readFlag(options, 'reusePort', REUSE_PORT);
    const host = readHost(options.host, flags);
    const handle = new TCP();
    const error = handle.bind(host, port, flags) || handle.getsockname(name);
    if (error === 0)
        return handle;
    handle.close();
    throw new ExceptionWithHostPort(error, 'bind', host, port);
}

function bindPath(options) {
    if (notWithPath.some((one) => options[one] !== undefined))
        throw new codes.ERR_INVALID_ARG_VALUE('options', options,
            'path is mutually exclusive with host, port, ipv6Only, and ' +
            'reusePort');
    validateString(options.path, 'options.path');
    const handle = new Pipe(false);
    const error = handle.bind(options.path);
    if (error === 0)
        return handle;
    handle.close();
    throw new ErrnoException(error, 'bind');
}

module.exports = { bindAddress, bindPath };
