'use strict';
/*
 * internal/readline/interface - lines from a stream, without a terminal: what
 * node:readline, node:readline/promises and the REPL are made of. The editor of
 * a terminal's line is in internal/readline/editor, which inherits from this.
 *
 *     input --'data'--> _normalWrite() --+
 *     input --'keypress'--> _ttyWrite() -+--> _onLine() --> question or 'line'
 */

const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');
const { validateAbortSignal, validateString, validateUint32 } =
    require('internal/validators');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_USE_AFTER_CLOSE } } =
    require('internal/errors');
const { History } = require('internal/readline/history');
/* Loaded when first used: internal/events/abort_listener. */

const kMinCrlfDelayMs = 100;
const kEscapeTimeoutMs = 500;
const kFirstEventParam = Symbol.for('nodejs.kFirstEventParam');
const kSawKeyPress = Symbol.for('orrery.sawKeyPress');
const kQuestion = Symbol('question');
const kQuestionCancel = Symbol('cancel the question');

const kLineEnding = /\r?\n|\r(?!\n)|\u2028|\u2029/g;

/* Both forms of the constructor's arguments, as one options object. */
function gatherOptions(input, output, completer, terminal) {
    return input?.input ? input : { input, output, completer, terminal };
}

function checkEscapeTimeout(value = kEscapeTimeoutMs) {
    if (!Number.isFinite(value))
        throw new ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', value);
    return value;
}

function checkCompleter(completer) {
    if (completer !== undefined && typeof completer !== 'function')
        throw new ERR_INVALID_ARG_VALUE('completer', completer);
    return completer;
}

class LineReader extends EventEmitter {
    #decoder;
    #rest = ''; // of a line that has not ended
    #sawReturnAt = 0;
    #question;
    #promptBefore;

    constructor(...args) {
        super();
        const options = gatherOptions(...args);
        const { input, output, signal, tabSize, crlfDelay, prompt } = options;
        this[kSawKeyPress] = false;
        this.isCompletionEnabled = true;
        this._previousKey = null;
        this.escapeCodeTimeout = checkEscapeTimeout(options.escapeCodeTimeout);
        this.tabSize = 8;
        if (tabSize !== undefined) {
            validateUint32(tabSize, 'tabSize', true);
            this.tabSize = tabSize;
        }
        if (signal)
            validateAbortSignal(signal, 'options.signal');
        this.completer = checkCompleter(options.completer);
        this.historyManager = new History(options);
        this.line = '';
        this.cursor = 0;
        this.input = input;
        this.output = output;
        this.crlfDelay = Math.max(kMinCrlfDelayMs, Number(crlfDelay) || 0);
        this.terminal = options.terminal === undefined ?
            !!output?.isTTY : !!options.terminal;
        this.paused = false;
        this.closed = false;
        this.setPrompt(prompt === undefined ? '> ' : prompt);
        this.#listen(input);
        if (signal)
            this.#closeOnAbort(signal);
        input.resume();
    }

    // ---- Where lines come from ----------------------------------------------

