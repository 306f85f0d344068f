'use strict';
/*
 * internal/process/execution - uncaught exceptions. The engine reports them,
 * and what happens then is decided here; test/semantics/rules.md has the rules.
 * Functions that listeners see in a stack have Node's names.
 */

const { options } = require('internal/process/object');
const { currentCode } = require('internal/process/exit');
/* Loaded when first used: internal/errors, internal/process/report,
 * internal/util, internal/util/inspect, path. */

let captureCallback = null;
let domains; // of node:domain, once a program has loaded it
let replCapture; // of internal/repl/server, while there is a REPL
let decorated; // errors of node:vm, whose stacks have the line already
let showArrow; // internal/modules/source_maps', while they are on

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

function findCapture() {
    return domains === undefined ? captureCallback : domains.findHandler();
}

function hasUncaughtExceptionCaptureCallback() {
    return findCapture() !== null;
}

function isCaptured(error) {
    const capture = findCapture();
    if (capture === null)
        return false;
    capture(error);
    return true;
}

function emitUncaught(error, origin) {
    domains?.leaveAll();
    return process.emit('uncaughtException', error, origin);
}

/* True if a listener took it. */
function callListeners(error, fromPromise) {
    const origin = fromPromise ? 'unhandledRejection' : 'uncaughtException';
    process.emit('uncaughtExceptionMonitor', error, origin);
    return isCaptured(error) || replCapture?.(error) ||
        emitUncaught(error, origin);
}

/* Emit 'exit' for a program that ends by an exception. */
function emitExit() {
    try {
        if (!process._exiting) {
            process.exitCode = 1;
            process._exiting = true;
            process.emit('exit', 1);
        }
    } catch {
        // The program ends anyway.
    }
}

/* With --abort-on-uncaught-exception no listener is called. The runtime prints
 * the error and aborts. */
function abortCode() {
    internalBinding('errors').setInspect(show, programName(), true);
    return 1;
}

/*
 * True: handled, the program goes on. Else the exit code. This function does
 *       not
 * throw: if a listener throws, the program ends with 7, without an 'exit'
 * event.
 */
function _fatalException(error, fromPromise) {
    if (options.abortOnUncaught && findCapture() === null)
        return abortCode();
    if (callListeners(error, fromPromise))
        return true;
    emitExit();
    writeReport(error);
    enhanceStack(error);
    showArrow?.(error);
    if (decorated !== undefined && Error.isError(error) &&
        decorated.has(error))
        internalBinding('errors').setArrow('');
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

/* An unhandled 'error' event: add where it was emitted, and replace the source
 * line, which is one of lib/, by the line that Node shows. */
function enhanceStack(error) {
    const { kEnhanceStackBeforeInspector } = require('internal/util');
    try {
        const enhance = error?.[kEnhanceStackBeforeInspector];
        if (typeof enhance === 'function')
            error.stack = enhance();
        else if (error?.code !== 'ERR_UNHANDLED_ERROR')
            return;
        const errors = internalBinding('errors');
        if (errors.isByBuiltin()) {
            errors.setArrow("node:events:1\n" +
                            "    throw er; // Unhandled 'error' event\n    ^\n");
        }
    } catch {
        // The error is shown without these lines.
    }
}

/* The final message: the whole value, without running code of the program. */
function show(value) {
    const { inspect } = require('internal/util/inspect');
    const depth = Math.max(inspect.defaultOptions.depth ?? Infinity, 5);
    return inspect(value, { customInspect: false, depth });
}

function programName() {
    return require('path').basename(process.argv0 || 'orrery');
}

module.exports = {
    _fatalException,
    callListeners,
    hasUncaughtExceptionCaptureCallback,
    setDecorated(errors) { decorated = errors; },
    setDomains(found) { domains = found; },
    setReplCapture(fn) { replCapture = fn; },
    setShowArrow(fn) { showArrow = fn; },
    setUncaughtExceptionCaptureCallback,
};
