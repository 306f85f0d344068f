'use strict';
/* stream/promises - pipeline() and finished() that return promises. */

const { isIterable, isNodeStream, isWebStream } =
    require('internal/streams/utils');
const { pipelineImpl } = require('internal/streams/pipeline');
const { finished } = require('internal/streams/end-of-stream');

function isOptions(value) {
    return value && typeof value === 'object' && !isNodeStream(value) &&
        !isIterable(value) && !isWebStream(value);
}

function pipeline(...streams) {
    return new Promise((resolve, reject) => {
        const { signal, end } =
            isOptions(streams[streams.length - 1]) ? streams.pop() : {};
        pipelineImpl(streams, (error, value) => {
            if (error)
                reject(error);
            else
                resolve(value);
        }, { signal, end });
    });
}

module.exports = { finished, pipeline };