    #listen(input) {
        const onError = (error) => this.emit('error', error);
        input.on('error', onError);
        this.once('close', () => input.removeListener('error', onError));
        if (this.terminal)
            this._openTerminal();
        else
            this.#openPlain(input);
    }

    #openPlain(input) {
        const onData = (chunk) => this._normalWrite(chunk);
        const onEnd = () => {
            if (this.#rest !== '')
                this.emit('line', this.#rest);
            this.close();
        };
        this.#decoder = new StringDecoder('utf8');
        input.on('data', onData);
        input.on('end', onEnd);
        this.once('close', () => {
            input.removeListener('data', onData);
            input.removeListener('end', onEnd);
        });
    }

    #closeOnAbort(signal) {
        const onAbort = () => this.close();
        if (signal.aborted) {
            process.nextTick(onAbort);
            return;
        }
        const { addAbortListener } = require('internal/events/abort_listener');
        const disposable = addAbortListener(signal, onAbort);
        this.once('close', disposable[Symbol.dispose]);
    }

    /* "\r" may be the end of a line, or half of one whose other half comes with
     * the next chunk. */
    #dropSecondHalf(text) {
        if (this.#sawReturnAt === 0 ||
            Date.now() - this.#sawReturnAt > this.crlfDelay)
            return text;
        this.#sawReturnAt = 0;
        return text[0] === '\n' ? text.slice(1) : text;
    }

    _normalWrite(chunk) {
        if (chunk === undefined)
            return;
        const text = this.#dropSecondHalf(this.#decoder.write(chunk));
        // The rest has no end of a line in it, unless it was a half of one.
        if (text.search(kLineEnding) === -1) {
            this.#rest += text;
            return;
        }
        this.#sawReturnAt = text.endsWith('\r') ? Date.now() : 0;
        const lines = (this.#rest + text).split(kLineEnding);
        this.#rest = lines.pop();
        for (const line of lines)
            this._onLine(line);
    }

    _onLine(line) {
        if (this.#question === undefined) {
            this.emit('line', line);
            return;
        }
        const answer = this.#question;
        this.#question = undefined;
        this.setPrompt(this.#promptBefore);
        answer(line);
    }

    // ---- Prompts and questions ----------------------------------------------

    get columns() {
        return this.output?.columns || Infinity;
    }

    setPrompt(prompt) {
        this._prompt = `${prompt}`;
    }

    getPrompt() {
        return this._prompt;
    }

    prompt(preserveCursor) {
        if (this.closed)
            throw new ERR_USE_AFTER_CLOSE('readline');
        if (this.paused)
            this.resume();
        if (!this.terminal || process.env.TERM === 'dumb') {
            this._writeToOutput(this._prompt);
            return;
        }
        if (!preserveCursor)
            this.cursor = 0;
        this._refreshLine();
    }

    [kQuestion](query, callback) {
        if (this.closed)
            throw new ERR_USE_AFTER_CLOSE('readline');
        if (this.#question !== undefined) {
            this.prompt();
            return;
        }
        this.#promptBefore = this._prompt;
        this.setPrompt(query);
        this.#question = callback;
        this.prompt();
    }

    [kQuestionCancel]() {
        if (this.#question === undefined)
            return;
        this.#question = undefined;
        this.setPrompt(this.#promptBefore);
        this.clearLine();
    }

    _writeToOutput(text) {
        validateString(text, 'stringToWrite');
        this.output?.write(text);
    }

    _setRawMode(isRaw) {
        const wasRaw = this.input.isRaw;
        if (typeof this.input.setRawMode === 'function')
            this.input.setRawMode(isRaw);
        return wasRaw;
    }

    // ---- Life ---------------------------------------------------------------

    close() {
        if (this.closed)
            return;
        this.pause();
        if (this.terminal)
            this._setRawMode(false);
        this.closed = true;
        this.emit('close');
    }

    pause() {
        if (this.closed)
            throw new ERR_USE_AFTER_CLOSE('readline');
        if (this.paused)
            return this;
        this.input.pause();
        this.paused = true;
        this.emit('pause');
        return this;
    }

    resume() {
        if (this.closed)
            throw new ERR_USE_AFTER_CLOSE('readline');
        if (!this.paused)
            return this;
        this.input.resume();
        this.paused = false;
        this.emit('resume');
        return this;
    }

    write(data, key) {
        if (this.closed)
            throw new ERR_USE_AFTER_CLOSE('readline');
        if (this.paused)
            this.resume();
        if (this.terminal)
            this._ttyWrite(data, key);
        else
            this._normalWrite(data);
    }

    [Symbol.dispose]() {
        this.close();
    }

    /* A line for each turn; when the loop is left the interface is closed. */
    [Symbol.asyncIterator]() {
        this.lines ??= EventEmitter.on(this, 'line', {
            close: ['close'], highWaterMark: 1024, [kFirstEventParam]: true,
        });
        return this.lines;
    }

    // ---- History ------------------------------------------------------------

    get history() { return this.historyManager.entries; }
    set history(list) { this.historyManager.entries = list; }
    get historySize() { return this.historyManager.size; }
    set historySize(size) { this.historyManager.size = size; }
    get historyIndex() { return this.historyManager.index; }
    set historyIndex(index) { this.historyManager.index = index; }
}

module.exports = { LineReader, kQuestion, kQuestionCancel, kSawKeyPress };
