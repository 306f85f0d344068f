'use strict';
/*
 * internal/dns/promises - dns.promises. Arguments are checked before there is a
 * promise: a bad one throws.
 */

const { errorCodes } = require('internal/dns/errors');
const { codes } = require('internal/errors');
const { validatePort, validateString } = require('internal/validators');
const { isIP } = require('internal/net/address');
const names = require('internal/dns/lookup');
const {
    bindDefault, makeResolverClass, setDefault,
} = require('internal/dns/resolver');

function lookup(hostname, options) {
    names.checkHostname(hostname);
    const read = names.readLookup(options, false);
    return new Promise((resolve, reject) => {
        names.lookUp(hostname, read, (error, address, family) => {
            if (error)
                reject(error);
            else
                resolve(read.all ? address : { address, family });
        });
    });
}

function lookupService(address, port) {
    if (arguments.length !== 2)
        throw new codes.ERR_MISSING_ARGS('address', 'port');
    if (isIP(address) === 0)
        throw new codes.ERR_INVALID_ARG_VALUE('address', address);
    validatePort(port);
    return new Promise((resolve, reject) => {
        names.lookupService(address, port, (error, hostname, service) => {
            if (error)
                reject(error);
            else
                resolve({ hostname, service });
        });
    });
}

function makeMethod(type, syscall) {
    return function(hostname, options) {
        validateString(hostname, 'name');
        const query = { type, syscall, hostname, ttl: Boolean(options?.ttl) };
        return new Promise((resolve, reject) => {
            this._ask(query, (error, result) => {
                if (error)
                    reject(error);
                else
                    resolve(result);
            });
        });
    };
}

const { Resolver, byType } = makeResolverClass(makeMethod);

Resolver.prototype.resolve = function resolve(hostname, rrtype) {
    if (rrtype !== undefined)
        validateString(rrtype, 'rrtype');
    const method = byType[rrtype ?? 'A'];
    if (method === undefined)
        throw new codes.ERR_INVALID_ARG_VALUE('rrtype', rrtype);
    return Reflect.apply(method, this, [hostname]);
};

function setServers(servers) {
    const resolver = new Resolver();
    resolver.setServers(servers);
    setDefault(resolver);
    bindDefault(module.exports, Resolver);
}

module.exports = {
    lookup,
    lookupService,
    Resolver,
    getDefaultResultOrder: names.getDefaultResultOrder,
    setDefaultResultOrder: names.setDefaultResultOrder,
    setServers,
    ...errorCodes,
};
bindDefault(module.exports, Resolver);
