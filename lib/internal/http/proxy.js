'use strict';
/*
 * internal/http/proxy - requests by way of a proxy, which the environment names:
 * HTTP_PROXY for http:, HTTPS_PROXY for https:, NO_PROXY for places that are
 * reached directly; names in small letters win.
 *
 * A request for http: is sent to the proxy with the whole URL as its path; one
 * for https: goes through a tunnel, which CONNECT opens and in which TLS begins.
 */

const { codes } = require('internal/errors');
const { once } = require('internal/util');
const { validatePort } = require('internal/validators');
/* Loaded when first used: internal/options, internal/url/url, net, tls. */

const kProxy = Symbol('proxyConfig');
const kWaitsForTunnel = Symbol('waitForProxyTunnel');

// ---- Which proxy -----------------------------------------------------------

function proxyUrlOf(env, protocol) {
    const url = protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY :
        env.http_proxy || env.HTTP_PROXY;
    if (!url)
        return null;
    if (url.includes('\r') || url.includes('\n'))
        throw new codes.ERR_PROXY_INVALID_CONFIG(`Invalid proxy URL: ${url}`);
    return url;
}

function noProxyOf(env) {
    return env.no_proxy || env.NO_PROXY || '';
}

function addressNumber(address) {
    return address.split('.').reduce((sum, part) => sum * 256 + Number(part),
                                     0);
}

/* "192.168.1.0-192.168.1.255" */
function isInRange(host, range) {
    const { isIPv4 } = require('net');
    const [from, to] = range.split('-').map((one) => one.trim());
    if (!isIPv4(host) || !from || !to || !isIPv4(from) || !isIPv4(to))
        return false;
    const number = addressNumber(host);
    return number >= addressNumber(from) && number <= addressNumber(to);
}

function matchesPlace(entry, host, port) {
    if (entry === '*' || entry === host || entry === `${host}:${port}`)
        return true;
    if (entry.startsWith('.') &&
        (host === entry.slice(1) || host.endsWith(entry)))
        return true;
    if (entry.startsWith('*.') && host.endsWith(entry.slice(1)))
        return true;
    return entry.includes('-') && isInRange(host, entry);
}

class Proxy {
    constructor(text, noProxy) {
        const { URL } = require('internal/url/url');
        if (!URL.canParse(text))
            throw new codes.ERR_PROXY_INVALID_CONFIG(
                `Invalid proxy URL: ${text}`);
        const url = new URL(text);
        const { hostname, port, protocol, username, password } = url;
        this.href = text;
        this.protocol = protocol;
        if (username || password) {
            const auth = `${decodeURIComponent(username)}:${
                decodeURIComponent(password)}`;
            this.auth = `Basic ${Buffer.from(auth).toString('base64')}`;
            // Messages show no password.
            url.username = '';
            url.password = '';
            this.href = url.href;
        }
        this.bypass = noProxy ?
            noProxy.split(',').map((one) => one.trim().toLowerCase()) : [];
        this.place = {
            host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
            port: port ? Number(port) : protocol === 'https:' ? 443 : 80,
        };
    }

    isFor({ host, port, socketPath }) {
        if (socketPath)
            return false;
        const name = `${host || 'localhost'}`.toLowerCase();
        return !this.bypass.some((entry) => matchesPlace(entry, name, port));
    }

    connect(onConnect) {
        const { connect } = require(
            this.protocol === 'https:' ? 'tls' : 'net');
        return connect({ ...this.place }, onConnect);
    }
}

/* Null: requests go straight. Proxies of other kinds are the program's own. */
function readProxy(env, protocol) {
    if (protocol !== 'http:' && protocol !== 'https:')
        return null;
    const url = proxyUrlOf(env, protocol);
    if (url === null ||
        (!url.startsWith('http://') && !url.startsWith('https://')))
        return null;
    return new Proxy(url, noProxyOf(env));
}

// ---- A request for http: ---------------------------------------------------

function refuse(name, value, why) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value, why);
}

/* Of a list of pairs or of a flat list. */
function hostInList(headers) {
    const pairs = Array.isArray(headers[0]) ? headers : [];
    for (let i = 0; pairs !== headers && i + 1 < headers.length; i += 2)
        pairs.push([headers[i], headers[i + 1]]);
    let host;
    for (const { 0: name, 1: value } of pairs) {
        if (`${name}`.toLowerCase() !== 'host')
            continue;
        if (host !== undefined)
            refuse('options.headers', '(redacted)',
                   'must not contain duplicate Host headers');
        host = `${value}`;
    }
    return host;
}

function isSamePlace(place, header) {
    const { URL } = require('internal/url/url');
    if (!URL.canParse(`http://${header}`))
        return false;
    const url = new URL(`http://${header}`);
    return !url.username && !url.password && url.pathname === '/' &&
        !url.search && !url.hash && url.host === place;
}

