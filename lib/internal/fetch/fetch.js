'use strict';
/*
 * internal/fetch/fetch - the global fetch().
 *
 * A Fetch is one call: it makes a request, follows redirects with further ones,
 * and settles once with a response or an error. An abort ends all of that, and
 * the body of the response too.
 */

const { Body } = require('internal/fetch/body');
const { HeadersList } = require('internal/fetch/headers');
const { announceLength, writeHeaders } = require('internal/fetch/outgoing');
const { Request, stateOfRequest } = require('internal/fetch/request');
const { makeResponse, nullBodyStatus, redirectStatus } =
    require('internal/fetch/response');
const { openBody } = require('internal/fetch/incoming');
const { PromiseRequest, ReaderCore } =
    require('internal/webstreams/readable_core');
const { coreOfReadable } = require('internal/webstreams/readablestream');
/* Loaded when first used: internal/events/abort_listener,
 * internal/fetch/client, internal/fetch/local, internal/modules/missing,
 * internal/url/url. */

const maxRedirects = 20;

/* Ports of other protocols, which no page may talk to. */
const badPorts = new Set((
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 ' +
    '103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 ' +
    '465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 ' +
    '6666 6667 6668 6669 6679 6697 10080').split(' '));

function makeFailure(cause) {
    return new TypeError('fetch failed', { cause });
}

/* Headers about the body, dropped when a redirect drops the body. */
const aboutBody = ['content-encoding', 'content-language', 'content-location',
                   'content-type', 'content-length'];
const forOneOrigin = ['authorization', 'proxy-authorization', 'cookie', 'host'];

function readHeaders(rawHeaders) {
    const list = new HeadersList();
    for (let i = 0; i < rawHeaders.length; i += 2)
        list.append(rawHeaders[i], rawHeaders[i + 1]);
    return list;
}

/* Ways of the connection to end that say nothing about the request. */
const lossCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

class Fetch {
    #state;
    #urls;
    #done = Promise.withResolvers();
    #exchange = undefined; /* see client.js */
    #incoming = undefined; /* see incoming.js */
    #goOn = undefined; /* what waits for the request's bytes to be taken */
    #isAnswered = false;
    #abortListener = undefined;
    #isOver = false;
    #hasRetried = false;

    constructor(state) {
        this.#state = { ...state, headersList: state.headersList.copy() };
        this.#urls = [state.url];
    }

    run() {
        const { signal } = this.#state;
        if (signal.aborted) {
            this.#abort();
        } else {
            const { addAbortListener } =
                require('internal/events/abort_listener');
            this.#abortListener =
                addAbortListener(signal, () => this.#abort());
            this.#start();
        }
        return this.#done.promise;
    }

    #abort() {
        const { signal, body } = this.#state;
        this.#done.reject(signal.reason);
        this.#isOver = true;
        if (body !== null && !body.isUnusable())
            body.stream.cancel(signal.reason).catch(() => {});
        this.#incoming?.abort(signal.reason);
        this.#exchange?.abort();
        this.#goOn?.();
    }

    #fail(cause) {
        if (this.#isOver)
            return;
        this.#end();
        this.#exchange?.abort();
        this.#goOn?.();
        this.#done.reject(makeFailure(cause));
    }

