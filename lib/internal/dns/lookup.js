'use strict';
/*
 * internal/dns/lookup - dns.lookup() and dns.lookupService(): the system's own
 * resolver, on the thread pool. An address is its own answer, a tick later.
 */

const binding = internalBinding('dns');
const { DNSException, codes } = require('internal/errors');
const {
    validateBoolean, validateFunction, validateNumber, validateOneOf,
    validatePort, validateString,
} = require('internal/validators');
const { isIP } = require('internal/net/address');

const { ADDRCONFIG, V4MAPPED, ALL } = binding;
const orders = ['verbatim', 'ipv4first', 'ipv6first'];
let defaultOrder = 'verbatim';

function getDefaultResultOrder() {
    return defaultOrder;
}

function setDefaultResultOrder(order) {
    validateOneOf(order, 'dnsOrder', orders);
    defaultOrder = order;
}

function readFamily(family) {
    if (family === 'IPv4')
        return 4;
    if (family === 'IPv6')
        return 6;
    validateOneOf(family, 'options.family', [0, 4, 6]);
    return family;
}

function readOrder(options) {
    if (options.order !== undefined) {
        validateOneOf(options.order, 'options.order', orders);
        return options.order;
    }
    if (options.verbatim !== undefined) {
        validateBoolean(options.verbatim, 'options.verbatim');
        return options.verbatim ? 'verbatim' : 'ipv4first';
    }
    return defaultOrder;
}

function readOptions(options) {
    if (typeof options === 'number') {
        validateOneOf(options, 'family', [0, 4, 6]);
        return { family: options, hints: 0, all: false, order: defaultOrder };
    }
    if (options === undefined || options === null)
        return { family: 0, hints: 0, all: false, order: defaultOrder };
    if (typeof options !== 'object')
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options', ['integer', 'object'], options);
    const read = { family: 0, hints: 0, all: false };
    if (options.hints !== undefined && options.hints !== null) {
        validateNumber(options.hints, 'options.hints');
        read.hints = options.hints >>> 0;
        if ((read.hints & ~(ADDRCONFIG | V4MAPPED | ALL)) !== 0)
            throw new codes.ERR_INVALID_ARG_VALUE('hints', read.hints);
    }
    if (options.family !== undefined && options.family !== null)
        read.family = readFamily(options.family);
    if (options.all !== undefined && options.all !== null) {
        validateBoolean(options.all, 'options.all');
        read.all = options.all;
    }
    read.order = readOrder(options);
    return read;
}

/* The resolver's pairs, sorted by family if that is asked for. */
function sortAddresses(pairs, order) {
    const list = [];
    for (let i = 0; i < pairs.length; i += 2)
        list.push({ address: pairs[i], family: pairs[i + 1] });
    if (order === 'verbatim')
        return list;
    const first = order === 'ipv4first' ? 4 : 6;
    return [...list.filter((a) => a.family === first),
            ...list.filter((a) => a.family !== first)];
}

function onLookup(error, pairs) {
    const { options, hostname, callback } = this;
    if (error !== null) {
        callback(new DNSException(error, 'getaddrinfo', hostname));
        return;
    }
    const list = sortAddresses(pairs, options.order);
    if (options.all)
        callback(null, list);
    else
        callback(null, list[0].address, list[0].family);
}

function checkHostname(hostname) {
    if (hostname)
        validateString(hostname, 'hostname');
}

/* What needs no resolver: no name, or an address. */
function answerAtOnce(hostname, options, callback) {
    if (!hostname) {
        const none = options.family === 6 ? 6 : 4;
        process.nextTick(callback, null, options.all ? [] : null,
                         options.all ? undefined : none);
        return true;
    }
    const family = isIP(hostname);
    if (family === 0)
        return false;
    if (options.all)
        process.nextTick(callback, null, [{ address: hostname, family }]);
    else
        process.nextTick(callback, null, hostname, family);
    return true;
}

function lookup(hostname, options, callback) {
    checkHostname(hostname);
    if (typeof options === 'function') {
        callback = options;
        options = 0;
        validateFunction(callback, 'callback');
    } else {
        validateFunction(callback, 'callback');
    }
    const read = readOptions(options);
    if (answerAtOnce(hostname, read, callback))
        return {};
    const req = { callback, family: read.family, hostname, options: read,
                  oncomplete: onLookup };
    const error = binding.getaddrinfo(
        req, require('url').domainToASCII(hostname) || hostname, read.family,
        read.hints);
    if (error) {
        process.nextTick(callback,
                         new DNSException(error, 'getaddrinfo', hostname));
        return {};
    }
    return req;
}

function onLookupService(error, hostname, service) {
    if (error !== null)
        this.callback(new DNSException(error, 'getnameinfo', this.hostname));
    else
        this.callback(null, hostname, service);
}

function lookupService(address, port, callback) {
    if (arguments.length !== 3)
        throw new codes.ERR_MISSING_ARGS('address', 'port', 'callback');
    if (isIP(address) === 0)
        throw new codes.ERR_INVALID_ARG_VALUE('address', address);
    validatePort(port);
    validateFunction(callback, 'callback');
    const req = { callback, hostname: address, port: +port,
                  oncomplete: onLookupService };
    const error = binding.getnameinfo(req, address, +port);
    if (error)
        throw new DNSException(error, 'getnameinfo', address);
    return req;
}

module.exports = {
    ADDRCONFIG,
    ALL,
    V4MAPPED,
    getDefaultResultOrder,
    lookup,
    lookupService,
    setDefaultResultOrder,
};
