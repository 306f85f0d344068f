'use strict';
/*
 * stream - node:stream. The classes are in internal/streams; what not every
 * program that has a stream needs is loaded when it is first asked for.
 */

const { Stream } = require('internal/streams/legacy');
const { FastBuffer } = require('internal/buffer/buffer');
const { defineLazy } = require('internal/util');
const { isArrayBufferView, isUint8Array } = require('internal/util/types');
const utils = require('internal/streams/utils');
const state = require('internal/streams/state');
const { destroyer } = require('internal/streams/destroy');
/* Loaded when first used: internal/streams/add-abort-signal,
 * internal/streams/compose, internal/streams/duplexpair,
 * internal/streams/end-of-stream, internal/streams/pipeline,
 * stream/promises. */

module.exports = Stream;

Stream.isDestroyed = utils.isDestroyed;
Stream.isDisturbed = utils.isDisturbed;
Stream.isErrored = utils.isErrored;
Stream.isReadable = utils.isReadable;
Stream.isWritable = utils.isWritable;
Stream.Readable = require('internal/streams/readable');
Stream.Writable = require('internal/streams/writable');
Stream.Duplex = require('internal/streams/duplex');
Stream.Transform = require('internal/streams/transform');
Stream.PassThrough = require('internal/streams/passthrough');
defineLazy(Stream, 'duplexPair', () => require('internal/streams/duplexpair'));
defineLazy(Stream, 'pipeline',
           () => require('internal/streams/pipeline').pipeline);
defineLazy(Stream, 'addAbortSignal',
           () => require('internal/streams/add-abort-signal').addAbortSignal);
defineLazy(Stream, 'finished',
           () => require('internal/streams/end-of-stream').eos);
Stream.destroy = destroyer;
defineLazy(Stream, 'compose',
           () => require('internal/streams/compose').compose);
Stream.setDefaultHighWaterMark = state.setDefaultHighWaterMark;
Stream.getDefaultHighWaterMark = state.getDefaultHighWaterMark;
Object.defineProperty(Stream, 'promises', {
    __proto__: null, configurable: true, enumerable: true,
    get() { return require('stream/promises'); },
});
Stream.Stream = Stream;
Stream._isArrayBufferView = isArrayBufferView;
Stream._isUint8Array = isUint8Array;
Stream._uint8ArrayToBuffer = function _uint8ArrayToBuffer(chunk) {
    return new FastBuffer(chunk.buffer, chunk.byteOffset, chunk.byteLength);
};
