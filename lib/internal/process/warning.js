'use strict';
/*
 * internal/process/warning - process.emitWarning(), and printing what nobody
 * else listened for. A warning is emitted by a tick, so that whoever calls may
 * still add a listener.
 */

const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

const ErrorToString = Error.prototype.toString;
let helpShown = false;

function makeWarning(message, type, code, above, detail) {
    const limit = Error.stackTraceLimit;
    const isHidden = type === 'DeprecationWarning' &&
        process.noDeprecation === true;
    if (isHidden)
        Error.stackTraceLimit = 0; // nobody will see it
    const warning = new Error(message);
    if (isHidden)
        Error.stackTraceLimit = limit;
    warning.name = String(type || 'Warning');
    if (code !== undefined)
        warning.code = code;
    if (detail !== undefined)
        warning.detail = detail;
    Error.captureStackTrace(warning, above || process.emitWarning);
    return warning;
}

/* The arguments have grown over the years; this is all they may be. */
function readArguments(type, code, above) {
    let detail;
    if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
        above = type.ctor;
        code = type.code;
        if (typeof type.detail === 'string')
            detail = type.detail;
        type = type.type || 'Warning';
    } else if (typeof type === 'function') {
        above = type;
        code = '';
        type = 'Warning';
    }
    if (type !== undefined)
        validateString(type, 'type');
    if (typeof code === 'function') {
        above = code;
        code = '';
    } else if (code !== undefined) {
        validateString(code, 'code');
    }
    return { type, code, above, detail };
}

function throwIt(warning) {
    throw warning;
}

function emitIt(warning) {
    process.emit('warning', warning);
}

function emitWarning(warning, ...rest) {
    const { type, code, above, detail } = readArguments(...rest);
    if (typeof warning === 'string') {
        warning = makeWarning(warning, type, code, above, detail);
    } else if (!(warning instanceof Error)) {
        throw new codes.ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'],
                                             warning);
    }
    if (warning.name === 'DeprecationWarning') {
        if (process.noDeprecation)
            return;
        if (process.throwDeprecation) {
            process.nextTick(throwIt, warning);
            return;
        }
    }
    process.nextTick(emitIt, warning);
}

function describe(warning, isTraced) {
    if (isTraced && warning.stack)
        return `${warning.stack}`;
    return typeof warning.toString === 'function' ? `${warning.toString()}` :
        Reflect.apply(ErrorToString, warning, []);
}

function giveHelp(isDeprecation) {
    helpShown = true;
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    const name = require('path').basename(process.argv0 || 'orrery');
    return `\n(Use \`${name} ${flag} ...\` to show where the warning was ` +
           'created)';
}

/* What listens to 'warning' unless the command line says otherwise. */
function printWarning(warning) {
    if (!(warning instanceof Error))
        return;
    const isDeprecation = warning.name === 'DeprecationWarning';
    if (isDeprecation && process.noDeprecation)
        return;
    const isTraced = process.traceProcessWarnings ||
        (isDeprecation && process.traceDeprecation);
    let text = `(${process.release.name}:${process.pid}) `;
    if (warning.code)
        text += `[${warning.code}] `;
    text += describe(warning, isTraced);
    if (typeof warning.detail === 'string')
        text += `\n${warning.detail}`;
    if (!isTraced && !helpShown)
        text += giveHelp(isDeprecation);
    process._rawDebug(text);
}

module.exports = { emitWarning, printWarning };
