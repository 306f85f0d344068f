'use strict';
/*
 * internal/url/url - URL, URLSearchParams, and paths to and from file: URLs.
 *
 * A URL holds its text in normal form and nothing else; the parser, which is C
 * (src/bind/bytes/url.c), finds the parts in it when they are asked for. Its
 * searchParams are made when they are first read; from then on each side updates
 * the other.
 */

const {
    codes: {
        ERR_ARG_NOT_ITERABLE,
        ERR_INVALID_THIS,
        ERR_INVALID_TUPLE,
        ERR_INVALID_URL,
        ERR_MISSING_ARGS,
    },
    makePlainError,
} = require('internal/errors');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { defineCanParse, get, parse, parseForm, serializeForm, set,
        setToASCII } = internalBinding('url');
/* Loaded when first used: internal/blob/blob, internal/url/files,
 * internal/url/idna, internal/util/inspect, internal/validators. */

/* The parts of a URL, as src/text/url.h numbers them. */
const kProtocol = 0;
const kUsername = 1;
const kPassword = 2;
const kHost = 3;
const kHostname = 4;
const kPort = 5;
const kPathname = 6;
const kSearch = 7;
const kHash = 8;
const kOrigin = 9;

/* Names in other scripts are rare, and what they need is large. */
setToASCII((name) => require('internal/url/idna').domainToASCII(name));

const ObjectDefineProperty = Object.defineProperty;

function inspect(value, options) {
    return require('internal/util/inspect').inspect(value, options);
}

/* A text without lone surrogates, which the binding replaces by itself. */
function toUSV(value) {
    const text = typeof value === 'string' ? value : `${value}`;
    return text.isWellFormed() ? text : text.toWellFormed();
}

/* ---- Search parameters ------------------------------------------------ */

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
    if (!isObject(init))
        return parseForm(`${init}`);
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
let changed;
let forgetText;

class URLSearchParams {
    #list;
    #url = null;
    #text; // as long as nothing changes

    static {
        isParams = (value) => isObject(value) && #list in value;
        /* Names and values by turns: one array for as long as the object lives, so
         * that iterators may hold it. */
        getList = (params) => {
            try {
                return params.#list;
            } catch {
                throw new ERR_INVALID_THIS('URLSearchParams');
            }
        };
        setUrl = (params, url) => { params.#url = url; };
        forgetText = (params) => { params.#text = undefined; };
        changed = (params) => {
            params.#text = undefined;
            if (params.#url !== null) {
                params.#text = serializeForm(params.#list);
                setQueryOf(params.#url, params.#text);
            }
        };
    }

    constructor(init = undefined) {
        this.#list = readInit(init);
    }

    [customInspectSymbol](depth, options) {
        const list = getList(this);
        if (typeof depth === 'number' && depth < 0)
            return options.stylize('[Object]', 'special');
        const separator = ', ';
        const inner = { ...options };
        if (depth !== null)
            inner.depth = depth - 1;
        const output = [];
        for (let i = 0; i < list.length; i += 2) {
            output.push(`${inspect(list[i], inner)} => ` +
                        inspect(list[i + 1], inner));
        }
        return joinInspected(`${this.constructor.name} {`, output, separator,
                             options);
    }

    get size() {
        return getList(this).length / 2;
    }

    append(name, value) {
        const list = getList(this);
        if (arguments.length < 2)
            throw new ERR_MISSING_ARGS('name', 'value');
        list.push(toUSV(name), toUSV(value));
        changed(this);
    }

    delete(name, value = undefined) {
        const list = getList(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        const wanted = value === undefined ? undefined : toUSV(value);
        let to = 0;
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name &&
                (wanted === undefined || list[i + 1] === wanted))
                continue;
            list[to] = list[i];
            list[to + 1] = list[i + 1];
            to += 2;
        }
        list.length = to;
        changed(this);
    }

    get(name) {
        const list = getList(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name)
                return list[i + 1];
        }
        return null;
    }

    getAll(name) {
        const list = getList(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        const values = [];
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name)
                values.push(list[i + 1]);
        }
        return values;
    }

