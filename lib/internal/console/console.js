'use strict';
/*
 * internal/console/console - the Console class and the global console.
 *
 * A console has two streams to write to. Those of the global one are
 * process.stdout and process.stderr, or what the program has put in their
 * place before the first line. As long as the stream was not read, lines are
 * written without it, so that console.log('hello') loads none: see goesPast().
 *
 * Methods are bound to their console, since they are passed around as plain
 * functions. Tables and times are in internal/console/more, loaded on use.
 */

const { outputs } = require('internal/process/object');
const { markTickPending } = internalBinding('order');
const { fdType, write: writeTo } = internalBinding('stdio');
/* Loaded when first used: internal/console/more, internal/errors,
 * internal/process/output, internal/process/stdio, internal/util/color_depth,
 * internal/util/format, internal/util/inspect, internal/validators. */

const ReflectApply = Reflect.apply;
const ObjectDefineProperty = Object.defineProperty;
const ObjectHasOwn = Object.hasOwn;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const FunctionBind = Function.prototype.bind;

const kColorMode = Symbol('kColorMode');
const kIsConsole = Symbol('kIsConsole');
const kGroupIndentWidth = Symbol('kGroupIndentWidth');
const kGroupIndentation = Symbol('kGroupIndentationString');
const kCounts = Symbol('counts');
const kEnds = Symbol('kEnds');

const maxGroupIndentation = 1000;
const inspectOptionsOf = new WeakMap();

/* Set by diagnostics_channel and called before each line is written:
 * publish(method, args). */
const listeners = { publish: undefined };

function noop() {}

let formatModule; // not needed for a line that is one string
function format(options, args) {
    formatModule ??= require('internal/util/format');
    return formatModule.formatWithOptionsInternal(options, args);
}

/* ---- Writing ---------------------------------------------------------- */

/* Later errors of the stream: listen if there is no other listener. */
function makeErrorHandler(getStream) {
    return (error) => {
        if (error === null)
            return;
        const stream = getStream();
        if (!stream._writableState.errorEmitted &&
            stream.listenerCount('error') === 0)
            stream.once('error', noop);
    };
}

function write(self, isError, text) {
    const indent = self[kGroupIndentation];
    if (indent !== '') {
        if (text.includes('\n'))
            text = text.replaceAll('\n', `\n${indent}`);
        text = indent + text;
    }
    text += '\n';
    const end = self[kEnds]?.[isError ? 1 : 0];
    if (end === undefined || !goesPast(end) || !writePast(end, text))
        writeToStream(self, isError, text);
}

/* Our own streams emit nothing before a tick; without listeners a listener of
 * ours would make no difference. */
function isQuiet(stream) {
    return stream._isStdio === true && stream._eventsCount === 0 &&
        !ObjectHasOwn(stream, 'write');
}

/* The stream may fail. A program cannot handle the error of a log line, so it
 * is ignored, except a stack overflow. */
function writeToStream(self, isError, text) {
    const stream = isError ? self._stderr : self._stdout;
    const handler = isError ? self._stderrErrorHandler :
        self._stdoutErrorHandler;
    if (self._ignoreErrors === false) {
        stream.write(text);
        return;
    }
    if (isQuiet(stream)) {
        stream.write(text, handler);
        return;
    }
    try {
        if (stream.listenerCount('error') === 0)
            stream.once('error', noop);
        stream.write(text, handler);
    } catch (error) {
        const errors = require('internal/errors');
        errors.throwIfNoMemory(error);
        if (errors.isStackOverflowError(error))
            throw error;
    } finally {
        stream.removeListener('error', noop);
    }
}

const colored = { colors: true };
const plain = {};

/* A standard stream that was not created yet and is not a terminal has no
 * colours; it is not created to find that out. */
function isPlainEnd(self, isError) {
    const end = self[kEnds]?.[isError ? 1 : 0];
    return end !== undefined && goesPast(end) && fdType(end.fd) !== 'TTY' &&
        process.env.FORCE_COLOR === undefined;
}

