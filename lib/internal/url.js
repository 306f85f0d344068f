'use strict';
/*
 * internal/url - URL, URLSearchParams, and paths to and from file: URLs.
 *
 * A URL holds the parser's record and makes its text on demand, once per
 * change. Its searchParams are made when they are first read; from then on each
 * side updates the other.
 */

const {
    codes: {
        ERR_ARG_NOT_ITERABLE,
        ERR_INVALID_THIS,
        ERR_INVALID_TUPLE,
        ERR_INVALID_URL,
        ERR_MISSING_ARGS,
    },
} = require('internal/errors');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const parser = require('internal/url_parser');
const { isSpecial, parseUrl, percentEncode, serialize } = parser;

const ObjectDefineProperty = Object.defineProperty;

function inspect(value, options) {
    return require('internal/util/inspect').inspect(value, options);
}

/* A text without lone surrogates. */
function toUSV(value) {
    /* In the words of the engine that Node has: programs test for them. */
    if (typeof value === 'symbol')
        throw new TypeError('Cannot convert a Symbol value to a string');
    const text = `${value}`;
    return text.isWellFormed() ? text : text.toWellFormed();
}

/* ---- Search parameters ------------------------------------------------ */

const formSafe = /^[A-Za-z0-9*\-._]*$/;
const formUnsafe = /[^A-Za-z0-9*\-._]/gu;

function encodeForm(text) {
    if (formSafe.test(text))
        return text;
    return text.replace(formUnsafe, (char) => char === ' ' ? '+'
        : encodeURIComponent(char).replace(/[!'()~]/, (rest) =>
            `%${rest.charCodeAt(0).toString(16).toUpperCase()}`));
}

function decodeForm(text) {
    if (text.includes('+'))
        text = text.replaceAll('+', ' ');
    return parser.percentDecode(text);
}

/* Names and values by turns. */
function parseForm(text) {
    const list = [];
    if (text === '')
        return list;
    const pairs = text.split('&');
    for (let i = 0; i < pairs.length; i++) {
        const pair = pairs[i];
        if (pair === '')
            continue;
        const equals = pair.indexOf('=');
        list.push(decodeForm(equals === -1 ? pair : pair.slice(0, equals)),
                  equals === -1 ? '' : decodeForm(pair.slice(equals + 1)));
    }
    return list;
}

function serializeForm(list) {
    let text = '';
    for (let i = 0; i < list.length; i += 2) {
        text += `${i === 0 ? '' : '&'}${encodeForm(list[i])}=` +
                encodeForm(list[i + 1]);
    }
    return text;
}

function isObject(value) {
    return value !== null &&
           (typeof value === 'object' || typeof value === 'function');
}

function readPairs(init) {
    const list = [];
    for (const pair of init) {
        if (!isObject(pair) || typeof pair[Symbol.iterator] !== 'function')
            throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
        const items = [...pair];
        if (items.length !== 2)
            throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
        list.push(toUSV(items[0]), toUSV(items[1]));
    }
    return list;
}

/* An object: a later key that is the same after conversion wins. */
function readRecord(init) {
    const list = [];
    const places = new Map();
    const keys = Reflect.ownKeys(init);
    for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        const own = Reflect.getOwnPropertyDescriptor(init, key);
        if (own === undefined || !own.enumerable)
            continue;
        const name = toUSV(key);
        const value = toUSV(init[key]);
        const place = places.get(name);
        if (place === undefined) {
            places.set(name, list.length);
            list.push(name, value);
        } else {
            list[place + 1] = value;
        }
    }
    return list;
}

function readInit(init) {
    if (init === undefined)
        return [];
    if (!isObject(init)) {
        const text = toUSV(init);
        return parseForm(text[0] === '?' ? text.slice(1) : text);
    }
    const method = init[Symbol.iterator];
    if (typeof method === 'function') {
        if (isParams(init) && method === URLSearchParams.prototype.entries)
            return getList(init).slice();
        return readPairs(init);
    }
    if (method !== undefined && method !== null)
        throw new ERR_ARG_NOT_ITERABLE('Query pairs');
    return readRecord(init);
}

