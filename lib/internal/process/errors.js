'use strict';
/*
 * internal/process/errors - exceptions that nobody caught and rejections that
 * nobody handled. The engine says when; what they mean is decided here, and
 * SEMANTICS.md 17 and 18 is the list of it.
 */

const { options } = require('internal/process/object');
const { currentCode } = require('internal/process/exit');

// ---- Uncaught exceptions -------------------------------------------------------

let captureCallback = null;
let showArrow; // internal/source_maps', while they are on

function setUncaughtExceptionCaptureCallback(callback) {
    const { codes } = require('internal/errors');
    if (callback === null) {
        captureCallback = null;
        return;
    }
    if (typeof callback !== 'function') {
        throw new codes.ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'],
                                             callback);
    }
    if (captureCallback !== null)
        throw new codes.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    captureCallback = callback;
}

function hasUncaughtExceptionCaptureCallback() {
    return captureCallback !== null;
}

function isCaptured(error) {
    if (captureCallback === null)
        return false;
    captureCallback(error);
    return true;
}

/* The last words of a program that ends by an exception. */
function emitExit() {
    try {
        if (!process._exiting) {
            process.exitCode = 1;
            process._exiting = true;
            process.emit('exit', 1);
        }
    } catch {
        // It ends already.
    }
}

/* With --abort-on-uncaught-exception nobody is asked. The runtime prints the
 * error and aborts. */
function abortCode() {
    internalBinding('errors').setInspect(show, programName(), true);
    return 1;
}

/*
 * True: somebody took it, the program goes on. Else the code to end with. A
 * listener that throws is no exception of this function: what it threw ends
 * the program with 7, and no 'exit' is emitted.
 */
function onUncaught(error, fromPromise) {
    if (options.abortOnUncaught && captureCallback === null)
        return abortCode();
    const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
    process.emit('uncaughtExceptionMonitor', error, origin);
    if (isCaptured(error) ||
        process.emit('uncaughtException', error, origin))
        return true;
    emitExit();
    writeReport(error);
    enhanceStack(error);
    showArrow?.(error);
    internalBinding('errors').setInspect(show, programName());
    return currentCode(1);
}

function writeReport(error) {
    try {
        require('internal/process/report').onUncaught(error);
    } catch {
        // The program ends all the same.
    }
}

/* An emitter that nobody listened to says where it emitted the error. */
function enhanceStack(error) {
    const { kEnhanceStackBeforeInspector } = require('internal/util');
    try {
        if (typeof error?.[kEnhanceStackBeforeInspector] === 'function')
            error.stack = error[kEnhanceStackBeforeInspector]();
    } catch {
        // It is shown as it is.
    }
}

/* The last thing that is said: all there is to see, and none of the program's
 * code is run for it. */
function show(value) {
    const { inspect } = require('internal/util/inspect');
    const depth = Math.max(inspect.defaultOptions.depth ?? Infinity, 5);
    return inspect(value, { customInspect: false, depth });
}

function programName() {
    return require('path').basename(process.argv0 || 'orrery');
}

// ---- Rejections ---------------------------------------------------------------------

const THROW = 0;
const STRICT = 1;
const WARN = 2;
const NONE = 3;
const WARN_WITH_ERROR_CODE = 4;
const NODE10 = 5; // a warning if nobody listens, and exit code 0

const HANDLED_LATE = 1;

const mode = options.rejections ??
    (options.profile === 'node10' ? NODE10 : THROW);
const numbers = new WeakMap(); // of promises that were reported
let lastNumber = 0;
let deprecationShown = false;

function isErrorLike(value) {
    return typeof value === 'object' && value !== null &&
           Object.hasOwn(value, 'stack');
}

/* A property that is plain data, there or further up the chain. */
function findData(object, name) {
    for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
        const property = Object.getOwnPropertyDescriptor(at, name);
        if (property !== undefined)
            return property.value;
    }
    return undefined;
}