/* Whether the stream takes colours; the user's options come first. */
function getInspectOptions(self, isError) {
    let mode = self[kColorMode];
    if (mode === 'auto' && isPlainEnd(self, isError)) {
        mode = false;
    } else if (mode === 'auto') {
        const stream = isError ? self._stderr : self._stdout;
        mode = (stream.isTTY || process.env.FORCE_COLOR !== undefined) &&
            require('internal/util/color_depth').shouldColorize(stream);
    }
    let options = inspectOptionsOf.get(self);
    if (options !== undefined && typeof options.get === 'function')
        options = options.get(isError ? self._stderr : self._stdout);
    if (options) {
        if (options.colors === undefined)
            return { ...options, colors: mode };
        return options;
    }
    return mode ? colored : plain;
}

function isAllStrings(args) {
    for (let i = 0; i < args.length; i++) {
        if (typeof args[i] !== 'string')
            return false;
    }
    return true;
}

function print(self, isError, args) {
    let text;
    if (args.length === 1 && typeof args[0] === 'string') {
        text = args[0];
    } else {
        const options = isAllStrings(args)
            ? undefined : getInspectOptions(self, isError);
        text = format(options, args);
    }
    write(self, isError, text);
}

function publish(method, args) {
    if (listeners.publish !== undefined)
        listeners.publish(method, args);
}

/* ---- The methods ------------------------------------------------------ */

let moreModule;
function more() {
    moreModule ??= require('internal/console/more');
    return moreModule;
}

function warn(message) {
    process.emitWarning(message);
}

const methods = {
    log(...args) {
        publish('log', args);
        print(this, false, args);
    },

    info(...args) {
        publish('info', args);
        print(this, false, args);
    },

    debug(...args) {
        publish('debug', args);
        print(this, false, args);
    },

    warn(...args) {
        publish('warn', args);
        print(this, true, args);
    },

    error(...args) {
        publish('error', args);
        print(this, true, args);
    },

    dir(object, options) {
        const { inspect } = require('internal/util/inspect');
        write(this, false, inspect(object, {
            customInspect: false,
            ...getInspectOptions(this, false),
            ...options,
        }));
    },

    time(label = 'default') {
        label = `${label}`;
        if (this._times.has(label)) {
            warn(`Label '${label}' already exists for console.time()`);
            return;
        }
        this._times.set(label, process.hrtime());
    },

    timeEnd(label = 'default') {
        label = `${label}`;
        if (logTime(this, label, 'timeEnd', []))
            this._times.delete(label);
    },

    timeLog(label = 'default', ...data) {
        logTime(this, `${label}`, 'timeLog', data);
    },

    trace: function trace(...args) {
        const error = {
            name: 'Trace',
            message: format(getInspectOptions(this, true), args),
        };
        Error.captureStackTrace(error, trace);
        this.error(error.stack);
    },

    assert(expression, ...args) {
        if (expression)
            return;
        if (typeof args[0] === 'string')
            args[0] = `Assertion failed: ${args[0]}`;
        else
            args = ['Assertion failed', ...args];
        ReflectApply(this.warn, this, args);
    },

    clear() {
        const stream = this._stdout;
        if (stream.isTTY && process.env.TERM !== 'dumb')
            stream.write('\u001b[1;1H\u001b[0J');
    },

    count(label = 'default') {
        label = `${label}`;
        const count = (this[kCounts].get(label) ?? 0) + 1;
        this[kCounts].set(label, count);
        this.log(`${label}: ${count}`);
    },

    countReset(label = 'default') {
        label = `${label}`;
        if (!this[kCounts].has(label)) {
            warn(`Count for '${label}' does not exist`);
            return;
        }
        this[kCounts].delete(label);
    },

    group(...data) {
        if (data.length > 0)
            ReflectApply(this.log, this, data);
        this[kGroupIndentation] += ' '.repeat(this[kGroupIndentWidth]);
    },

    groupEnd() {
        const indent = this[kGroupIndentation];
        this[kGroupIndentation] =
            indent.slice(0, indent.length - this[kGroupIndentWidth]);
    },

    table(tabularData, properties) {
        if (properties !== undefined) {
            const { validateArray } = require('internal/validators');
            validateArray(properties, 'properties');
        }
        if (tabularData === null || typeof tabularData !== 'object') {
            this.log(tabularData);
            return;
        }
        this.log(more().formatTable(tabularData, properties,
                                    getInspectOptions(this, false)));
    },
};

