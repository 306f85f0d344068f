'use strict';
/*
 * internal/http2/statistics - performance entries of type http2: one for each
 * session and each stream that ends while there is an observer.
 */

const timing = require('internal/perf/timing');
const { kHandle, kId, kSide, kState } = require('internal/http2/util');
const { setImmediate } = internalBinding('order');
/* Loaded when first used: internal/perf/sources. */

/* What is counted for a stream. Times are those of performance.now(), zero if
 * the thing has not happened. */
class StreamCounts {
    begun = performance.now();
    firstHeader = 0;
    firstByte = 0;
    firstByteSent = 0;
    bytesRead = 0;
    bytesWritten = 0;
}

function report(name, begun, detail) {
    const duration = performance.now() - begun;
    setImmediate(() => {
        if (timing.watched.http2)
            require('internal/perf/sources').reportHttp2(name, begun, duration,
                                                         detail);
    });
}

function reportStream(stream) {
    if (!timing.watched.http2)
        return;
    const { counts } = stream[kState];
    const since = (at) => at === 0 ? 0 : at - counts.begun;
    report('Http2Stream', counts.begun, {
        bytesRead: counts.bytesRead,
        bytesWritten: counts.bytesWritten,
        id: stream[kId] ?? 0,
        timeToFirstByte: since(counts.firstByte),
        timeToFirstByteSent: since(counts.firstByteSent),
        timeToFirstHeader: since(counts.firstHeader),
    });
}

function reportSession(session) {
    if (!timing.watched.http2)
        return;
    const state = session[kState];
    const numbers = session[kHandle].state();
    if (numbers === undefined)
        return;
    report('Http2Session', state.begun, {
        bytesRead: numbers[11],
        bytesWritten: numbers[12],
        framesReceived: numbers[9],
        framesSent: numbers[10],
        maxConcurrentStreams: state.maxStreams,
        pingRTT: state.pingMs,
        streamAverageDuration: state.streamCount === 0 ? 0 :
            state.streamMs / state.streamCount,
        streamCount: state.streamCount,
        type: session[kSide],
    });
}

/* A stream begins; its session remembers how many there were at once. */
function countStream(session) {
    const state = session[kState];
    state.streamCount++;
    if (state.streams.size > state.maxStreams)
        state.maxStreams = state.streams.size;
}

module.exports = { StreamCounts, countStream, reportSession, reportStream };
