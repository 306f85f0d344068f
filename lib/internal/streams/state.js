'use strict';
/*
 * internal/streams/state - high water marks, and the options that both sides of
 * a stream have in common.
 */

const { Buffer } = require('buffer');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_ENCODING } } =
    require('internal/errors');
const { AUTO_DESTROY, CONSTRUCTED, EMIT_CLOSE, OBJECT_MODE } =
    require('internal/streams/bits');
/* Loaded when first used: internal/validators. */

let markForBytes = 65536;
let markForObjects = 16;

function getDefaultHighWaterMark(objectMode) {
    return objectMode ? markForObjects : markForBytes;
}

function setDefaultHighWaterMark(objectMode, value) {
    require('internal/validators').validateInteger(value, 'value', 0);
    if (objectMode)
        markForObjects = value;
    else
        markForBytes = value;
}

/* The mark that the options name; undefined: none. In a duplex each side may
 * have its own, under `sideKey`. */
function findHighWaterMark(options, sideKey, isDuplex) {
    const mark = options.highWaterMark ??
        (isDuplex ? options[sideKey] : undefined);
    if (mark === undefined || mark === null)
        return undefined;
    if (!Number.isInteger(mark) || mark < 0) {
        throw new ERR_INVALID_ARG_VALUE(
            `options.${isDuplex ? sideKey : 'highWaterMark'}`, mark);
    }
    return mark;
}

/* For a side whose state is known already, or a stream with `objectMode`. */
function getHighWaterMark(state, options, sideKey, isDuplex) {
    return findHighWaterMark(options, sideKey, isDuplex) ??
        getDefaultHighWaterMark(state.objectMode);
}

const initialBits = EMIT_CLOSE | AUTO_DESTROY | CONSTRUCTED;

/* The first bits of a side; `utf8` is its bit for that default encoding. */
function bitsFromOptions(options, isObjectMode, utf8) {
    let bits = initialBits;
    if (isObjectMode)
        bits |= OBJECT_MODE;
    if (options.emitClose === false)
        bits &= ~EMIT_CLOSE;
    if (options.autoDestroy === false)
        bits &= ~AUTO_DESTROY;
    return isUtf8(options.defaultEncoding) ? bits | utf8 : bits;
}

function isUtf8(encoding) {
    return encoding === undefined || encoding === null ||
        encoding === 'utf8' || encoding === 'utf-8';
}

/* A default encoding other than UTF-8, which is rare. */
function checkOtherEncoding(encoding) {
    if (!Buffer.isEncoding(encoding))
        throw new ERR_UNKNOWN_ENCODING(encoding);
    return encoding;
}

module.exports = {
    bitsFromOptions,
    checkOtherEncoding,
    findHighWaterMark,
    getDefaultHighWaterMark,
    getHighWaterMark,
    initialBits,
    setDefaultHighWaterMark,
};