let isParams;
let getList;
let setUrl;
let setList;

class URLSearchParams {
    #list;
    #url = null;

    static {
        isParams = (value) => isObject(value) && #list in value;
        getList = (params) => params.#list;
        setUrl = (params, url) => { params.#url = url; };
        setList = (params, list) => { params.#list = list; };
    }

    constructor(init = undefined) {
        this.#list = readInit(init);
    }

    #changed() {
        if (this.#url !== null)
            setQueryOf(this.#url, serializeForm(this.#list));
    }

    [customInspectSymbol](depth, options) {
        checkParams(this);
        if (typeof depth === 'number' && depth < 0)
            return options.stylize('[Object]', 'special');
        const separator = ', ';
        const inner = { ...options };
        if (depth !== null)
            inner.depth = depth - 1;
        const list = this.#list;
        const output = [];
        for (let i = 0; i < list.length; i += 2) {
            output.push(`${inspect(list[i], inner)} => ` +
                        inspect(list[i + 1], inner));
        }
        return joinInspected(`${this.constructor.name} {`, output, separator,
                             options);
    }

    get size() {
        checkParams(this);
        return this.#list.length / 2;
    }

    append(name, value) {
        checkParams(this);
        if (arguments.length < 2)
            throw new ERR_MISSING_ARGS('name', 'value');
        this.#list.push(toUSV(name), toUSV(value));
        this.#changed();
    }

    delete(name, value = undefined) {
        checkParams(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        const list = this.#list;
        name = toUSV(name);
        const wanted = value === undefined ? undefined : toUSV(value);
        const kept = [];
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] !== name ||
                (wanted !== undefined && list[i + 1] !== wanted))
                kept.push(list[i], list[i + 1]);
        }
        list.length = 0;
        for (let i = 0; i < kept.length; i++)
            list.push(kept[i]);
        this.#changed();
    }

    get(name) {
        checkParams(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        const list = this.#list;
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name)
                return list[i + 1];
        }
        return null;
    }

    getAll(name) {
        checkParams(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        const list = this.#list;
        const values = [];
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name)
                values.push(list[i + 1]);
        }
        return values;
    }

    has(name, value = undefined) {
        checkParams(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        const wanted = value === undefined ? undefined : toUSV(value);
        const list = this.#list;
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name &&
                (wanted === undefined || list[i + 1] === wanted))
                return true;
        }
        return false;
    }

    set(name, value) {
        checkParams(this);
        if (arguments.length < 2)
            throw new ERR_MISSING_ARGS('name', 'value');
        name = toUSV(name);
        value = toUSV(value);
        const list = this.#list;
        let found = false;
        let to = 0;
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name && found)
                continue;
            const isFirst = list[i] === name;
            found ||= isFirst;
            list[to] = list[i];
            list[to + 1] = isFirst ? value : list[i + 1];
            to += 2;
        }
        list.length = to;
        if (!found)
            list.push(name, value);
        this.#changed();
    }

    sort() {
        checkParams(this);
        const list = this.#list;
        const pairs = [];
        for (let i = 0; i < list.length; i += 2)
            pairs.push([list[i], list[i + 1]]);
        pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
        for (let i = 0; i < pairs.length; i++) {
            list[2 * i] = pairs[i][0];
            list[2 * i + 1] = pairs[i][1];
        }
        this.#changed();
    }

    entries() {
        checkParams(this);
        return new URLSearchParamsIterator(this, 'entries');
    }

    forEach(callback, thisArg = undefined) {
        checkParams(this);
        require('internal/validators').validateFunction(callback, 'callback');
        const list = this.#list;
        for (let i = 0; i < list.length; i += 2)
            Reflect.apply(callback, thisArg, [list[i + 1], list[i], this]);
    }

    keys() {
        checkParams(this);
        return new URLSearchParamsIterator(this, 'keys');
    }

    values() {
        checkParams(this);
        return new URLSearchParamsIterator(this, 'values');
    }

    toString() {
        checkParams(this);
        return serializeForm(this.#list);
    }
}

