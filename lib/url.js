'use strict';
/*
 * url - the standard's URL, and Node's own parser from before there was one.
 *
 * The legacy parser accepts nearly everything; programs rely on its exact
 * behaviour. It reads the text from the left:
 *
 *     protocol:  //  user:password@  host:port  /path  ?query  #hash
 *
 * Two kinds of protocols are special. Those of the web ("slashed") have two
 * slashes even if the text has none; "javascript:" is never followed by a host.
 * For all others, host and path are ambiguous, and when such a URL is resolved
 * its host counts as the first part of the path.
 */

const whatwg = require('internal/url/url');
const { codes } = require('internal/errors');
const { defineLazy } = require('internal/util');
const { validateObject, validateString } = require('internal/validators');
/* Loaded when first used: internal/url/idna, internal/url/pattern,
 * querystring. */

const { URL, URLSearchParams } = whatwg;

const fields = ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname',
                'hash', 'search', 'query', 'pathname', 'path', 'href'];

function Url() {
    for (const field of fields)
        this[field] = null;
}

function nameWithout(protocol) {
    return protocol?.endsWith(':') ? protocol.slice(0, -1) : protocol;
}

const webProtocols = new Set(['file', 'ftp', 'gopher', 'http', 'https', 'ws',
                              'wss']);

function isSlashed(protocol) {
    return webProtocols.has(nameWithout(protocol));
}

function isHostless(protocol) {
    return nameWithout(protocol) === 'javascript';
}

/* ---- Parsing ---------------------------------------------------------- */

