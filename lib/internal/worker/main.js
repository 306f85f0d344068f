'use strict';
/*
 * internal/worker/main - the start of a worker, in the worker.
 *
 * Its first message on the control port says what to run. That is a callback of
 * the poll phase, as in Node: in a worker, the immediates of the main script come
 * before its timers. Until then the port keeps the thread alive.
 */

const binding = internalBinding('worker');
const { handleOf, makePorts } = require('internal/worker/message_channel');
const state = require('internal/worker/state');
/* Loaded when first used: internal/errors/copy, internal/modules/helpers,
 * internal/modules/run_main, internal/process/execution, internal/util/format,
 * internal/worker/messaging, internal/worker/process, internal/worker/stdio,
 * v8. */

const [port] = makePorts(1);
const link = { port, waiting: 0 };

// ---- Standard streams ------------------------------------------------------

const streams = { __proto__: null, stdin: undefined, stdout: undefined,
                  stderr: undefined };
let hasStdin = false;

function makeStream(name) {
    const { IncomingStdio, OutgoingStdio } = require('internal/worker/stdio');
    if (name !== 'stdin')
        return new OutgoingStdio(link, name);
    const stdin = new IncomingStdio(link, name, true);
    if (!hasStdin)
        stdin.push(null);
    return stdin;
}

function getStream(fd) {
    const name = ['stdin', 'stdout', 'stderr'][fd];
    streams[name] ??= makeStream(name);
    return streams[name];
}

/* What was written and not sent yet is sent. */
function flush() {
    streams.stdout?.wantsMore();
    streams.stderr?.wantsMore();
}

/* Warnings and the like, which go to standard error at once in the main
 * thread. */
function writeDebug(...args) {
    const { format } = require('internal/util/format');
    process.stderr.write(`${format(...args)}\n`);
}

// ---- Errors ----------------------------------------------------------------

function toMessage(error) {
    try {
        return { type: 'error', error:
            require('internal/errors/copy').write(error) };
    } catch {
        return { type: 'unserializable' };
    }
}

/* In place of process._fatalException: the parent gets the error. True if the
 * program goes on, else its exit code. */
function onUncaught(error, fromPromise) {
    const { callListeners } = require('internal/process/execution');
    let hasThrown = false;
    try {
        if (callListeners(error, fromPromise))
            return true;
    } catch (thrown) {
        error = thrown;
        hasThrown = true;
    }
    emitExit(hasThrown);
    port.postMessage(toMessage(error));
    flush();
    return process.exitCode ?? 1;
}

function emitExit(hasThrown) {
    if (process._exiting)
        return;
    process._exiting = true;
    process.exitCode = 1;
    try {
        if (!hasThrown)
            process.emit('exit', 1);
    } catch {
        // The worker ends anyway.
    }
}

// ---- The program -----------------------------------------------------------

function setArgv(name, args) {
    process.argv = [process.execPath, ...(name === undefined ? [] : [name]),
                    ...args];
}

function runProgram({ kind, source, args }) {
    const main = require('internal/modules/run_main');
    const { options } = require('internal/modules/helpers');
    if (kind === 'file') {
        setArgv(source, args);
        main.start(source, false);
        return;
    }
    if (kind === 'data') {
        setArgv(undefined, args);
        main.runUrl(source);
        return;
    }
    internalBinding('trace').keepText(source);
    if (options.inputType === 'module') {
        setArgv(undefined, args);
        main.runEval(source, '[worker eval]', 'module');
    } else {
        setArgv('[worker eval]', args);
        process._eval = source;
        main.runEval(source, '[worker eval]', options.inputType);
    }
}

function load(message, prepare) {
    const { parentPort, workerData, environmentData } = message;
    port.unref();
    ({ hasStdin } = message);
    if (message.tracksFds)
        internalBinding('fs').trackFds();
    Object.assign(state, { parentPort, workerData, environmentData });
    setArgv(undefined, message.args);
    prepare();
    port.postMessage({ type: 'online' });
    runProgram(message);
}

const answers = {
    __proto__: null,
    cpuUsage: () => process.threadCpuUsage(),
    heapStatistics: () => require('v8').getHeapStatistics(),
};

function answer({ what, number }) {
    port.postMessage({ type: 'answer', number, value: answers[what]() });
}

function start(prepare) {
    require('internal/worker/process').restrict();
    process.on('exit', flush);
    process._fatalException = onUncaught;
    process._rawDebug = writeDebug;
    port.on('message', (message) => {
        if (message.type === 'load')
            load(message, prepare);
        else if (message.type === 'stdio')
            getStream(0).take(message.chunks);
        else if (message.type === 'ask')
            answer(message);
        else if (message.type === 'thread')
            require('internal/worker/messaging').receive(message);
        else
            streams[message.name]?.wantsMore();
    });
    binding.takeControl(handleOf(port));
    handleOf(port).setStarted(true);
}

module.exports = { getStream, onUncaught, start };
