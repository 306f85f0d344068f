'use strict';
/*
 * internal/readline/editor - editing a line on a terminal.
 *
 * The line may have several lines of its own, which are shown after "| ". It is
 * drawn anew with its prompt after most changes (_refreshLine): the cursor goes
 * up to where the prompt began, all below is cleared and written again, and the
 * cursor goes back to where it is in the line. A character at the end is only
 * written.
 */

const { LineReader, kQuestion, kQuestionCancel, kSawKeyPress } =
    require('internal/readline/interface');
const { clearScreenDown, cursorTo, moveCursor } =
    require('internal/readline/cursor');
const { emitKeypressEvents } = require('internal/readline/keypress');
const { getStringWidth, stripVTControlCharacters } =
    require('internal/util/string_width');
/* Loaded when first used: internal/readline/completion. */

const kContinuation = '| ';
const kMaxKills = 32;
const kMaxUndos = 2048;
const kLineEnding = /\r?\n|\r|\u2028|\u2029/;

/* The length of the character before, or at, a place of a text. */
function lengthBefore(text, at) {
    const isPair = at > 1 && text.codePointAt(at - 2) > 0xffff;
    return at <= 0 ? 0 : isPair ? 2 : 1;
}

function lengthAt(text, at) {
    if (at >= text.length)
        return 1; // so that moving to the right shows a suggestion
    return text.codePointAt(at) > 0xffff ? 2 : 1;
}

class LineEditor extends LineReader {
    #kills = []; // newest first
    #killIndex = 0;
    #yanks = false; // the last key was a yank
    #undos = [];
    #redos = [];
    #search = null; // what history is searched for
    #sawReturnAt = 0;

    _openTerminal() {
        const { input, output } = this;
        const onKeypress = (text, key) => {
            this._ttyWrite(text, key);
            // Half of a pair: once both are there they are another character.
            const code = key?.sequence?.codePointAt(0);
            if (code >= 0xd800 && code <= 0xdfff)
                this._refreshLine();
        };
        const onEnd = () => {
            if (typeof this.line === 'string' && this.line.length > 0)
                this.emit('line', this.line);
            this.close();
        };
        const onResize = () => this._refreshLine();
        emitKeypressEvents(input, this);
        input.on('keypress', onKeypress);
        input.on('end', onEnd);
        this._setRawMode(true);
        this.terminal = true;
        this.cursor = 0;
        output?.on('resize', onResize);
        this.once('close', () => {
            input.removeListener('keypress', onKeypress);
            input.removeListener('end', onEnd);
            output?.removeListener('resize', onResize);
        });
    }

    // ---- Drawing ------------------------------------------------------------

    /* Columns and rows that a text takes, from the left edge. */
    _getDisplayPos(text) {
        const columns = this.columns;
        let offset = 0;
        let rows = 0;
        for (const character of stripVTControlCharacters(text)) {
            if (character === '\n') {
                rows += Math.ceil(offset / columns) || 1;
                offset = this.line.includes('\n') ? kContinuation.length : 0;
            } else if (character === '\t') {
                offset += this.tabSize - offset % this.tabSize;
            } else {
                const width = getStringWidth(character, false);
                if (width === 2 && (offset + 1) % columns === 0)
                    offset++; // it does not fit into the row
                offset += width;
            }
        }
        const cols = offset % columns;
        return { cols, rows: rows + (offset - cols) / columns };
    }

    getCursorPos() {
        return this._getDisplayPos(
            this._prompt + this.line.slice(0, this.cursor));
    }

    _getCursorPos() {
        return this.getCursorPos();
    }

    _refreshLine() {
        const end = this._getDisplayPos(this._prompt + this.line);
        const cursor = this.getCursorPos();
        if (this.prevRows > 0)
            moveCursor(this.output, 0, -this.prevRows);
        cursorTo(this.output, 0);
        clearScreenDown(this.output);
        this._writeToOutput(this._prompt +
            this.line.replaceAll('\n', `\n${kContinuation}`));
        if (end.cols === 0)
            this._writeToOutput(' '); // so that the terminal makes the row
        cursorTo(this.output, cursor.cols);
        if (end.rows > cursor.rows)
            moveCursor(this.output, 0, cursor.rows - end.rows);
        this.prevRows = cursor.rows;
    }

