'use strict';
/*
 * internal/streams/readable_buffer - taking chunks out of a readable's buffer.
 *
 *      chunks:  [ null, null, chunk, chunk, chunk ]
 *                             ^ bufferIndex
 *
 * Chunks are Buffers, strings if the stream has a decoder, anything in object
 * mode. What was taken leaves a null, so that taking one does not move
 * the others; the nulls go when all is taken, or when there are many of them.
 */

const { Buffer } = require('buffer');
const { OBJECT_MODE } = require('internal/streams/bits');

const kManyTaken = 1024;

/* The next chunk, whole. Most often it is the only one. */
function takeChunk(state) {
    const chunks = state.chunks;
    const at = state.bufferIndex;
    const chunk = chunks[at];
    if (at === 0 && chunks.length === 1) {
        chunks.length = 0;
    } else {
        chunks[at] = null;
        dropTaken(state, at + 1);
    }
    return chunk;
}

function dropTaken(state, count) {
    if (count === state.chunks.length) {
        state.chunks.length = 0;
        state.bufferIndex = 0;
    } else if (count > kManyTaken) {
        state.chunks.splice(0, count);
        state.bufferIndex = 0;
    } else {
        state.bufferIndex = count;
    }
}

/* The first n units of a chunk; the rest stays in its place. */
function takePart(state, n) {
    const { chunks, bufferIndex: at } = state;
    const chunk = chunks[at];
    chunks[at] = chunk.slice(n);
    return chunk.slice(0, n);
}

/* n units from as many chunks as it takes, each whole but for the last. */
function takePieces(state, n) {
    const pieces = [];
    for (let missing = n; missing > 0;) {
        const { length } = state.chunks[state.bufferIndex];
        pieces.push(length > missing ? takePart(state, missing)
                                     : takeChunk(state));
        missing -= length;
    }
    if (state.decoder) /* unshift() may have put bytes among the text */
        return pieces.join('');
    return Buffer.concat(pieces, n);
}

/* n units, all there are if n is 0 or more than there are; null: there are
 * none. state.length is the caller's. */
function take(n, state) {
    const { chunks, bufferIndex: at } = state;
    if (state.length === 0)
        return null;
    if ((state.bits & OBJECT_MODE) === 0) {
        if (!n || n > state.length)
            n = state.length;
        const { length } = chunks[at];
        if (n !== length)
            return takeOther(state, n, length);
    }
    return takeChunk(state);
}

/* Not just the first chunk, which has this length. */
function takeOther(state, n, length) {
    return n < length ? takePart(state, n) : takePieces(state, n);
}

module.exports = { take, takeChunk };
