'use strict';
/*
 * internal/worker/thread - class Worker, in the thread that makes one.
 *
 * A worker has two channels with its parent. The public one is parentPort
 * there. On the control port go, as { type, ... }:
 *
 *     load                    to the worker: what to run, and with what
 *     online, error, unserializable       to the parent
 *     stdio, wantsMore        both ways: internal/worker/stdio
 *     ask, answer             a question of the parent's, by its number
 *     thread                  postMessageToThread(): internal/worker/messaging
 *
 * When the thread has ended, what it had sent is delivered first, then 'error'
 * if it ended for lack of memory, then 'exit'.
 */

const binding = internalBinding('worker');
const EventEmitter = require('events');
const path = require('path');
const { codes } = require('internal/errors');
const { MessageChannel, deliverOne, drainPort, handleOf } =
    require('internal/worker/message_channel');
const { validateArray, validateNumber, validateObject, validateString } =
    require('internal/validators');
const { kEmptyObject } = require('internal/util');
const state = require('internal/worker/state');

require('internal/worker/messaging').listen();

const created = require('diagnostics_channel').channel('worker_threads');
/* Loaded when first used: internal/errors/copy, internal/url/url,
 * internal/worker/pipe, internal/worker/stdio, util. */

const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');

// ---- Options ---------------------------------------------------------------

function isUrl(value) {
    return require('internal/url/url').isURL(value);
}

/* { kind, source }: what is run. */
function readSource(filename, options) {
    if (options.eval) {
        if (typeof filename !== 'string') {
            throw new codes.ERR_INVALID_ARG_VALUE(
                'options.eval', options.eval,
                'must be false when \'filename\' is not a string');
        }
        return { kind: 'eval', source: filename };
    }
    if (isUrl(filename)) {
        return filename.protocol === 'data:' ?
            { kind: 'data', source: `${filename}` } :
            { kind: 'file',
              source: require('internal/url/url').fileURLToPath(filename) };
    }
    if (typeof filename !== 'string') {
        throw new codes.ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'],
                                             filename);
    }
    if (!path.isAbsolute(filename) && !/^\.\.?[\\/]/.test(filename))
        throw new codes.ERR_WORKER_PATH(filename);
    return { kind: 'file', source: path.resolve(filename) };
}

/* A list of names and values; undefined if the worker is to share ours. */
function readEnv(given) {
    if (given === SHARE_ENV)
        return undefined;
    if (given !== null && given !== undefined && typeof given !== 'object') {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.env',
            ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'],
            given);
    }
    return Object.entries(given ?? process.env)
        .flatMap(([key, value]) => [key, `${value}`]);
}

const limitNames = ['maxYoungGenerationSizeMb', 'maxOldGenerationSizeMb',
                    'codeRangeSizeMb', 'stackSizeMb'];
const defaultLimits = [-1, -1, -1, 4];

function readLimits(given) {
    if (given !== undefined && given !== null)
        validateObject(given, 'options.resourceLimits');
    return limitNames.map((name, i) => {
        const value = given?.[name];
        return typeof value === 'number' ? value : defaultLimits[i];
    });
}

function showLimits(numbers) {
    const limits = {};
    limitNames.forEach((name, i) => { limits[name] = numbers[i]; });
    return limits;
}

function readName(name) {
    if (!name)
        return 'WorkerThread';
    validateString(name, 'options.name');
    return name.trim();
}

function readOptions(options) {
    if (options.execArgv)
        validateArray(options.execArgv, 'options.execArgv');
    if (options.argv)
        validateArray(options.argv, 'options.argv');
    return options.argv ? Array.from(options.argv, String) : [];
}

// ---- Worker ----------------------------------------------------------------

function check(err) {
    if (err < 0) {
        const { errname, UV_ENOTSUP } = internalBinding('uv');
        throw new codes.ERR_WORKER_INIT_FAILED(err === UV_ENOTSUP ?
            'a program with workers cannot be recorded yet' :
            errname?.(err) ?? `${err}`);
    }
}

/* The public port keeps the program alive while the worker has listeners of
 * 'message', and delivers nothing after the last one is gone. */
function followListeners(worker, port) {
    port.unref();
    worker.on('newListener', (name) => {
        if (name === 'message' && worker.listenerCount(name) === 0) {
            port.ref();
            handleOf(port).setStarted(true);
        }
    });
    worker.on('removeListener', (name) => {
        if (name === 'message' && worker.listenerCount(name) === 0) {
            handleOf(port).setStarted(false);
            port.unref();
        }
    });
}

function missing(what) {
    return new codes.ERR_METHOD_NOT_IMPLEMENTED(what);
}

