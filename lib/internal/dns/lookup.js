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
const { customPromisifyArgs } = require('internal/util');
const perf = require('internal/perf/timing');
/* Loaded when first used: url. */

const { ADDRCONFIG, V4MAPPED, ALL } = binding;
const families = [0, 4, 6];
const orders = ['verbatim', 'ipv4first', 'ipv6first'];
let defaultOrder = 'verbatim';

function getDefaultResultOrder() {
    return defaultOrder;
}

function setDefaultResultOrder(order) {
    validateOneOf(order, 'dnsOrder', orders);
    defaultOrder = order;
}

/* `names`: whether a family may be called 'IPv4' or 'IPv6'. */
function readFamily(family, names) {
    if (names && family === 'IPv4')
        return 4;
    if (names && family === 'IPv6')
        return 6;
    validateOneOf(family, 'options.family', families);
    return family + 0; // -0 is 0
}

function readHints(hints) {
    validateNumber(hints, 'options.hints');
    hints >>>= 0;
    if ((hints & ~(ADDRCONFIG | V4MAPPED | ALL)) !== 0)
        throw new codes.ERR_INVALID_ARG_VALUE('hints', hints);
    return hints;
}

function isGiven(value) {
    return value !== undefined && value !== null;
}

function readObject(options, read, names) {
    const { hints, family, all, verbatim, order } = options;
    if (isGiven(hints))
        read.hints = readHints(hints);
    if (isGiven(family))
        read.family = readFamily(family, names);
    if (isGiven(all)) {
        validateBoolean(all, 'options.all');
        read.all = all;
    }
    if (isGiven(verbatim)) {
        validateBoolean(verbatim, 'options.verbatim');
        read.order = verbatim ? 'verbatim' : 'ipv4first';
    }
    if (isGiven(order)) {
        validateOneOf(order, 'options.order', orders);
        read.order = order;
    }
}

/* The options of lookup(), checked and filled in. */
function readLookup(options, names) {
    const read = { family: 0, hints: 0, all: false, order: defaultOrder };
    if (typeof options === 'number') {
        validateOneOf(options, 'family', families);
        read.family = options + 0;
    } else if (options !== undefined && typeof options !== 'object') {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options', ['integer', 'object'], options);
    } else if (isGiven(options)) {
        readObject(options, read, names);
    }
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
    perf.end(this.timing, {
        addresses: pairs.filter((value) => typeof value === 'string'),
    });
    if (options.all)
        callback(null, list);
    else
        callback(null, list[0].address, list[0].family);
}

function checkHostname(hostname) {
    if (!hostname)
        return;
    validateString(hostname, 'hostname');
    if (hostname.includes('\0'))
        throw new codes.ERR_INVALID_ARG_VALUE(
            'hostname', hostname, 'must be a string without null bytes');
}

let hasWarned = false;

function warnOfName(hostname) {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(
        `The provided hostname "${hostname}" is not a valid hostname, and is ` +
        'supported in the dns module solely for compatibility.',
        'DeprecationWarning', 'DEP0118');
}

/* What needs no resolver: no name, or an address. */
function answerAtOnce(hostname, options, callback) {
    if (!hostname) {
        warnOfName(hostname);
        if (options.all)
            process.nextTick(callback, null, []);
        else
            process.nextTick(callback, null, null,
                             options.family === 6 ? 6 : 4);
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

/* `read` comes from readLookup(). */
function lookUp(hostname, read, callback) {
    if (answerAtOnce(hostname, read, callback))
        return {};
    const { family, hints, order } = read;
    const timing = perf.begin('dns', 'lookup', () => ({
        hostname, family, hints, verbatim: order === 'verbatim', order,
    }));
    const req = { callback, family, hostname, options: read, timing,
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

function lookup(hostname, options, callback) {
    checkHostname(hostname);
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    } else {
        validateFunction(arguments.length === 2 &&
            typeof options !== 'object' && typeof options !== 'number' ?
            options : callback, 'callback');
    }
    return lookUp(hostname, readLookup(options, true), callback);
}

function onLookupService(error, hostname, service) {
    if (error !== null) {
        this.callback(new DNSException(error, 'getnameinfo', this.hostname));
        return;
    }
    perf.end(this.timing, { hostname, service });
    this.callback(null, hostname, service);
}

function lookupService(address, port, callback) {
    if (arguments.length !== 3)
        throw new codes.ERR_MISSING_ARGS('address', 'port', 'callback');
    if (isIP(address) === 0)
        throw new codes.ERR_INVALID_ARG_VALUE('address', address);
    validatePort(port);
    validateFunction(callback, 'callback');
    port = +port + 0;
    const timing = perf.begin('dns', 'lookupService',
                              () => ({ host: address, port }));
    const req = { callback, hostname: address, port, timing,
                  oncomplete: onLookupService };
    const error = binding.getnameinfo(req, address, port);
    if (error)
        throw new DNSException(error, 'getnameinfo', address);
    return req;
}

for (const [fn, names] of [[lookup, ['address', 'family']],
                           [lookupService, ['hostname', 'service']]]) {
    Object.defineProperty(fn, customPromisifyArgs, {
        __proto__: null, value: names, enumerable: false,
    });
}

module.exports = {
    flags: { ADDRCONFIG, ALL, V4MAPPED },
    checkHostname,
    getDefaultResultOrder,
    lookUp,
    lookup,
    lookupService,
    readLookup,
    setDefaultResultOrder,
};
