'use strict';
/*
 * internal/console - the Console class and the global console.
 *
 * A console has two ends to write to. One that a program makes has two streams.
 * The global one is handed two functions when the runtime starts, so that
 * console.log('hello') loads no stream: each writes one text to where
 * process.stdout or process.stderr goes, in order with what is written there.
 *
 * Methods are bound to their console, since they are passed around as plain
 * functions. Tables and times are in internal/console_more, loaded on use.
 */

const { oweTick } = internalBinding('order');

const ReflectApply = Reflect.apply;
const ObjectDefineProperty = Object.defineProperty;
const FunctionBind = Function.prototype.bind;

const kColorMode = Symbol('kColorMode');
const kIsConsole = Symbol('kIsConsole');
const kGroupIndentWidth = Symbol('kGroupIndentWidth');
const kGroupIndentation = Symbol('kGroupIndentationString');
const kCounts = Symbol('counts');
const kWriters = Symbol('kWriters');

const maxGroupIndentation = 1000;
const inspectOptionsOf = new WeakMap();

/* What diagnostics_channel puts here is told of every line before it is
 * written: publish(method, args). */
const listeners = { publish: undefined };

function noop() {}

let formatModule; // not needed for a line that is one string
function format(options, args) {
    formatModule ??= require('internal/util/format');
    return formatModule.formatWithOptionsInternal(options, args);
}

/* ---- Writing ---------------------------------------------------------- */

/* Write to a stream that may fail. Nobody can handle the error of a line of
 * log, so it is swallowed, but for an exhausted stack. */
function writeIgnoringErrors(stream, text, handler) {
    if (stream.destroyed)
        return;
    if (typeof stream.once !== 'function') {
        stream.write(text, handler);
        return;
    }
    if (stream.listenerCount('error') === 0)
        stream.once('error', noop);
    try {
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

/* Handlers for what a stream reports later: if nobody listens, listen. */
function makeErrorHandler(getStream) {
    return (error) => {
        const stream = getStream();
        if (error !== null && error !== undefined &&
            !stream._writableState?.errorEmitted &&
            stream.listenerCount?.('error') === 0)
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
    const writer = self[kWriters]?.[isError ? 1 : 0];
    if (writer !== undefined) {
        writer(text);
        return;
    }
    const stream = isError ? self._stderr : self._stdout;
    if (self._ignoreErrors === false) {
        stream.write(text);
        return;
    }
    writeIgnoringErrors(stream, text, isError ? self._stderrErrorHandler
                                              : self._stdoutErrorHandler);
}

const colored = { colors: true };
const plain = {};

/* Whether the stream takes colours; the user's options come first. */
function getInspectOptions(self, isError) {
    let mode = self[kColorMode];
    if (mode === 'auto') {
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
    moreModule ??= require('internal/console_more');
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

/* A stream property of the global console: process.stdout when it is asked
 * for. Who sets another stream gets all that follows. */
function defineStream(self, property, name, index) {
    let own;
    ObjectDefineProperty(self, property, {
        __proto__: null,
        get() { return own ?? process[name]; },
        set(stream) {
            own = stream;
            self[kWriters][index] = undefined;
        },
        enumerable: false,
        configurable: true,
    });
}

let globalConsole;

/* Make the global console; `writeOut` and `writeErr` take one text each. */
function createGlobalConsole(writeOut, writeErr) {
    const self = {};
    bindMethods(self, methods);
    ObjectDefineProperty(self, kWriters, hide([writeOut, writeErr]));
    setFields(self, true, 'auto', 2);
    defineStream(self, '_stdout', 'stdout', 0);
    defineStream(self, '_stderr', 'stderr', 1);
    self.Console = Console;
    self.profile = function profile() {};
    self.profileEnd = function profileEnd() {};
    self.timeStamp = function timeStamp() {};
    self.context = function context(name) { return {}; };
    self.createTask = function createTask() {
        return { run: (fn) => fn() };
    };
    globalConsole = self;
    return self;
}

/* The streams of Node end every write of the console's with a tick. */
function getGlobalConsole() {
    return globalConsole ?? createGlobalConsole(
        (text) => { process.stdout.write(text); oweTick(); },
        (text) => { process.stderr.write(text); oweTick(); });
}

module.exports = { Console, createGlobalConsole, getGlobalConsole, listeners };