class Worker extends EventEmitter {
    #handle; /* null once it has ended */
    #port;
    #link;
    #publicPort;
    #limits;
    #name;
    #streams = { __proto__: null, stdin: null, stdout: undefined,
                 stderr: undefined };
    #isOnline = false;
    /* terminate() came before 'online'. Node's worker has no environment at that
     * time, runs nothing and ends with 0; ours starts sooner and may have one. */
    #isStoppedEarly = false;
    #questions = new Map(); /* number -> { resolve, reject } */
    #lastQuestion = 0;
    #isOwn; /* the streams that the program reads itself */

    constructor(filename, options = kEmptyObject) {
        super();
        const args = readOptions(options);
        const { kind, source } = readSource(filename, options);
        const env = readEnv(options.env);
        const name = this.#name = readName(options.name);
        this.#limits = readLimits(options.resourceLimits);
        this.#isOwn = { stdout: !!options.stdout, stderr: !!options.stderr };
        this.#handle = new binding.Worker(name, this.#limits, env);
        this.#handle.onexit = (...how) => this.#onExit(...how);
        this.#setWords(options);
        const toWorker = this.#openControl();
        if (options.stdin)
            this.#streams.stdin = this.#makeInput();
        try {
            this.#sendLoad({ kind, source, args }, options);
            check(this.#handle.start(handleOf(toWorker)));
        } catch (error) {
            this.#giveUp();
            throw error;
        } finally {
            toWorker.close();
        }
        process.nextTick(() => process.emit('worker', this));
        if (created.hasSubscribers)
            created.publish({ worker: this });
    }

    /* With words of its own it inherits no options. NODE_OPTIONS as the program
     * itself has it was read already. */
    #setWords({ execArgv, env }) {
        const given = typeof env === 'object' ? env?.NODE_OPTIONS : undefined;
        const variable = given === undefined ||
            given === process.env.NODE_OPTIONS ? undefined : `${given}`;
        if (!execArgv && variable === undefined)
            return;
        const bad = this.#handle.setWords(execArgv ? execArgv.map(String) :
            undefined, variable);
        if (bad === undefined)
            return;
        this.#giveUp();
        throw bad[1] ? new codes.ERR_WORKER_INVALID_EXEC_ARGV(
            [bad[0]], 'invalid NODE_OPTIONS env variable') :
            new codes.ERR_WORKER_INVALID_EXEC_ARGV([bad[0]]);
    }

    #sendLoad(what, options) {
        const parentPort = this.#openPublicPort();
        this.#port.postMessage({
            type: 'load', ...what, parentPort,
            workerData: options.workerData, hasStdin: !!options.stdin,
            environmentData: state.environmentData,
            tracksFds: options.trackUnmanagedFds ?? true,
        }, [parentPort, ...(options.transferList ?? [])]);
    }

    #giveUp() {
        this.#handle.close();
        this.#handle = null;
        this.#port?.close();
        this.#publicPort?.close();
    }

    #openControl() {
        const { port1, port2 } = new MessageChannel();
        this.#port = port1;
        this.#link = { port: port1, waiting: 0 };
        port1.on('message', (message) => this.#onMessage(message));
        port1.unref();
        return port2;
    }

    #openPublicPort() {
        const { port1, port2 } = new MessageChannel();
        this.#publicPort = port1;
        for (const event of ['message', 'messageerror']) {
            port1.on(event, (message) => {
                this.#hearOnline();
                this.emit(event, message);
            });
        }
        followListeners(this, port1);
        return port2;
    }

    // ---- Streams

    #makeInput() {
        const { OutgoingStdio } = require('internal/worker/stdio');
        return new OutgoingStdio(this.#link, 'stdin');
    }

    /* Made when the program asks for it, or when the first bytes come. */
    #getOutput(name) {
        this.#streams[name] ??= this.#makeOutput(name);
        return this.#streams[name];
    }

    #makeOutput(name) {
        const { IncomingStdio } = require('internal/worker/stdio');
        const stream = new IncomingStdio(this.#link, name, this.#isOwn[name],
                                         this.#isOwn[name] ? 0 : this.threadId);
        if (!this.#isOwn[name])
            require('internal/worker/pipe').pipeQuietly(stream, process[name]);
        if (this.#handle === null)
            stream.push(null);
        return stream;
    }

    get stdin() {
        return this.#streams.stdin;
    }

    get stdout() {
        return this.#getOutput('stdout');
    }

    get stderr() {
        return this.#getOutput('stderr');
    }

    // ---- What the worker says

    /* The first message of the control port, before all of the other one. */
    #hearOnline() {
        if (!this.#isOnline)
            deliverOne(this.#port);
    }

    #onMessage(message) {
        const { type } = message;
        if (type === 'online') {
            this.#isOnline = true;
            if (!this.#isStoppedEarly)
                this.emit('online');
        } else if (type === 'stdio') {
            this.#getOutput(message.name).take(message.chunks);
        } else if (type === 'wantsMore') {
            this.#streams.stdin?.wantsMore();
        } else if (type === 'answer') {
            this.#questions.get(message.number).resolve(message.value);
            this.#questions.delete(message.number);
        } else {
            this.#onError(message);
        }
    }

    /* It is the last thing that the worker has said, on whichever port. */
    #onError({ type, error }) {
        drainPort(this.#publicPort);
        this.emit('error', type === 'error' ?
            require('internal/errors/copy').read(error) :
            new codes.ERR_WORKER_UNSERIALIZABLE_ERROR());
    }

    #onExit(code, isOutOfMemory, openError) {
        if (this.#isStoppedEarly)
            code = 0;
        else
            this.#hearOnline();
        drainPort(this.#publicPort);
        drainPort(this.#port);
        this.removeAllListeners('message');
        this.#publicPort.unref();
        this.#port.unref();
        this.#handle.close();
        this.#handle = null;
        for (const { reject } of this.#questions.values())
            reject(new codes.ERR_WORKER_NOT_RUNNING());
        for (const name of ['stdout', 'stderr']) {
            const stream = this.#streams[name];
            if (stream !== undefined && !stream.readableEnded)
                stream.push(null);
        }
        if (isOutOfMemory) {
            this.emit('error', new codes.ERR_WORKER_OUT_OF_MEMORY(
                'JS heap out of memory'));
        } else if (openError < 0) {
            this.emit('error', new codes.ERR_WORKER_INIT_FAILED(
                require('util').getSystemErrorName(openError)));
        }
        this.emit('exit', code);
        this.removeAllListeners();
    }

    // ---- What the program does

    postMessage(...args) {
        if (this.#handle !== null)
            this.#publicPort.postMessage(...args);
    }

    terminate(callback) {
        this.ref();
        if (typeof callback === 'function') {
            process.emitWarning(
                'Passing a callback to worker.terminate() is deprecated. ' +
                'It returns a Promise instead.',
                'DeprecationWarning', 'DEP0132');
            if (this.#handle !== null)
                this.once('exit', (exitCode) => callback(null, exitCode));
        }
        if (this.#handle === null)
            return Promise.resolve();
        this.#isStoppedEarly ||= !this.#isOnline;
        this.#handle.stop();
        return new Promise((resolve) => this.once('exit', resolve));
    }

    /* The worker answers when its loop turns. */
    #ask(what) {
        if (this.#handle === null)
            return Promise.reject(new codes.ERR_WORKER_NOT_RUNNING());
        const { promise, resolve, reject } = Promise.withResolvers();
        const number = this.#lastQuestion++;
        this.#questions.set(number, { resolve, reject });
        this.#port.postMessage({ type: 'ask', what, number });
        return promise;
    }

    cpuUsage(previous) {
        if (previous) {
            validateObject(previous, 'prev');
            const max = Number.MAX_SAFE_INTEGER;
            validateNumber(previous.user, 'prev.user', 0, max);
            validateNumber(previous.system, 'prev.system', 0, max);
        }
        const { user = 0, system = 0 } = previous || {};
        return this.#ask('cpuUsage').then((now) => ({
            user: now.user - user, system: now.system - system }));
    }

    getHeapStatistics() {
        return this.#ask('heapStatistics');
    }

    get performance() {
        return { eventLoopUtilization() {
            throw missing('worker.performance.eventLoopUtilization()');
        } };
    }

    getHeapSnapshot() {
        throw missing('worker.getHeapSnapshot()');
    }

    startCpuProfile() {
        throw missing('worker.startCpuProfile()');
    }

    startHeapProfile() {
        throw missing('worker.startHeapProfile()');
    }

    async [Symbol.asyncDispose]() {
        await this.terminate();
    }

    ref() {
        if (this.#handle !== null) {
            this.#handle.ref();
            this.#publicPort.ref();
        }
    }

    unref() {
        if (this.#handle !== null) {
            this.#handle.unref();
            this.#publicPort.unref();
        }
    }

    get threadId() {
        return this.#handle === null ? -1 : this.#handle.getThreadId();
    }

    get threadName() {
        return this.#handle === null ? null : this.#name;
    }

    get resourceLimits() {
        return this.#handle === null ? {} : showLimits(this.#limits);
    }
}

module.exports = { SHARE_ENV, Worker, showLimits };