    has(name, value = undefined) {
        const list = getList(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('name');
        name = toUSV(name);
        const wanted = value === undefined ? undefined : toUSV(value);
        for (let i = 0; i < list.length; i += 2) {
            if (list[i] === name &&
                (wanted === undefined || list[i + 1] === wanted))
                return true;
        }
        return false;
    }

    set(name, value) {
        const list = getList(this);
        if (arguments.length < 2)
            throw new ERR_MISSING_ARGS('name', 'value');
        name = toUSV(name);
        value = toUSV(value);
        let to = 0;
        while (to < list.length && list[to] !== name)
            to += 2;
        if (to === list.length) {
            list.push(name, value);
        } else {
            list[to + 1] = value;
            to += 2;
            for (let i = to; i < list.length; i += 2) {
                if (list[i] === name)
                    continue;
                list[to] = list[i];
                list[to + 1] = list[i + 1];
                to += 2;
            }
            list.length = to;
        }
        changed(this);
    }

    sort() {
        const list = getList(this);
        const pairs = [];
        for (let i = 0; i < list.length; i += 2)
            pairs.push([list[i], list[i + 1]]);
        pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
        for (let i = 0; i < pairs.length; i++) {
            list[2 * i] = pairs[i][0];
            list[2 * i + 1] = pairs[i][1];
        }
        changed(this);
    }

    entries() {
        return new URLSearchParamsIterator(getList(this), 'entries');
    }

    forEach(callback, thisArg = undefined) {
        const list = getList(this);
        require('internal/validators').validateFunction(callback, 'callback');
        for (let i = 0; i < list.length; i += 2)
            Reflect.apply(callback, thisArg, [list[i + 1], list[i], this]);
    }

    keys() {
        return new URLSearchParamsIterator(getList(this), 'keys');
    }

    values() {
        return new URLSearchParamsIterator(getList(this), 'values');
    }

    toString() {
        const list = getList(this);
        this.#text ??= serializeForm(list);
        return this.#text;
    }
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

function readPair(list, at, kind) {
    if (kind === 'keys')
        return list[at];
    return kind === 'values' ? list[at + 1] : [list[at], list[at + 1]];
}

/* The list may change meanwhile. */
class URLSearchParamsIterator {
    #list;
    #kind;
    #index = 0;

    constructor(list, kind) {
        this.#list = list;
        this.#kind = kind;
    }

    next() {
        let list;
        try {
            list = this.#list;
        } catch {
            throw new ERR_INVALID_THIS('URLSearchParamsIterator');
        }
        const at = this.#index;
        if (at >= list.length)
            return { value: undefined, done: true };
        this.#index = at + 2;
        return { value: readPair(list, at, this.#kind), done: false };
    }

    [customInspectSymbol](depth, options) {
        if (!isObject(this) || !(#list in this))
            throw new ERR_INVALID_THIS('URLSearchParamsIterator');
        if (typeof depth === 'number' && depth < 0)
            return options.stylize('[Object]', 'special');
        const inner = { ...options };
        if (depth !== null)
            inner.depth = depth - 1;
        const list = this.#list;
        const output = [];
        for (let i = this.#index; i < list.length; i += 2)
            output.push(inspect(readPair(list, i, this.#kind), inner));
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
let toBase;
let setQueryOf;

/* Like Node's, which comes from C++. The place is that of the caller. */
function throwInvalid(input, base) {
    const error = makePlainError(TypeError, 'ERR_INVALID_URL', 'Invalid URL');
    error.input = toUSV(input);
    if (base !== undefined)
        error.base = toUSV(base);
    Error.captureStackTrace(error, URL);
    throw error;
}

/* The search parameters of a URL whose text has changed. */
function updateList(params, href) {
    const list = getList(params);
    const items = parseForm(get(href, kSearch));
    list.length = 0;
    for (let i = 0; i < items.length; i++)
        list.push(items[i]);
    forgetText(params);
}

/* In the words of the engine that Node has: programs test for them. They come
 * by themselves where the private name is read. */
function notReceiver() {
    return new TypeError('Receiver must be an instance of class URL');
}

class URL {
    #context;
    #params = null;

    static {
        isUrlObject = (value) => isObject(value) && #context in value;
        /* The text of a base. That of a URL is known, unless the program has
         * changed how it is asked for. */
        toBase = (base) => {
            if (typeof base === 'string' || base === undefined)
                return base;
            return isUrlObject(base) && base.toString === urlToString &&
                   base[Symbol.toPrimitive] === undefined
                ? base.#context : `${base}`;
        };
        setQueryOf = (url, text) => {
            url.#context = set(url.#context, kSearch, text);
        };
    }

    constructor(input, base = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        if (typeof input !== 'string')
            input = `${input}`;
        if (base !== undefined)
            base = toBase(base);
        const href = parse(input, base);
        if (href === undefined)
            throwInvalid(input, base);
        this.#context = href;
    }

    static parse(input, base = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        input = `${input}`;
        base = toBase(base);
        return canParse(input, base) ? new URL(input, base) : null;
    }

    static canParse(input, base = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        return canParse(`${input}`, toBase(base));
    }

    static createObjectURL(object) {
        const { createObjectURL } = require('internal/blob/blob');
        return createObjectURL(object);
    }

    static revokeObjectURL(url) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('url');
        const { revokeObjectURL } = require('internal/blob/blob');
        revokeObjectURL(`${url}`);
    }

    [customInspectSymbol](depth, options) {
        const href = this.#context;
        if (typeof depth === 'number' && depth < 0)
            return href;
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
        try {
            return this.#context;
        } catch {
            throw notReceiver();
        }
    }

    get href() {
        try {
            return this.#context;
        } catch {
            throw notReceiver();
        }
    }

    set href(value) {
        this.#context; // eslint-disable-line no-unused-expressions
        value = `${value}`;
        const href = parse(value, undefined);
        if (href === undefined)
            throw new ERR_INVALID_URL(value);
        this.#context = href;
        if (this.#params !== null)
            updateList(this.#params, this.#context);
    }

    get origin() {
        return get(this.#context, kOrigin);
    }

    get protocol() {
        return get(this.#context, kProtocol);
    }

    set protocol(value) {
        this.#context = set(this.#context, kProtocol, `${value}`);
    }

    get username() {
        return get(this.#context, kUsername);
    }

    set username(value) {
        this.#context = set(this.#context, kUsername, `${value}`);
    }

    get password() {
        return get(this.#context, kPassword);
    }

    set password(value) {
        this.#context = set(this.#context, kPassword, `${value}`);
    }

    get host() {
        return get(this.#context, kHost);
    }

    set host(value) {
        this.#context = set(this.#context, kHost, `${value}`);
    }

    get hostname() {
        return get(this.#context, kHostname);
    }

    set hostname(value) {
        this.#context = set(this.#context, kHostname, `${value}`);
    }

    get port() {
        return get(this.#context, kPort);
    }

    set port(value) {
        this.#context = set(this.#context, kPort, `${value}`);
    }

    get pathname() {
        return get(this.#context, kPathname);
    }

    set pathname(value) {
        this.#context = set(this.#context, kPathname, `${value}`);
    }

    get search() {
        try {
            return get(this.#context, kSearch);
        } catch (error) {
            throw isUrlObject(this) ? error : notReceiver();
        }
    }

    set search(value) {
        this.#context = set(this.#context, kSearch, `${value}`);
        if (this.#params !== null)
            updateList(this.#params, this.#context);
    }

    get searchParams() {
        if (this.#params === null) {
            this.#params = new URLSearchParams(get(this.#context, kSearch));
            setUrl(this.#params, this);
        }
        return this.#params;
    }

    get hash() {
        return get(this.#context, kHash);
    }

    set hash(value) {
        this.#context = set(this.#context, kHash, `${value}`);
    }

    toJSON() {
        try {
            return this.#context;
        } catch {
            throw notReceiver();
        }
    }
}

/* From here on it is the binding's, which takes strings and leaves the rest. */
const canParse = defineCanParse(URL, URL.canParse);

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
    isURL,
    get fileURLToPath() {
        return require('internal/url/files').fileURLToPath;
    },
    get fileURLToPathBuffer() {
        return require('internal/url/files').fileURLToPathBuffer;
    },
    get pathToFileURL() {
        return require('internal/url/files').pathToFileURL;
    },
    get toPathIfFileURL() {
        return require('internal/url/files').toPathIfFileURL;
    },
    domainToASCII(domain) {
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('domain');
        return parseDomain(`${domain}`);
    },
    domainToUnicode(domain) {
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('domain');
        const { domainToUnicode } = require('internal/url/idna');
        return domainToUnicode(parseDomain(`${domain}`));
    },
    urlToHttpOptions(url) {
        return require('internal/url/files').urlToHttpOptions(url);
    },
};

/* As the host of a URL: empty if it is invalid. */
function parseDomain(domain) {
    const name = domain.split(/[/\\?#]/, 1)[0];
    if (name.includes('@') || (name.includes(':') && name[0] !== '['))
        return '';
    // The slash keeps the end from being cut off.
    const href = parse(`ws://${name}/`, undefined);
    return href === undefined ? '' : get(href, kHostname);
}
