'use strict';
/*
 * internal/repl/server - the class behind repl.REPLServer.
 *
 * Code that a REPL has started runs in an async context that names the REPL, so
 * that an error that nobody catches later on is shown by it, too.
 */

const EventEmitter = require('events');
const { LineEditor, kSawKeyPress } = require('internal/readline/editor');
const { AsyncLocalStorage } = require('async_hooks');
const { inspect } = require('internal/util/inspect');
const { codes: { ERR_INVALID_REPL_EVAL_CONFIG, ERR_INVALID_REPL_INPUT } } =
    require('internal/errors');
const { validateFunction, validateObject } = require('internal/validators');
const { Recoverable, evaluate, nextName } =
    require('internal/repl/evaluate');
const { createContext } = require('internal/repl/context');
const { defineDefaultCommands, kEditorText } =
    require('internal/repl/commands');
/* Loaded when first used: internal/process/execution, internal/process/object,
 * internal/readline/completion, internal/repl/completion, internal/repl/errors,
 * internal/repl/history_file, internal/repl/preview, util. */

const kModeSloppy = Symbol('repl-sloppy');
const kModeStrict = Symbol('repl-strict');
const kStandalone = Symbol('kStandaloneREPL');

// ---- Errors that nobody caught ----------------------------------------------

const running = new AsyncLocalStorage();
let standalone;
let servers = 0;

/* True if a REPL has shown it. */
function capture(error) {
    const server = running.getStore() ?? standalone;
    if (server === undefined || server.closed)
        return false;
    if (server[kStandalone] && process.listenerCount('uncaughtException') > 0)
        return false;
    server.reportError(error);
    return true;
}

function refuseListener(event) {
    if (event === 'uncaughtException' && running.getStore() !== undefined &&
        !running.getStore()[kStandalone]) {
        throw new ERR_INVALID_REPL_INPUT(
            'Listeners for `uncaughtException` cannot be used in the REPL');
    }
}

function addServer(server) {
    const { setReplCapture } = require('internal/process/execution');
    if (servers++ === 0) {
        setReplCapture(capture);
        process.prependListener('newListener', refuseListener);
    }
    server.once('exit', () => {
        if (--servers === 0) {
            setReplCapture(undefined);
            process.removeListener('newListener', refuseListener);
        }
    });
}

// ---- Options ----------------------------------------------------------------

const writer = (value) => inspect(value, writer.options);
writer.options = { ...inspect.defaultOptions, showProxy: true };

function checkOptions(given) {
    const options = { ...given };
    if (!options.input && !options.output) {
        const stream = options.stream || options.socket || process;
        options.input = stream.stdin || stream;
        options.output = stream.stdout || stream;
    }
    if (options.breakEvalOnSigint && options.eval)
        throw new ERR_INVALID_REPL_EVAL_CONFIG();
    options.terminal = !!(options.terminal ?? options.output.isTTY);
    if (options.terminal && options.useColors === undefined) {
        const { output } = options;
        options.useColors = !!output.isTTY &&
            (typeof output.getColorDepth !== 'function' ||
             output.getColorDepth() > 2);
    }
    return options;
}

class Server extends LineEditor {
    #options;
    #waiting = ''; // text that lacks its end, without a terminal
    #isPaused = false; // keys wait until an evaluation is done
    #onInterrupt; // Ctrl+C meanwhile
    #keys = [];
    #sawInterrupt = false;
    #endsEditor = false; // ctrl d has ended the editor mode
    #isLoading = false;
    #preview;

    constructor(given) {
        const options = checkOptions(given);
        super({
            input: options.input, output: options.output,
            completer: options.completer ||
                ((text, callback) => this.#complete(text, callback)),
            terminal: options.terminal, historySize: options.historySize,
            prompt: options.prompt,
        });
        this.#options = options;
        this.#setFields(options);
        this.#setStreams();
        addServer(this);
        this.eval = (...args) =>
            running.run(this, options.eval || evaluate.bind(this), ...args);
        this.resetContext();
        this.commands = { __proto__: null };
        defineDefaultCommands(this);
        this.writer = options.writer || writer;
        if (this.writer === writer)
            this.#setWriter();
        this.#listen();
        this.displayPrompt();
    }

    #setFields(options) {
        this[kStandalone] = !!options[kStandalone];
        if (this[kStandalone])
            standalone = this;
        this.allowBlockingCompletions = !!options.allowBlockingCompletions;
        this.useColors = !!options.useColors;
        this.useGlobal = !!options.useGlobal;
        this.ignoreUndefined = !!options.ignoreUndefined;
        this.replMode = options.replMode || kModeSloppy;
        this.underscoreAssigned = false;
        this.last = undefined;
        this.underscoreErrAssigned = false;
        this.lastError = undefined;
        this.breakEvalOnSigint = !!options.breakEvalOnSigint;
        this.editorMode = false;
        this._initialPrompt = this.getPrompt();
        this._domain = new EventEmitter();
        this._domain.on('error', (error) => this.#showError(error));
        const shows = options.terminal &&
            (options.preview !== undefined ? options.preview : !options.eval);
        if (shows) {
            const { Preview } = require('internal/repl/preview');
            this.#preview = new Preview(this);
        }
    }

    #setWriter() {
        writer.options.colors = this.useColors;
        if (!this[kStandalone])
            return;
        Object.defineProperty(inspect, 'replDefaults', {
            __proto__: null, configurable: true, enumerable: true,
            get: () => writer.options,
            set(options) {
                validateObject(options, 'options');
                Object.assign(writer.options, options);
            },
        });
    }

