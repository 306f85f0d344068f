'use strict';
/*
 * internal/process/warning - process.emitWarning(), and printing warnings. A
 * warning is emitted by a tick, so that the caller may still add a listener.
 */

const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
/* Loaded when first used: console, fs, internal/options, path. */

const ErrorToString = Error.prototype.toString;
let helpShown = false;

/* The stack is captured only if the warning can be seen. */
function makeWarning(message, { type, code, above, detail }) {
    const isHidden = type === 'DeprecationWarning' &&
        process.noDeprecation === true;
    const limit = Error.stackTraceLimit;
    if (isHidden)
        Error.stackTraceLimit = 0;
    const warning = new Error(message);
    if (isHidden)
        Error.stackTraceLimit = limit;
    const given = { name: `${type || 'Warning'}`, code, detail };
    for (const name in given) {
        if (given[name] !== undefined)
            warning[name] = given[name];
    }
    Error.captureStackTrace(warning, above || process.emitWarning);
    return warning;
}

function isOptions(value) {
    return typeof value === 'object' && value !== null &&
           !Array.isArray(value);
}

/* What follows the warning: an object with it all, or type, code and the
 * function above which the stack begins, each of which may be left out. */
function readArguments(first, second, third) {
    if (isOptions(first)) {
        const { type, code, ctor, detail } = first;
        return checkTexts({
            type: type || 'Warning', code, above: ctor,
            detail: typeof detail === 'string' ? detail : undefined,
        });
    }
    if (typeof first === 'function')
        return { type: 'Warning', above: first };
    if (typeof second === 'function')
        return checkTexts({ type: first, above: second });
    return checkTexts({ type: first, code: second, above: third });
}

function checkTexts(given) {
    if (given.type !== undefined)
        validateString(given.type, 'type');
    if (given.code !== undefined)
        validateString(given.code, 'code');
    return given;
}

function throwIt(error) {
    throw error;
}

function doEmitWarning(error) {
    process.emit('warning', error);
}

function emitWarning(warning, ...rest) {
    const given = readArguments(...rest);
    const error = typeof warning === 'string' ? makeWarning(warning, given)
                                              : warning;
    if (!(error instanceof Error)) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'warning', ['Error', 'string'], warning);
    }
    const isDeprecation = error.name === 'DeprecationWarning';
    if (isDeprecation && process.noDeprecation)
        return;
    process.nextTick(isDeprecation && process.throwDeprecation ? throwIt
                                                               : doEmitWarning,
                     error);
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

/* --disable-warning names a code or a type. */
function isDisabled(warning) {
    const names = require('internal/options').getAll('disable-warning');
    return names.includes(warning.code) || names.includes(warning.name);
}

/* To the file that --redirect-warnings names; where there is none, or it cannot
 * be written, to standard error. */
function write(text) {
    const file = require('internal/options').get('redirect-warnings') ||
        process.env.NODE_REDIRECT_WARNINGS;
    if (file) {
        try {
            require('fs').appendFileSync(file, `${text}\n`);
            return;
        } catch {
            // Then it is shown.
        }
    }
    require('console').error(text);
}

/* What listens to 'warning' unless the command line says otherwise. */
function printWarning(warning) {
    const isDeprecation = warning?.name === 'DeprecationWarning';
    const isSilent = isDeprecation && process.noDeprecation;
    if (isSilent || !(warning instanceof Error) || isDisabled(warning))
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
    write(text);
}

module.exports = { emitWarning, printWarning };