/* Space as this parser has it, which is not as String.trim() has it. */
const outerSpace = /^[\0- \xa0\ufeff]+|[\0- \xa0\ufeff]+$/g;
/* A path and a query, with nothing in them that looks like a host. */
const plainPath = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const leadingProtocol = /^[a-z\d.+-]+:/i;
const userAndHost = /^\/\/[^/@]+@[^/@]+/;
/* At these a host ends, even though no path begins. */
const endOfHost = /[\t\n\r "%';<>\\^`{|}]/;
const badInHost = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const badInBrackets = /[\0\t\n\r #%/<>?@\\^|]/;
const mustEscape = /[\t\n\r "'<>\\^`{|}]/g;

/* Before the query, backslashes are slashes, as browsers have it. */
function turnBackslashes(text) {
    return text.replace(/^[^?#]+/, (part) => part.replaceAll('\\', '/'));
}

function escapeChar(char) {
    const hex = char.charCodeAt(0).toString(16).toUpperCase();
    return `%${hex.padStart(2, '0')}`;
}

/* The two pieces of a text around a position; all is the first if it is -1. */
function cut(text, at) {
    return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

let hasWarnedOfPort = false;

function warnOfPort(url) {
    if (hasWarnedOfPort)
        return;
    hasWarnedOfPort = true;
    process.emitWarning(
        `The URL ${url} is invalid. Future versions of Node.js will throw ` +
        'an error.', 'DeprecationWarning', 'DEP0170');
}

function toASCII(hostname) {
    return /^[\0-\x7f]*$/.test(hostname)
        ? hostname : require('internal/url/idna').domainToASCII(hostname);
}

/* The normalised name, or an error if no host can have it. */
function checkHostname(hostname, isBracketed, url) {
    if (hostname.length > 255)
        return '';
    const name = isBracketed ? hostname.toLowerCase()
                             : toASCII(hostname.toLowerCase());
    const isBad = isBracketed ? badInBrackets.test(name)
                              : name === '' || badInHost.test(name);
    if (hostname !== '' && isBad)
        throw new codes.ERR_INVALID_URL(url);
    return name;
}

/* Take user and host off the text and return what is left. */
function takeHost(self, text, url) {
    const length = /^[^#/?]*/.exec(text)[0].length;
    let authority = text.slice(0, length).replace(/[\t\n\r]/g, '');
    let rest = text.slice(length);
    /* "@" may be in the user's name, so the last one counts. */
    const at = authority.lastIndexOf('@');
    if (at !== -1) {
        self.auth = decodeURIComponent(authority.slice(0, at));
        authority = authority.slice(at + 1);
    }
    const [host, more] = cut(authority, authority.search(endOfHost));
    rest = more + rest;
    self.host = host;
    self.parseHost();
    let hostname = self.hostname || '';
    const isBracketed = hostname.startsWith('[') && hostname.endsWith(']');
    if (!isBracketed) {
        const [name, path] = cut(hostname, hostname.search(/[#/:?\\]/));
        if (path.startsWith(':'))
            warnOfPort(url);
        if (path !== '')
            rest = `/${path}${rest}`;
        hostname = name;
    }
    hostname = checkHostname(hostname, isBracketed, url);
    self.host = hostname + (self.port ? `:${self.port}` : '');
    self.hostname = isBracketed ? hostname.slice(1, -1) : hostname;
    return isBracketed && rest[0] !== '/' ? `/${rest}` : rest;
}

function setQuery(self, search, parseQueryString) {
    if (search)
        self.search = search;
    if (parseQueryString)
        self.query = search ? require('querystring').parse(search.slice(1))
                            : { __proto__: null };
    else if (search)
        self.query = search.slice(1);
}

/* Hash, query and path of what is left. */
function takeRest(self, text, parseQueryString) {
    const [beforeHash, hash] = cut(text, text.indexOf('#'));
    const [pathname, search] = cut(beforeHash, beforeHash.indexOf('?'));
    if (hash !== '')
        self.hash = hash;
    if (pathname !== '')
        self.pathname = pathname;
    setQuery(self, search, parseQueryString);
}

function setPath(self) {
    self.path = (self.pathname || '') + (self.search || '');
}

/* True if it was nothing but a path, which is what servers parse all day. */
function parsePlain(self, text, parseQueryString) {
    const match = /^[^?]*@|#/.test(text) ? null : plainPath.exec(text);
    if (match === null)
        return false;
    self.path = self.href = text;
    self.pathname = match[1];
    setQuery(self, match[2], parseQueryString);
    return true;
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
    validateString(url, 'url');
    let rest = turnBackslashes(url.replace(outerSpace, ''));
    if (!slashesDenoteHost && parsePlain(this, rest, parseQueryString))
        return this;
    const written = leadingProtocol.exec(rest)?.[0] ?? '';
    const protocol = written.toLowerCase();
    if (written !== '')
        this.protocol = protocol;
    rest = rest.slice(written.length);
    const hasSlashes = rest.startsWith('//') &&
        (slashesDenoteHost || written !== '' || userAndHost.test(rest));
    if (!isHostless(protocol)) {
        if (hasSlashes) {
            this.slashes = true;
            rest = rest.slice(2);
        }
        /* As written: Node takes "HTTP:" for none of the web's here. */
        if (hasSlashes || (written !== '' && !isSlashed(written)))
            rest = takeHost(this, rest, url);
        rest = rest.replace(mustEscape, escapeChar);
    }
    takeRest(this, rest, parseQueryString);
    if (isSlashed(protocol) && this.hostname && !this.pathname)
        this.pathname = '/';
    if (this.pathname || this.search)
        setPath(this);
    this.href = this.format();
    return this;
};

Url.prototype.parseHost = function parseHost() {
    const match = /:(\d*)$/.exec(this.host);
    if (match?.[1])
        this.port = match[1];
    const hostname = match === null ? this.host
                                    : this.host.slice(0, match.index);
    if (hostname)
        this.hostname = hostname;
};

function parse(url, parseQueryString, slashesDenoteHost) {
    return url instanceof Url
        ? url : new Url().parse(url, parseQueryString, slashesDenoteHost);
}

/* ---- Formatting ------------------------------------------------------- */

/* All parts are included unless an option is false. */
function readFormat(options) {
    const wanted = { fragment: true, unicode: false, search: true,
                     auth: true };
    if (!options)
        return wanted;
    validateObject(options, 'options');
    for (const name of Object.keys(wanted))
        wanted[name] = Boolean(options[name] ?? wanted[name]);
    return wanted;
}

function formatStandard(url, options) {
    const wanted = readFormat(options);
    const { protocol, host, username, password, port } = url;
    const hasHost = host !== '' || url.href.startsWith(`${protocol}//`);
    const user = password === '' ? username : `${username}:${password}`;
    const parts = [protocol];
    if (hasHost) {
        parts.push('//');
        if (wanted.auth && user !== '')
            parts.push(user, '@');
        parts.push(wanted.unicode ? whatwg.domainToUnicode(url.hostname)
                                  : url.hostname);
        if (port !== '')
            parts.push(':', port);
    }
    parts.push(url.pathname);
    /* Of the href, which has a query or a fragment that is empty, too. */
    const [, search, hash] = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(url.href);
    if (wanted.search)
        parts.push(search ?? '');
    if (wanted.fragment)
        parts.push(hash ?? '');
    return parts.join('');
}

/* The colon before the password stays. */
function escapeAuth(auth) {
    return require('querystring').escape(auth).replace(/%3A/gi, ':');
}

function formatHost({ auth, host, hostname, port }) {
    if (!host && !hostname)
        return '';
    const user = auth ? `${escapeAuth(auth)}@` : '';
    if (host)
        return user + host;
    const isBare = hostname.includes(':') && !/^\[.*\]$/s.test(hostname);
    return user + (isBare ? `[${hostname}]` : hostname) +
           (port ? `:${port}` : '');
}

function startWith(mark, text) {
    return text && !text.startsWith(mark) ? mark + text : text;
}

Url.prototype.format = function format() {
    const given = this.protocol || '';
    const protocol = given && !given.endsWith(':') ? `${given}:` : given;
    const host = formatHost(this);
    let pathname = (this.pathname || '').replace(/[#?]/g, encodeURIComponent);
    let slashes = '';
    if (this.slashes || (isSlashed(protocol) && host)) {
        slashes = '//';
        pathname = startWith('/', pathname);
    } else if (nameWithout(protocol) === 'file') {
        slashes = '//';
    }
    const { query } = this;
    const search = `${this.search || (query && typeof query === 'object'
        ? require('querystring').stringify(query) : '')}`;
    return protocol + slashes + host + pathname +
           startWith('?', search.replaceAll('#', '%23')) +
           startWith('#', this.hash || '');
};

/* ---- Resolving -------------------------------------------------------- */

function take(from, to, names) {
    for (const name of names)
        to[name] = from[name];
}

function finish(result) {
    result.href = result.format();
    return result;
}

/* "//host/path": all but the protocol is the other's. */
function resolveHost(result, other) {
    take(other, result, fields.filter((name) => name !== 'protocol'));
    if (isSlashed(result.protocol) && result.hostname && !result.pathname)
        result.path = result.pathname = '/';
    return finish(result);
}

/* "http:path" after something else than http: the first part that is not
 * empty is the host, though no slashes say so. */
function takeHostFromPath(other) {
    const parts = (other.pathname || '').split('/');
    other.host = '';
    while (parts.length > 0 && other.host === '')
        other.host = parts.shift();
    other.hostname ||= '';
    return `/${parts.join('/').replace(/^\//, '')}`;
}

/* The other has a protocol of its own, and it is another one. */
function resolveProtocol(result, other) {
    if (!isSlashed(other.protocol)) {
        take(other, result, Object.keys(other));
        return finish(result);
    }
    const hasHost = other.host || nameWithout(other.protocol) === 'file';
    result.pathname = hasHost ? other.pathname : takeHostFromPath(other);
    take(other, result, ['protocol', 'search', 'query', 'auth', 'port']);
    result.host = other.host || '';
    result.hostname = other.hostname || other.host;
    if (result.pathname || result.search)
        setPath(result);
    result.slashes ||= other.slashes;
    return finish(result);
}

function partsOf(pathname) {
    return pathname ? pathname.split('/') : [];
}

/* Make the host the first part of the path, instead of the empty one of the
 * leading slash. */
function putHostFirst(parts, host) {
    if (host)
        parts.splice(0, parts[0] === '' ? 1 : 0, host);
}

/* And back: the first part is the host, and may hold the user as well. */
function takeHostFirst(result, host) {
    result.host = result.hostname = host;
    if (host?.includes('@'))
        [result.auth, result.host] = host.split('@');
    result.hostname = result.host;
}

function removeDots(parts, keepsUps) {
    const kept = [];
    for (const part of parts) {
        if (part === '.')
            continue;
        const isUp = part === '..';
        if (isUp && kept.length > 0 && kept.at(-1) !== '..')
            kept.pop();
        else if (!isUp || keepsUps)
            kept.push(part);
    }
    return kept;
}

/* The parts of the merged path before dots are removed; null if there is no
 * path to merge and only the query is new. */
function mergeParts(result, other, parts, otherParts, isRooted) {
    if (isRooted) {
        for (const name of ['host', 'hostname']) {
            if (other[name] || other[name] === '') {
                if (result[name] !== other[name])
                    result.auth = null;
                take(other, result, name === 'host' ? ['host', 'port']
                                                    : [name]);
            }
        }
    } else if (otherParts.length === 0 && other.search == null) {
        return parts;
    }
    take(other, result, ['search', 'query']);
    if (isRooted)
        return otherParts;
    return otherParts.length === 0
        ? null : [...parts.slice(0, -1), ...otherParts];
}

/* Same protocol, or none. */
function resolvePath(result, other) {
    const isRooted = other.host || other.pathname?.[0] === '/';
    const isAbsolute = Boolean(isRooted || result.pathname?.[0] === '/' ||
                               (result.host && other.pathname));
    const isPathOnly = result.protocol && !isSlashed(result.protocol);
    const parts = partsOf(result.pathname);
    const otherParts = partsOf(other.pathname);
    let endsAbsolute = isAbsolute;
    if (isPathOnly) {
        putHostFirst(parts, result.host);
        result.host = result.hostname = '';
        result.port = null;
        if (other.protocol) {
            putHostFirst(otherParts, other.host);
            other.host = other.hostname = other.port = result.auth = null;
        }
        endsAbsolute &&= otherParts[0] === '' || parts[0] === '';
    }
    const merged = mergeParts(result, other, parts, otherParts, isRooted);
    if (merged === null) {
        if (isPathOnly)
            takeHostFirst(result, parts.shift());
        if (result.pathname !== null || result.search !== null)
            setPath(result);
        return finish(result);
    }
    if (merged.length === 0) {
        result.pathname = null;
        result.path = result.search ? `/${result.search}` : null;
        return finish(result);
    }
    setPathname(result, merged, endsAbsolute, !isAbsolute, isPathOnly);
    result.auth = other.auth || result.auth;
    result.slashes ||= other.slashes;
    return finish(result);
}

function setPathname(result, merged, endsAbsolute, keepsUps, isPathOnly) {
    const last = merged.at(-1);
    const endsInSlash = last === '' || ((last === '.' || last === '..') &&
                        (result.host || merged.length > 1));
    const parts = removeDots(merged, keepsUps);
    if (endsAbsolute && parts[0]?.[0] !== '/' && parts[0] !== '')
        parts.unshift('');
    if (endsInSlash && !parts.join('/').endsWith('/'))
        parts.push('');
    const isAbsolute = parts[0] === '' || parts[0]?.[0] === '/';
    if (isPathOnly)
        takeHostFirst(result, isAbsolute ? '' : parts.shift() ?? '');
    if (!isAbsolute && (endsAbsolute || (result.host && parts.length > 0)))
        parts.unshift('');
    result.pathname = parts.length > 0 ? parts.join('/') : null;
    if (result.pathname !== null || result.search !== null)
        setPath(result);
    else
        result.path = null;
}

Url.prototype.resolve = function resolve(relative) {
    return this.resolveObject(parse(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
    const other = typeof relative === 'string' ? parse(relative, false, true)
                                               : relative;
    const result = Object.assign(new Url(), this);
    result.hash = other.hash;
    if (other.href === '')
        return finish(result);
    if (other.slashes && !other.protocol)
        return resolveHost(result, other);
    if (other.protocol && other.protocol !== result.protocol)
        return resolveProtocol(result, other);
    return resolvePath(result, other);
};

/* ---- The module ------------------------------------------------------- */

let hasWarnedOfParse = false;

/* Those that parse a text for others warn of it, too. */
function warnOfParse() {
    const { isCalledInNodeModules } = require('internal/util');
    if (!hasWarnedOfParse && !isCalledInNodeModules()) {
        hasWarnedOfParse = true;
        process.emitWarning(
            '`url.parse()` behavior is not standardized and prone to ' +
            'errors that have security implications. Use the WHATWG URL ' +
            'API instead. CVEs are not issued for `url.parse()` ' +
            'vulnerabilities.', 'DeprecationWarning', 'DEP0169');
    }
}

function urlParse(url, parseQueryString, slashesDenoteHost) {
    warnOfParse();
    return parse(url, parseQueryString, slashesDenoteHost);
}

function urlFormat(urlObject, options) {
    if (typeof urlObject === 'string') {
        warnOfParse();
        return new Url().parse(urlObject).format();
    }
    if (typeof urlObject !== 'object' || urlObject === null) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'urlObject', ['Object', 'string'], urlObject);
    }
    return urlObject instanceof URL
        ? formatStandard(urlObject, options)
        : Reflect.apply(Url.prototype.format, urlObject, []);
}

function urlResolve(source, relative) {
    warnOfParse();
    return parse(source, false, true).resolve(relative);
}

function urlResolveObject(source, relative) {
    if (!source)
        return relative;
    warnOfParse();
    return parse(source, false, true).resolveObject(relative);
}

module.exports = {
    Url,
    parse: urlParse,
    resolve: urlResolve,
    resolveObject: urlResolveObject,
    format: urlFormat,
    URL,
    URLSearchParams,
};
defineLazy(module.exports, 'URLPattern',
           () => require('internal/url/pattern').URLPattern);
for (const name of ['domainToASCII', 'domainToUnicode', 'pathToFileURL',
                    'fileURLToPath', 'fileURLToPathBuffer',
                    'urlToHttpOptions'])
    module.exports[name] = whatwg[name];
