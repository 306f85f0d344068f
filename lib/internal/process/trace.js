'use strict';
/*
 * internal/process/trace - process.trace: a trace of a running program.
 *
 *     process.trace.start({ file: 'app.jsonl' });
 *     ...
 *     process.trace.stop();
 *
 * docs/trace.md says what else there is. --trace-signal does the same at a
 * signal: the first starts a trace, the next one ends it.
 */

const binding = internalBinding('trace');
/* Loaded when first used: internal/errors, internal/validators. */

let file;

function readOptions(options) {
    const { validateInteger, validateObject, validateString } =
        require('internal/validators');
    validateObject(options, 'options');
    const { file = `trace-${process.pid}.jsonl`, last = 0, filter = '' } = options;
    validateString(file, 'options.file');
    validateInteger(last, 'options.last', 0);
    validateString(filter, 'options.filter');
    if (filter !== '' && !binding.isFilter(filter)) {
        const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
        throw new ERR_INVALID_ARG_VALUE('options.filter', filter);
    }
    return { file, last, filter };
}

/* A trace is the whole program's: its main thread starts and stops it. */
function checkThread(what) {
    if (internalBinding('worker').threadId === 0)
        return;
    const { ERR_WORKER_UNSUPPORTED_OPERATION } = require('internal/errors').codes;
    throw new ERR_WORKER_UNSUPPORTED_OPERATION(`process.trace.${what}()`);
}

/* Begin to record; `last` is in milliseconds, 0 is all. The name of the file. */
function start(options = {}) {
    checkThread('start');
    const { file: path, last, filter } = readOptions(options);
    const err = binding.start(path, last, filter);
    if (err < 0) {
        const { UVException } = require('internal/errors');
        throw new UVException({
            errno: err, syscall: 'trace', path,
            message: binding.isOn() ? 'a trace is recorded already' : undefined,
        });
    }
    file = path;
    return path;
}

/* The name of the file, or undefined if there was no trace. */
function stop() {
    checkThread('stop');
    if (!binding.isOn())
        return undefined;
    binding.stop();
    return file;
}

function toggle() {
    const words = binding.isOn() ? ['the trace is in', stop()] :
        ['a trace is recorded to', start()];
    process._rawDebug(`orrery: ${words.join(' ')}`);
}

/* It does not keep the program alive. */
function listenTo(signal) {
    require('internal/validators').validateSignalName(signal, '--trace-signal');
    process.on(signal, toggle);
}

module.exports = {
    listenTo,
    trace: Object.freeze({
        __proto__: null,
        start,
        stop,
        get active() {
            return binding.isOn();
        },
    }),
};
