'use strict';
/*
 * internal/perf/sources - entries of type net, dns and http.
 *
 * net and dns measure while they are watched. http reports on its channels of
 * diagnostics_channel, and this file subscribes to them as long as there is an
 * observer.
 */

const { now } = internalBinding('process');
const { makeNodeEntry } = require('internal/perf/entries');
const { watched } = require('internal/perf/timing');

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
    followHttp(types.has('http'));
}

module.exports = { follow, report };