    #end() {
        this.#isOver = true;
        this.#abortListener?.[Symbol.dispose]();
    }

    /* ---- Requests ------------------------------------------------- */

    #start() {
        const { url, integrity } = this.#state;
        if (integrity !== '') {
            const { notThereYet } = require('internal/modules/missing');
            this.#fail(notThereYet('integrity of fetch()'));
        } else if (url.protocol === 'http:' || url.protocol === 'https:') {
            this.#request();
        } else {
            this.#readLocal(url);
        }
    }

    #request() {
        const { url } = this.#state;
        this.#isAnswered = false;
        if (badPorts.has(url.port)) {
            this.#fail(new Error('bad port'));
            return;
        }
        try {
            this.#exchange = this.#open(url);
        } catch (error) {
            this.#fail(error);
        }
    }

    #open(url) {
        const { method } = this.#state;
        const { openExchange } = require('internal/fetch/client');
        return openExchange(url, {
            method,
            path: url.pathname + url.search,
            headers: writeHeaders(this.#state),
            bodyLength: announceLength(this.#state),
        }, this);
    }

    started(exchange) {
        this.#exchange = exchange;
        if (this.#state.body === null)
            exchange.end();
        else
            this.#send(exchange).catch((error) => this.#fail(error));
    }

    drained() {
        this.#goOn?.();
    }

    async #send(exchange) {
        const { body } = this.#state;
        const reader = new ReaderCore(coreOfReadable(body.stream), false);
        for (;;) {
            const request = new PromiseRequest();
            reader.read(request);
            const { value, done } = await request.promise;
            if (done)
                break;
            if (!exchange.write(value) && !exchange.isOver)
                await new Promise((resolve) => { this.#goOn = resolve; });
            /* The server may answer before it has read everything. */
            if (exchange.isOver) {
                await reader.core.cancel();
                return;
            }
        }
        exchange.end();
    }

    /* A kept connection may have been closed meanwhile: then the request is
     * sent again, unless the server may have begun to act on it. */
    failed(error) {
        const { body, method } = this.#state;
        const isSafe = (method === 'GET' || method === 'HEAD') && body === null;
        this.#goOn?.();
        if (this.#incoming !== undefined) {
            this.#incoming.fail(error);
        } else if (this.#exchange.isReused && isSafe && !this.#hasRetried &&
                   !this.#isAnswered && !this.#isOver &&
                   lossCodes.has(error.code)) {
            this.#hasRetried = true;
            this.#request();
        } else {
            this.#fail(error);
        }
    }

    /* ---- Responses ------------------------------------------------ */

    answered(status, statusText, rawHeaders) {
        const headersList = readHeaders(rawHeaders);
        const { redirect } = this.#state;
        const isRedirect = redirectStatus.includes(status);
        this.#isAnswered = true;
        if (isRedirect && redirect === 'error') {
            this.#fail(new Error('unexpected redirect'));
        } else if (!isRedirect || redirect === 'manual' ||
                   !headersList.has('location')) {
            this.#resolve(status, statusText, headersList);
        } else {
            this.#exchange.drop();
            this.#goOn?.();
            process.nextTick(() => this.#follow(status,
                                                headersList.get('location')));
        }
    }

    received(chunk) {
        return this.#incoming?.push(chunk);
    }

    completed() {
        this.#goOn?.();
        this.#incoming?.complete();
    }

    #resolve(status, statusText, headersList) {
        let body = null;
        if (this.#state.method === 'HEAD' || nullBodyStatus.includes(status)) {
            this.#end();
        } else {
            try {
                this.#incoming = openBody(
                    this.#exchange, headersList.get('content-encoding') ?? '',
                    () => this.#end());
            } catch (error) {
                this.#fail(error);
                return;
            }
            body = Body.ofStream(this.#incoming.stream);
        }
        this.#done.resolve(makeResponse({
            type: 'basic', status, statusText, headersList, body,
            urls: this.#urls, isImmutable: true,
        }));
    }

    /* Called when what has arrived is parsed: by then the connection may be
     * idle, and serves the next request. */
    #follow(status, location) {
        if (this.#isOver)
            return;
        const { URL } = require('internal/url/url');
        const from = this.#state.url;
        const url = URL.parse(location, from.href);
        if (url === null) {
            this.#fail(new TypeError('Invalid URL'));
        } else if (url.protocol !== 'http:' && url.protocol !== 'https:') {
            this.#fail(new Error('URL scheme must be a HTTP(S) scheme'));
        } else if (this.#urls.length > maxRedirects) {
            this.#fail(new Error('redirect count exceeded'));
        } else if (status !== 303 && this.#state.body?.source === null) {
            this.#fail(new Error());
        } else {
            if (url.hash === '')
                url.hash = from.hash;
            this.#prepare(status, url);
            this.#request();
        }
    }

    #prepare(status, url) {
        const state = this.#state;
        const becomesGet = status === 303
            ? state.method !== 'GET' && state.method !== 'HEAD'
            : status <= 302 && state.method === 'POST';
        if (becomesGet) {
            state.method = 'GET';
            state.body = null;
            aboutBody.forEach((name) => state.headersList.delete(name));
        }
        if (url.origin !== state.url.origin)
            forOneOrigin.forEach((name) => state.headersList.delete(name));
        state.body = state.body?.again() ?? null;
        state.url = url;
        this.#urls.push(url);
    }

    /* ---- What needs no network ------------------------------------ */

    #readLocal(url) {
        const { readLocal } = require('internal/fetch/local');
        let found;
        try {
            found = readLocal(url, this.#state.method);
        } catch (error) {
            this.#fail(error);
            return;
        }
        this.#end();
        this.#done.resolve(makeResponse({
            type: 'basic', status: 200, statusText: 'OK',
            urls: this.#urls, isImmutable: true, ...found,
        }));
    }
}

function fetch(input, init = undefined) {
    let state;
    try {
        state = stateOfRequest(new Request(input, init));
    } catch (error) {
        return Promise.reject(error);
    }
    return new Fetch(state).run();
}

module.exports = { fetch };
