'use strict';
/*
 * internal/http/samples - the two objects that a server needs for each request,
 * made as copies of one that a constructor has made.
 *
 * A constructor sets some thirty properties one by one, and those of two streams
 * took a fifth of the time of a request. A server has a sample of each; all that
 * differs from request to request is set afterwards. A sample is only used where
 * nobody could see that no constructor ran: the classes are http's own, and no
 * channel reports responses that are made.
 */

const EventEmitter = require('events');
const { copy } = internalBinding('objects');
const { IncomingMessage, kHeaderMax, kHeaderText } =
    require('_http_incoming');

const kSamples = Symbol('kSamples');

/* The first properties of a message are objects that each has of its own. */
const REQUEST_PARTS = 2; // _events, _readableState
const RESPONSE_PARTS = 1; // _events

/* What a request or a response starts with depends on these. */
function conditionsOf(server, socket) {
    return `${socket.readableHighWaterMark} ${socket.writableHighWaterMark} ` +
        `${EventEmitter.captureRejections} ` +
        `${server.rejectNonStandardBodyWrites}`;
}

function makeRequest(socket) {
    const sample = new IncomingMessage(socket);
    sample.socket = null;
    sample.client = null;
    sample.httpVersionMajor = 1;
    sample.httpVersionMinor = 1;
    sample.httpVersion = '1.1';
    sample.upgrade = false;
    sample[kHeaderText] = '';
    sample[kHeaderMax] = 0;
    sample._flags = 0;
    sample._eventsCount = 0;
    return sample;
}

/* `makeResponse(state, req)` makes the sample of a response. */
function samplesFor(state, makeResponse) {
    const { server, socket } = state;
    const conditions = conditionsOf(server, socket);
    if (server[kSamples]?.conditions !== conditions) {
        const request = makeRequest(socket);
        server[kSamples] = {
            conditions, request, response: makeResponse(state, request),
        };
    }
    return server[kSamples];
}

/*
 * The samples of one connection have its own objects in them; they are made with
 * its first request. `own` is what a response gets of these.
 */
function samplesOfConnection(shared, parser, own) {
    const request = copy(shared.request, REQUEST_PARTS);
    request.socket = parser.socket;
    request.client = parser.socket;
    request[kHeaderMax] = parser.maxHeaderPairs;
    if (parser.joinDuplicateHeaders)
        request.joinDuplicateHeaders = true;
    const response = copy(shared.response, RESPONSE_PARTS);
    return { request, response: Object.assign(response, own) };
}

module.exports = {
    REQUEST_PARTS, RESPONSE_PARTS, copy, samplesFor, samplesOfConnection,
};
