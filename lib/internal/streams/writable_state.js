'use strict';
/*
 * internal/streams/writable_state - WritableState, what programs find under
 * `_writableState`: a few fields, and flags in `bits` (internal/streams/bits).
 */

const {
    defineDefaults, defineFlags, defineOptional, defineShared, defineTernary,
} = require('internal/streams/bits');
const {
    bitsFromOptions, checkOtherEncoding, getDefaultHighWaterMark,
    getHighWaterMark, initialBits,
} = require('internal/streams/state');

const SYNC = 1 << 9; /* _write() or _final() has not returned */
const FINAL_CALLED = 1 << 10;
const NEED_DRAIN = 1 << 11;
const ENDING = 1 << 12; /* end() was called */
const FINISHED = 1 << 13;
const DECODE_STRINGS = 1 << 14; /* _write() gets Buffers only */
const WRITING = 1 << 15; /* _write() has not called back */
const BUFFER_PROCESSING = 1 << 16;
const PREFINISHED = 1 << 17;
const ALL_BUFFERS = 1 << 18; /* no text is in the queue */
const ALL_NOOP = 1 << 19; /* no callback is in the queue */
const ON_FINISHED = 1 << 20; /* `finishCallbacks` has some */
const WRITABLE_KNOWN = 1 << 21;
const WRITABLE = 1 << 22;
const CORKED = 1 << 23;
const UTF8 = 1 << 24;
const WRITE_CB = 1 << 25; /* `writeCallback` is the program's */
const EXPECT_WRITE_CB = 1 << 26;
const TICK_INFO = 1 << 27; /* `tickInfo` counts equal callbacks */
const AFTER_WRITE_PENDING = 1 << 28;
const BUFFERED = 1 << 29; /* `queue` is there, with chunks */
const ENDED = 1 << 30; /* end() has returned */

const EMPTY = ALL_BUFFERS | ALL_NOOP;
const INITIAL = SYNC | EMPTY | DECODE_STRINGS;

function nop() {}

/* `onwrite` is the callback that _write() is given, one for all chunks; the
 * first makes it. Many streams that could be written to are not. */
function WritableState(options, stream, isDuplex) {
    if (options) {
        const isObjectMode = options.objectMode ||
            (isDuplex && options.writableObjectMode);
        this.bits = bitsFromOptions(options, isObjectMode, UTF8) |
            (options.decodeStrings === false ? SYNC | EMPTY : INITIAL);
        this.highWaterMark = getHighWaterMark(
            this, options, 'writableHighWaterMark', isDuplex);
    } else {
        this.bits = initialBits | INITIAL | UTF8;
        this.highWaterMark = getDefaultHighWaterMark(false);
    }
    if ((this.bits & UTF8) === 0)
        this.defaultEncoding = checkOtherEncoding(options.defaultEncoding);
    this.length = 0; /* of the queue and of the chunk that is being written */
    this.pendingcb = 0; /* callbacks to come: 'finish' waits for them */
}

defineShared(WritableState.prototype, UTF8);
defineDefaults(WritableState.prototype, [
    ['corked', 0],
    ['onwrite', null],
    ['writelen', 0],
    ['bufferedIndex', 0], /* of the queue, those before are written */
]);
defineFlags(WritableState.prototype, {
    __proto__: null,
    finalCalled: FINAL_CALLED,
    needDrain: NEED_DRAIN,
    ending: ENDING,
    ended: ENDED,
    finished: FINISHED,
    decodeStrings: DECODE_STRINGS,
    writing: WRITING,
    sync: SYNC,
    bufferProcessing: BUFFER_PROCESSING,
    prefinished: PREFINISHED,
    allBuffers: ALL_BUFFERS,
    allNoop: ALL_NOOP,
});
defineTernary(WritableState.prototype, 'writable', WRITABLE_KNOWN, WRITABLE,
              undefined);
defineOptional(WritableState.prototype, 'writecb', 'writeCallback', WRITE_CB,
               nop);
defineOptional(WritableState.prototype, 'afterWriteTickInfo', 'tickInfo',
               TICK_INFO, null);
Object.defineProperties(WritableState.prototype, {
    buffered: {
        __proto__: null,
        get() { return this.bits & BUFFERED ? this.queue : []; },
        set(value) {
            this.queue = value;
            this.bits = value ? this.bits | BUFFERED : this.bits & ~BUFFERED;
        },
    },
    bufferedRequestCount: {
        __proto__: null,
        get() {
            return this.bits & BUFFERED
                ? this.queue.length - this.bufferedIndex : 0;
        },
    },
});

WritableState.prototype.getBuffer = function getBuffer() {
    return this.bits & BUFFERED ? this.queue.slice(this.bufferedIndex) : [];
};

module.exports = {
    AFTER_WRITE_PENDING,
    ALL_BUFFERS,
    ALL_NOOP,
    BUFFERED,
    BUFFER_PROCESSING,
    CORKED,
    DECODE_STRINGS,
    ENDED,
    ENDING,
    EXPECT_WRITE_CB,
    FINAL_CALLED,
    FINISHED,
    NEED_DRAIN,
    ON_FINISHED,
    PREFINISHED,
    SYNC,
    TICK_INFO,
    UTF8,
    WRITABLE,
    WRITABLE_KNOWN,
    WRITE_CB,
    WRITING,
    WritableState,
    nop,
};