methods.dirxml = methods.log;
methods.groupCollapsed = methods.group;

/* False if no such time is running. */
function logTime(self, label, method, data) {
    const start = self._times.get(label);
    if (start === undefined) {
        warn(`No such label '${label}' for console.${method}()`);
        return false;
    }
    const { 0: seconds, 1: nanoseconds } = process.hrtime(start);
    const text = more().formatTime(seconds * 1000 + nanoseconds / 1e6);
    if (data.length === 0)
        self.log('%s: %s', label, text);
    else
        ReflectApply(self.log, self, ['%s: %s', label, text, ...data]);
    return true;
}

const methodNames = Object.keys(methods);

/* ---- Consoles --------------------------------------------------------- */

function hide(value) {
    return { __proto__: null, value, writable: true, enumerable: false,
             configurable: true };
}

/* Each method as an own property, bound; a subclass's own version counts. */
function bindMethods(self, source) {
    for (let i = 0; i < methodNames.length; i++) {
        const name = methodNames[i];
        const method = source[name];
        const bound = ReflectApply(FunctionBind, method, [self]);
        ObjectDefineProperty(bound, 'name',
                             { __proto__: null, value: name });
        self[name] = bound;
    }
}

function setFields(self, ignoreErrors, colorMode, indentation) {
    ObjectDefineProperty(self, '_stdoutErrorHandler',
                         hide(makeErrorHandler(() => self._stdout)));
    ObjectDefineProperty(self, '_stderrErrorHandler',
                         hide(makeErrorHandler(() => self._stderr)));
    ObjectDefineProperty(self, '_ignoreErrors', hide(Boolean(ignoreErrors)));
    ObjectDefineProperty(self, '_times', hide(new Map()));
    ObjectDefineProperty(self, kCounts, hide(new Map()));
    ObjectDefineProperty(self, kColorMode, hide(colorMode));
    ObjectDefineProperty(self, kIsConsole, hide(true));
    ObjectDefineProperty(self, kGroupIndentation, hide(''));
    ObjectDefineProperty(self, kGroupIndentWidth, hide(indentation));
    ObjectDefineProperty(self, Symbol.toStringTag, {
        __proto__: null, value: 'console', writable: false,
        enumerable: false, configurable: true,
    });
}

function checkStreams(stdout, stderr) {
    const { ERR_CONSOLE_WRITABLE_STREAM } = require('internal/errors').codes;
    if (!stdout || typeof stdout.write !== 'function')
        throw new ERR_CONSOLE_WRITABLE_STREAM('stdout');
    if (!stderr || typeof stderr.write !== 'function')
        throw new ERR_CONSOLE_WRITABLE_STREAM('stderr');
}

function checkOptions(options, colorMode, indentation) {
    const { codes: { ERR_INCOMPATIBLE_OPTION_PAIR } } =
        require('internal/errors');
    const { validateInteger, validateObject, validateOneOf } =
        require('internal/validators');
    validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
    if (indentation !== undefined)
        validateInteger(indentation, 'groupIndentation', 0,
                        maxGroupIndentation);
    const { inspectOptions } = options;
    if (inspectOptions === undefined)
        return;
    validateObject(inspectOptions, 'options.inspectOptions');
    if (inspectOptions.colors !== undefined &&
        options.colorMode !== undefined) {
        throw new ERR_INCOMPATIBLE_OPTION_PAIR(
            'options.inspectOptions.color', 'colorMode');
    }
}

