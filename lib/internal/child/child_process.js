'use strict';
/*
 * internal/child/child_process - ChildProcess, the forms of stdio, and the waiting
 * form of spawn.
 *
 * 'exit' comes when the child has ended, 'close' when its pipes have ended as
 * well: a child's child may still write into them.
 */

const { Buffer } = require('buffer');
const { setImmediate } = internalBinding('order');
const EventEmitter = require('events');
const net = require('net');
const { Process, spawnSync: spawnAndWait } = internalBinding('child');
const { Pipe } = internalBinding('stream');
const { ErrnoException, codes } = require('internal/errors');
const { diagnostics } = require('internal/modules/helpers');
const { validateString } = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');

const { signals, errno } = internalBinding('constants').os;
/* Loaded when first used: internal/ipc/channel. */

const { EACCES, EAGAIN, EMFILE, ENFILE, ENOENT, ENOSYS, EPERM, ESRCH } = errno;

// ---- Signals ---------------------------------------------------------------

/* A name or number of a signal, as its number. */
function toSignal(signal) {
    if (typeof signal === 'number') {
        if (signal === 0 || Object.values(signals).includes(signal))
            return signal;
    } else if (typeof signal === 'string') {
        const number = signals[signal.toUpperCase()];
        if (number !== undefined)
            return number;
    }
    throw new codes.ERR_UNKNOWN_SIGNAL(signal);
}

// ---- stdio -----------------------------------------------------------------

const words = { __proto__: null, pipe: 'pipe', overlapped: 'pipe',
                ignore: 'ignore', inherit: 'inherit' };

function expandWord(word) {
    switch (word) {
    case 'inherit':
        return [0, 1, 2];
    case 'pipe':
    case 'overlapped':
    case 'ignore':
        return [word, word, word];
    default:
        throw new codes.ERR_INVALID_ARG_VALUE('stdio', word);
    }
}

/* The handle of a stream or server; value may be the handle itself. */
function handleOf(value) {
    const handle = value?._handle ?? value?.handle ?? value;
    return typeof handle?.getFd === 'function' ? handle : undefined;
}

function fdOf(value) {
    if (typeof value === 'number')
        return value;
    if (typeof value?.fd === 'number' && value.fd >= 0)
        return value.fd;
    const handle = handleOf(value);
    return handle !== undefined && handle.getFd() >= 0 ? handle.getFd() :
        undefined;
}

function readEntry(value, i, isSync) {
    value ??= i < 3 ? 'pipe' : 'ignore';
    if (value === 'ignore')
        return { type: 'ignore' };
    if (value === 'inherit')
        return { type: 'inherit', fd: i };
    if (typeof value === 'string' && words[value] === 'pipe')
        return isSync ? { type: 'pipe', readable: i === 0, writable: i !== 0 } :
            { type: 'pipe', handle: new Pipe(false) };
    if (value === 'ipc') {
        if (isSync)
            throw new codes.ERR_IPC_SYNC_FORK();
        return { type: 'pipe', ipc: true, handle: new Pipe(true) };
    }
    const fd = fdOf(value);
    if (fd !== undefined)
        return { type: 'inherit', fd, stream: handleOf(value) && value };
    if (isSync && isArrayBufferView(value))
        return { type: 'pipe', input: value };
    throw new codes.ERR_INVALID_ARG_VALUE('stdio', value);
}

function readStdio(stdio, isSync) {
    if (typeof stdio === 'string')
        stdio = expandWord(stdio);
    else if (!Array.isArray(stdio))
        throw new codes.ERR_INVALID_ARG_VALUE('stdio', stdio);
    const list = [...stdio];
    while (list.length < 3)
        list.push(undefined);
    const entries = list.map((value, i) => readEntry(value, i, isSync));
    if (entries.filter((entry) => entry.ipc).length > 1)
        throw new codes.ERR_IPC_ONE_PIPE();
    return entries;
}

const kIsUsedAsStdio = Symbol('kIsUsedAsStdio'); // another child has it
const kAfterChannel = Symbol('kAfterChannel'); // what waits for its end

// ---- ChildProcess ----------------------------------------------------------

function ChildProcess() {
    EventEmitter.call(this);
    this._closesNeeded = 1;
    this._closesGot = 0;
    this.connected = false;
    this.signalCode = null;
    this.exitCode = null;
    this.killed = false;
    this.spawnfile = null;
    this._handle = new Process();
    this._handle.onexit = (status, signal) => onExit(this, status, signal);
    this[kAfterChannel] = null;
    if (diagnostics.child?.hasSubscribers)
        diagnostics.child.publish({ process: this });
}
Object.setPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
Object.setPrototypeOf(ChildProcess, EventEmitter);

