'use strict';
/*
 * internal/streams/readable_state - ReadableState, what programs find under
 * `_readableState`: a few fields, and flags in `bits` (internal/streams/bits).
 */

const {
    defineDefaults, defineFlags, defineOptional, defineShared, defineTernary,
} = require('internal/streams/bits');
const {
    bitsFromOptions, checkOtherEncoding, getDefaultHighWaterMark,
    getHighWaterMark, initialBits,
} = require('internal/streams/state');
/* Loaded when first used: string_decoder. */

const ENDED = 1 << 9; /* the source has said so */
const END_EMITTED = 1 << 10;
const READING = 1 << 11; /* _read() was called and has not led to a push() */
const SYNC = 1 << 12; /* _read() has not returned */
const NEED_READABLE = 1 << 13;
const EMITTED_READABLE = 1 << 14;
const READABLE_LISTENING = 1 << 15;
const RESUME_SCHEDULED = 1 << 16;
const MULTI_AWAIT_DRAIN = 1 << 17; /* awaitDrainWriters is a set */
const READING_MORE = 1 << 18;
const DATA_EMITTED = 1 << 19;
const UTF8 = 1 << 20;
const DECODER = 1 << 21;
const ENCODING = 1 << 22;
const FLOWING_KNOWN = 1 << 23;
const FLOWING = 1 << 24;
const PAUSED_KNOWN = 1 << 25;
const PAUSED = 1 << 26;
const DATA_LISTENING = 1 << 27;
const END_SCHEDULED = 1 << 28;

function ReadableState(options, stream, isDuplex) {
    if (options) {
        const isObjectMode = options.objectMode ||
            (isDuplex && options.readableObjectMode);
        this.bits = bitsFromOptions(options, isObjectMode, UTF8) | SYNC;
        this.highWaterMark = getHighWaterMark(
            this, options, 'readableHighWaterMark', isDuplex);
    } else {
        this.bits = initialBits | SYNC | UTF8;
        this.highWaterMark = getDefaultHighWaterMark(false);
    }
    this.length = 0; /* of the buffer: objects, bytes, or units of text */
    if ((this.bits & UTF8) === 0)
        this.defaultEncoding = checkOtherEncoding(options.defaultEncoding);
    if (options?.encoding) {
        const { StringDecoder } = require('string_decoder');
        this.decoder = new StringDecoder(options.encoding);
        this.encoding = options.encoding;
    }
}

defineShared(ReadableState.prototype, UTF8);
defineDefaults(ReadableState.prototype, [
    ['chunks', null], /* the buffer, once something was in it */
    ['bufferIndex', 0],
    ['pipeList', null], /* destinations of pipe(), once there are some */
    ['awaitDrainWriters', null], /* one, or a set of them */
]);
defineFlags(ReadableState.prototype, {
    __proto__: null,
    ended: ENDED,
    endEmitted: END_EMITTED,
    reading: READING,
    sync: SYNC,
    needReadable: NEED_READABLE,
    emittedReadable: EMITTED_READABLE,
    readableListening: READABLE_LISTENING,
    resumeScheduled: RESUME_SCHEDULED,
    multiAwaitDrain: MULTI_AWAIT_DRAIN,
    readingMore: READING_MORE,
    dataEmitted: DATA_EMITTED,
});
defineOptional(ReadableState.prototype, 'decoder', 'decoderValue', DECODER,
               null);
defineOptional(ReadableState.prototype, 'encoding', 'encodingValue', ENCODING,
               null);
defineTernary(ReadableState.prototype, 'flowing', FLOWING_KNOWN, FLOWING,
              null);
defineTernary(ReadableState.prototype, 'paused', PAUSED_KNOWN, PAUSED, false);
Object.defineProperties(ReadableState.prototype, {
    buffer: {
        __proto__: null,
        get() { return this.chunks ??= []; },
        set(value) { this.chunks = value; },
    },
    pipes: {
        __proto__: null,
        get() { return this.pipeList ??= []; },
        set(value) { this.pipeList = value; },
    },
    pipesCount: {
        __proto__: null, get() { return this.pipeList?.length ?? 0; },
    },
});

module.exports = {
    DATA_EMITTED,
    DATA_LISTENING,
    DECODER,
    EMITTED_READABLE,
    ENCODING,
    ENDED,
    END_EMITTED,
    END_SCHEDULED,
    FLOWING,
    FLOWING_KNOWN,
    MULTI_AWAIT_DRAIN,
    NEED_READABLE,
    PAUSED,
    PAUSED_KNOWN,
    READABLE_LISTENING,
    READING,
    READING_MORE,
    RESUME_SCHEDULED,
    ReadableState,
    SYNC,
    UTF8,
};
