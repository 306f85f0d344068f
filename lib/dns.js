'use strict';
/*
 * dns - names and addresses: lookup() and lookupService() by the system's
 * resolver, everything else by questions to name servers.
 */

const { codes } = require('internal/errors');
const { errorCodes } = require('internal/dns/errors');
const { validateFunction, validateString } = require('internal/validators');
const names = require('internal/dns/lookup');
const {
    bindDefault, makeResolverClass, setDefault,
} = require('internal/dns/resolver');
/* Loaded when first used: internal/dns/promises. */

function makeMethod(type, syscall) {
    return function(hostname, options, callback) {
        if (arguments.length < 3)
            [options, callback] = [undefined, options];
        validateString(hostname, 'name');
        validateFunction(callback, 'callback');
        const query = { type, syscall, hostname, bindingName: syscall,
                        callback, ttl: Boolean(options?.ttl) };
        this._ask(query, (error, result) => {
            if (error)
                callback(error);
            else
                callback(null, result);
        });
        return query;
    };
}

const { Resolver, byType } = makeResolverClass(makeMethod);

Resolver.prototype.resolve = function resolve(hostname, rrtype, callback) {
    let method;
    if (typeof rrtype === 'function') {
        method = byType.A;
        callback = rrtype;
    } else if (typeof rrtype === 'string') {
        method = byType[rrtype];
    } else {
        throw new codes.ERR_INVALID_ARG_TYPE('rrtype', 'string', rrtype);
    }
    if (method === undefined)
        throw new codes.ERR_INVALID_ARG_VALUE('rrtype', rrtype);
    return Reflect.apply(method, this, [hostname, callback]);
};

let promises;

/* Questions under way keep the resolver that they were given to. */
function setServers(servers) {
    const resolver = new Resolver();
    resolver.setServers(servers);
    setDefault(resolver);
    bindDefault(module.exports, Resolver);
    if (promises !== undefined)
        bindDefault(promises, promises.Resolver);
}

module.exports = {
    lookup: names.lookup,
    lookupService: names.lookupService,
    Resolver,
    getDefaultResultOrder: names.getDefaultResultOrder,
    setDefaultResultOrder: names.setDefaultResultOrder,
    setServers,
    ...names.flags,
    ...errorCodes,
};
bindDefault(module.exports, Resolver);
Object.defineProperty(module.exports, 'promises', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
        promises ??= require('internal/dns/promises');
        return promises;
    },
});