    #setStreams() {
        const { options } = require('internal/process/object');
        const warn = (fn) => (options.pendingDeprecation ?
            require('util').deprecate(
                fn, 'repl.inputStream and repl.outputStream are deprecated. ' +
                'Use repl.input and repl.output instead', 'DEP0141') : fn);
        for (const name of ['input', 'output']) {
            Object.defineProperty(this, `${name}Stream`, {
                __proto__: null, configurable: true, enumerable: false,
                get: warn(() => this[name]),
                set: warn((stream) => { this[name] = stream; }),
            });
        }
    }

    get isStrict() {
        return this.replMode === kModeStrict;
    }

    #listen() {
        this.on('close', () => {
            if (this.#isPaused)
                this.#keys.push(undefined);
            else
                this.emit('exit');
        });
        this.on('SIGINT', () => this.#interrupt());
        this.on('line', (line) => this.#takeLine(line ?? ''));
        this.on('SIGCONT', () => {
            if (!this.editorMode)
                return this.displayPrompt(true);
            this.output.write(`${this._initialPrompt}.editor\n${kEditorText}` +
                              `${this.#waiting}\n`);
            this.prompt(true);
        });
    }

    // ---- Lines --------------------------------------------------------------

    #interrupt() {
        const isEmpty = this.line.length === 0;
        this.clearLine();
        this.setEditorMode(false);
        if (this.#waiting === '' && isEmpty) {
            if (this.#sawInterrupt) {
                this.#sawInterrupt = false;
                this.close();
                return;
            }
            this.output.write(
                '(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
            this.#sawInterrupt = true;
        } else {
            this.#sawInterrupt = false;
        }
        this.clearBufferedCommand();
        this.displayPrompt();
    }

    /* In the editor a line begins where the one before did. */
    #takeEditorLine(line) {
        this.#waiting += `${line}\n`;
        const indent = this[kSawKeyPress] && !this.#isLoading ?
            /^\s+/.exec(line) : null;
        if (indent !== null) {
            this.write(indent[0]);
            this.line = indent[0];
            this.cursor = indent[0].length;
        }
        this.lines.push(line);
    }

    /* True if the line was a command, or looks like one. */
    #runCommand(line) {
        const match = /^\.([^\s]+)\s*(.*)$/.exec(line);
        if (line[1] === '.' || match === null ||
            !Number.isNaN(Number.parseFloat(line)))
            return false;
        const command = this.commands[match[1]];
        if (command !== undefined) {
            command.action.call(this, match[2]);
            return true;
        }
        if (this.#waiting !== '')
            return false;
        this.output.write('Invalid REPL keyword\n');
        this.#finish(line, null);
        return true;
    }

    #takeLine(line) {
        this.#sawInterrupt = false;
        if (this.editorMode)
            return this.#takeEditorLine(line);
        if (line.trim()[0] === '.' && this.#runCommand(line.trim()))
            return undefined;
        const text = `${this.#waiting}${line}\n`;
        this.eval(text, this.context, nextName(),
                  (...result) => this.#finish(line, ...result));
        return undefined;
    }

    #continue(line) {
        if (this.terminal) {
            this._replacesNewest = true;
            this._continueLine(line);
        } else {
            this.#waiting += `${line}\n`;
            this.displayPrompt();
        }
    }

    #finish(line, error, ...value) {
        this.lines.push(...line.split('\n'));
        if (error instanceof Recoverable && !this.#endsEditor)
            return this.#continue(line);
        this.#endsEditor = false;
        this._replacesNewest = false;
        if (error && this.#isNpm(line)) {
            this.output.write('npm should be run outside of the Node.js ' +
                'REPL, in your normal shell.\n(Press Ctrl+D to exit.)\n');
            this.clearBufferedCommand();
            return this.displayPrompt();
        }
        if (error)
            return this.reportError(error instanceof Recoverable ?
                error.err : error);
        this.clearBufferedCommand();
        if (value.length > 0)
            this.#print(value[0]);
        if (!this.closed)
            this.displayPrompt();
        return undefined;
    }

    #isNpm(line) {
        return this.#waiting === '' && line.trim().startsWith('npm ');
    }

    #print(value) {
        if (this.ignoreUndefined && value === undefined)
            return;
        if (!this.underscoreAssigned)
            this.last = value;
        this.output.write(`${this.writer(value)}\n`);
    }

    // ---- Errors -------------------------------------------------------------

    reportError(error) {
        this._replacesNewest = false;
        this._domain.emit('error', error);
    }

    #showError(error) {
        const { describe } = require('internal/repl/errors');
        const text = describe(this, error);
        if (!this.underscoreErrAssigned)
            this.lastError = error;
        if (this[kStandalone] &&
            process.listenerCount('uncaughtException') > 0) {
            process.nextTick(() => {
                process.emit('uncaughtException', error);
                this.clearBufferedCommand();
                if (!this.closed)
                    this.displayPrompt();
            });
            return;
        }
        this.output.write(text);
        this.clearBufferedCommand();
        if (!this.closed)
            this.displayPrompt();
    }

    // ---- The editor mode, pausing, keys -------------------------------------

    setEditorMode(isOn) {
        this.editorMode = isOn;
        this.setPrompt(isOn ? '' : this._initialPrompt, true);
    }

    setPrompt(prompt, isTransient = false) {
        if (!isTransient)
            this._initialPrompt = `${prompt}`;
        super.setPrompt(prompt);
    }

    pauseKeys(onInterrupt) {
        this.#isPaused = true;
        this.#onInterrupt = onInterrupt;
    }

    resumeKeys() {
        this.#isPaused = false;
        while (!this.#isPaused && this.#keys.length > 0) {
            const key = this.#keys.shift();
            if (key === undefined)
                this.emit('exit');
            else
                this._ttyWrite(...key);
        }
    }

    #endEditor(text) {
        this.setEditorMode(false);
        this.#endsEditor = true;
        super._ttyWrite(text, { name: 'return' });
    }

    _ttyWrite(text, key) {
        key = key || {};
        if (this.#isPaused) {
            if (key.ctrl && key.name === 'c' && this.#onInterrupt)
                this.#onInterrupt();
            else
                this.#keys.push([text, key]);
            return;
        }
        if (this.editorMode && this.terminal) {
            if (key.ctrl && !key.shift && key.name === 'd')
                this.#endEditor(text);
            else if (!/^(up|down)$/.test(key.name) &&
                     !(key.ctrl && /^[np]$/.test(key.name)))
                super._ttyWrite(text, key);
            return;
        }
        if (key.ctrl && key.name === 'd' && this.line.length === 0)
            this.clearLine();
        this.#preview?.clear(key);
        super._ttyWrite(text, key);
        if (!this.closed)
            this.#preview?.show(key);
    }

    // ---- What programs call -------------------------------------------------

    get bufferedCommand() {
        return this.#waiting;
    }

    clearBufferedCommand() {
        this.#waiting = '';
        this.lines.level = [];
    }

    createContext() {
        return createContext(this);
    }

    #defineUnderscore(name, field, flag) {
        Object.defineProperty(this.context, name, {
            __proto__: null, configurable: true, get: () => this[field],
            set: (value) => {
                this[field] = value;
                if (!this[flag]) {
                    this[flag] = true;
                    this.output.write(
                        `Expression assignment to ${name} now disabled.\n`);
                }
            },
        });
    }

    resetContext() {
        this.context = this.createContext();
        this.underscoreAssigned = false;
        this.underscoreErrAssigned = false;
        this.lines = [];
        this.lines.level = [];
        this.#defineUnderscore('_', 'last', 'underscoreAssigned');
        this.#defineUnderscore('_error', 'lastError', 'underscoreErrAssigned');
        this.emit('reset', this.context);
    }

    displayPrompt(preserveCursor) {
        super.setPrompt(this.#waiting === '' ? this._initialPrompt : '| ');
        this.prompt(preserveCursor);
    }

    defineCommand(keyword, command) {
        if (typeof command === 'function')
            command = { action: command };
        else
            validateFunction(command.action, 'cmd.action');
        this.commands[keyword] = command;
    }

    /* The lines of a file, as if they were typed in the editor. */
    loadText(text) {
        this.setEditorMode(true);
        this.#isLoading = true;
        this.write(text);
        this.#isLoading = false;
        this.setEditorMode(false);
        this.#endsEditor = true;
        this.write('\n');
    }

    setupHistory(config = {}, callback) {
        const options = typeof config === 'string' ? { filePath: config } :
            config;
        const done = callback ?? options.onHistoryFileLoaded ?? (() => {});
        if (options.size !== undefined)
            this.historySize = options.size;
        if (options.removeHistoryDuplicates !== undefined) {
            this.historyManager.removesDuplicates =
                !!options.removeHistoryDuplicates;
        }
        require('internal/repl/history_file')
            .setup(this, options.filePath, done);
    }

    close() {
        this.historyFile?.flush();
        process.nextTick(() => super.close());
    }

    #complete(text, callback) {
        if (this.editorMode)
            callback = this.completeOnEditorMode(callback);
        require('internal/repl/completion').complete(this, text, callback);
    }

    complete(text, callback) {
        require('internal/readline/completion').ask(this, text, callback);
    }

    /* Without a list: only what all have in common. */
    completeOnEditorMode(callback) {
        return (error, results) => {
            if (error)
                return callback(error);
            const [completions, completeOn = ''] = results;
            const { commonPrefix } = require('internal/readline/completion');
            const texts = completions.filter(
                (entry) => entry && entry.length > completeOn.length);
            return callback(null, [[commonPrefix(texts)], completeOn]);
        };
    }
}

module.exports = { Recoverable, Server, kModeSloppy, kModeStrict, kStandalone,
                   running, writer };
