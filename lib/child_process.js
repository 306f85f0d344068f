'use strict';
/*
 * child_process - other programs: started, run in a shell, waited for.
 */

const { Buffer } = require('buffer');
const { clearTimeout, setTimeout } = internalBinding('order');
const { ChildProcess, spawnSync: spawnAndWait, toSignal } =
    require('internal/child/child_process');
const { AbortError, codes } = require('internal/errors');
const {
    validateAbortSignal, validateArray, validateBoolean, validateFunction,
    validateObject, validateOneOf, validateString,
} = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');
/* Loaded when first used: internal/fs/utils, util. */

const MAX_BUFFER = 1024 * 1024;

// ---- Arguments -------------------------------------------------------------

function checkNoNull(text, name) {
    if (typeof text === 'string' && text.includes('\0'))
        throw new codes.ERR_INVALID_ARG_VALUE(
            name, text, 'must be a string without null bytes');
}

function checkTimeout(timeout) {
    if (timeout !== undefined && timeout !== null &&
        !(Number.isInteger(timeout) && timeout >= 0))
        throw new codes.ERR_OUT_OF_RANGE('timeout', 'an unsigned integer',
                                         timeout);
}

function checkMaxBuffer(n) {
    if (n !== undefined && n !== null && !(typeof n === 'number' && n >= 0))
        throw new codes.ERR_OUT_OF_RANGE('options.maxBuffer',
                                         'a positive number', n);
}

function readKillSignal(signal) {
    if (signal === 0)
        throw new codes.ERR_UNKNOWN_SIGNAL(signal);
    if (typeof signal === 'string' || typeof signal === 'number')
        return toSignal(signal);
    if (signal !== undefined && signal !== null)
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.killSignal', ['string', 'number'], signal);
    return undefined;
}

function checkPath(value, name) {
    const { toPath } = require('internal/fs/utils');
    return toPath(value, name);
}

/* Names once each: the last one wins, those of the prototypes too. */
function makeEnvPairs(env) {
    const pairs = [];
    for (const key in env) {
        const value = env[key];
        if (value === undefined)
            continue;
        checkNoNull(key, `options.env['${key}']`);
        checkNoNull(`${value}`, `options.env['${key}']`);
        pairs.push(`${key}=${value}`);
    }
    return pairs;
}

function checkOptions(options) {
    if (options.cwd !== undefined && options.cwd !== null)
        options.cwd = checkPath(options.cwd, 'options.cwd');
    if (options.detached !== undefined && options.detached !== null)
        validateBoolean(options.detached, 'options.detached');
    for (const name of ['uid', 'gid']) {
        if (options[name] !== undefined && options[name] !== null &&
            options[name] !== (options[name] | 0))
            throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, 'int32',
                                                 options[name]);
    }
    for (const name of ['windowsHide', 'windowsVerbatimArguments']) {
        if (options[name] !== undefined && options[name] !== null)
            validateBoolean(options[name], `options.${name}`);
    }
    const { shell } = options;
    if (shell !== undefined && shell !== null && typeof shell !== 'boolean' &&
        typeof shell !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.shell', ['boolean', 'string'], shell);
    checkNoNull(shell, 'options.shell');
    if (options.argv0 !== undefined && options.argv0 !== null) {
        validateString(options.argv0, 'options.argv0');
        checkNoNull(options.argv0, 'options.argv0');
    }
}

let hasWarned = false;

function warnOfShell() {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(
        'Passing args to a child process with shell option true can lead to ' +
        'security vulnerabilities, as the arguments are not escaped, only ' +
        'concatenated.', 'DeprecationWarning', 'DEP0190');
}

function normalize(file, args, options) {
    validateString(file, 'file');
    checkNoNull(file, 'file');
    if (file.length === 0)
        throw new codes.ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
    if (Array.isArray(args)) {
        args = [...args];
    } else if (args === undefined || args === null) {
        args = [];
    } else if (typeof args !== 'object') {
        throw new codes.ERR_INVALID_ARG_TYPE('args', 'object', args);
    } else {
        options = args;
        args = [];
    }
    args = args.map((arg) => `${arg}`);
    for (const [i, arg] of args.entries())
        checkNoNull(arg, `args[${i}]`);
    if (options === undefined)
        options = {};
    else
        validateObject(options, 'options');
    options = { __proto__: null, ...options };
    checkOptions(options);
    if (options.shell) {
        if (args.length > 0)
            warnOfShell();
        const command = [file, ...args].join(' ');
        file = typeof options.shell === 'string' ? options.shell : '/bin/sh';
        args = ['-c', command];
    }
    args = [options.argv0 ?? file, ...args];
    return { ...options, __proto__: null, file, args,
             envPairs: makeEnvPairs(options.env || process.env) };
}

// ---- spawn() ---------------------------------------------------------------

function abortChild(child, killSignal, reason) {
    try {
        if (child.kill(killSignal))
            child.emit('error', new AbortError(undefined, { cause: reason }));
    } catch (error) {
        child.emit('error', error);
    }
}

