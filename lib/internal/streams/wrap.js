'use strict';
/* internal/streams/wrap - Readable's wrap(): a stream of the old kind, which
 * emits 'data' and can perhaps be paused, as the source of a Readable. */

const { errorOrDestroy } = require('internal/streams/destroy');

function wrap(readable, source) {
    let isPaused = false;
    source.on('data', (chunk) => {
        if (!readable.push(chunk) && source.pause) {
            isPaused = true;
            source.pause();
        }
    });
    source.on('end', () => { readable.push(null); });
    source.on('error', (error) => { errorOrDestroy(readable, error); });
    source.on('close', () => { readable.destroy(); });
    source.on('destroy', () => { readable.destroy(); });
    readable._read = () => {
        if (isPaused && source.resume) {
            isPaused = false;
            source.resume();
        }
    };
    copyMethods(readable, source);
    return readable;
}

/* Own methods of the old stream can be called on the new one. */
function copyMethods(readable, source) {
    for (const name of Object.keys(source)) {
        if (readable[name] === undefined && typeof source[name] === 'function')
            readable[name] = source[name].bind(source);
    }
}

module.exports = { wrap };