    clearLine() {
        this._moveCursor(Infinity);
        this._writeToOutput('\r\n');
        this.line = '';
        this.cursor = 0;
        this.prevRows = 0;
    }

    /* Let the line go on below; it was ended by a key before. */
    _continueLine(text) {
        this.line = `${text}\n`;
        this.cursor = this.line.length;
        this._writeToOutput(kContinuation);
        this.prevRows = this.line.split('\n').length - 1;
    }

    // ---- Changing -----------------------------------------------------------

    #remember() {
        this.#undos.push({ line: this.line, cursor: this.cursor });
        if (this.#undos.length > kMaxUndos)
            this.#undos.shift();
        this.#redos = [];
    }

    #restore(from, to) {
        const state = from.pop();
        if (state === undefined)
            return;
        to.push({ line: this.line, cursor: this.cursor });
        this.line = state.line;
        this.cursor = state.cursor;
        this._refreshLine();
    }

    /* Put a text in the place of a part of the line; the cursor is after it. */
    #replace(start, end, text) {
        this.#remember();
        this.#put(start, end, text);
    }

    #put(start, end, text) {
        this.line = this.line.slice(0, start) + text + this.line.slice(end);
        this.cursor = start + text.length;
        this._refreshLine();
    }

    _insertString(text) {
        if (this.cursor < this.line.length) {
            this.#replace(this.cursor, this.cursor, text);
            return;
        }
        this.#remember();
        const before = this.getCursorPos();
        this.line += text;
        this.cursor += text.length;
        if (before.rows < this.getCursorPos().rows)
            this._refreshLine();
        else
            this._writeToOutput(text);
    }

    #kill(start, end) {
        const text = this.line.slice(start, end);
        this.#replace(start, end, '');
        if (text === '' || text === this.#kills[0])
            return;
        this.#kills.unshift(text);
        this.#killIndex = 0;
        if (this.#kills.length > kMaxKills)
            this.#kills.pop();
    }

    _yank() {
        if (this.#kills.length === 0)
            return;
        this.#yanks = true;
        this._insertString(this.#kills[this.#killIndex]);
    }

    _yankPop() {
        if (!this.#yanks || this.#kills.length < 2)
            return;
        const last = this.#kills[this.#killIndex];
        this.#killIndex = (this.#killIndex + 1) % this.#kills.length;
        this.#put(this.cursor - last.length, this.cursor,
                  this.#kills[this.#killIndex]);
    }

    _deleteLeft() {
        const length = lengthBefore(this.line, this.cursor);
        if (length > 0)
            this.#replace(this.cursor - length, this.cursor, '');
    }

    _deleteRight() {
        if (this.cursor < this.line.length) {
            const length = lengthAt(this.line, this.cursor);
            this.#replace(this.cursor, this.cursor + length, '');
        }
    }

    _deleteWordLeft() {
        if (this.cursor > 0)
            this.#replace(this.cursor - this.#wordBefore(), this.cursor, '');
    }

    /* The cursor stays. */
    _deleteWordRight() {
        if (this.cursor < this.line.length)
            this.#replace(this.cursor, this.cursor + this.#wordAfter(), '');
    }

    _deleteLineLeft() {
        this.#kill(0, this.cursor);
    }

    _deleteLineRight() {
        this.#kill(this.cursor, this.line.length);
    }

    _undo() {
        this.#restore(this.#undos, this.#redos);
    }

    _redo() {
        this.#restore(this.#redos, this.#undos);
    }

    // ---- Moving -------------------------------------------------------------

    #wordBefore() {
        const before = [...this.line.slice(0, this.cursor)].reverse().join('');
        return /^\s*(?:[^\w\s]+|\w+)?/.exec(before)[0].length;
    }

    #wordAfter() {
        const after = this.line.slice(this.cursor);
        return /^(?:\s+|\W+|\w+)\s*/.exec(after)[0].length;
    }

    _moveCursor(distance) {
        if (distance === 0)
            return;
        const before = this.getCursorPos();
        this.cursor = Math.min(Math.max(0, this.cursor + distance),
                               this.line.length);
        const after = this.getCursorPos();
        if (before.rows === after.rows)
            moveCursor(this.output, after.cols - before.cols, 0);
        else
            this._refreshLine();
    }

    _wordLeft() {
        if (this.cursor > 0)
            this._moveCursor(-this.#wordBefore());
    }

    _wordRight() {
        if (this.cursor < this.line.length)
            this._moveCursor(this.#wordAfter());
    }

    /* To the row above or below of a line of several; false if there is none. */
    #moveRow(direction) {
        const before = this.line.slice(0, this.cursor).split('\n');
        const lines = this.line.split('\n');
        const row = before.length - 1 + direction;
        if (lines[row] === undefined || lines.length === 1)
            return false;
        const column = Math.min(before.at(-1).length, lines[row].length);
        const start = lines.slice(0, row).join('\n').length + (row > 0 ? 1 : 0);
        this._moveCursor(start + column - this.cursor);
        return true;
    }

    #recall(direction) {
        const { historyManager } = this;
        if (this.#moveRow(-direction) || !historyManager.canStep(direction))
            return;
        this.#remember();
        this.line = historyManager.step(direction, this.#search ?? '',
                                        this.line);
        this.cursor = this.line.length;
        this._refreshLine();
    }

    _historyPrev() {
        this.#recall(1);
    }

    _historyNext() {
        this.#recall(-1);
    }

    // ---- The end of a line --------------------------------------------------

    /* The line enters history; what it is called there. */
    _addHistory() {
        const { line } = this;
        const goesOn = this._replacesNewest === true &&
            this.historyManager.index === -1;
        if (this.historyManager.add(line, goesOn))
            this.emit('history', this.history);
        return line;
    }

    _line() {
        const line = this._addHistory();
        this.#undos = [];
        this.#redos = [];
        this.clearLine();
        this._onLine(line);
    }

    // ---- Keys ---------------------------------------------------------------

    #stop() {
        if (process.platform === 'win32')
            return;
        if (this.listenerCount('SIGTSTP') > 0) {
            this.emit('SIGTSTP');
            return;
        }
        process.once('SIGCONT', () => {
            // Do not write over what other programs have written.
            if (!this.paused) {
                this.pause();
                this.emit('SIGCONT');
            }
            this._setRawMode(true);
            this._refreshLine();
        });
        this._setRawMode(false);
        process.kill(process.pid, 'SIGTSTP');
    }

    #interrupt() {
        if (this.listenerCount('SIGINT') > 0)
            this.emit('SIGINT');
        else
            this.close();
    }

    #endOrDelete() {
        if (this.cursor === 0 && this.line.length === 0)
            this.close();
        else
            this._deleteRight();
    }

    #clearScreen() {
        cursorTo(this.output, 0, 0);
        clearScreenDown(this.output);
        this._refreshLine();
    }

    static #withCtrl = {
        __proto__: null,
        c: (e) => e.#interrupt(), h: (e) => e._deleteLeft(),
        d: (e) => e.#endOrDelete(), u: (e) => e._deleteLineLeft(),
        k: (e) => e._deleteLineRight(), a: (e) => e._moveCursor(-Infinity),
        e: (e) => e._moveCursor(Infinity),
        b: (e) => e._moveCursor(-lengthBefore(e.line, e.cursor)),
        f: (e) => e._moveCursor(lengthAt(e.line, e.cursor)),
        l: (e) => e.#clearScreen(), n: (e) => e._historyNext(),
        p: (e) => e._historyPrev(), y: (e) => e._yank(), z: (e) => e.#stop(),
        w: (e) => e._deleteWordLeft(), backspace: (e) => e._deleteWordLeft(),
        delete: (e) => e._deleteWordRight(), left: (e) => e._wordLeft(),
        right: (e) => e._wordRight(),
    };

    static #withMeta = {
        __proto__: null,
        b: (e) => e._wordLeft(), f: (e) => e._wordRight(),
        d: (e) => e._deleteWordRight(), delete: (e) => e._deleteWordRight(),
        backspace: (e) => e._deleteWordLeft(), y: (e) => e._yankPop(),
    };

    static #alone = {
        __proto__: null,
        backspace: (e) => e._deleteLeft(), delete: (e) => e._deleteRight(),
        left: (e) => e._moveCursor(-lengthBefore(e.line, e.cursor)),
        right: (e) => e._moveCursor(lengthAt(e.line, e.cursor)),
        home: (e) => e._moveCursor(-Infinity),
        end: (e) => e._moveCursor(Infinity), up: (e) => e._historyPrev(),
        down: (e) => e._historyNext(),
    };

    /* Up and down search for what stands before the cursor. */
    #setSearch(key) {
        const searches = (key.name === 'up' || key.name === 'down') &&
            !key.ctrl && !key.meta && !key.shift;
        if (searches && this.#search === null && !this.line.includes('\n')) {
            this.#search = this.line.slice(0, this.cursor);
        } else if (!searches && this.#search !== null) {
            this.#search = null;
            if (this.history.length === this.historyIndex)
                this.historyIndex = -1;
        }
    }

    /* "\r\n" is one key, also if its halves come one after the other. */
    #enter(key) {
        if (key.name === 'return') {
            this.#sawReturnAt = Date.now();
            this._line();
            return;
        }
        if (this.#sawReturnAt === 0 ||
            Date.now() - this.#sawReturnAt > this.crlfDelay)
            this._line();
        this.#sawReturnAt = 0;
    }

    #insertText(text) {
        if (typeof text !== 'string' || text === '')
            return;
        const lines = text.split(kLineEnding);
        this._insertString(lines[0]);
        for (const line of lines.slice(1)) {
            this._line();
            if (line !== '')
                this._insertString(line);
        }
    }

    #plainKey(text, key, lastKey) {
        const act = LineEditor.#alone[key.name];
        if (key.name === 'return' || key.name === 'enter')
            this.#enter(key);
        else if (act !== undefined)
            act(this);
        else if (key.name === 'tab' && typeof this.completer === 'function' &&
                 this.isCompletionEnabled)
            this._tabComplete(lastKey?.name === 'tab');
        else
            this.#insertText(text);
    }

    #dumbKey(text, key) {
        if (key.name === 'escape')
            return;
        if (key.ctrl && key.name === 'c')
            this.#interrupt();
        else if (key.ctrl && key.name === 'd')
            this.close();
        else if (key.name === 'return' || key.name === 'enter')
            this.#enter(key);
        else if (typeof text === 'string' && text !== '') {
            this.line += text;
            this.cursor += text.length;
            this._writeToOutput(text);
        }
    }

    _ttyWrite(text, key) {
        key = key || {};
        const lastKey = this._previousKey;
        this._previousKey = key;
        if (process.env.TERM === 'dumb') {
            this.#dumbKey(text, key);
            return;
        }
        if (!key.meta || key.name !== 'y')
            this.#yanks = false;
        this.#setSearch(key);
        if (key.name !== 'enter' && key.name !== 'return')
            this.#sawReturnAt = 0;
        if (key.sequence === '\x1f')
            this._undo();
        else if (key.sequence === '\x1e')
            this._redo();
        else if (key.name === 'escape')
            return;
        else if (key.ctrl && key.shift)
            this.#withBoth(key);
        else if (key.ctrl)
            LineEditor.#withCtrl[key.name]?.(this);
        else if (key.meta)
            LineEditor.#withMeta[key.name]?.(this);
        else
            this.#plainKey(text, key, lastKey);
    }

    #withBoth(key) {
        if (key.name === 'backspace')
            this._deleteLineLeft();
        else if (key.name === 'delete')
            this._deleteLineRight();
    }

    _tabComplete(isSecond) {
        return require('internal/readline/completion')
            .complete(this, isSecond);
    }

    /* For completion: a text in the place of what stands before the cursor. */
    _replaceBefore(length, text) {
        this.#replace(this.cursor - length, this.cursor, text);
    }
}

module.exports = {
    LineEditor, kContinuation, kQuestion, kQuestionCancel, kSawKeyPress,
};
