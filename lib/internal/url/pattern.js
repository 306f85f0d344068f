'use strict';
/*
 * internal/url/pattern - URLPattern: matching URLs against patterns.
 *
 * A pattern is eight patterns, one for each part of a URL. A single string is
 * split into them first, by a parser that walks over tokens and changes its
 * state where a URL would ("://", "@", "/", "?", "#"). The text of each part is
 * normalised as the URL parser does.
 */

const { compile, escapePattern, tokenize } =
    require('internal/url/pattern_parts');
const { makePlainError } = require('internal/errors');
const { defineEnumerable } = require('internal/util');
const { URL } = require('internal/url/url');

const names = ['protocol', 'username', 'password', 'hostname', 'port',
               'pathname', 'search', 'hash'];
const defaultPorts = { '__proto__': null, 'http': '80', 'https': '443',
                       'ws': '80', 'wss': '443', 'ftp': '21', 'file': '' };
const specials = Object.keys(defaultPorts);

/* ---- The form of each part ----------------------------------------------- */

/* What a setter of URL makes of it. */
function throughSetter(name, text) {
    const url = new URL('https://dummy.test');
    url[name] = text;
    return url[name];
}

/* As the parser of URLs does it: up to what ends a host, or a port. */
function encodeHostname(text) {
    if (text === '')
        return '';
    const name = text.replace(/[\t\n\r]/g, '').split(/[/?#\\]/, 1)[0];
    const host = /[:@ ]/.test(name) ? '' : throughSetter('hostname', name);
    if (host === '' || (host === 'dummy.test' && name !== host))
        throw new TypeError('Invalid hostname');
    return host;
}

/* A pattern may say it in pieces. */
function isIpv6(pattern) {
    return pattern !== undefined && /^(\\|\{)?\[/.test(pattern);
}

function encodeIpv6(text) {
    if (!/^[\da-f:[\]]*$/i.test(text))
        throw new TypeError('Invalid address');
    return text.toLowerCase();
}

function encodePort(text, protocol) {
    if (text === '')
        return '';
    const digits = /^\d+/.exec(text.replace(/[\t\n\r]/g, ''));
    if (digits === null || Number(digits[0]) > 65535)
        throw new TypeError('Invalid port');
    const port = `${Number(digits[0])}`;
    return defaultPorts[protocol] === port ? '' : port;
}

/* A path that does not begin with a slash is a piece of one. */
function encodePathname(text) {
    if (text === '' || text[0] === '/')
        return text === '' ? '' : throughSetter('pathname', text);
    return throughSetter('pathname', `/-${text}`).slice(2);
}

const encoders = {
    protocol: (text) => text === '' ? '' :
        new URL(`${text}://dummy.test`).protocol.slice(0, -1),
    username: (text) => throughSetter('username', text),
    password: (text) => throughSetter('password', text),
    hostname: (text) => isIpv6(text) ? encodeIpv6(text) : encodeHostname(text),
    port: (text) => encodePort(text),
    pathname: encodePathname,
    opaque: (text) => text === '' ? '' : new URL(`data:${text}`).pathname,
    search: (text) => text === '' ? '' :
        throughSetter('search', `?${text}`).slice(1),
    hash: (text) => text === '' ? '' :
        throughSetter('hash', `#${text}`).slice(1),
};

const plain = { delimiter: '', prefix: '', ignoreCase: false };
const ofHost = { ...plain, delimiter: '.' };
const ofPath = { ...plain, delimiter: '/', prefix: '/' };

function isSpecial(protocol) {
    return specials.some((scheme) => protocol.regexp.test(scheme));
}

/* ---- One string ---------------------------------------------------------- */

class Reader {
    #chars;
    #tokens;
    #at = 0;
    #from = 0; /* the token that the part begins with */
    #step = 1;
    #depth = 0;
    #brackets = 0;
    #state = 'init';
    #isSpecial = false;
    result = {};

    constructor(input) {
        ({ chars: this.#chars, tokens: this.#tokens } = tokenize(input, true));
    }

    #is(char, at = this.#at) {
        const token = this.#tokens[at];
        return token !== undefined && token.value === char &&
            (token.type === 'char' || token.type === 'escaped' ||
             token.type === 'invalid');
    }

    /* A question mark after a group says how often. */
    #isSearch() {
        if (this.#is('?'))
            return true;
        if (this.#tokens[this.#at].value !== '?')
            return false;
        const before = this.#tokens[this.#at - 1];
        return before === undefined ||
            !['name', 'regexp', 'close', 'asterisk'].includes(before.type);
    }

    #text() {
        const last = this.#tokens.length - 1;
        const { index } = this.#tokens[Math.min(this.#from, last)];
        return this.#chars.slice(index, this.#tokens[this.#at].index).join('');
    }

    #rewind(state) {
        this.#at = this.#from;
        this.#step = 0;
        this.#state = state;
    }

    /* Parts that a URL may leave out get their defaults. */
    #fillIn(next) {
        const order = ['protocol', 'authority', 'username', 'password',
                       'hostname', 'port', 'pathname', 'search', 'hash'];
        const was = order.indexOf(this.#state);
        const is = order.indexOf(next);
        if (was < 4 && is > 4)
            this.result.hostname ??= '';
        if (was < 6 && is > 6)
            this.result.pathname ??= this.#isSpecial ? '/' : '';
        if (was < 7 && is > 7)
            this.result.search ??= '';
    }

    #change(next, skip) {
        const state = this.#state;
        if (state !== 'init' && state !== 'authority' && state !== 'done')
            this.result[state] = this.#text();
        if (state !== 'init' && next !== 'done')
            this.#fillIn(next);
        this.#state = next;
        this.#at += skip;
        this.#from = this.#at;
        this.#step = 0;
    }

    #endProtocol() {
        const protocol = compile(this.#text(), plain, encoders.protocol);
        this.#isSpecial = isSpecial(protocol);
        if (this.#is('/', this.#at + 1) && this.#is('/', this.#at + 2))
            this.#change('authority', 3);
        else
            this.#change(this.#isSpecial ? 'authority' : 'pathname', 1);
    }

    /* To what may follow: path, query, fragment. */
    #tryAfter(...states) {
        if (states.includes('pathname') && this.#is('/'))
            this.#change('pathname', 0);
        else if (states.includes('search') && this.#isSearch())
            this.#change('search', 1);
        else if (this.#is('#'))
            this.#change('hash', 1);
    }

    #readHost() {
        if (this.#is('['))
            this.#brackets++;
        else if (this.#is(']'))
            this.#brackets--;
        else if (this.#is(':') && this.#brackets === 0)
            this.#change('port', 1);
        else
            this.#tryAfter('pathname', 'search');
    }

    #readOne() {
        switch (this.#state) {
        case 'init':
            if (this.#is(':'))
                this.#rewind('protocol');
            break;
        case 'protocol':
            if (this.#is(':'))
                this.#endProtocol();
            break;
        case 'authority':
            if (this.#is('@'))
                this.#rewind('username');
            else if (this.#is('/') || this.#isSearch() || this.#is('#'))
                this.#rewind('hostname');
            break;
        case 'username':
        case 'password':
            if (this.#is(':') && this.#state === 'username')
                this.#change('password', 1);
            else if (this.#is('@'))
                this.#change('hostname', 1);
            break;
        case 'hostname':
            this.#readHost();
            break;
        case 'port':
            this.#tryAfter('pathname', 'search');
            break;
        case 'pathname':
            this.#tryAfter('search');
            break;
        case 'search':
            this.#tryAfter();
        }
    }

    /* False if that was all. */
    #readEnd() {
        if (this.#state === 'init') {
            this.#at = this.#from;
            this.#step = 0;
            if (this.#is('#'))
                this.#change('hash', 1);
            else if (this.#isSearch())
                this.#change('search', 1);
            else
                this.#change('pathname', 0);
            return true;
        }
        if (this.#state === 'authority') {
            this.#rewind('hostname');
            return true;
        }
        this.#change('done', 0);
        return false;
    }

    #readToken() {
        const { type } = this.#tokens[this.#at];
        this.#step = 1;
        if (type === 'end')
            return this.#readEnd();
        if (type === 'open')
            this.#depth++;
        else if (this.#depth === 0 || (type === 'close' && --this.#depth === 0))
            this.#readOne();
        return true;
    }

    read() {
        while (this.#at < this.#tokens.length && this.#readToken())
            this.#at += this.#step;
        if (this.result.hostname !== undefined)
            this.result.port ??= '';
        return this.result;
    }
}

/* ---- What is given as an object ------------------------------------------ */

/* Which parts of a base are taken: those before the first that is given. */
const inherited = [
    ['protocol', ['protocol']],
    ['username', ['protocol', 'hostname', 'port', 'username']],
    ['password', ['protocol', 'hostname', 'port', 'username', 'password']],
    ['hostname', ['protocol', 'hostname']],
    ['port', ['protocol', 'hostname', 'port']],
    ['pathname', ['protocol', 'hostname', 'port', 'pathname']],
    ['search', ['protocol', 'hostname', 'port', 'pathname', 'search']],
    ['hash', ['protocol', 'hostname', 'port', 'pathname', 'search', 'hash']],
];

const withoutSign = {
    protocol: (text) => text.replace(/:$/, ''),
    search: (text) => text.replace(/^\?/, ''),
    hash: (text) => text.replace(/^#/, ''),
};

function bare(name, text) {
    return withoutSign[name]?.(text) ?? text;
}

function inherit(init, base, isPattern) {
    const result = {};
    for (const [name, blockers] of inherited) {
        if ((isPattern && (name === 'username' || name === 'password')) ||
            blockers.some((other) => init[other] !== undefined))
            continue;
        const text = bare(name, base[name]);
        result[name] = isPattern ? escapePattern(text) : text;
    }
    return result;
}

function isAbsolute(path, isPattern) {
    return path[0] === '/' ||
        (isPattern && /^(\\\/|\{\/)/.test(path));
}

function joinPath(path, base, isPattern) {
    if (base === undefined || isAbsolute(path, isPattern) ||
        base.pathname[0] !== '/')
        return path;
    const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1);
    return (isPattern ? escapePattern(folder) : folder) + path;
}

/* The parts of a pattern as given, or of a URL in normal form. */
function processInit(init, isPattern) {
    const base = init.baseURL === undefined ? undefined : new URL(init.baseURL);
    const result = base === undefined ? {} : inherit(init, base, isPattern);
    for (const name of names) {
        if (init[name] !== undefined)
            result[name] = bare(name, `${init[name]}`);
    }
    if (init.pathname !== undefined)
        result.pathname = joinPath(result.pathname, base, isPattern);
    return isPattern ? result : normalize(result);
}

function normalize(parts) {
    const result = {};
    const protocol = encoders.protocol(parts.protocol ?? '');
    const isOpaque = protocol !== '' && !specials.includes(protocol) &&
        parts.pathname?.[0] !== '/';
    for (const name of names) {
        const text = parts[name] ?? '';
        if (name === 'port')
            result.port = encodePort(text, protocol);
        else if (name === 'pathname' && isOpaque)
            result.pathname = encoders.opaque(text);
        else
            result[name] = encoders[name](text);
    }
    return result;
}

function partsOf(url) {
    const result = {};
    for (const name of names)
        result[name] = bare(name, url[name]);
    return result;
}

/* ---- The class ----------------------------------------------------------- */

function compileAll(parts, ignoreCase) {
    if (parts.protocol in defaultPorts &&
        defaultPorts[parts.protocol] === parts.port)
        parts.port = '';
    const components = {};
    for (const name of names) {
        const options = name === 'hostname' ? ofHost : plain;
        const encode = name === 'hostname' && isIpv6(parts.hostname)
            ? encodeIpv6 : encoders[name];
        if (name !== 'pathname' && name !== 'search' && name !== 'hash')
            components[name] = compile(parts[name] ?? '*', options, encode);
    }
    const hasPath = isSpecial(components.protocol);
    const one = (name, options, encode = encoders[name]) => {
        components[name] = compile(parts[name] ?? '*',
                                   { ...options, ignoreCase }, encode);
    };
    one('pathname', hasPath ? ofPath : plain,
        hasPath ? encoders.pathname : encoders.opaque);
    one('search', plain);
    one('hash', plain);
    return components;
}

function readPattern(input, base) {
    if (typeof input !== 'string') {
        if (base !== undefined)
            throw new TypeError('A base belongs into the object');
        return processInit(input, true);
    }
    const init = new Reader(input).read();
    if (base === undefined && init.protocol === undefined)
        throw new TypeError('A relative pattern needs a base');
    return processInit({ ...init, baseURL: base }, true);
}

function copyInit(init) {
    const copy = {};
    for (const name of [...names, 'baseURL'])
        copy[name] = init[name] === undefined ? undefined : `${init[name]}`;
    return copy;
}

function groupsOf(component, found) {
    return Object.fromEntries(
        component.names.map((name, i) => [name, found[i + 1]]));
}

const isObject = (value) => value === undefined || typeof value === 'object' ||
    typeof value === 'function';

function refuse(code, message) {
    return makePlainError(TypeError, code, message);
}

let componentsOf;

class URLPattern {
    #components;

    static {
        componentsOf = (pattern) => {
            if (!(#components in pattern))
                throw new TypeError('Illegal invocation');
            return pattern.#components;
        };
    }

    constructor(...args) {
        const [input, second, third] = args;
        if (typeof input !== 'string' && !isObject(input)) {
            throw refuse('ERR_INVALID_ARG_TYPE',
                         'Input must be an object or a string');
        }
        if (typeof second !== 'string' && !isObject(second)) {
            throw refuse('ERR_INVALID_ARG_TYPE',
                         'second argument must be a string or object');
        }
        const base = typeof second === 'string' ? second : undefined;
        const options = (base === undefined ? second : third) ?? {};
        try {
            const parts = readPattern(input ?? {}, base);
            this.#components = compileAll(parts, !!options.ignoreCase);
        } catch {
            throw refuse('ERR_INVALID_URL_PATTERN',
                         'Failed to construct URLPattern');
        }
    }

    #match(input, base, failure) {
        if (typeof input !== 'string' && !isObject(input)) {
            throw refuse('ERR_INVALID_ARG_TYPE',
                         'URLPattern input needs to be a string or an object');
        }
        if (typeof input !== 'string' && base !== undefined)
            throw refuse('ERR_OPERATION_FAILED', failure);
        let parts;
        try {
            parts = typeof input === 'string' ? partsOf(new URL(input, base))
                : processInit(copyInit(input ?? {}), false);
        } catch {
            return null;
        }
        return this.#matchParts(parts);
    }

    #matchParts(parts) {
        const found = {};
        for (const name of names) {
            found[name] = this.#components[name].regexp.exec(parts[name]);
            if (found[name] === null)
                return null;
        }
        return { parts, found };
    }

    get protocol() { return componentsOf(this).protocol.text; }

    get username() { return componentsOf(this).username.text; }

    get password() { return componentsOf(this).password.text; }

    get hostname() { return componentsOf(this).hostname.text; }

    get port() { return componentsOf(this).port.text; }

    get pathname() { return componentsOf(this).pathname.text; }

    get search() { return componentsOf(this).search.text; }

    get hash() { return componentsOf(this).hash.text; }

    get hasRegExpGroups() {
        return Object.values(componentsOf(this))
            .some((component) => component.hasRegexp);
    }

    exec(input, base = undefined) {
        const match = componentsOf(this) &&
            this.#match(input, base, 'Failed to exec URLPattern');
        if (match === null)
            return null;
        const result = { __proto__: null };
        const given = typeof input === 'string' ? input : copyInit(input ?? {});
        const inputs = base === undefined ? [given] : [given, base];
        for (const name of [...names, 'inputs'].sort()) {
            result[name] = name === 'inputs' ? inputs : {
                groups: groupsOf(this.#components[name], match.found[name]),
                input: match.parts[name],
            };
        }
        return result;
    }

    test(input, base = undefined) {
        return componentsOf(this) &&
            this.#match(input, base, 'Failed to test URLPattern') !== null;
    }
}

defineEnumerable(URLPattern.prototype, [...names, 'hasRegExpGroups', 'exec',
                                        'test']);

module.exports = { URLPattern };