function listenAbort(child, options) {
    const { signal, killSignal } = options;
    const onAbort = () => abortChild(child, killSignal, signal.reason);
    if (signal.aborted) {
        process.nextTick(onAbort);
        return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    child.once('exit', () => signal.removeEventListener('abort', onAbort));
}

function limitTime(child, options) {
    let timer = setTimeout(() => {
        timer = null;
        try {
            child.kill(options.killSignal);
        } catch (error) {
            child.emit('error', error);
        }
    }, options.timeout);
    child.once('exit', () => clearTimeout(timer));
}

function spawn(file, args, options) {
    const read = normalize(file, args, options);
    checkTimeout(read.timeout);
    if (read.signal !== undefined)
        validateAbortSignal(read.signal, 'options.signal');
    const killSignal = readKillSignal(read.killSignal);
    validateOneOf(read.serialization, 'options.serialization',
                  [undefined, 'json', 'advanced']);
    const child = new ChildProcess();
    child.spawn(read);
    if (read.timeout > 0)
        limitTime(child, { timeout: read.timeout,
                           killSignal: killSignal ?? 'SIGTERM' });
    if (read.signal)
        listenAbort(child, { signal: read.signal, killSignal });
    return child;
}

// ---- execFile() and exec() -------------------------------------------------

function normalizeExecFile(file, args, options, callback) {
    if (Array.isArray(args)) {
        args = [...args];
    } else if (args !== null && typeof args === 'object') {
        callback = options;
        options = args;
        args = null;
    } else if (typeof args === 'function') {
        callback = args;
        options = null;
        args = null;
    }
    args ??= [];
    if (typeof options === 'function')
        callback = options;
    else if (options !== null && options !== undefined)
        validateObject(options, 'options');
    if (options === null || options === undefined ||
        typeof options === 'function')
        options = {};
    if (callback !== null && callback !== undefined)
        validateFunction(callback, 'callback');
    if (options.argv0 !== undefined && options.argv0 !== null)
        validateString(options.argv0, 'options.argv0');
    return { args, options, callback };
}

/* What one of the outputs has given, up to a limit. The program may set the
 * encoding of the stream itself, too. */
class Collector {
    #stream;
    #parts = [];
    #length = 0;

    constructor(stream, name, options, onOverflow) {
        const { encoding, maxBuffer } = options;
        this.#stream = stream;
        this.isText = encoding !== 'buffer' && Buffer.isEncoding(encoding);
        if (this.isText)
            stream?.setEncoding(encoding);
        stream?.on('data', (chunk) => {
            const n = typeof chunk === 'string' ?
                Buffer.byteLength(chunk, stream.readableEncoding) :
                chunk.length;
            const space = maxBuffer - this.#length;
            this.#length += n;
            this.#parts.push(n > space ? chunk.slice(0, space) : chunk);
            if (n > space)
                onOverflow(
                    new codes.ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name));
        });
    }

    result() {
        return this.isText || this.#stream?.readableEncoding ?
            this.#parts.join('') : Buffer.concat(this.#parts);
    }
}

function describeFailure(child, command, failure, code, signal, output) {
    let error = failure;
    if (!error) {
        error = new Error(`Command failed: ${command}\n${output.stderr}`);
        error.code = code < 0 ?
            require('util').getSystemErrorName(code) : code;
        error.killed = child.killed || false;
        error.signal = signal;
    }
    error.cmd = command;
    error.stdout = output.stdout;
    error.stderr = output.stderr;
    return error;
}

function execFile(file, givenArgs, givenOptions, givenCallback) {
    const { args, options: given, callback } = normalizeExecFile(
        file, givenArgs, givenOptions, givenCallback);
    const options = { __proto__: null, encoding: 'utf8', timeout: 0,
                      maxBuffer: MAX_BUFFER, killSignal: 'SIGTERM', cwd: null,
                      env: null, shell: false, ...given };
    checkTimeout(options.timeout);
    checkMaxBuffer(options.maxBuffer);
    options.killSignal = readKillSignal(options.killSignal) ?? 'SIGTERM';
    const child = spawn(file, args, {
        cwd: options.cwd, env: options.env, gid: options.gid,
        shell: options.shell, signal: options.signal, uid: options.uid,
        windowsHide: Boolean(options.windowsHide),
        argv0: options.argv0,
    });
    let failure = null;
    let isOver = false;
    let timer = null;
    const kill = () => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        try {
            child.kill(options.killSignal);
        } catch (error) {
            failure ??= error;
            finish(null, null);
        }
    };
    const onOverflow = (error) => {
        failure ??= error;
        kill();
    };
    const stdout = new Collector(child.stdout, 'stdout', options, onOverflow);
    const stderr = new Collector(child.stderr, 'stderr', options, onOverflow);
    function finish(code, signal) {
        if (isOver)
            return;
        isOver = true;
        clearTimeout(timer);
        if (!callback)
            return;
        const output = { stdout: stdout.result(), stderr: stderr.result() };
        if (!failure && code === 0 && signal === null) {
            callback(null, output.stdout, output.stderr);
            return;
        }
        const command = args.length > 0 ? `${file} ${args.join(' ')}` : file;
        callback(describeFailure(child, command, failure, code, signal,
                                 output), output.stdout, output.stderr);
    }
    if (options.timeout > 0)
        timer = setTimeout(kill, options.timeout);
    child.on('close', finish);
    child.on('error', (error) => {
        failure = error;
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish(null, null);
    });
    return child;
}

