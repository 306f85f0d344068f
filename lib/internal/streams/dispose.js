'use strict';
/* internal/streams/dispose - `await using`: a stream that is not over when its
 * block ends is destroyed, and the block waits for that. */

const { AbortError } = require('internal/errors');
const { eos } = require('internal/streams/end-of-stream');

/* `isOwn(error)`: did this call cause the error? */
function waitForEnd(stream, isOwn) {
    return new Promise((resolve, reject) => {
        eos(stream, (error) => {
            if (error && !isOwn(error))
                reject(error);
            else
                resolve(null);
        });
    });
}

async function disposeReadable(stream) {
    let own;
    if (!stream.destroyed) {
        own = stream.readableEnded ? null : new AbortError();
        stream.destroy(own);
    }
    await waitForEnd(stream, (error) => error === own);
}

async function disposeWritable(stream) {
    if (!stream.destroyed)
        stream.destroy(stream.writableFinished ? null : new AbortError());
    await waitForEnd(stream, (error) => error.name === 'AbortError');
}

module.exports = { disposeReadable, disposeWritable };