/* 'disconnect' comes before 'exit', and so does every message. */
function onExit(child, status, signal) {
    if (child.channel) {
        child[kAfterChannel] = () => onExit(child, status, signal);
        child.channel.finish();
        return;
    }
    if (signal)
        child.signalCode = signal;
    else
        child.exitCode = status;
    child.stdin?.destroy();
    if (child._handle)
        child._handle.close();
    child._handle = null;
    if (status < 0) {
        const call = child.spawnfile ? `spawn ${child.spawnfile}` : 'spawn';
        const error = new ErrnoException(status, call);
        if (child.spawnfile)
            error.path = child.spawnfile;
        error.spawnargs = child.spawnargs.slice(1);
        child.emit('error', error);
    } else {
        child.emit('exit', child.exitCode, child.signalCode);
    }
    // A pipe that nobody reads, or that was paused, would never end, and 'close'
    // never come.
    process.nextTick(flushStdio, child);
    maybeClose(child);
}

function flushStdio(child) {
    for (const stream of child.stdio ?? []) {
        if (stream?.readable && !stream[kIsUsedAsStdio])
            stream.resume();
    }
}

function onChannelLost(child) {
    maybeClose(child);
    if (child[kAfterChannel] !== null)
        setImmediate(child[kAfterChannel]);
}

function maybeClose(child) {
    child._closesGot++;
    if (child._closesGot === child._closesNeeded)
        child.emit('close', child.exitCode, child.signalCode);
}

/* The pipes of a child that could not be started end at once. */
function makeSocket(child, entry, isReadable) {
    const socket = new net.Socket({ handle: entry.handle,
                                    readable: isReadable });
    if (isReadable) {
        child._closesNeeded++;
        socket.on('close', () => maybeClose(child));
    }
    return socket;
}

/* Errors of starting that a program may expect come as 'error'. */
const laterErrors = new Set([-EACCES, -EAGAIN, -EMFILE, -ENFILE, -ENOENT]);

ChildProcess.prototype.spawn = function spawn(options) {
    if (typeof options !== 'object' || options === null)
        throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    const stdio = readStdio(options.stdio ?? 'pipe', false);
    const channel = stdio.findIndex((entry) => entry.ipc);
    if (channel !== -1) {
        options.envPairs ??= [];
        options.envPairs.push(`NODE_CHANNEL_FD=${channel}`,
                              'NODE_CHANNEL_SERIALIZATION_MODE=' +
                              `${options.serialization ?? 'json'}`);
    }
    validateString(options.file, 'options.file');
    this.spawnfile = options.file;
    this.spawnargs = options.args ?? [];
    if (diagnostics.spawn?.hasSubscribers)
        diagnostics.spawn.start.publish({ process: this, options });
    const result = this._handle.spawn({
        file: options.file, args: this.spawnargs, env: options.envPairs,
        cwd: options.cwd || undefined, detached: Boolean(options.detached),
        uid: options.uid ?? undefined, gid: options.gid ?? undefined, stdio,
    });
    if (diagnostics.spawn?.hasSubscribers)
        publishSpawned(this, result);
    if (laterErrors.has(result)) {
        process.nextTick(onExit, this, result, '');
        if (result === -EMFILE || result === -ENFILE) {
            closeAll(stdio);
            return result;
        }
    } else if (result !== 0) {
        closeAll(stdio);
        this._handle.close();
        this._handle = null;
        throw makeSpawnError(result);
    } else {
        process.nextTick(() => this.emit('spawn'));
    }
    this.pid = this._handle.pid;
    openStdio(this, stdio, channel, options, result);
    return result;
};

function publishSpawned(child, result) {
    if (result === 0) {
        diagnostics.spawn.end.publish({ process: child });
    } else {
        diagnostics.spawn.error.publish({
            process: child, error: makeSpawnError(result),
        });
    }
}

function makeSpawnError(result) {
    const error = new ErrnoException(result, 'spawn');
    if (result === -ENOSYS)
        error.message = 'the simulator (--backend sim) cannot start this process: it ' +
            'has a channel, or a working directory that is in memory only';
    return error;
}

function closeAll(stdio) {
    for (const { handle } of stdio)
        handle?.close();
}

