'use strict';
/*
 * internal/bootstrap/node - makes the world that a program finds, and hands the
 * runtime its hooks: what to do first, at the end, and when something goes
 * wrong.
 *
 * Everything here runs at every start. A hello world has three milliseconds, so
 * what is not needed by all programs is loaded by those that need it.
 *
 * Functions of this file are in no stack: in Node there is only C++ in their
 * place. What listeners see of the rest is called as in Node.
 */

const program = require('internal/process/object');
const { options } = program;
require('internal/bootstrap/globals').install(program.process, options);

const order = internalBinding('order');
const { currentCode, prepareBeforeExit, prepareExit } =
    require('internal/process/exit');
/* Loaded when first used: internal/browser/errors, internal/browser/ports,
 * internal/browser/window, internal/errors, internal/intl/zone_names,
 * internal/modules/hooks_channel, internal/process/execution,
 * internal/process/promises, internal/process/start, internal/timers,
 * internal/worker/js_transferable, internal/worker/main,
 * internal/worker/message_channel. */

order.setHooks({
    invalidCallback(value) {
        const { codes } = require('internal/errors');
        if (options.profile.oldCallbackError)
            throw new codes.ERR_INVALID_CALLBACK();
        throw new codes.ERR_INVALID_ARG_TYPE('callback', 'Function', value);
    },
    timerWarning(kind, delay) {
        require('internal/timers').warn(kind, delay);
    },
    zoneName(isSummer, minutes) {
        return require('internal/intl/zone_names').zoneName(isSummer, minutes);
    },
});
if (options.sites)
    order.setSites(true);
if (options.stackTraceLimit !== undefined)
    Error.stackTraceLimit = options.stackTraceLimit;

function start() {
    return require('internal/process/start');
}

module.exports = {
    runMain() {
        if (options.profile.isBrowser && options.command === undefined)
            require('internal/browser/window').run();
        else
            start().run();
    },
    beforeExit() {
        prepareBeforeExit();
        program.process.emit('beforeExit', currentCode());
    },
    exit() {
        const code = prepareExit(start().getUnsettled());
        program.process.emit('exit', code);
        return currentCode();
    },
    exitCode: () => currentCode(),
    // The URL of the program's module if it still awaits at top level.
    unsettled() {
        return start().getUnsettled();
    },
    uncaught(error, fromPromise) {
        if (options.profile.isBrowser) {
            require('internal/browser/errors').reportException(error);
            return true;
        }
        if (options.isWorker) {
            return require('internal/worker/main')
                .onUncaught(error, fromPromise);
        }
        const { _fatalException } = require('internal/process/execution');
        return Reflect.apply(_fatalException, program.process,
                             [error, fromPromise]);
    },
    rejection(kind, promise, reason) {
        if (options.profile.isBrowser) {
            require('internal/browser/errors')
                .onRejection(kind, promise, reason);
            return;
        }
        const { processPromiseRejections } =
            require('internal/process/promises');
        processPromiseRejections(kind, promise, reason);
    },
    // An addon's thread-safe function threw, and that does not count.
    napiException() {
        program.process.emitWarning(
            'Uncaught Node-API callback exception detected, please run node ' +
            'with option --force-node-api-uncaught-exceptions-policy=true ' +
            'to handle those exceptions properly.',
            'DeprecationWarning', 'DEP0168');
    },
    // Structured clone of what is marked by internal/worker/js_transferable.
    packClone(object) {
        return require('internal/worker/js_transferable').pack(object);
    },
    unpackClone(packed) {
        return require('internal/worker/js_transferable').unpack(packed);
    },
    // For the ports that a message carries.
    makePorts(count) {
        const ours = options.profile.isBrowser ?
            require('internal/browser/ports').makePorts(count) : undefined;
        return ours ?? require('internal/worker/message_channel').makePorts(count);
    },
    // Between the program and the hooks runtime.
    receive(message) {
        require('internal/modules/hooks_channel').receive(message);
    },
};
