'use strict';
/*
 * internal/modules/beside - module.register(): hooks in a world of their own,
 * as the program sees them. The world is made when the first are registered.
 *
 * A question stops the program until it is answered, so resolving and loading
 * stay what they are, and require() has hooks as import does. The answer may
 * never come, if nothing is left there that could give it; and the other world
 * may end, by which the program ends too.
 */

const binding = internalBinding('aside');
const aside = require('internal/aside');
const { codes } = require('internal/errors');
const { isAside } = require('internal/process/object').options;

const SETTLED = 0;
const NEVER = 1;

let isOpen = false;
let answer;

/* A question without an answer makes an import that never ends. */
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
    require('internal/modules/hooks').setBeside(module.exports);
    aside.setOnMessage((message) => { answer = message; });
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
    aside.send({ method, args }, list);
    const { value, error } = waitForAnswer({ method, args });
    answer = undefined;
    if (error !== undefined)
        throw require('internal/error_copy').read(error);
    return value;
}

function isURL(value) {
    return value instanceof require('internal/url').URL;
}

function register(specifier, parentURL = undefined, options = undefined) {
    if (typeof parentURL === 'object' && parentURL !== null &&
        !isURL(parentURL)) {
        options = parentURL;
        parentURL = options.parentURL;
    }
    const args = [`${specifier}`, `${parentURL ?? 'data:'}`, options?.data];
    if (isAside) { /* a hook that registers others: they are its neighbours */
        require('internal/modules/hooks_world').register(...args);
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
