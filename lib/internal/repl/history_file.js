'use strict';
/*
 * internal/repl/history_file - the history of the REPL in a file, newest line
 * last in time and first in the file.
 *
 * It is written a moment after a line was entered, so that a pasted text is
 * written once, and before the REPL ends.
 */

const { clearTimeout, setTimeout } = internalBinding('order');
const fs = require('fs');
const path = require('path');
const os = require('os');

const kDelayMs = 15;

function notPersisted(server, reason) {
    server.output.write(`\n${reason}\n` +
        'REPL session history will not be persisted.\n');
    server._refreshLine();
}

class HistoryFile {
    #server;
    #file;
    #timer = null;
    #isWriting = false;
    #isPending = false;

    constructor(server, file) {
        this.#server = server;
        this.#file = file;
    }

    get isBusy() {
        return this.#timer !== null || this.#isWriting || this.#isPending;
    }

    load() {
        const { historyManager } = this.#server;
        fs.closeSync(fs.openSync(this.#file, 'a+', 0o600));
        const text = fs.readFileSync(this.#file, 'utf8');
        if (text !== '') {
            historyManager.entries =
                text.split(/\r?\n+/).filter((line) => line !== '')
                    .slice(0, historyManager.size);
        }
        this.#server.on('history', () => this.#schedule());
        this.#server.once('exit', () => this.flush());
    }

    #schedule() {
        this.#isPending = true;
        if (this.#timer !== null)
            clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.flush(), kDelayMs);
    }

    /* Synchronously: the process may end with this turn. */
    flush() {
        clearTimeout(this.#timer);
        this.#timer = null;
        if (!this.#isPending)
            return;
        this.#isPending = false;
        try {
            fs.writeFileSync(this.#file, this.#server.history.join('\n'),
                             { mode: 0o600 });
        } catch {
            // A history that can't be written is not worth an error.
        }
        this.#server.emit('flushHistory');
    }
}

/* undefined: in the home folder; '' : nowhere. */
function findFile(given) {
    if (typeof given === 'string')
        return given.trim();
    return path.join(os.homedir(), '.node_repl_history');
}

/* The first time that a line before is asked for and there is none. */
function explainLater(server) {
    server._historyPrev = () => {
        delete server._historyPrev;
        if (server.history.length === 0) {
            server.output.write('\nPersistent history support disabled. ' +
                'Set the NODE_REPL_HISTORY environment\nvariable to a valid, ' +
                'user-writable path to enable.\n');
            server._refreshLine();
        }
        server._historyPrev();
    };
}

function setup(server, filePath, callback) {
    const done = (error) => process.nextTick(callback, error, server);
    if (typeof filePath === 'string' && filePath.trim() === '') {
        explainLater(server);
        return done(null);
    }
    let file;
    try {
        file = findFile(filePath);
    } catch {
        notPersisted(server, 'Error: Could not get the home directory.');
        explainLater(server);
        return done(null);
    }
    const history = new HistoryFile(server, file);
    try {
        history.load();
        server.historyFile = history;
    } catch {
        notPersisted(server, 'Error: Could not open history file.');
        explainLater(server);
    }
    return done(null);
}

module.exports = { setup };