function Console(options) {
    if (new.target === undefined)
        return Reflect.construct(Console, arguments);
    if (!options || typeof options.write === 'function') {
        options = { stdout: options, stderr: arguments[1],
                    ignoreErrors: arguments[2] };
    }
    const { stdout, stderr = stdout, ignoreErrors = true,
            colorMode = 'auto', inspectOptions, groupIndentation } = options;
    checkStreams(stdout, stderr);
    checkOptions(options, colorMode, groupIndentation);
    if (inspectOptions !== undefined)
        inspectOptionsOf.set(this, inspectOptions);

    bindMethods(this, this);
    ObjectDefineProperty(this, '_stdout', hide(stdout));
    ObjectDefineProperty(this, '_stderr', hide(stderr));
    setFields(this, ignoreErrors, colorMode, groupIndentation ?? 2);
}

for (let i = 0; i < methodNames.length; i++)
    Console.prototype[methodNames[i]] = methods[methodNames[i]];

/* The global console is one too, though Console did not make it. */
ObjectDefineProperty(Console, Symbol.hasInstance, {
    __proto__: null,
    ...Object.getOwnPropertyDescriptor({
        [Symbol.hasInstance](instance) {
            return instance?.[kIsConsole] === true;
        },
    }, Symbol.hasInstance),
    writable: false, enumerable: false, configurable: false,
});

/* ---- The global console ----------------------------------------------- */

/* One of its two streams. Once used, it is the process.stdout of that moment,
 * even if the property changes. */
function makeEnd(fd, name) {
    const getOwn = () => require('internal/process/stdio').getStream(fd);
    const onDone = (status) => getOwn()._done(status);
    return { fd, name, getOwn, onDone, stream: undefined, hasBegun: false };
}

function getStream(end) {
    end.stream ??= end.hasBegun ? end.getOwn() : process[end.name];
    return end.stream;
}

function defineStream(self, end) {
    ObjectDefineProperty(self, `_${end.name}`, {
        __proto__: null,
        get() { return getStream(end); },
        set(stream) { end.stream = stream; },
        enumerable: false,
        configurable: true,
    });
}

/* Was the stream not created yet, so that it would be a built-in one? */
function goesPast(end) {
    if (end.stream !== undefined || outputs.isMade[end.fd])
        return false;
    end.hasBegun ||= outputs.getters[end.fd] ===
        ObjectGetOwnPropertyDescriptor(process, end.name)?.get;
    return end.hasBegun;
}

/* True if the descriptor took the whole line; in Node a tick follows. Else the
 * stream is made, and gets the result. */
function writePast(end, text) {
    const result = writeTo(end.fd, text, end.onDone);
    if (result === 0)
        markTickPending();
    else
        require('internal/process/output').giveResult(getStream(end), result);
    return result === 0;
}

/* The web wants an empty object between the console and Object.prototype. */
function createGlobalConsole() {
    const self = { __proto__: {} };
    const ends = [makeEnd(1, 'stdout'), makeEnd(2, 'stderr')];
    bindMethods(self, methods);
    ObjectDefineProperty(self, kEnds, hide(ends));
    setFields(self, true, 'auto', 2);
    defineStream(self, ends[0]);
    defineStream(self, ends[1]);
    self.Console = Console;
    self.profile = function profile() {};
    self.profileEnd = function profileEnd() {};
    self.timeStamp = function timeStamp() {};
    self.context = function context(name) { return {}; };
    self.createTask = function createTask() {
        return { run: (fn) => fn() };
    };
    return self;
}

let globalConsole;

function getGlobalConsole() {
    globalConsole ??= createGlobalConsole();
    return globalConsole;
}

module.exports = { Console, getGlobalConsole, listeners };