/* How V8 shows a value without running any code of the program. */
function describe(reason) {
    if (typeof reason === 'string')
        return reason;
    if (typeof reason === 'function' || typeof reason === 'symbol' ||
        reason === null || typeof reason !== 'object')
        return typeof reason === 'bigint' ? `${reason}` : String(reason);
    if (findData(reason, 'toString') !== Object.prototype.toString)
        return Object.prototype.toString.call(reason);
    const name = Object.getPrototypeOf(reason)?.constructor?.name;
    return `#<${typeof name === 'string' && name ? name : 'Object'}>`;
}

const why = 'This error originated either by throwing inside of an async ' +
    'function without a catch block, or by rejecting a promise which was ' +
    'not handled with .catch().';

class UnhandledPromiseRejection extends Error {
    code = 'ERR_UNHANDLED_REJECTION';
    constructor(reason) {
        super(`${why} The promise rejected with the reason "` +
              `${describe(reason)}".`);
        this.name = 'UnhandledPromiseRejection';
    }
}

function toError(reason) {
    return isErrorLike(reason) ? reason :
        new UnhandledPromiseRejection(reason);
}

function makeWarning(number) {
    const warning = new Error(
        `Unhandled promise rejection. ${why} To terminate the node process ` +
        'on unhandled promise rejection, use the CLI flag ' +
        '`--unhandled-rejections=strict` (see https://nodejs.org/api/' +
        'cli.html#cli_unhandled_rejections_mode). ' +
        `(rejection id: ${number})`);
    warning.name = 'UnhandledPromiseRejectionWarning';
    return warning;
}

/* Two of them: what was rejected, and what that means. */
function warn(number, reason) {
    const warning = makeWarning(number);
    try {
        if (isErrorLike(reason))
            warning.stack = reason.stack;
        process.emitWarning(isErrorLike(reason) ? reason.stack :
            describe(reason), 'UnhandledPromiseRejectionWarning');
    } catch {
        // A getter of the program's threw.
    }
    process.emitWarning(warning);
}

function warnOfDeprecation() {
    if (deprecationShown)
        return;
    deprecationShown = true;
    process.emitWarning(
        'Unhandled promise rejections are deprecated. In the future, ' +
        'promise rejections that are not handled will terminate the ' +
        'Node.js process with a non-zero exit code.',
        'DeprecationWarning', 'DEP0018');
}

function trigger(promise, reason) {
    internalBinding('async').report(toError(reason), true);
    require('internal/promises').leaveFor(promise);
}

function isListenedTo(promise, reason) {
    return process.emit('unhandledRejection', reason, promise);
}

const actions = {
    [THROW](promise, reason) {
        if (!isListenedTo(promise, reason))
            trigger(promise, reason);
    },
    [STRICT](promise, reason, number) {
        trigger(promise, reason);
        if (!isListenedTo(promise, reason))
            warn(number, reason);
    },
    [WARN](promise, reason, number) {
        isListenedTo(promise, reason);
        warn(number, reason);
    },
    [NONE](promise, reason) {
        isListenedTo(promise, reason);
    },
    [WARN_WITH_ERROR_CODE](promise, reason, number) {
        if (isListenedTo(promise, reason))
            return;
        warn(number, reason);
        process.exitCode = 1;
    },
    [NODE10](promise, reason, number) {
        if (isListenedTo(promise, reason))
            return;
        warn(number, reason);
        warnOfDeprecation();
    },
};

function onHandledLate(promise) {
    const number = numbers.get(promise);
    if (process.emit('rejectionHandled', promise))
        return;
    const warning = new Error('Promise rejection was handled asynchronously ' +
                              `(rejection id: ${number})`);
    warning.name = 'PromiseRejectionHandledWarning';
    warning.id = number;
    process.emitWarning(warning);
}

function onRejection(kind, promise, reason) {
    if (kind === HANDLED_LATE) {
        onHandledLate(promise);
        return;
    }
    const number = ++lastNumber;
    numbers.set(promise, number);
    require('internal/promises')
        .runFor(promise, actions[mode], promise, reason, number);
}

module.exports = {
    hasUncaughtExceptionCaptureCallback,
    onRejection,
    onUncaught,
    setShowArrow(fn) { showArrow = fn; },
    setUncaughtExceptionCaptureCallback,
};
