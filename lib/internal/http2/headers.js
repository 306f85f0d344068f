'use strict';
/*
 * internal/http2/headers - headers as programs have them, and as C has them:
 * [name, value, ...], and for each whether it is sensitive.
 */

const { codes } = require('internal/errors');
const { kState } = require('internal/http2/util');

const sensitiveHeaders = Symbol('sensitiveHeaders');

const singles = new Set([
    ':status', ':method', ':authority', ':scheme', ':path', ':protocol',
    'access-control-allow-credentials', 'access-control-max-age',
    'access-control-request-method', 'age', 'authorization',
    'content-encoding', 'content-language', 'content-length',
    'content-location', 'content-md5', 'content-range', 'content-type',
    'date', 'dnt', 'etag', 'expires', 'from', 'host', 'if-match',
    'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since',
    'last-modified', 'location', 'max-forwards', 'proxy-authorization',
    'range', 'referer', 'retry-after', 'tk', 'upgrade-insecure-requests',
    'user-agent', 'x-content-type-options',
]);

/* Of HTTP/1, where they are about the connection. */
const forbidden = new Set([
    'connection', 'upgrade', 'http2-settings', 'keep-alive',
    'proxy-connection', 'transfer-encoding',
]);

const pseudo = {
    request: new Set([':method', ':authority', ':scheme', ':path',
                      ':protocol']),
    response: new Set([':status']),
    trailers: new Set(),
    push: new Set([':method', ':authority', ':scheme', ':path']),
};

function isForbidden(name, value) {
    return forbidden.has(name) ||
        (name === 'te' && `${value}` !== 'trailers');
}

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;

function checkName(name, kind, value) {
    if (name[0] === ':') {
        if (!pseudo[kind].has(name))
            throw new codes.ERR_HTTP2_INVALID_PSEUDOHEADER(name);
        return;
    }
    if (!token.test(name))
        throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
    if (isForbidden(name, value))
        throw new codes.ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
}

/* Names as they are sent, by what programs call them. Those that are right
 * whatever the value are kept; programs use few of them. */
const knownNames = new Map();
const KNOWN_MAX = 1000;

function nameOf(key, kind, value) {
    const known = knownNames.get(key);
    if (known !== undefined)
        return known;
    const name = key.toLowerCase();
    checkName(name, kind, value);
    if (name[0] !== ':' && name !== 'te' && knownNames.size < KNOWN_MAX)
        knownNames.set(key, name);
    return name;
}

/* One header with its values, to those of its kind: pseudo-headers come first. */
function toNativeField(to, key, value) {
    if (value === undefined || key === '')
        return;
    const isList = Array.isArray(value);
    if (isList && value.length === 0)
        return;
    if (to.isStrict)
        checkSingle(to, key.toLowerCase(), isList && value.length > 1);
    const name = nameOf(key, to.kind, value);
    const list = name[0] === ':' ? to.first : to.rest;
    if (!isList)
        list.push(name, `${value}`);
    else
        for (const one of value)
            list.push(name, `${one}`);
}

/* What makes sense only once may not be there twice. */
function checkSingle(to, name, isMany) {
    if (!singles.has(name))
        return;
    if (isMany || to.seen.includes(name))
        throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    to.seen.push(name);
}

/* kind: 'request', 'response', 'trailers' or 'push'. The session says whether
 * a header that makes sense only once may be there twice. `flags` is undefined
 * if no header is sensitive. */
function toNative(headers, kind, session) {
    const to = {
        kind, first: [], rest: [], seen: [],
        isStrict: session[kState].options.strictSingleValueFields !== false,
    };
    if (Array.isArray(headers)) {
        for (let i = 0; i < headers.length; i += 2)
            toNativeField(to, headers[i], headers[i + 1]);
    } else {
        for (const key of Object.keys(headers))
            toNativeField(to, key, headers[key]);
    }
    const list = to.first.concat(to.rest);
    const secret = headers[sensitiveHeaders];
    return { list, flags: secret?.length > 0 ? flagsOf(list, secret) :
        undefined };
}

function flagsOf(list, secret) {
    const names = new Set(secret.map((name) => `${name}`.toLowerCase()));
    const flags = [];
    for (let i = 0; i < list.length; i += 2)
        flags.push(names.has(list[i]));
    return flags;
}

function addField(headers, name, value) {
    const known = headers[name];
    if (known === undefined)
        headers[name] = name === 'set-cookie' ? [value] : value;
    else if (singles.has(name))
        return; // the first one wins
    else if (name === 'set-cookie')
        known.push(value);
    else if (name === 'cookie')
        headers[name] = `${known}; ${value}`;
    else
        headers[name] = `${known}, ${value}`;
}

function fromNative(list, secret) {
    const headers = { __proto__: null };
    for (let i = 0; i < list.length; i += 2) {
        const name = list[i];
        if (name === ':status')
            headers[name] ??= Number(list[i + 1]);
        else
            addField(headers, name, list[i + 1]);
    }
    headers[sensitiveHeaders] = secret;
    return headers;
}

/* A list of names and values, with the names as they were given. */
function fromList(list) {
    const headers = { __proto__: null };
    for (let i = 0; i < list.length; i += 2) {
        const { [i]: name, [i + 1]: value } = list;
        const known = headers[name];
        if (known === undefined)
            headers[name] = value;
        else if (Array.isArray(known))
            known.push(value);
        else
            headers[name] = [known, value];
    }
    if (list[sensitiveHeaders] !== undefined)
        headers[sensitiveHeaders] = list[sensitiveHeaders];
    return headers;
}

module.exports = {
    fromList, fromNative, isForbidden, pseudo, sensitiveHeaders, singles, toNative,
};
