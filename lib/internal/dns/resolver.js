'use strict';
/*
 * internal/dns/resolver - questions to name servers, which c-ares asks.
 *
 * A Resolver keeps its settings itself. It has a channel of c-ares only while
 * questions are under way: the channel is a handle, and is closed with the last
 * answer.
 *
 * The classes of `dns` and `dns/promises` differ in how they hand over a
 * result; both are made by makeResolverClass().
 */

const { DNSException, codes, makePlainError } = require('internal/errors');
const {
    validateArray, validateInt32, validatePort, validateString,
    validateUint32,
} = require('internal/validators');
const { isIP } = require('internal/net/address');
const perf = require('internal/perf/timing');

const PORT = 53;

const { errno } = internalBinding('constants').os;
/* Loaded when first used: async_hooks, internal/dns/errors,
 * internal/dns/reply. */

function refusal(words) {
    return makePlainError(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', words);
}

/* internalBinding('cares'), or an error in plain words. */
function loadLibrary() {
    const binding = internalBinding('cares');
    const error = binding.load();
    if (error === -errno.EOPNOTSUPP)
        throw refusal('the simulator (--backend sim) has no name servers');
    if (error === -errno.EACCES)
        throw refusal('dns.resolve() cannot be recorded: c-ares asks name ' +
                      'servers by itself. dns.lookup() can');
    if (error < 0)
        throw refusal('dns.resolve() needs c-ares (libcares.so.2), which is ' +
                      'not installed');
    return binding;
}

// ---- Settings --------------------------------------------------------------

const bracketed = /^\[([^[\]]*)\](?::(\d+))?$/;
const withPort = /^(.+?):(\d+)$/;

/* "1.1.1.1", "1.1.1.1:53", "[::1]:53", "::1" */
function parseServer(text) {
    if (isIP(text) !== 0)
        return { address: text, port: PORT };
    const match = bracketed.exec(text) ?? withPort.exec(text);
    if (match === null || isIP(match[1]) === 0)
        throw new codes.ERR_INVALID_IP_ADDRESS(text);
    const port = Number(match[2]) || PORT;
    validatePort(port);
    return { address: match[1], port };
}

function serverText({ address, port }) {
    if (!port || port === PORT)
        return address;
    return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

function serverList(servers) {
    return servers.map(({ address, port }) => (isIP(address) === 6 ?
        `[${address}]:${port}` : `${address}:${port}`)).join(',');
}

function readOptions(options) {
    const { timeout = -1, tries = 4, maxTimeout = 0 } = { ...options };
    validateInt32(timeout, 'options.timeout', -1);
    validateInt32(tries, 'options.tries', 1);
    validateUint32(maxTimeout, 'options.maxTimeout');
    return { timeout, tries, maxTimeout };
}

function localError(text) {
    return makePlainError(TypeError, 'ERR_INVALID_ARG_VALUE', text);
}

/* One of each family, or just one. */
function checkLocal(first, second) {
    const family = isIP(first);
    if (family === 0 || (second !== undefined && isIP(second) === 0))
        throw localError('Invalid IP address.');
    if (second !== undefined && family === isIP(second))
        throw localError(`Cannot specify two IPv${family} addresses.`);
}

// ---- Questions -------------------------------------------------------------

/* An answer as it came from the channel, as (error, result). */
function readAnswer({ type, syscall, hostname, ttl }, status, answer) {
    const { codeOfStatus } = require('internal/dns/errors');
    let code = status === 0 ? undefined : codeOfStatus(status);
    let result = answer;
    if (status === 0 && type !== undefined) {
        const { malformed, parseReply } = require('internal/dns/reply');
        try {
            result = parseReply(answer, type, ttl);
            if (result === undefined)
                code = 'ENODATA';
        } catch (error) {
            if (error !== malformed)
                throw error;
            code = 'EBADRESP';
        }
    }
    return code === undefined ? [null, result] :
        [new DNSException(code, syscall, hostname)];
}

class ResolverBase {
    #options;
    #servers; // undefined: those of the system
    #local = [];
    #channel;
    #pending = new Map(); // by number
    #next = 0;

    constructor(options = undefined) {
        this.#options = readOptions(options);
    }

    #openChannel() {
        const { Channel } = loadLibrary();
        const { timeout, tries, maxTimeout } = this.#options;
        const channel = new Channel(timeout, tries, maxTimeout);
        if (this.#servers !== undefined)
            channel.setServers(serverList(this.#servers));
        for (const address of this.#local)
            channel.setLocalAddress(address);
        return channel;
    }

    #closeIfIdle() {
        if (this.#pending.size > 0)
            return;
        this.#channel?.close();
        this.#channel = undefined;
    }

    #complete(id, status, answer) {
        const query = this.#pending.get(id);
        this.#pending.delete(id);
        this.#closeIfIdle();
        const [error, result] = readAnswer(query, status, answer);
        if (!error)
            perf.end(query.timing, { result });
        query.resource.runInAsyncScope(query.done, undefined, error, result);
        query.resource.emitDestroy();
    }

    /* Ask, and call done(error, result). `type` is that of a record; without
     * one `hostname` is an address whose names are asked for. */
    _ask(query, done) {
        const { AsyncResource } = require('async_hooks');
        const { type, hostname, syscall, ttl } = query;
        query.timing = perf.begin('dns', syscall, () => ({
            host: hostname, ttl: Boolean(ttl),
        }));
        const id = this.#next++;
        if (this.#channel === undefined) {
            this.#channel = this.#openChannel();
            this.#channel.oncomplete = (...args) => this.#complete(...args);
        }
        query.done = done;
        query.resource = new AsyncResource('QUERYWRAP', {
            requireManualDestroy: true,
        });
        this.#pending.set(id, query);
        const error = type === undefined ? this.#channel.reverse(id, hostname) :
            this.#channel.query(id, hostname,
                                require('internal/dns/reply').types[type]);
        if (error !== 0) {
            this.#pending.delete(id);
            this.#closeIfIdle();
            throw new DNSException(error, syscall, hostname);
        }
    }

    cancel() {
        this.#channel?.cancel();
    }

    /* The servers of the system, as c-ares has read them. */
    #systemServers() {
        const channel = this.#openChannel();
        const pairs = channel.getServers() ?? [];
        channel.close();
        const list = [];
        for (let i = 0; i < pairs.length; i += 2)
            list.push({ address: pairs[i], port: pairs[i + 1] });
        return list;
    }

    getServers() {
        return (this.#servers ?? this.#systemServers()).map(serverText);
    }

    setServers(servers) {
        validateArray(servers, 'servers');
        const list = [];
        servers.forEach((server, i) => {
            validateString(server, `servers[${i}]`);
            list.push(parseServer(server));
        });
        if (this.#pending.size > 0)
            throw new codes.ERR_DNS_SET_SERVERS_FAILED(
                'There are pending queries.', servers);
        this.#servers = list;
    }

    setLocalAddress(first, second) {
        validateString(first, 'ipv4');
        if (second !== undefined)
            validateString(second, 'ipv6');
        checkLocal(first, second);
        this.#local = second === undefined ? [first] : [first, second];
        for (const address of this.#local)
            this.#channel?.setLocalAddress(address);
    }
}

// ---- The classes -----------------------------------------------------------

/* Methods by the type of record, and the name that errors give as `syscall`. */
const methods = {
    __proto__: null,
    resolveAny: ['ANY', 'queryAny'],
    resolve4: ['A', 'queryA'],
    resolve6: ['AAAA', 'queryAaaa'],
    resolveCaa: ['CAA', 'queryCaa'],
    resolveCname: ['CNAME', 'queryCname'],
    resolveMx: ['MX', 'queryMx'],
    resolveNs: ['NS', 'queryNs'],
    resolveTlsa: ['TLSA', 'queryTlsa'],
    resolveTxt: ['TXT', 'queryTxt'],
    resolveSrv: ['SRV', 'querySrv'],
    resolvePtr: ['PTR', 'queryPtr'],
    resolveNaptr: ['NAPTR', 'queryNaptr'],
    resolveSoa: ['SOA', 'querySoa'],
    reverse: [undefined, 'getHostByAddr'],
};

/* makeMethod(type, syscall) makes a method; byType has them by record type. */
function makeResolverClass(makeMethod) {
    class Resolver extends ResolverBase {}
    const byType = { __proto__: null };
    for (const [name, [type, syscall]] of Object.entries(methods)) {
        const method = makeMethod(type, syscall);
        Object.defineProperty(method, 'name',
                              { __proto__: null, value: syscall });
        Resolver.prototype[name] = method;
        if (type !== undefined)
            byType[type] = method;
    }
    return { Resolver, byType };
}

// ---- The resolver that the functions of dns use --------------------------------

const bound = ['getServers', 'resolve', ...Object.keys(methods)].sort();
let defaultResolver;

/* Give `target` the methods of a class as functions of the default resolver. */
function bindDefault(target, Resolver) {
    defaultResolver ??= new ResolverBase();
    for (const name of bound)
        target[name] = Resolver.prototype[name].bind(defaultResolver);
}

function setDefault(resolver) {
    defaultResolver = resolver;
}

module.exports = { bindDefault, makeResolverClass, setDefault };