function normalizeExec(command, options, callback) {
    validateString(command, 'command');
    checkNoNull(command, 'command');
    const isShort = typeof options === 'function';
    const own = { __proto__: null, ...(isShort ? undefined : options) };
    if (typeof own.shell !== 'string')
        own.shell = true;
    return { options: own, callback: isShort ? options : callback };
}

function exec(command, given, givenCallback) {
    const { options, callback } = normalizeExec(command, given, givenCallback);
    return execFile(command, options, callback);
}

function promisified(fn) {
    return (...args) => {
        let child;
        const promise = new Promise((resolve, reject) => {
            child = fn(...args, (error, stdout, stderr) => {
                const output = { stdout, stderr };
                if (error === null)
                    resolve(output);
                else
                    reject(Object.assign(error, output));
            });
        });
        promise.child = child;
        return promise;
    };
}
for (const fn of [exec, execFile]) {
    const value = promisified(fn);
    Object.defineProperty(value, 'name', { __proto__: null, value: fn.name });
    Object.defineProperty(fn, Symbol.for('nodejs.util.promisify.custom'), {
        __proto__: null, enumerable: false, value,
    });
}

// ---- The waiting forms -----------------------------------------------------

function spawnSync(file, args, options) {
    const read = { __proto__: null, maxBuffer: MAX_BUFFER,
                   ...normalize(file, args, options) };
    checkTimeout(read.timeout);
    checkMaxBuffer(read.maxBuffer);
    read.killSignal = readKillSignal(read.killSignal);
    if (read.input !== undefined && read.input !== null &&
        typeof read.input !== 'string' && !isArrayBufferView(read.input))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.stdio[0]',
            ['Buffer', 'TypedArray', 'DataView', 'string'], read.input);
    return spawnAndWait(read);
}

function failSync(result, args, command) {
    if (result.error) {
        Object.assign(result.error, { ...result, error: undefined });
        delete result.error.error;
        return result.error;
    }
    if (result.status === 0)
        return undefined;
    let text = 'Command failed: ' + (command ?? args.join(' '));
    if (result.stderr && result.stderr.length > 0)
        text += `\n${result.stderr.toString()}`;
    return Object.assign(new Error(text), result);
}

function showErrors(result, isPiped) {
    if (isPiped && result.stderr)
        process.stderr.write(result.stderr);
}

function execFileSync(file, args, options) {
    if (typeof args === 'object' && args !== null && !Array.isArray(args)) {
        options = args;
        args = [];
    }
    if (options !== undefined && options !== null)
        validateObject(options, 'options');
    const read = { __proto__: null, ...options };
    const result = spawnSync(file, args ?? [], read);
    showErrors(result, !read.stdio);
    const error = failSync(result, [read.argv0 || file, ...args ?? []]);
    if (error)
        throw error;
    return result.stdout;
}

function execSync(command, given) {
    const { options } = normalizeExec(command, given, null);
    const result = spawnSync(command, options);
    showErrors(result, !options.stdio);
    const error = failSync(result, undefined, command);
    if (error)
        throw error;
    return result.stdout;
}

// ---- fork() ----------------------------------------------------------------

function fork(modulePath, args, options) {
    modulePath = checkPath(modulePath, 'modulePath');
    if (args === undefined || args === null) {
        args = [];
    } else if (typeof args === 'object' && !Array.isArray(args)) {
        options = args;
        args = [];
    } else {
        validateArray(args, 'args');
    }
    if (options !== undefined && options !== null)
        validateObject(options, 'options');
    options = { __proto__: null, ...options, shell: false };
    options.execPath ||= process.execPath;
    const execArgv = options.execArgv ?? process.execArgv;
    if (typeof options.stdio === 'string') {
        options.stdio = [options.stdio, options.stdio, options.stdio, 'ipc'];
    } else if (!Array.isArray(options.stdio)) {
        const word = options.silent ? 'pipe' : 'inherit';
        options.stdio = [word, word, word, 'ipc'];
    } else if (!options.stdio.includes('ipc')) {
        throw new codes.ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
    }
    return spawn(options.execPath, [...execArgv, modulePath, ...args],
                 options);
}

module.exports = {
    ChildProcess,
    exec,
    execFile,
    execFileSync,
    execSync,
    fork,
    spawn,
    spawnSync,
};
