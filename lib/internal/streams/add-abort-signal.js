'use strict';
/* internal/streams/add-abort-signal - a signal that destroys a stream. */

const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } =
    require('internal/errors');
const { eos } = require('internal/streams/end-of-stream');
const { isNodeStream, isWebStream, kControllerErrorFunction } =
    require('internal/streams/utils');
/* Loaded when first used: internal/events/abort_listener. */

/* Anything with `aborted` will do. */
function isSignal(value) {
    return typeof value === 'object' && 'aborted' in value;
}

function addAbortSignal(signal, stream) {
    if (!isSignal(signal))
        throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
    if (!isNodeStream(stream) && !isWebStream(stream)) {
        throw new ERR_INVALID_ARG_TYPE(
            'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
    }
    return addAbortSignalNoValidate(signal, stream);
}

function addAbortSignalNoValidate(signal, stream) {
    if (!isSignal(signal))
        return stream;
    const onAbort = () => {
        const error = new AbortError(undefined, { cause: signal.reason });
        if (isNodeStream(stream))
            stream.destroy(error);
        else
            stream[kControllerErrorFunction](error);
    };
    if (signal.aborted) {
        onAbort();
    } else {
        const { addAbortListener } = require('internal/events/abort_listener');
        const listening = addAbortListener(signal, onAbort);
        eos(stream, listening[Symbol.dispose]);
    }
    return stream;
}

module.exports = { addAbortSignal, addAbortSignalNoValidate };