function checkHostHeader(place, given, list) {
    const name = 'Host in options.headers';
    const why = `must match the request authority (${place})`;
    if (list !== undefined) {
        const host = hostInList(list);
        if (host !== undefined && host !== place)
            refuse(name, host, why);
    } else if (given !== undefined && !isSamePlace(place, given)) {
        refuse(name, given, why);
    }
}

/* What is asked for, and of whom, must not contradict each other: the proxy
 * goes by the first, the server by the second. */
function targetOf(path, base) {
    const { URL } = require('internal/url/url');
    if (!URL.canParse(path)) {
        if (!path.startsWith('/'))
            refuse('options.path', path,
                   'must be in absolute-form or start with /');
        return new URL(base.origin + path);
    }
    const url = new URL(path);
    if (url.username || url.password) {
        url.username = '';
        url.password = '';
        refuse('options.path', url.href,
               'must not contain userinfo, use options.auth instead');
    }
    if (url.protocol !== 'http:')
        refuse('options.path', url.protocol,
               'must use http: scheme when specified as an absolute URL');
    if (url.host !== base.host)
        refuse('options.path', url,
               `must match the request authority (${base.host})`);
    return url;
}

/* `authority` is { host, port }, `given` the program's Host header, `list` its
 * headers if they are a list. */
function rewriteRequest(req, options, authority, given, list) {
    const proxy = req.agent?.[kProxy];
    if (!proxy || req._header ||
        (options.protocol || req.agent.protocol) !== 'http:' ||
        !proxy.isFor(options))
        return;
    let target;
    if (req.method !== 'CONNECT' &&
        !(req.method === 'OPTIONS' && req.path === '*')) {
        const { URL } = require('internal/url/url');
        validatePort(authority.port, 'options.port', true);
        const base = new URL(`http://${authority.host}`);
        base.port = authority.port;
        checkHostHeader(base.host, given, list);
        target = targetOf(`${req.path}`, base);
        if (list === undefined && req.getHeader('host') !== undefined &&
            req.getHeader('host') !== base.host)
            req.setHeader('Host', base.host);
    }
    if (proxy.auth)
        req.setHeader('proxy-authorization', proxy.auth);
    req.setHeader('proxy-connection',
                  req.shouldKeepAlive ? 'keep-alive' : 'close');
    if (target !== undefined)
        req.path = target.href;
}

// ---- A tunnel --------------------------------------------------------------

function timedOut(ms) {
    const error = new codes.ERR_PROXY_TUNNEL(
        `Connection to establish proxy tunnel timed out after ${ms}ms`);
    error.proxyTunnelTimeout = ms;
    return error;
}

