'use strict';
/* internal/fetch/request - Request. */

const { defineBody, extractBody } = require('internal/fetch/body');
const { Headers, HeadersList, listOfHeaders, makeHeaders } =
    require('internal/fetch/headers');
const {
    defineMembers, makeIllegalInvocation, needArguments, refuseInstance,
    toByteString, toDOMString, toDictionary, toEnum,
} = require('internal/fetch/webidl');
/* Loaded when first used: internal/events/abort_controller,
 * internal/url/url. */

/* ---- What the options may be ------------------------------------------ */

const words = {
    __proto__: null,
    referrerPolicy: [
        '', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin',
        'origin', 'strict-origin', 'origin-when-cross-origin',
        'strict-origin-when-cross-origin', 'unsafe-url'],
    mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
    credentials: ['omit', 'same-origin', 'include'],
    cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache',
            'only-if-cached'],
    redirect: ['follow', 'manual', 'error'],
    duplex: ['half'],
};

const methodsInCapitals = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const forbiddenMethods = ['CONNECT', 'TRACE', 'TRACK'];
const validMethod = /^[\w!#$%&'*+\-.^`|~]+$/;

function toMethod(value) {
    const method = toByteString(value, 'RequestInit', 'method');
    if (!validMethod.test(method))
        throw new TypeError(`'${method}' is not a valid HTTP method.`);
    const capitals = method.toUpperCase();
    if (forbiddenMethods.includes(capitals))
        throw new TypeError(`'${method}' HTTP method is unsupported.`);
    if (method === 'patch')
        warnOfPatch();
    return methodsInCapitals.includes(capitals) ? capitals : method;
}

let hasWarned = false;

function warnOfPatch() {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(
        'Using `patch` is highly likely to result in a `405 Method Not ' +
        'Allowed`. `PATCH` is much more likely to succeed.',
        { code: 'UNDICI-FETCH-patch' });
}

function parseUrl(text) {
    const { URL } = require('internal/url/url');
    let url;
    try {
        url = new URL(text);
    } catch (cause) {
        throw new TypeError(`Failed to parse URL from ${text}`, { cause });
    }
    if (url.username || url.password) {
        throw new TypeError('Request cannot be constructed from a URL that ' +
                            `includes credentials: ${text}`);
    }
    return url;
}

/* 'client', 'no-referrer' or a URL. */
function toReferrer(value) {
    const text = toDOMString(value, 'RequestInit', 'referrer').toWellFormed();
    if (text === '')
        return 'no-referrer';
    const { URL } = require('internal/url/url');
    let url;
    try {
        url = new URL(text);
    } catch (cause) {
        throw new TypeError(`Referrer "${text}" is not a valid URL.`,
                            { cause });
    }
    return url.protocol === 'about:' && url.hostname === 'client' ? 'client'
                                                                  : url;
}

function isAbortSignal(value) {
    const { AbortSignal } = require('internal/events/abort_controller');
    return value instanceof AbortSignal;
}

/* ---- The state -------------------------------------------------------- */

function makeState(fields) {
    return {
        method: 'GET', url: undefined, headersList: new HeadersList(),
        headers: undefined, referrer: 'client', referrerPolicy: '',
        mode: 'cors', credentials: 'same-origin', cache: 'default',
        redirect: 'follow', integrity: '', keepalive: false,
        signal: undefined, body: null, ...fields,
    };
}

/* The body is not there yet. */
function copyState(state) {
    return { ...state, headersList: state.headersList.copy(),
             headers: undefined, body: null };
}

function readOptions(state, init) {
    if (init.window !== undefined && init.window !== null)
        throw new TypeError("'window' option 'client' must be null");
    for (const name in words) {
        if (init[name] === undefined)
            continue;
        const word = toEnum(init[name], words[name]);
        if (name !== 'duplex')
            state[name] = word;
    }
    if (init.referrer !== undefined)
        state.referrer = toReferrer(init.referrer);
    if (init.mode !== undefined && state.mode === 'navigate') {
        throw new TypeError('Request constructor: invalid request mode ' +
                            'navigate.');
    }
    if (state.cache === 'only-if-cached' && state.mode !== 'same-origin') {
        throw new TypeError("'only-if-cached' can be set only with " +
                            "'same-origin' mode");
    }
    if (init.integrity !== undefined)
        state.integrity = String(init.integrity);
    if (init.keepalive !== undefined)
        state.keepalive = Boolean(init.keepalive);
    if (init.method !== undefined)
        state.method = toMethod(init.method);
}

/* A signal of its own, which follows the one that is given. */
function makeSignal(given) {
    const { AbortSignal } = require('internal/events/abort_controller');
    return AbortSignal.any(given === undefined || given === null ? []
                                                                 : [given]);
}

function readSignal(state, init) {
    const given = init.signal === undefined ? state.signal : init.signal;
    if (given !== undefined && given !== null && !isAbortSignal(given))
        refuseInstance('RequestInit', 'signal', given, 'AbortSignal');
    state.signal = makeSignal(given);
}

function readHeaders(state, init) {
    if (state.mode === 'no-cors' &&
        !['GET', 'HEAD', 'POST'].includes(state.method)) {
        throw new TypeError(`'${state.method} is unsupported in no-cors ` +
                            'mode.');
    }
    if (init.headers !== undefined && init.headers !== null)
        state.headersList = listOfHeaders(new Headers(init.headers)).copy();
}

function hasBodyMethod({ method }) {
    return method !== 'GET' && method !== 'HEAD';
}

function readBody(state, init, from) {
    const isGiven = init.body !== undefined && init.body !== null;
    if ((isGiven || (from?.body ?? null) !== null) && !hasBodyMethod(state))
        throw new TypeError('Request with GET/HEAD method cannot have body.');
    if (!isGiven) {
        takeBody(state, from);
        return;
    }
    const { body, type } = extractBody(init.body, 'Request');
    if (type !== null && !state.headersList.has('content-type'))
        state.headersList.append('content-type', type);
    if (body.source === null && init.duplex === undefined) {
        throw new TypeError('RequestInit: duplex option is required when ' +
                            'sending a body.');
    }
    state.body = body;
}

/* The body of another request, which is used up by that. */
function takeBody(state, from) {
    if (from === undefined || from.body === null)
        return;
    if (from.body.isUnusable()) {
        throw new TypeError('Cannot construct a Request with a Request ' +
                            'object that has already been used.');
    }
    state.body = from.body.pass();
}

/* ---- The class -------------------------------------------------------- */

let stateOf;

function need(request) {
    const state = stateOf(request);
    if (state === undefined)
        throw makeIllegalInvocation();
    return state;
}

const kMake = Symbol('kMake');

class Request {
    #state;

    static {
        stateOf = (value) => value !== null && typeof value === 'object' &&
                             #state in value ? value.#state : undefined;
    }

    constructor(input, init = undefined) {
        if (input === kMake) {
            this.#state = init;
            return;
        }
        needArguments(arguments.length, 1, 'Request constructor');
        const from = stateOf(input);
        const options = toDictionary(init);
        const state = from === undefined
            ? makeState({ url: parseUrl(toDOMString(input, 'Request', 'input')) })
            : copyState(from);
        readOptions(state, options);
        readSignal(state, options);
        readHeaders(state, options);
        readBody(state, options, from);
        this.#state = state;
    }

    get method() { return need(this).method; }

    get url() { return need(this).url.href; }

    get headers() {
        const state = need(this);
        state.headers ??= makeHeaders(state.headersList, false);
        return state.headers;
    }

    get destination() {
        need(this);
        return '';
    }

    get referrer() {
        const { referrer } = need(this);
        if (referrer === 'no-referrer')
            return '';
        return referrer === 'client' ? 'about:client' : referrer.href;
    }

    get referrerPolicy() { return need(this).referrerPolicy; }

    get mode() { return need(this).mode; }

    get credentials() { return need(this).credentials; }

    get cache() { return need(this).cache; }

    get redirect() { return need(this).redirect; }

    get integrity() { return need(this).integrity; }

    get keepalive() { return need(this).keepalive; }

    get isReloadNavigation() {
        need(this);
        return false;
    }

    get isHistoryNavigation() {
        need(this);
        return false;
    }

    get signal() { return need(this).signal; }

    get duplex() {
        need(this);
        return 'half';
    }

    clone() {
        const state = need(this);
        if (state.body?.isUnusable())
            throw new TypeError('unusable');
        return new Request(kMake, {
            ...copyState(state),
            signal: makeSignal(state.signal),
            body: state.body?.clone() ?? null,
        });
    }
}

const shown = [
    'method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy',
    'mode', 'credentials', 'cache', 'redirect', 'integrity', 'keepalive',
    'isReloadNavigation', 'isHistoryNavigation', 'signal',
];

defineBody(Request, (value) => stateOf(value));
defineMembers(Request, [...shown, 'duplex', 'clone'],
              (request) => Object.fromEntries(
                  shown.map((name) => [name, request[name]])));

module.exports = { Request, stateOfRequest: (value) => stateOf(value) };
