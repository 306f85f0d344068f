'use strict';
/* internal/repl/commands - the commands of the REPL that begin with a dot. */

/* Loaded when first used: fs, internal/errors. */

const kHelpEnd = '\nPress Ctrl+C to abort current expression, ' +
    'Ctrl+D to exit the REPL\n';
const kEditorText =
    '// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n';

function reset(server) {
    server.clearBufferedCommand();
    server.displayPrompt();
}

function help(server) {
    const names = Object.keys(server.commands).sort();
    const width = Math.max(...names.map((name) => name.length)) + 3;
    for (const name of names) {
        const { help: text } = server.commands[name];
        const gap = text ? ' '.repeat(width - name.length) : '';
        server.output.write(`.${name}${gap}${text ?? ''}\n`);
    }
    server.output.write(kHelpEnd);
    server.displayPrompt();
}

function save(server, file) {
    const fs = require('fs');
    const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
    try {
        if (file === '')
            throw new ERR_MISSING_ARGS('file');
        fs.writeFileSync(file, server.lines.join('\n'));
        server.output.write(`Session saved to: ${file}\n`);
    } catch (error) {
        server.output.write(error.code === 'ERR_MISSING_ARGS' ?
            `${error.message}\n` : `Failed to save: ${file}\n`);
    }
    server.displayPrompt();
}

function load(server, file) {
    const fs = require('fs');
    const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
    try {
        if (file === '')
            throw new ERR_MISSING_ARGS('file');
        if (!fs.statSync(file).isFile()) {
            server.output.write(
                `Failed to load: ${file} is not a valid file\n`);
        } else {
            server.loadText(fs.readFileSync(file, 'utf8'));
        }
    } catch (error) {
        server.output.write(error.code === 'ERR_MISSING_ARGS' ?
            `${error.message}\n` : `Failed to load: ${file}\n`);
    }
    server.displayPrompt();
}

function editor(server) {
    server.setEditorMode(true);
    server.output.write(kEditorText);
}

function defineDefaultCommands(server) {
    server.defineCommand('break', {
        help: 'Sometimes you get stuck, this gets you out',
        action() { reset(this); },
    });
    server.defineCommand('clear', {
        help: server.useGlobal ? 'Alias for .break' :
            'Break, and also clear the local context',
        action() {
            this.clearBufferedCommand();
            if (!this.useGlobal) {
                this.output.write('Clearing context...\n');
                this.resetContext();
            }
            this.displayPrompt();
        },
    });
    server.defineCommand('exit', {
        help: 'Exit the REPL', action() { this.close(); },
    });
    server.defineCommand('help', {
        help: 'Print this help message', action() { help(this); },
    });
    server.defineCommand('save', {
        help: 'Save all evaluated commands in this REPL session to a file',
        action(file) { save(this, file); },
    });
    server.defineCommand('load', {
        help: 'Load JS from a file into the REPL session',
        action(file) { load(this, file); },
    });
    if (server.terminal) {
        server.defineCommand('editor', {
            help: 'Enter editor mode', action() { editor(this); },
        });
    }
}

module.exports = { defineDefaultCommands, kEditorText };
