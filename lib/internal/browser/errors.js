'use strict';
/*
 * internal/browser/errors - what happens to exceptions and rejections that
 * nothing has caught: events of the window, and then the console. The page goes
 * on in any case.
 */

const { DOM, queueTask } = internalBinding('browser');
const {
    ErrorEvent, PromiseRejectionEvent, dispatch, makeTrusted, setReporter,
} = require('internal/browser/event_target');
/* Loaded when first used: console, internal/util/inspect. */

/* The kinds that the engine reports. */
const HANDLED_LATE = 1;

let reporting = false; // a listener of 'error' that throws reports no more

/* Called for errors that no listener canceled: a worker passes them to its
 * parent. */
let fallback = ({ stack }) => print(stack);

function print(text) {
    require('console').error(text);
}

/* "Error: text" and where it was thrown, as the stack has it. */
function describe(error) {
    const text = Error.isError(error) ? `${error}` : printable(error);
    const stack = Error.isError(error) ?
        `${error.stack}`.replace(/\n +at .*\bnode:internal\/.*/g, '') : '';
    const place = /([^\s()]+):(\d+):(\d+)\)?$/m.exec(stack);
    return {
        text, stack: stack || text, filename: place?.[1] ?? '',
        lineno: Number(place?.[2] ?? 0), colno: Number(place?.[3] ?? 0),
    };
}

function printable(value) {
    if (typeof value === 'object' && value !== null)
        return require('internal/util/inspect').inspect(value);
    return String(value);
}

/* An exception of this thread, or of a worker that it has started. */
function report({ stack, ...fields }) {
    if (reporting) {
        print(stack);
        return;
    }
    reporting = true;
    try {
        const event = makeTrusted(ErrorEvent, 'error',
                                  { ...fields, cancelable: true });
        if (dispatch(globalThis, event))
            fallback({ ...fields, error: null, stack });
    } finally {
        reporting = false;
    }
}

function reportException(error) {
    const { text, stack, filename, lineno, colno } = describe(error);
    report({ message: `Uncaught ${text}`, stack: `Uncaught ${stack}`, filename,
             lineno, colno, error });
}
setReporter(reportException);

/* ---- Rejections ------------------------------------------------------- */

let noticed = []; // for the task that is queued

function fire(type, promise, reason) {
    return dispatch(globalThis, makeTrusted(PromiseRejectionEvent, type, {
        promise, reason, cancelable: type === 'unhandledrejection',
    }));
}

function reportNoticed() {
    const now = noticed;
    noticed = [];
    for (const { promise, reason, handled } of now) {
        if (!handled && fire('unhandledrejection', promise, reason))
            print(`Uncaught (in promise) ${describe(reason).stack}`);
    }
}

/* At the end of a microtask checkpoint: one without a handler, or one that was
 * reported and has got a handler since. */
function onRejection(kind, promise, reason) {
    if (kind !== HANDLED_LATE) {
        if (noticed.length === 0)
            queueTask(reportNoticed, DOM);
        noticed.push({ promise, reason, handled: false });
        return;
    }
    const waiting = noticed.find((r) => r.promise === promise);
    if (waiting !== undefined)
        waiting.handled = true;
    else
        queueTask(() => { fire('rejectionhandled', promise, reason); }, DOM);
}

module.exports = {
    onRejection, report, reportException,
    setFallback(fn) { fallback = fn; },
};
