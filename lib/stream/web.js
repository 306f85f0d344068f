'use strict';
/* stream/web - node:stream/web: the streams of the web. Each class is loaded
 * when it is first asked for. */

const { defineLazy } = require('internal/util');

/* The files of internal/webstreams, by name. */
const files = {
    __proto__: null,
    ReadableStream: 'readablestream',
    ReadableStreamTee: 'tee',
    ReadableStreamDefaultReader: 'readablestream',
    ReadableStreamBYOBReader: 'readablestream',
    ReadableStreamBYOBRequest: 'readablestream',
    ReadableByteStreamController: 'readablestream',
    ReadableStreamDefaultController: 'readablestream',
    TransformStream: 'transformstream',
    TransformStreamDefaultController: 'transformstream',
    WritableStream: 'writablestream',
    WritableStreamDefaultWriter: 'writablestream',
    WritableStreamDefaultController: 'writablestream',
    ByteLengthQueuingStrategy: 'queuingstrategies',
    CountQueuingStrategy: 'queuingstrategies',
    TextEncoderStream: 'encoding',
    TextDecoderStream: 'encoding',
    CompressionStream: 'compression',
    DecompressionStream: 'compression',
};

for (const name in files) {
    defineLazy(module.exports, name,
               () => require(`internal/webstreams/${files[name]}`)[name]);
}
