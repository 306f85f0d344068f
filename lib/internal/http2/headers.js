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

/* One header with its values, in order. */
function* eachField(headers) {
    if (Array.isArray(headers)) {
        for (let i = 0; i < headers.length; i += 2)
            yield [headers[i], headers[i + 1]];
        return;
    }
    for (const key of Object.keys(headers))
        yield [key, headers[key]];
}

function readValue(name, value, isSingle) {
    if (!Array.isArray(value))
        return [`${value}`];
    if (value.length === 0)
        return [];
    if (value.length === 1)
        return [`${value[0]}`];
    if (isSingle)
        throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    return value.map((one) => `${one}`);
}

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

/* kind: 'request', 'response', 'trailers' or 'push'. The session says whether
 * a header that makes sense only once may be there twice. */
function toNative(headers, kind, session) {
    const strict =
        session[kState].options.strictSingleValueFields !== false;
    const first = [];
    const rest = [];
    const seen = new Set();
    const secret = new Set(
        (headers[sensitiveHeaders] ?? []).map((n) => `${n}`.toLowerCase()));
    for (const { 0: key, 1: value } of eachField(headers)) {
        if (value === undefined || key === '')
            continue;
        const name = key.toLowerCase();
        const isSingle = strict && singles.has(name);
        const values = readValue(name, value, isSingle);
        if (values.length === 0)
            continue;
        if (isSingle) {
            if (seen.has(name))
                throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
            seen.add(name);
        }
        checkName(name, kind, value);
        for (const one of values)
            (name[0] === ':' ? first : rest).push([name, one]);
    }
    const list = [];
    const flags = [];
    for (const { 0: name, 1: value } of [...first, ...rest]) {
        list.push(name, value);
        flags.push(secret.has(name));
    }
    return { list, flags };
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
