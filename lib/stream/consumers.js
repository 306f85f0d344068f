'use strict';
/* stream/consumers - all of a stream at once, in one form or another. */

/* Loaded when first used: buffer. */

async function blob(stream) {
    const chunks = [];
    for await (const chunk of stream)
        chunks.push(chunk);
    return new (require('buffer').Blob)(chunks);
}

async function arrayBuffer(stream) {
    const all = await blob(stream);
    return all.arrayBuffer();
}

async function buffer(stream) {
    return require('buffer').Buffer.from(await arrayBuffer(stream));
}

async function bytes(stream) {
    return new Uint8Array(await arrayBuffer(stream));
}

/* A character may be cut where a chunk ends. */
async function text(stream) {
    const decoder = new TextDecoder();
    let all = '';
    for await (const chunk of stream) {
        all += typeof chunk === 'string'
            ? chunk : decoder.decode(chunk, { stream: true });
    }
    return all + decoder.decode();
}

async function json(stream) {
    return JSON.parse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, json, text };