function placeText(host, port) {
    return `${require('net').isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/* The head of the answer, read without taking what may follow. */
function readAnswer(socket, done) {
    let text = '';
    const read = () => {
        let chunk;
        while ((chunk = socket.read()) !== null) {
            text += chunk.toString();
            if (text.includes('\r\n\r\n')) {
                socket.removeListener('readable', read);
                done(text.slice(0, text.indexOf('\r\n')));
                return;
            }
        }
    };
    socket.on('readable', read);
    read();
    return () => socket.removeListener('readable', read);
}

/*
 * Open a tunnel to `place`, { host, port }, and call back with (error, socket),
 * once. The socket that is returned is the one to the proxy.
 */
function openTunnel(proxy, place, lines, timeout, callback) {
    const target = placeText(place.host, place.port);
    let stopReading = () => {};
    const finish = once((error) => {
        stopReading();
        socket.removeListener('error', finish);
        socket.removeListener('end', onEnd);
        socket.removeListener('timeout', onTimeout);
        socket.setTimeout(0);
        // After an answer the socket is whole: the request destroys it.
        if (error?.code === 'ERR_PROXY_TUNNEL' && !error.statusCode)
            socket.destroy();
        callback(error, socket);
    });
    const onTimeout = () => finish(timedOut(timeout));
    const onEnd = () => finish(new codes.ERR_PROXY_TUNNEL(
        'Connection to establish proxy tunnel ended unexpectedly'));
    const socket = proxy.connect(() => {
        let head = `CONNECT ${target} HTTP/1.1\r\n`;
        for (const line of lines)
            head += `${line}\r\n`;
        socket.on('end', onEnd);
        socket.write(`${head}host: ${target}\r\n\r\n`);
        stopReading = readAnswer(socket, (status) => {
            const { 1: code } = status.split(' ');
            if (code === '200') {
                finish(null);
                return;
            }
            const error = new codes.ERR_PROXY_TUNNEL(
                `Failed to establish tunnel to ${target} via ${proxy.href}: ${
                    status}`);
            error.statusCode = Number.parseInt(code, 10);
            finish(error);
        });
    });
    socket.on('error', finish);
    if (timeout)
        socket.setTimeout(timeout, onTimeout);
    return socket;
}

/* TLS in a tunnel, for an agent; `callback` is (error, socket). */
function connectThrough(agent, options, callback) {
    const proxy = agent[kProxy];
    const place = { host: options.host,
                    port: options.port || agent.defaultPort };
    const lines = proxy.auth ? [`proxy-authorization: ${proxy.auth}`] : [];
    if (agent.keepAlive || agent.maxSockets !== Infinity)
        lines.push('proxy-connection: keep-alive');
    const { isIP } = require('net');
    const timeout = options.tunnelTimeout ?? options.timeout;
    const raw = openTunnel(proxy, place, lines, timeout, (error, tunnel) => {
        if (error) {
            callback(error, tunnel);
            return;
        }
        const socket = require('tls').connect({
            servername: isIP(options.host) ? undefined : options.host,
            ...options, socket: tunnel,
        }, () => {
            socket.removeListener('error', onError);
            callback(null, socket);
        });
        const onError = (failure) => callback(failure, socket);
        socket.on('free', () => tunnel.emit('free'));
        socket.on('error', onError);
    });
    raw[kWaitsForTunnel] = true;
    return raw;
}

// ---- Everywhere ------------------------------------------------------------

/* For fetch(): what setGlobalProxyFromEnv() or the command line says. */
let ofFetch;

function fetchProxies() {
    if (ofFetch === undefined) {
        const env = envOfOptions();
        ofFetch = env === undefined ? null : proxiesOf(env);
    }
    return ofFetch;
}

/* As undici has it: without a proxy for https:, the one for http: serves. */
function proxiesOf(env) {
    const plain = proxyUrlOf(env, 'http:');
    const secure = proxyUrlOf(env, 'https:');
    if (!plain && !secure)
        return null;
    const noProxy = noProxyOf(env);
    return {
        'http:': plain ? new Proxy(plain, noProxy) : null,
        'https:': secure || plain ? new Proxy(secure || plain, noProxy) : null,
    };
}

function setFetchProxies(proxies) {
    const before = fetchProxies();
    ofFetch = proxies;
    return before;
}

/* The environment, if the command line or a variable says that it counts. */
function envOfOptions() {
    const given = require('internal/options')
        .inOrder(['use-env-proxy', 'no-use-env-proxy']).at(-1);
    const isOn = given === undefined ? process.env.NODE_USE_ENV_PROXY === '1' :
        given[0] === 'use-env-proxy';
    return isOn ? process.env : undefined;
}

/* At the start, if proxies are on: a program whose proxy cannot be used does not
 * run, since its requests would go past it. */
function checkAtStart() {
    const env = envOfOptions();
    if (env === undefined)
        return;
    for (const protocol of ['http:', 'https:']) {
        const text = proxyUrlOf(env, protocol);
        if (text === null)
            continue;
        const { URL } = require('internal/url/url');
        const { protocol: way } = new URL(text);
        if (!['http:', 'https:', 'socks:', 'socks5:'].includes(way))
            throw new codes.ERR_PROXY_INVALID_CONFIG(
                `Invalid URL protocol: the proxy ${text} must start with ` +
                'http: or https:');
    }
}

function setGlobalProxyFromEnv(env = process.env) {
    const { validateObject } = require('internal/validators');
    const { URL } = require('internal/url/url');
    validateObject(env, 'proxyEnv');
    const urls = [proxyUrlOf(env, 'http:'), proxyUrlOf(env, 'https:')];
    if (!urls[0] && !urls[1])
        return () => {};
    for (const url of urls) {
        if (url && !URL.canParse(url))
            throw new codes.ERR_PROXY_INVALID_CONFIG(url);
    }
    const proxies = setFetchProxies(proxiesOf(env));
    const replaced = [];
    for (const [i, name] of ['http', 'https'].entries()) {
        if (!urls[i])
            continue;
        const module = require(name);
        replaced.push([module, module.globalAgent]);
        module.globalAgent = makeGlobalAgent(module.Agent, env);
    }
    return function restore() {
        setFetchProxies(proxies);
        for (const [module, agent] of replaced)
            module.globalAgent = agent;
    };
}

function makeGlobalAgent(Agent, env) {
    return new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000,
                       ...(env === undefined ? undefined :
                           { proxyEnv: env }) });
}

module.exports = {
    checkAtStart, connectThrough, envOfOptions, fetchProxies, kProxy, kWaitsForTunnel,
    makeGlobalAgent, openTunnel, readProxy, rewriteRequest,
    setGlobalProxyFromEnv,
};
