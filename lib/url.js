'use strict';
/*
 * url - the standard's URL, and Node's own parser from before there was one.
 *
 * The old parser takes nearly everything and is kept for programs that rely on
 * just how it does. It cuts the text from the left: protocol, slashes, user,
 * host, and from the rest hash and query.
 */

const whatwg = require('internal/url');
const { URL, URLSearchParams } = whatwg;
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_URL },
} = require('internal/errors');
const { validateObject, validateString } = require('internal/validators');

const ReflectApply = Reflect.apply;

function querystring() {
    return require('querystring');
}

function Url() {
    this.protocol = null;
    this.slashes = null;
    this.auth = null;
    this.host = null;
    this.port = null;
    this.hostname = null;
    this.hash = null;
    this.search = null;
    this.query = null;
    this.pathname = null;
    this.path = null;
    this.href = null;
}

const protocolPattern = /^[a-z0-9.+-]+:/i;
const portPattern = /:[0-9]*$/;
const hostPattern = /^\/\/[^@/]+@[^@/]+/;
const simplePathPattern = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;
const forbiddenHost = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const forbiddenIpv6Host = /[\0\t\n\r #%/<>?@\\^|]/;

const hostless = new Set(['javascript', 'javascript:']);
const slashed = new Set(['http', 'http:', 'https', 'https:', 'ftp', 'ftp:',
                         'gopher', 'gopher:', 'file', 'file:', 'ws', 'ws:',
                         'wss', 'wss:']);

/* ---- Parsing ---------------------------------------------------------- */

let warnedOfParse = false;

function isCallerAPackage() {
    const holder = {};
    Error.captureStackTrace(holder, urlParse);
    return /[/\\]node_modules[/\\]/.test(`${holder.stack}`);
}

function urlParse(url, parseQueryString, slashesDenoteHost) {
    if (!warnedOfParse && !isCallerAPackage()) {
        warnedOfParse = true;
        process.emitWarning(
            '`url.parse()` behavior is not standardized and prone to ' +
            'errors that have security implications. Use the WHATWG URL ' +
            'API instead. CVEs are not issued for `url.parse()` ' +
            'vulnerabilities.', 'DeprecationWarning', 'DEP0169');
    }
    if (url instanceof Url)
        return url;
    const result = new Url();
    result.parse(url, parseQueryString, slashesDenoteHost);
    return result;
}

function isSpace(code) {
    return code < 33 || code === 160 || code === 0xfeff;
}

function trim(text) {
    let start = 0;
    let end = text.length;
    while (start < end && isSpace(text.charCodeAt(start)))
        start++;
    while (end > start && isSpace(text.charCodeAt(end - 1)))
        end--;
    return text.slice(start, end);
}

/* Backslashes before the query are slashes, as browsers have it. */
function turnBackslashes(text) {
    if (!text.includes('\\'))
        return text;
    const end = text.search(/[?#]/);
    if (end === -1)
        return text.replaceAll('\\', '/');
    return text.slice(0, end).replaceAll('\\', '/') + text.slice(end);
}

function setQuery(self, search, parseQueryString) {
    if (search) {
        self.search = search;
        self.query = search.slice(1);
        if (parseQueryString)
            self.query = querystring().parse(self.query);
    } else if (parseQueryString) {
        self.search = null;
        self.query = { __proto__: null };
    }
}

/* Where the host begins and ends. "@" may be in the user's name, so the last
 * one before the path counts. */
function findHost(rest) {
    let at = -1;
    let end = -1;
    for (let i = 0; i < rest.length; i++) {
        const char = rest[i];
        if (char === '#' || char === '/' || char === '?') {
            if (end === -1)
                end = i;
            break;
        }
        if (char === '@') {
            at = i;
            end = -1;
        } else if (end === -1 && '\t\n\r "%\';<>\\^`{|}'.includes(char)) {
            end = i;
        }
    }
    return { at, end };
}

/* Cut the name off before the first character that no host name may have;
 * what is cut off belongs to the path. */
function cutHostname(self, rest, hostname, url) {
    for (let i = 0; i < hostname.length; i++) {
        const code = hostname.charCodeAt(i);
        const isValid = code !== 47 && code !== 92 && code !== 35 &&
                        code !== 63 && code !== 58;
        if (!isValid) {
            if (code === 58)
                warnOfPort(url);
            self.hostname = hostname.slice(0, i);
            return `/${hostname.slice(i)}${rest}`;
        }
    }
    return rest;
}

let warnedOfPort = false;

function warnOfPort(url) {
    if (warnedOfPort)
        return;
    warnedOfPort = true;
    process.emitWarning(
        `The URL ${url} is invalid. Future versions of Node.js will throw ` +
        'an error.', 'DeprecationWarning', 'DEP0170');
}

function toASCII(hostname) {
    if (/^[\0-\x7f]*$/.test(hostname))
        return hostname;
    return require('internal/idna').domainToASCII(hostname);
}

function checkHostname(self, isIpv6, url) {
    if (isIpv6) {
        if (forbiddenIpv6Host.test(self.hostname))
            throw new ERR_INVALID_URL(url);
        return;
    }
    self.hostname = toASCII(self.hostname);
    if (self.hostname === '' || forbiddenHost.test(self.hostname))
        throw new ERR_INVALID_URL(url);
}

/* Take user and host off the text and return what is left. */
function takeHost(self, rest, url) {
    rest = rest.replace(/^[^#/?]+/, (host) => host.replace(/[\t\n\r]/g, ''));
    const { at, end } = findHost(rest);
    let start = 0;
    if (at !== -1) {
        self.auth = decodeURIComponent(rest.slice(0, at));
        start = at + 1;
    }
    self.host = end === -1 ? rest.slice(start) : rest.slice(start, end);
    rest = end === -1 ? '' : rest.slice(end);
    self.parseHost();
    self.hostname = typeof self.hostname === 'string' ? self.hostname : '';
    const isIpv6 = self.hostname.startsWith('[') &&
                   self.hostname.endsWith(']');
    if (!isIpv6)
        rest = cutHostname(self, rest, self.hostname, url);
    self.hostname = self.hostname.length > 255
        ? '' : self.hostname.toLowerCase();
    if (self.hostname !== '')
        checkHostname(self, isIpv6, url);
    self.host = self.hostname + (self.port ? `:${self.port}` : '');
    if (isIpv6) {
        self.hostname = self.hostname.slice(1, -1);
        if (rest[0] !== '/')
            rest = `/${rest}`;
    }
    return rest;
}

const mustEscape = /[\t\n\r "'<>\\^`{|}]/g;

function escapeRest(rest) {
    return rest.replace(mustEscape, (char) => {
        const hex = char.charCodeAt(0).toString(16).toUpperCase();
        return `%${hex.length === 1 ? '0' : ''}${hex}`;
    });
}

/* Hash, query and path of what is left. */
function takeRest(self, rest, parseQueryString) {
    const hash = rest.indexOf('#');
    if (hash !== -1) {
        self.hash = rest.slice(hash);
        rest = rest.slice(0, hash);
    }
    const question = rest.indexOf('?');
    if (question !== -1) {
        setQuery(self, rest.slice(question), parseQueryString);
        rest = rest.slice(0, question);
    } else {
        setQuery(self, null, parseQueryString);
    }
    if (rest !== '')
        self.pathname = rest;
}

Url.prototype.parse = function(url, parseQueryString, slashesDenoteHost) {
    validateString(url, 'url');
    let rest = turnBackslashes(trim(url));
    if (!slashesDenoteHost && !rest.includes('#') &&
        !/^[^?]*@/.test(rest)) {
        const simple = simplePathPattern.exec(rest);
        if (simple !== null) {
            this.path = this.href = rest;
            this.pathname = simple[1];
            setQuery(this, simple[2], parseQueryString);
            return this;
        }
    }
    const match = protocolPattern.exec(rest);
    let protocol = '';
    if (match !== null) {
        protocol = match[0].toLowerCase();
        this.protocol = protocol;
        rest = rest.slice(match[0].length);
    }
    let hasSlashes = false;
    if (slashesDenoteHost || protocol || hostPattern.test(rest)) {
        hasSlashes = rest.startsWith('//');
        if (hasSlashes && !hostless.has(protocol)) {
            rest = rest.slice(2);
            this.slashes = true;
        }
    }
    if (!hostless.has(protocol) &&
        (hasSlashes || (protocol && !slashed.has(protocol))))
        rest = takeHost(this, rest, url);
    if (!hostless.has(protocol))
        rest = escapeRest(rest);
    takeRest(this, rest, parseQueryString);
    if (slashed.has(protocol) && this.hostname && !this.pathname)
        this.pathname = '/';
    if (this.pathname || this.search)
        this.path = (this.pathname || '') + (this.search || '');
    this.href = this.format();
    return this;
};

Url.prototype.parseHost = function() {
    let { host } = this;
    const match = portPattern.exec(host);
    if (match !== null) {
        const port = match[0];
        if (port !== ':')
            this.port = port.slice(1);
        host = host.slice(0, host.length - port.length);
    }
    if (host)
        this.hostname = host;
};

/* ---- Formatting ------------------------------------------------------- */

function formatUrl(url, options) {
    let withHash = true;
    let withUnicode = false;
    let withSearch = true;
    let withAuth = true;
    if (options) {
        validateObject(options, 'options');
        if (options.fragment != null)
            withHash = Boolean(options.fragment);
        if (options.unicode != null)
            withUnicode = Boolean(options.unicode);
        if (options.search != null)
            withSearch = Boolean(options.search);
        if (options.auth != null)
            withAuth = Boolean(options.auth);
    }
    let text = url.protocol;
    if (url.host !== '' || url.href.startsWith(`${url.protocol}//`)) {
        text += '//';
        if (withAuth && (url.username !== '' || url.password !== '')) {
            text += url.username;
            if (url.password !== '')
                text += `:${url.password}`;
            text += '@';
        }
        text += withUnicode ? whatwg.domainToUnicode(url.hostname)
                            : url.hostname;
        if (url.port !== '')
            text += `:${url.port}`;
    }
    text += url.pathname;
    if (withSearch)
        text += url.search;
    return withHash ? text + url.hash : text;
}

function urlFormat(urlObject, options) {
    if (typeof urlObject === 'string') {
        const parsed = new Url();
        parsed.parse(urlObject);
        return parsed.format();
    }
    if (typeof urlObject !== 'object' || urlObject === null) {
        throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'],
                                       urlObject);
    }
    if (urlObject instanceof URL)
        return formatUrl(urlObject, options);
    return ReflectApply(Url.prototype.format, urlObject, []);
}

/* As encodeURIComponent(), with the colon between name and password left. */
function encodeAuth(auth) {
    return encodeURIComponent(auth).replace(/%3A/gi, ':');
}

function formatHost(self, auth) {
    if (self.host)
        return auth + self.host;
    if (!self.hostname)
        return '';
    const { hostname } = self;
    const isIpv6 = hostname.includes(':') && !(hostname[0] === '[' &&
                   hostname[hostname.length - 1] === ']');
    return auth + (isIpv6 ? `[${hostname}]` : hostname) +
           (self.port ? `:${self.port}` : '');
}

function ensureStart(text, mark) {
    return text && text[0] !== mark ? mark + text : text;
}

Url.prototype.format = function format() {
    const auth = this.auth ? `${encodeAuth(this.auth)}@` : '';
    let protocol = this.protocol || '';
    let pathname = this.pathname || '';
    let hash = this.hash || '';
    let host = formatHost(this, auth);
    let query = '';
    if (this.query !== null && typeof this.query === 'object')
        query = querystring().stringify(this.query);
    let search = this.search || (query && `?${query}`) || '';
    if (protocol && protocol[protocol.length - 1] !== ':')
        protocol += ':';
    pathname = pathname.replace(/[#?]/g, encodeURIComponent);
    if (this.slashes || slashed.has(protocol)) {
        if (this.slashes || host) {
            if (pathname && pathname[0] !== '/')
                pathname = `/${pathname}`;
            host = `//${host}`;
        } else if (protocol.startsWith('file')) {
            host = '//';
        }
    }
    search = ensureStart(search.replaceAll('#', '%23'), '?');
    hash = ensureStart(hash, '#');
    return protocol + host + pathname + search + hash;
};

/* ---- Resolving -------------------------------------------------------- */

function urlResolve(source, relative) {
    return parseQuietly(source, false, true).resolve(relative);
}

function urlResolveObject(source, relative) {
    if (!source)
        return relative;
    return parseQuietly(source, false, true).resolveObject(relative);
}

function parseQuietly(url, parseQueryString, slashesDenoteHost) {
    if (url instanceof Url)
        return url;
    const result = new Url();
    result.parse(url, parseQueryString, slashesDenoteHost);
    return result;
}

Url.prototype.resolve = function resolve(relative) {
    return this.resolveObject(parseQuietly(relative, false, true)).format();
};

function setPath(result) {
    if (result.pathname !== null || result.search !== null)
        result.path = (result.pathname || '') + (result.search || '');
}

/* The other has a protocol of its own, and it is another one. */
function resolveOther(result, relative) {
    if (!slashed.has(relative.protocol)) {
        Object.assign(result, relative);
        result.href = result.format();
        return result;
    }
    result.protocol = relative.protocol;
    if (!relative.host && !/^file:?$/.test(relative.protocol) &&
        !hostless.has(relative.protocol)) {
        /* The first part of the path is the host. */
        const parts = (relative.pathname || '').split('/');
        while (parts.length > 0 && !(relative.host = parts.shift()));
        relative.host ||= '';
        relative.hostname ||= '';
        if (parts[0] !== '')
            parts.unshift('');
        if (parts.length < 2)
            parts.unshift('');
        result.pathname = parts.join('/');
    } else {
        result.pathname = relative.pathname;
    }
    result.search = relative.search;
    result.query = relative.query;
    result.host = relative.host || '';
    result.auth = relative.auth;
    result.hostname = relative.hostname || relative.host;
    result.port = relative.port;
    if (result.pathname || result.search)
        result.path = (result.pathname || '') + (result.search || '');
    result.slashes ||= relative.slashes;
    result.href = result.format();
    return result;
}

/* Only the query or hash is new. */
function resolveSearch(result, relative, parts, noLeadingSlashes) {
    if (noLeadingSlashes) {
        result.hostname = result.host = parts.shift();
        splitAuth(result);
    }
    result.search = relative.search;
    result.query = relative.query;
    setPath(result);
    result.href = result.format();
    return result;
}

/* Behind a protocol without slashes the user may hide in the host. */
function splitAuth(result) {
    if (!result.host || !result.host.includes('@'))
        return;
    const parts = result.host.split('@');
    result.auth = parts.shift();
    result.host = result.hostname = parts.shift();
}

/* Remove dots from the end on, counting how many parts are to go up. */
function removeDots(parts, mustEndAbsolute) {
    let up = 0;
    for (let i = parts.length - 1; i >= 0; i--) {
        const part = parts[i];
        if (part === '.') {
            parts.splice(i, 1);
        } else if (part === '..') {
            parts.splice(i, 1);
            up++;
        } else if (up > 0) {
            parts.splice(i, 1);
            up--;
        }
    }
    if (!mustEndAbsolute) {
        while (up-- > 0)
            parts.unshift('..');
    }
}

/* The parts of the new path, before dots are removed. */
function mergePaths(result, relative, parts, relativeParts, isRelativeRooted,
                    noLeadingSlashes) {
    if (isRelativeRooted) {
        if (relative.host || relative.host === '') {
            if (result.host !== relative.host)
                result.auth = null;
            result.host = relative.host;
            result.port = relative.port;
        }
        if (relative.hostname || relative.hostname === '') {
            if (result.hostname !== relative.hostname)
                result.auth = null;
            result.hostname = relative.hostname;
        }
        result.search = relative.search;
        result.query = relative.query;
        return relativeParts;
    }
    if (relativeParts.length > 0) {
        parts.pop();
        result.search = relative.search;
        result.query = relative.query;
        return parts.concat(relativeParts);
    }
    return parts;
}

function splitPath(pathname) {
    return (pathname && pathname.split('/')) || [];
}

function finishPath(result, parts, isRooted, noLeadingSlashes,
                    mustEndAbsolute) {
    if (parts.length === 0) {
        result.pathname = null;
        result.path = result.search ? `/${result.search}` : null;
        result.href = result.format();
        return result;
    }
    const last = parts[parts.length - 1];
    const endsInSlash = ((result.host || parts.length > 1) &&
                         (last === '.' || last === '..')) || last === '';
    removeDots(parts, mustEndAbsolute);
    if (mustEndAbsolute && parts[0] !== '' &&
        (!parts[0] || parts[0][0] !== '/'))
        parts.unshift('');
    if (endsInSlash && parts.join('/').at(-1) !== '/')
        parts.push('');
    const isAbsolute = parts[0] === '' || (parts[0] && parts[0][0] === '/');
    if (noLeadingSlashes) {
        result.hostname = result.host = isAbsolute
            ? '' : parts.length > 0 ? parts.shift() : '';
        splitAuth(result);
    }
    if ((mustEndAbsolute || (result.host && parts.length > 0)) &&
        !isAbsolute)
        parts.unshift('');
    if (parts.length === 0) {
        result.pathname = null;
        result.path = null;
    } else {
        result.pathname = parts.join('/');
    }
    setPath(result);
    return result;
}

Url.prototype.resolveObject = function resolveObject(relative) {
    if (typeof relative === 'string')
        relative = parseQuietly(relative, false, true);
    const result = Object.assign(new Url(), this);
    result.hash = relative.hash;
    if (relative.href === '') {
        result.href = result.format();
        return result;
    }
    if (relative.slashes && !relative.protocol) {
        const { protocol } = result;
        Object.assign(result, relative);
        result.protocol = protocol;
        if (slashed.has(protocol) && result.hostname && !result.pathname)
            result.path = result.pathname = '/';
        result.href = result.format();
        return result;
    }
    if (relative.protocol && relative.protocol !== result.protocol)
        return resolveOther(result, relative);
    return resolvePath(result, relative);
};

function resolvePath(result, relative) {
    const isSourceRooted = result.pathname && result.pathname[0] === '/';
    const isRelativeRooted = relative.host ||
        (relative.pathname && relative.pathname[0] === '/');
    let mustEndAbsolute = isRelativeRooted || isSourceRooted ||
        (result.host && relative.pathname);
    const removeAllDots = mustEndAbsolute;
    let parts = splitPath(result.pathname);
    const relativeParts = splitPath(relative.pathname);
    const noLeadingSlashes = result.protocol &&
                             !slashed.has(result.protocol);
    if (noLeadingSlashes) {
        result.hostname = '';
        result.port = null;
        if (result.host) {
            if (parts[0] === '')
                parts[0] = result.host;
            else
                parts.unshift(result.host);
        }
        result.host = '';
        if (relative.protocol) {
            relative.hostname = null;
            relative.port = null;
            result.auth = null;
            if (relative.host) {
                if (relativeParts[0] === '')
                    relativeParts[0] = relative.host;
                else
                    relativeParts.unshift(relative.host);
            }
            relative.host = null;
        }
        mustEndAbsolute = mustEndAbsolute &&
            (relativeParts[0] === '' || parts[0] === '');
    }
    if (!isRelativeRooted && relativeParts.length === 0 &&
        relative.search !== null && relative.search !== undefined)
        return resolveSearch(result, relative, parts, noLeadingSlashes);
    parts = mergePaths(result, relative, parts, relativeParts,
                       isRelativeRooted, noLeadingSlashes);
    finishPath(result, parts, isSourceRooted, noLeadingSlashes,
               mustEndAbsolute, removeAllDots);
    if (parts.length > 0) {
        result.auth = relative.auth || result.auth;
        result.slashes ||= relative.slashes;
        result.href = result.format();
    }
    return result;
}

module.exports = {
    Url,
    parse: urlParse,
    resolve: urlResolve,
    resolveObject: urlResolveObject,
    format: urlFormat,
    URL,
    URLSearchParams,
    domainToASCII: whatwg.domainToASCII,
    domainToUnicode: whatwg.domainToUnicode,
    pathToFileURL: whatwg.pathToFileURL,
    fileURLToPath: whatwg.fileURLToPath,
    fileURLToPathBuffer: whatwg.fileURLToPathBuffer,
    urlToHttpOptions: whatwg.urlToHttpOptions,
};
