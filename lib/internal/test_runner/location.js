'use strict';
/* internal/test_runner/location - where a test was made: { line, column, file }
 * of the caller of `above`. */

/* Loaded when first used: url. */

function getLocation(above) {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const holder = {};
    let frame;
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (error, frames) => {
        frame = frames[0];
        return '';
    };
    Error.captureStackTrace(holder, above);
    void holder.stack;
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    if (frame === undefined)
        return undefined;
    return {
        __proto__: null, line: frame.getLineNumber(),
        column: frame.getColumnNumber(), file: toPath(frame.getFileName()),
    };
}

function toPath(name) {
    return name?.startsWith('file:') ? require('url').fileURLToPath(name) :
        name;
}

module.exports = { getLocation };
