'use strict';
/*
 * internal/repl/preview - the grey text after and below the line while it is
 * typed: how a name would be completed, and what the line would give.
 *
 * A result is shown only if it can be found without running anything: names,
 * properties that are plain values, literals.
 */

const { inspect } = require('internal/util/inspect');
const { cursorTo, moveCursor } = require('internal/readline/cursor');
const { commonPrefix } = require('internal/readline/completion');
/* Loaded when first used: internal/repl/completion. */

const kGrey = ['\x1b[90m', '\x1b[39m'];

class Preview {
    #server;
    #suffix = ''; // shown after the line
    #result = ''; // shown below it

    constructor(server) {
        this.#server = server;
    }

    get #isOff() {
        const { output } = this.#server;
        return process.env.TERM === 'dumb' || !output;
    }

    #paint(text) {
        return this.#server.useColors ? kGrey.join(text) : `// ${text}`;
    }

    /* The key right at the end of the line, or tab, takes the suffix. */
    clear(key) {
        const server = this.#server;
        if (this.#result !== '') {
            const { cols, rows } = server.getCursorPos();
            const end = server._getDisplayPos(server.getPrompt() + server.line);
            moveCursor(server.output, 0, end.rows - rows + 1);
            cursorTo(server.output, 0);
            server.output.write('\x1b[0K');
            moveCursor(server.output, 0, rows - end.rows - 1);
            cursorTo(server.output, cols);
            this.#result = '';
        }
        if (this.#suffix === '')
            return;
        const suffix = this.#suffix;
        this.#suffix = '';
        server.output.write('\x1b[0K');
        const takes = key.name === 'right' || key.name === 'end' ||
            (key.ctrl && (key.name === 'e' || key.name === 'f'));
        if (takes && server.cursor === server.line.length)
            server._insertString(suffix);
    }

    #findSuffix() {
        const server = this.#server;
        let found = '';
        if (server.cursor !== server.line.length || server.line === '')
            return found;
        server.complete(server.line, (error, [completions, on] = []) => {
            if (error || !completions || !on)
                return;
            const prefix = commonPrefix(completions.filter(Boolean));
            if (prefix.startsWith(on))
                found = prefix.slice(on.length);
        });
        return found;
    }

    #findResult() {
        const { evaluateChain, kNothing } =
            require('internal/repl/completion');
        const server = this.#server;
        const text = server.line.trim();
        const value = evaluateChain(server, text);
        if (text === '' || value === kNothing || value === undefined)
            return '';
        const columns = server.columns === Infinity ? 80 : server.columns;
        const shown = inspect(value, {
            colors: false, depth: 1, compact: true, breakLength: Infinity,
            getters: false,
        }).split('\n')[0];
        if (shown === text)
            return '';
        return shown.length > columns - 3 ? `${shown.slice(0, columns - 6)}...` :
            shown;
    }

    show(key) {
        const server = this.#server;
        if (this.#isOff || server.line === '' || server.line.includes('\n') ||
            key.name === 'escape' || !server.isCompletionEnabled)
            return;
        try {
            this.#suffix = this.#findSuffix();
            this.#result = this.#findResult();
        } catch {
            return; // a preview is not worth an error
        }
        if (this.#suffix !== '') {
            const { cols } = server.getCursorPos();
            server.output.write(server.useColors ?
                kGrey.join(this.#suffix) : this.#suffix);
            cursorTo(server.output, cols);
        }
        if (this.#result !== '') {
            const { cols, rows } = server.getCursorPos();
            const end = server._getDisplayPos(server.getPrompt() + server.line);
            moveCursor(server.output, 0, end.rows - rows);
            server.output.write(`\n${this.#paint(this.#result)}`);
            cursorTo(server.output, cols);
            moveCursor(server.output, 0, rows - end.rows - 1);
        }
    }
}

module.exports = { Preview };