/* A stream that the child has got is read by the child alone. */
function stopReading(stream) {
    const handle = stream._handle;
    if (!(stream instanceof net.Socket) || !handle?.readStop)
        return;
    handle.reading = false;
    handle.readStop();
    stream.pause();
    stream.readableFlowing = false;
    stream._readableState.reading = false;
    stream[kIsUsedAsStdio] = true;
}

function openStdio(child, stdio, channel, options, result) {
    for (const { stream } of stdio) {
        if (stream !== undefined)
            stopReading(stream);
    }
    child.stdio = stdio.map((entry, i) => {
        if (entry.handle === undefined || entry.ipc)
            return null;
        return makeSocket(child, entry, i > 0);
    });
    [child.stdin, child.stdout, child.stderr] = child.stdio;
    child.channel = null;
    if (channel !== -1 && result === 0) {
        child._closesNeeded++;
        require('internal/ipc/channel').setupChannel(
            child, stdio[channel].handle, options.serialization ?? 'json',
            () => onChannelLost(child));
    }
}

ChildProcess.prototype.kill = function kill(signal) {
    const number = signal === 0 ? 0 : toSignal(signal === undefined ||
        signal === null ? 'SIGTERM' : signal);
    /* One that could not be started has its handle until that is reported. */
    if (!this._handle || this.pid === undefined)
        return false;
    const error = this._handle.kill(number);
    if (error === 0) {
        this.killed = true;
        return true;
    }
    if (error === -ESRCH) {
        // Until 'exit' the child is there: Node has not waited for it yet.
        this.killed = this[kAfterChannel] !== null;
        return this.killed;
    }
    if (error === -EPERM)
        this.emit('error', new ErrnoException(error, 'kill'));
    else
        throw new ErrnoException(error, 'kill');
    return false;
};

ChildProcess.prototype[Symbol.dispose] = function() {
    if (!this.killed)
        this.kill();
};

ChildProcess.prototype.ref = function ref() {
    this._handle?.ref();
};

ChildProcess.prototype.unref = function unref() {
    this._handle?.unref();
};

// ---- Waiting ---------------------------------------------------------------

/* process.binding('spawn_sync'): packages replace its function to see and change
 * what is started. */
const syncBinding = {
    spawn(options) {
        return spawnAndWait({
            file: options.file, args: options.args, env: options.envPairs,
            cwd: options.cwd || undefined, detached: Boolean(options.detached),
            uid: options.uid ?? undefined, gid: options.gid ?? undefined,
            stdio: options.stdio, timeout: options.timeout ?? 0,
            maxBuffer: options.maxBuffer,
            killSignal: options.killSignal ?? signals.SIGTERM,
        });
    },
};

/* What programs print: the properties come in Node's order. */
function makeResult(raw, options) {
    const isStarted = raw.pid > 0;
    const result = {};
    if (raw.error !== 0) {
        result.error = new ErrnoException(raw.error,
                                          `spawnSync ${options.file}`);
        result.error.path = options.file;
        result.error.spawnargs = options.args.slice(1);
    }
    result.status = raw.signal === null && isStarted ? raw.status : null;
    result.signal = raw.signal;
    result.output = isStarted ? raw.output : null;
    result.pid = raw.pid;
    if (result.output && options.encoding && options.encoding !== 'buffer') {
        result.output = result.output.map(
            (bytes) => bytes && bytes.toString(options.encoding));
    }
    result.stdout = result.output?.[1];
    result.stderr = result.output?.[2];
    return result;
}

function spawnSync(options) {
    const stdio = readStdio(options.stdio ?? 'pipe', true);
    if (options.input !== undefined && options.input !== null) {
        stdio[0].type = 'pipe';
        stdio[0].input = options.input;
    }
    for (const [i, entry] of stdio.entries()) {
        if (typeof entry.input === 'string')
            entry.input = Buffer.from(entry.input, options.encoding ===
                'buffer' ? 'utf8' : options.encoding);
        else if (entry.input !== undefined && !isArrayBufferView(entry.input))
            throw new codes.ERR_INVALID_ARG_TYPE(
                `options.stdio[${i}]`,
                ['Buffer', 'TypedArray', 'DataView', 'string'], entry.input);
    }
    const raw = syncBinding.spawn({ ...options, stdio });
    if (raw.error === -ENOSYS)
        throw makeSpawnError(raw.error);
    return makeResult(raw, options);
}

module.exports = { ChildProcess, spawnSync, syncBinding, toSignal };
