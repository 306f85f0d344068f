'use strict';
/*
 * internal/process/exit - how a program ends, except by errors.
 *
 *     nothing left to do     beforeExit; still nothing: exit, natural end
 *     process.exit(code)     exit; then nothing runs any more
 *
 * While `_exiting` is set no tick is taken any more, and a second exit() from
 * inside an 'exit' listener ends the program at once.
 */

const binding = internalBinding('process');
const order = internalBinding('order');
/* Loaded when first used: internal/options, internal/process/object,
 * internal/validators. */

let exitCode;
let exiting = false;
let atEnd; // called when nothing is left to do, before 'beforeExit'

/* Until version 20 any value could be set, and was made a number at the end. */
const takesAnything = () =>
    require('internal/process/object').options.profile.anyExitCode === true;

function toExitCode(value) {
    if (value === null || value === undefined)
        return undefined;
    const number = typeof value === 'string' && value !== '' ? +value : value;
    if (takesAnything())
        return value;
    if (Number.isInteger(number))
        return number;
    require('internal/validators').validateInteger(value, 'code');
    return value;
}

function setExitCode(value) {
    exitCode = toExitCode(value);
}

function setExiting(value) {
    exiting = value;
    order.setExiting(!!value);
}

/* The exit code if there was no error. */
function currentCode(otherwise = 0) {
    const code = exitCode ?? otherwise;
    return takesAnything() ? code | 0 : code;
}

function reallyExit(code) {
    binding.exit(code || 0);
}

/* --trace-exit: print the stack of the exit() call. */
function traceExit(code) {
    if (!require('internal/options').has('trace-exit'))
        return;
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = Infinity;
    const { stack } = new Error();
    Error.stackTraceLimit = limit;
    const frames = stack.split('\n').slice(2).join('\n');
    process._rawDebug(`(node:${process.pid}) WARNING: Exited the environment ` +
                      `with code ${code}\n${frames}\n`);
}

function exit(code) {
    if (takesAnything() ? code || code === 0 : arguments.length !== 0)
        process.exitCode = code;
    if (!process._exiting) {
        process._exiting = true;
        process.emit('exit', currentCode());
    }
    if (require('internal/process/object').options.named.length > 0)
        traceExit(currentCode());
    // Looked up each time: tests replace it.
    process.reallyExit(currentCode());
    // Only reached if that one came back.
    throw new Error('process.exit called, but it did not exit');
}

/* What comes before 'beforeExit'. */
function prepareBeforeExit() {
    atEnd?.();
}

/* One for each await, with its line. */
function warnUnsettled(url) {
    const places = internalBinding('errors').getAwaits();
    if (places.length === 0)
        places.push(url);
    for (const place of places) {
        process._rawDebug('Warning: Detected unsettled top-level await at ' +
                          `${place}\n\n`);
    }
}

/* Before 'exit': the code for its listeners. `unsettled` is the URL of the
 * program's module if it still awaits. Until version 22 the listeners got the
 * previous code, and there was no warning. */
function prepareExit(unsettled) {
    const before = currentCode();
    const { profile, noWarnings } =
        require('internal/process/object').options;
    if (unsettled !== undefined && (exitCode ?? 13) === 13) {
        process.exitCode = 13;
        if (!noWarnings && !profile.lateUnsettledCode)
            warnUnsettled(unsettled);
    }
    process._exiting = true;
    return profile.lateUnsettledCode ? before : currentCode();
}

function setAtEnd(fn) {
    atEnd = fn;
}

function install(object) {
    Object.defineProperty(object, 'exitCode', {
        __proto__: null, get: () => exitCode, set: setExitCode,
        enumerable: true, configurable: false,
    });
    Object.defineProperty(object, '_exiting', {
        __proto__: null, get: () => exiting, set: setExiting,
        enumerable: true, configurable: true,
    });
    object.exit = exit;
    object.reallyExit = reallyExit;
}

module.exports = { currentCode, install, prepareBeforeExit, prepareExit,
                   setAtEnd };
