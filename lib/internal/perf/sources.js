'use strict';
/*
 * internal/perf/sources - entries of type net, dns, http and http2.
 *
 * net, dns and http2 measure while they are watched. http reports on its channels of
 * diagnostics_channel, and this file subscribes to them as long as there is an
 * observer.
 */

const { now } = internalBinding('process');
const { makeNodeEntry } = require('internal/perf/entries');
const { watched } = require('internal/perf/timing');
/* Loaded when first used: diagnostics_channel. */

let announce; // of internal/perf/observe

function report({ type, name, detail, from }, more) {
    announce(makeNodeEntry(name, type, from, now() - from,
                           { ...detail, ...more }));
}

// ---- http ------------------------------------------------------------------

const begun = new WeakMap(); // request of a client or of a server -> timing

function describeRequest(method, url, headers) {
    return { req: { method, url, headers: { ...headers } } };
}

function beginHttp(name, request, detail) {
    begun.set(request, { type: 'http', name, detail, from: now() });
}

function endHttp(request, response, headers) {
    const timing = begun.get(request);
    if (timing === undefined)
        return;
    begun.delete(request);
    const { statusCode, statusMessage } = response;
    report(timing, { res: { statusCode, statusMessage: statusMessage || '',
                            headers: { ...headers } } });
}

const subscribers = {
    'http.client.request.start'({ request }) {
        const { method, path, protocol, host } = request;
        const url = `${protocol}//${host}${path}`;
        beginHttp('HttpClient', request,
                  describeRequest(method, url, request.getHeaders()));
    },
    'http.client.response.finish'({ request, response }) {
        endHttp(request, response, response.headers);
    },
    'http.server.request.start'({ request }) {
        const { method, url, headers } = request;
        beginHttp('HttpRequest', request,
                  describeRequest(method, url, headers));
    },
    'http.server.response.finish'({ request, response }) {
        endHttp(request, response, response.getHeaders());
    },
};

let isSubscribed = false;

function followHttp(wanted) {
    if (wanted === isSubscribed)
        return;
    isSubscribed = wanted;
    const channels = require('diagnostics_channel');
    for (const [name, subscriber] of Object.entries(subscribers)) {
        if (wanted)
            channels.subscribe(name, subscriber);
        else
            channels.unsubscribe(name, subscriber);
    }
}

/* `types` are those that some observer wants. */
function follow(types, announceEntry) {
    announce = announceEntry;
    watched.net = types.has('net');
    watched.dns = types.has('dns');
    watched.http2 = types.has('http2');
    followHttp(types.has('http'));
}

/* The fields of the detail are the entry's own, too, as in Node. */
function reportHttp2(name, from, duration, detail) {
    const entry = makeNodeEntry(name, 'http2', from, duration, detail);
    for (const key of Object.keys(detail))
        entry[key] = detail[key];
    announce(entry);
}

module.exports = { follow, report, reportHttp2 };