function checkParams(value) {
    if (!isParams(value))
        throw new ERR_INVALID_THIS('URLSearchParams');
}

/* As util.inspect() would: one line if it fits. */
function joinInspected(open, output, separator, options) {
    const total = output.reduce((sum, text) => sum +
        text.replace(/\u001b\[\d\d?m/g, '').length + separator.length,
                                -separator.length);
    if (total > options.breakLength)
        return `${open}\n  ${output.join(',\n  ')} }`;
    return output.length > 0 ? `${open} ${output.join(separator)} }`
                             : `${open}}`;
}

defineEnumerable(URLSearchParams.prototype, [
    'append', 'delete', 'get', 'getAll', 'has', 'set', 'size', 'sort',
    'toString', 'forEach', 'entries', 'keys', 'values',
]);
ObjectDefineProperty(URLSearchParams.prototype, Symbol.iterator, {
    __proto__: null, configurable: true, writable: true, enumerable: false,
    value: URLSearchParams.prototype.entries,
});
defineTag(URLSearchParams.prototype, 'URLSearchParams');

const IteratorPrototype = Object.getPrototypeOf(
    Object.getPrototypeOf([][Symbol.iterator]()));

/* Reads the list again at each step: it may change meanwhile. */
class URLSearchParamsIterator {
    #params;
    #kind;
    #index = 0;

    constructor(params, kind) {
        this.#params = params;
        this.#kind = kind;
    }

    next() {
        if (!isObject(this) || !(#params in this))
            throw new ERR_INVALID_THIS('URLSearchParamsIterator');
        const list = getList(this.#params);
        const at = this.#index;
        if (at >= list.length)
            return { value: undefined, done: true };
        this.#index += 2;
        return { value: this.#read(list, at), done: false };
    }

    #read(list, at) {
        if (this.#kind === 'keys')
            return list[at];
        return this.#kind === 'values' ? list[at + 1]
                                       : [list[at], list[at + 1]];
    }

    [customInspectSymbol](depth, options) {
        if (!isObject(this) || !(#params in this))
            throw new ERR_INVALID_THIS('URLSearchParamsIterator');
        if (typeof depth === 'number' && depth < 0)
            return options.stylize('[Object]', 'special');
        const inner = { ...options };
        if (depth !== null)
            inner.depth = depth - 1;
        const list = getList(this.#params);
        const output = [];
        for (let i = this.#index; i < list.length; i += 2)
            output.push(inspect(this.#read(list, i), inner));
        const text = joinInspected('URLSearchParams Iterator {', output,
                                   ', ', options);
        return output.length === 0 ? 'URLSearchParams Iterator {  }' : text;
    }
}

Object.setPrototypeOf(URLSearchParamsIterator.prototype, IteratorPrototype);
delete URLSearchParamsIterator.prototype.constructor;
defineTag(URLSearchParamsIterator.prototype, 'URLSearchParams Iterator');
defineEnumerable(URLSearchParamsIterator.prototype, ['next']);

/* ---- URL -------------------------------------------------------------- */

let isUrlObject;
let getRecord;
let setQueryOf;

function cannotHaveCredentials(record) {
    return record.host === null || record.host === '' ||
           record.scheme === 'file';
}

/* A URL whose text is what it was parsed to: it need not be parsed again. */
function saysItself(base) {
    return isUrlObject(base) && base.toString === urlToString &&
           base[Symbol.toPrimitive] === undefined;
}

function parseWithBase(input, base) {
    let baseRecord = null;
    if (base !== undefined) {
        baseRecord = saysItself(base) ? getRecord(base)
                                      : parseUrl(toUSV(base));
        if (baseRecord === null)
            return null;
    }
    return parseUrl(input, baseRecord);
}

function throwInvalid(input, base) {
    const error = base === undefined
        ? new ERR_INVALID_URL(input) : new ERR_INVALID_URL(input, `${base}`);
    Error.captureStackTrace(error, URL);
    throw error;
}

class URL {
    #record;
    #href;
    #params = null;

    static {
        isUrlObject = (value) => isObject(value) && #record in value;
        getRecord = (url) => url.#record;
        setQueryOf = (url, text) => {
            url.#record.query = text === '' ? null : text;
            url.#href = undefined;
        };
    }

    constructor(input, base = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        input = toUSV(input);
        if (base !== undefined && !saysItself(base))
            base = `${base}`;
        const record = parseWithBase(input, base);
        if (record === null)
            throwInvalid(input, base);
        this.#record = record;
    }

    static canParse(input, base = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        return parseWithBase(toUSV(input), base) !== null;
    }

    static parse(input, base = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        try {
            return new URL(input, base);
        } catch (error) {
            if (error.code === 'ERR_INVALID_URL')
                return null;
            throw error;
        }
    }

    static createObjectURL(object) {
        const { createObjectURL } = require('internal/blob');
        return createObjectURL(object);
    }

    static revokeObjectURL(url) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        const { revokeObjectURL } = require('internal/blob');
        revokeObjectURL(`${url}`);
    }

    #changed() {
        this.#href = undefined;
    }

    [customInspectSymbol](depth, options) {
        checkUrl(this);
        if (typeof depth === 'number' && depth < 0)
            return this.href;
        const constructor = this.constructor || URL;
        const fields = Object.create({ constructor });
        const names = ['href', 'origin', 'protocol', 'username', 'password',
                       'host', 'hostname', 'port', 'pathname', 'search',
                       'searchParams', 'hash'];
        for (let i = 0; i < names.length; i++)
            fields[names[i]] = this[names[i]];
        return `${constructor.name} ${inspect(fields, options)}`
            .replace(`${constructor.name} ${constructor.name} `,
                     `${constructor.name} `);
    }

    toString() {
        checkReceiver(this);
        return this.href;
    }

    get href() {
        checkReceiver(this);
        this.#href ??= serialize(this.#record, false);
        return this.#href;
    }

    set href(value) {
        checkUrl(this);
        const text = toUSV(value);
        const record = parseUrl(text);
        if (record === null)
            throwInvalid(text, undefined);
        this.#record = record;
        this.#changed();
        this.#updateParams();
    }

    #updateParams() {
        if (this.#params !== null) {
            setList(this.#params, parseForm(this.#record.query ?? ''));
        }
    }

    get origin() {
        checkUrl(this);
        const { scheme, host, port, path } = this.#record;
        if (scheme === 'blob' && typeof path === 'string') {
            const inner = parseUrl(path);
            return inner !== null && (inner.scheme === 'http' ||
                                      inner.scheme === 'https')
                ? originOf(inner.scheme, inner.host, inner.port) : 'null';
        }
        if (!isSpecial(scheme) || scheme === 'file')
            return 'null';
        return originOf(scheme, host, port);
    }

    get protocol() {
        checkUrl(this);
        return `${this.#record.scheme}:`;
    }

    set protocol(value) {
        checkUrl(this);
        const match = /^[A-Za-z][A-Za-z0-9+.-]*/.exec(
            toUSV(value).replace(/[\t\n\r]/g, ''));
        if (match === null)
            return;
        const rest = toUSV(value).replace(/[\t\n\r]/g, '')
            .slice(match[0].length);
        if (rest !== '' && rest[0] !== ':')
            return;
        const record = this.#record;
        const scheme = match[0].toLowerCase();
        if (isSpecial(scheme) !== isSpecial(record.scheme))
            return;
        if (scheme === 'file' && (record.username !== '' ||
            record.password !== '' || record.port !== null))
            return;
        if (record.scheme === 'file' && record.host === '')
            return;
        record.scheme = scheme;
        if (record.port === parser.specialPorts[scheme])
            record.port = null;
        this.#changed();
    }

    get username() {
        checkUrl(this);
        return this.#record.username;
    }

    set username(value) {
        checkUrl(this);
        if (cannotHaveCredentials(this.#record))
            return;
        this.#record.username = percentEncode(toUSV(value),
                                              parser.userinfoSet);
        this.#changed();
    }

    get password() {
        checkUrl(this);
        return this.#record.password;
    }

    set password(value) {
        checkUrl(this);
        if (cannotHaveCredentials(this.#record))
            return;
        this.#record.password = percentEncode(toUSV(value),
                                              parser.userinfoSet);
        this.#changed();
    }

    get host() {
        checkUrl(this);
        const { host, port } = this.#record;
        if (host === null)
            return '';
        return port === null ? host : `${host}:${port}`;
    }

    set host(value) {
        checkUrl(this);
        if (typeof this.#record.path !== 'string' &&
            setHost(this.#record, toUSV(value), true))
            this.#changed();
    }

    get hostname() {
        checkUrl(this);
        return this.#record.host ?? '';
    }

    set hostname(value) {
        checkUrl(this);
        if (typeof this.#record.path !== 'string' &&
            setHost(this.#record, toUSV(value), false))
            this.#changed();
    }

    get port() {
        checkUrl(this);
        const { port } = this.#record;
        return port === null ? '' : `${port}`;
    }

    set port(value) {
        checkUrl(this);
        const record = this.#record;
        if (cannotHaveCredentials(record))
            return;
        const text = toUSV(value);
        if (text === '') {
            record.port = null;
        } else {
            const digits = /^[0-9]+/.exec(text.replace(/[\t\n\r]/g, ''));
            const port = digits === null
                ? undefined : parser.parsePort(digits[0], record.scheme);
            if (port === undefined)
                return;
            record.port = port;
        }
        this.#changed();
    }

    get pathname() {
        checkUrl(this);
        return parser.serializePath(this.#record);
    }

    set pathname(value) {
        checkUrl(this);
        const record = this.#record;
        if (typeof record.path === 'string')
            return;
        record.path = [];
        const text = toUSV(value).replace(/[\t\n\r]/g, '');
        setPath(record, text);
        this.#changed();
    }

    get search() {
        checkReceiver(this);
        const { query } = this.#record;
        return query === null || query === '' ? '' : `?${query}`;
    }

    set search(value) {
        checkUrl(this);
        const text = toUSV(value);
        const record = this.#record;
        record.query = text === '' ? null
            : parser.encodeQuery(stripMark(text, '?'), record.scheme);
        this.#changed();
        this.#updateParams();
    }

    get searchParams() {
        checkUrl(this);
        if (this.#params === null) {
            this.#params = new URLSearchParams(this.search);
            setUrl(this.#params, this);
        }
        return this.#params;
    }

    get hash() {
        checkUrl(this);
        const { fragment } = this.#record;
        return fragment === null || fragment === '' ? '' : `#${fragment}`;
    }

    set hash(value) {
        checkUrl(this);
        const text = toUSV(value);
        this.#record.fragment = text === '' ? null
            : percentEncode(stripMark(text, '#'), parser.fragmentSet);
        this.#changed();
    }

    toJSON() {
        checkReceiver(this);
        return this.href;
    }
}

/* In the words of the engine that Node has: programs test for them. */
function checkUrl(value) {
    if (!isUrlObject(value)) {
        throw new TypeError('Cannot read private member #context from an ' +
                            'object whose class did not declare it');
    }
}

function checkReceiver(value) {
    if (!isUrlObject(value))
        throw new TypeError('Receiver must be an instance of class URL');
}

/* Without tabs and line breaks, and without the mark it may begin with. */
function stripMark(text, mark) {
    if (text[0] === mark)
        text = text.slice(1);
    return text.replace(/[\t\n\r]/g, '');
}

function originOf(scheme, host, port) {
    return `${scheme}://${host}${port === null ? '' : `:${port}`}`;
}

/* In a setter, "?" and "#" are part of the path. */
function setPath(record, text) {
    if (isSpecial(record.scheme))
        parser.startPath(record, text);
    else if (text !== '')
        parser.startPath(record, text);
    else if (record.host === null)
        record.path = ['']; // "foo:" alone would be another kind of URL
}

/* Up to the first character that ends a host. False if nothing was changed. */
function setHost(record, value, withPort) {
    const special = isSpecial(record.scheme);
    const text = value.replace(/[\t\n\r]/g, '');
    const end = text.search(special ? /[/\\?#]/ : /[/?#]/);
    let host = end === -1 ? text : text.slice(0, end);
    const colon = parser.findPort(host);
    let portText;
    if (colon !== -1) {
        if (!withPort || record.scheme === 'file')
            return false;
        portText = host.slice(colon + 1);
        host = host.slice(0, colon);
        if (host === '')
            return false;
    }
    if (host === '') {
        if (special && record.scheme !== 'file')
            return false;
        if (record.username !== '' || record.password !== '' ||
            record.port !== null)
            return false;
        record.host = '';
        return true;
    }
    const parsed = parser.parseHost(host, special);
    if (parsed === null)
        return false;
    record.host = record.scheme === 'file' && parsed === 'localhost'
        ? '' : parsed;
    const digits = portText === undefined ? null
        : /^[0-9]+/.exec(portText);
    if (digits !== null) {
        const port = parser.parsePort(digits[0], record.scheme);
        if (port !== undefined)
            record.port = port;
    }
    return true;
}

defineEnumerable(URL.prototype, [
    'toString', 'href', 'origin', 'protocol', 'username', 'password', 'host',
    'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash',
    'toJSON',
]);
defineEnumerable(URL, ['canParse', 'parse', 'createObjectURL',
                       'revokeObjectURL']);
defineTag(URL.prototype, 'URL');
const urlToString = URL.prototype.toString;

/* By these Node distinguishes URLs from results of url.parse(). */
function isURL(value) {
    return Boolean(value?.href && value.protocol &&
                   value.auth === undefined && value.path === undefined);
}

/* Node's have their parts in C++, and so no copy is made of them. */
const { mark } = internalBinding('message');
const kNeverCloned = 2;
mark(URL.prototype, kNeverCloned);
mark(URLSearchParams.prototype, kNeverCloned);

module.exports = {
    URL,
    URLSearchParams,
    encodeForm,
    isURL,
    get fileURLToPath() {
        return require('internal/url_files').fileURLToPath;
    },
    get fileURLToPathBuffer() {
        return require('internal/url_files').fileURLToPathBuffer;
    },
    get pathToFileURL() {
        return require('internal/url_files').pathToFileURL;
    },
    get toPathIfFileURL() {
        return require('internal/url_files').toPathIfFileURL;
    },
    domainToASCII(domain) {
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('domain');
        return parseDomain(`${domain}`);
    },
    domainToUnicode(domain) {
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('domain');
        const { domainToUnicode } = require('internal/idna');
        return domainToUnicode(parseDomain(`${domain}`));
    },
    urlToHttpOptions(url) {
        return require('internal/url_files').urlToHttpOptions(url);
    },
};

/* As the host of a URL: empty if it is invalid. */
function parseDomain(domain) {
    const name = domain.split(/[/\\?#]/, 1)[0];
    if (name.includes('@') || (name.includes(':') && name[0] !== '['))
        return '';
    // The slash keeps the end from being cut off.
    return parseUrl(`ws://${toUSV(name)}/`)?.host ?? '';
}
