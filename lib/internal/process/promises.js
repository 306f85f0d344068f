'use strict';
/*
 * internal/process/promises - unhandled rejections. The engine reports them,
 * and what happens then is decided here; test/semantics/rules.md has the rules.
 * Functions that listeners see in a stack have Node's names.
 */

const { report } = internalBinding('async');
const { options } = require('internal/process/object');
const { hasRunner, leaveFor, runFor } = require('internal/promises');

const THROW = 0;
const STRICT = 1;
const WARN = 2;
const NONE = 3;
const WARN_WITH_ERROR_CODE = 4;
const NODE10 = 5; // a warning without a listener, and exit code 0

const HANDLED_LATE = 1;

const mode = options.rejections;
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

/* The text of a function, also behind proxies; null if one was revoked. */
function sourceOf(fn) {
    const { getProxyDetails } = internalBinding('inspect');
    let target = fn;
    for (let at = fn; at !== undefined; at = getProxyDetails(at, false))
        target = at;
    return target === null ? 'null' : Function.prototype.toString.call(target);
}

/* How V8 shows a value without running any code of the program. */
function describe(reason) {
    if (typeof reason === 'function')
        return sourceOf(reason);
    if (typeof reason !== 'object' || reason === null)
        return String(reason);
    if (findData(reason, 'toString') !== Object.prototype.toString)
        return Object.prototype.toString.call(reason);
    const maker = findData(reason, 'constructor');
    const name = typeof maker === 'function' ? findData(maker, 'name') : '';
    return typeof name === 'string' && name ? `#<${name}>` :
        Object.prototype.toString.call(reason);
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

let domainOf; // of node:domain, once a program has made one

function emitUnhandledRejection(promise, reason) {
    const domain = domainOf?.(promise);
    if (domain !== undefined)
        return domain.emit('error', reason);
    return process.emit('unhandledRejection', reason, promise);
}

function throwUnhandledRejectionsMode(promise, reason) {
    if (emitUnhandledRejection(promise, reason))
        return;
    report(isErrorLike(reason) ? reason : new UnhandledPromiseRejection(reason),
           true);
    leaveFor(promise);
}

function strictUnhandledRejectionsMode(promise, reason, number) {
    report(isErrorLike(reason) ? reason : new UnhandledPromiseRejection(reason),
           true);
    leaveFor(promise);
    if (!emitUnhandledRejection(promise, reason))
        warn(number, reason);
}

function alwaysWarnUnhandledRejectionsMode(promise, reason, number) {
    emitUnhandledRejection(promise, reason);
    warn(number, reason);
}

function warnWithErrorCodeUnhandledRejectionsMode(promise, reason, number) {
    if (emitUnhandledRejection(promise, reason))
        return;
    warn(number, reason);
    process.exitCode = 1;
}

function node10UnhandledRejectionsMode(promise, reason, number) {
    if (emitUnhandledRejection(promise, reason))
        return;
    warn(number, reason);
    warnOfDeprecation();
}

const actions = {
    [THROW]: throwUnhandledRejectionsMode,
    [STRICT]: strictUnhandledRejectionsMode,
    [WARN]: alwaysWarnUnhandledRejectionsMode,
    [NONE]: emitUnhandledRejection,
    [WARN_WITH_ERROR_CODE]: warnWithErrorCodeUnhandledRejectionsMode,
    [NODE10]: node10UnhandledRejectionsMode,
};

function warnOfHandledLate(promise) {
    const number = numbers.get(promise);
    const warning = new Error('Promise rejection was handled asynchronously ' +
                              `(rejection id: ${number})`);
    warning.name = 'PromiseRejectionHandledWarning';
    warning.id = number;
    process.emitWarning(warning);
}

/* One of them, not all: the engine has the queue. */
function processPromiseRejections(kind, promise, reason) {
    if (kind === HANDLED_LATE) {
        if (!process.emit('rejectionHandled', promise))
            warnOfHandledLate(promise);
        return;
    }
    const number = ++lastNumber;
    numbers.set(promise, number);
    const action = actions[mode];
    if (hasRunner())
        runFor(promise, action, promise, reason, number);
    else
        action(promise, reason, number);
}

module.exports = {
    processPromiseRejections,
    setDomainOf(fn) { domainOf = fn; },
};
