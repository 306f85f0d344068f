'use strict';
/* internal/fetch/response - Response. */

const { defineBody, extractBody } = require('internal/fetch/body');
const { Headers, HeadersList, listOfHeaders, makeHeaders } =
    require('internal/fetch/headers');
const { defineMembers, makeIllegalInvocation, needArguments, toByteString,
        toDictionary } = require('internal/fetch/webidl');
/* Loaded when first used: internal/url/url. */

const kMake = Symbol('kMake');
const redirectStatus = [301, 302, 303, 307, 308];
const nullBodyStatus = [101, 103, 204, 205, 304];

/* What a status line may have after the status. */
const validReason = /^[\t\x20-\x7e\x80-\xff]*$/;

function makeState(fields) {
    return {
        type: 'default', status: 200, statusText: '', urls: [], body: null,
        headersList: new HeadersList(), isImmutable: false,
        headers: undefined, ...fields,
    };
}

function toStatus(value) {
    const status = Number(value) & 0xffff;
    if (status < 200 || status > 599) {
        throw new RangeError('init["status"] must be in the range of 200 to ' +
                             '599, inclusive.');
    }
    return status;
}

/* `extracted` is null or what extractBody() gives. */
function initialize(state, init, extracted) {
    const { status, statusText, headers } = toDictionary(init);
    if (status !== undefined)
        state.status = toStatus(status);
    if (statusText !== undefined) {
        state.statusText = toByteString(statusText, 'ResponseInit',
                                        'statusText');
        if (!validReason.test(state.statusText))
            throw new TypeError('Invalid statusText');
    }
    if (headers !== undefined && headers !== null)
        state.headersList = listOfHeaders(new Headers(headers)).copy();
    if (extracted === null)
        return;
    if (nullBodyStatus.includes(state.status)) {
        throw new TypeError('Response constructor: Invalid response status ' +
                            `code ${state.status}`);
    }
    state.body = extracted.body;
    if (extracted.type !== null && !state.headersList.has('content-type'))
        state.headersList.append('content-type', extracted.type);
}

let stateOf;

function need(response) {
    const state = stateOf(response);
    if (state === undefined)
        throw makeIllegalInvocation();
    return state;
}

class Response {
    #state;

    static {
        stateOf = (value) => value !== null && typeof value === 'object' &&
                             #state in value ? value.#state : undefined;
    }

    static error() {
        return makeResponse({ type: 'error', status: 0, isImmutable: true });
    }

    static json(data, init = undefined) {
        needArguments(arguments.length, 1, 'Response.json');
        const text = JSON.stringify(data);
        if (text === undefined)
            throw new TypeError('Value is not JSON serializable');
        const { body } = extractBody(text, 'Response');
        const state = makeState();
        initialize(state, init, { body, type: 'application/json' });
        return new Response(kMake, state);
    }

    static redirect(url, status = 302) {
        needArguments(arguments.length, 1, 'Response.redirect');
        const { URL } = require('internal/url/url');
        let parsed;
        try {
            parsed = new URL(url);
        } catch (cause) {
            throw new TypeError(`Failed to parse URL from ${url}`, { cause });
        }
        const code = Number(status) & 0xffff;
        if (!redirectStatus.includes(code))
            throw new RangeError(`Invalid status code ${status}`);
        const headersList = new HeadersList();
        headersList.append('location', parsed.href);
        return makeResponse({ status: code, headersList, isImmutable: true });
    }

    constructor(body = null, init = undefined) {
        if (body === kMake) {
            this.#state = init;
            return;
        }
        const extracted = body === null ? null : extractBody(body, 'Response');
        this.#state = makeState();
        initialize(this.#state, init, extracted);
    }

    get type() { return need(this).type; }

    /* Without the fragment. */
    get url() {
        const url = need(this).urls.at(-1);
        return url === undefined ? '' : url.href.split('#')[0];
    }

    get redirected() { return need(this).urls.length > 1; }

    get status() { return need(this).status; }

    get ok() {
        const { status } = need(this);
        return status >= 200 && status <= 299;
    }

    get statusText() { return need(this).statusText; }

    get headers() {
        const state = need(this);
        state.headers ??= makeHeaders(state.headersList, state.isImmutable);
        return state.headers;
    }

    clone() {
        const state = need(this);
        if (state.body?.isUnusable()) {
            throw new TypeError(
                'Response.clone: Body has already been consumed.');
        }
        return makeResponse({
            ...state,
            headers: undefined,
            headersList: state.headersList.copy(),
            body: state.body?.clone() ?? null,
        });
    }
}

defineBody(Response, (value) => stateOf(value));
defineMembers(Response, ['type', 'url', 'redirected', 'status', 'ok',
                         'statusText', 'headers', 'clone'],
              ({ status, statusText, headers, body, bodyUsed, ok, redirected,
                 type, url }) => ({ status, statusText, headers, body,
                                    bodyUsed, ok, redirected, type, url }));
for (const name of ['error', 'json', 'redirect'])
    Object.defineProperty(Response, name, { __proto__: null, enumerable: true });

/* A response of fetch(), or of one of the functions above. */
function makeResponse(fields) {
    return new Response(kMake, makeState(fields));
}

module.exports = { Response, makeResponse, nullBodyStatus,
                   redirectStatus };
