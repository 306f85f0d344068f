'use strict';
/*
 * internal/modules/register - module.register(): the program's side. The hooks
 * run in a runtime of their own, which is made when the first are registered.
 *
 * A request blocks the program until it is answered, so resolving and loading
 * stay synchronous, and require() has hooks as import does. If the hooks
 * runtime has nothing left to do, the answer never comes; if it exits, the
 * program exits too.
 */

const binding = internalBinding('hooks_runtime');
const channel = require('internal/modules/hooks_channel');
const { codes } = require('internal/errors');
const { isHooksRuntime } = require('internal/process/object').options;
/* Loaded when first used: internal/errors/copy, internal/modules/hooks,
 * internal/modules/hooks_runtime, internal/url/url. */

const SETTLED = 0;
const NEVER = 1;

let isOpen = false;
let answer;

/* Marks the error of a request without an answer: its import never settles. */
const neverSettled = Symbol('never settled');

function open() {
    if (isOpen)
        return;
    const err = binding.open();
    if (err < 0) {
        const { ErrnoException } = require('internal/errors');
        throw new ErrnoException(err, 'open');
    }
    isOpen = true;
    require('internal/modules/hooks').setCustomLoader(module.exports);
    channel.setOnMessage((message) => { answer = message; });
}

function waitForAnswer(details) {
    const how = binding.run();
    if (how === SETTLED)
        return answer;
    if (how !== NEVER)
        process.exit(binding.exitCode());
    const error = new codes.ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED();
    error.details = details;
    error[neverSettled] = true;
    throw error;
}

function ask(method, args, list = []) {
    channel.send({ method, args }, list);
    const { value, error } = waitForAnswer({ method, args });
    answer = undefined;
    if (error !== undefined)
        throw require('internal/errors/copy').read(error);
    return value;
}

function isURL(value) {
    return value instanceof require('internal/url/url').URL;
}

function register(specifier, parentURL = undefined, options = undefined) {
    if (typeof parentURL === 'object' && parentURL !== null &&
        !isURL(parentURL)) {
        options = parentURL;
        parentURL = options.parentURL;
    }
    const args = [`${specifier}`, `${parentURL ?? 'data:'}`, options?.data];
    if (isHooksRuntime) { /* a hook registers further hooks */
        require('internal/modules/hooks_runtime').register(...args);
        return;
    }
    open();
    ask('register', args, options?.transferList ?? []);
}

/* { url, format, importAttributes } */
function resolve(specifier, parentURL, importAttributes) {
    return ask('resolve', [specifier, parentURL, { ...importAttributes }]);
}

/* { format, source } */
function load(url, { format, importAttributes, conditions }) {
    return ask('load', [url, { format, conditions: [...conditions],
                               importAttributes: { ...importAttributes } }]);
}

module.exports = {
    isNeverSettled: (error) => error?.[neverSettled] === true,
    load,
    register,
    resolve,
};
