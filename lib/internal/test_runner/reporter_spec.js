'use strict';
/* internal/test_runner/reporter_spec - for people: a line for each test,
 * indented under its suite, and the errors again at the end. */

const { Transform } = require('stream');
const {
    describeInterrupted, indentLines, isSubtestsFailure, showError,
} = require('internal/test_runner/report_util');
/* Loaded when first used: internal/util/color_depth, path. */

const signs = {
    __proto__: null, pass: '✔ ', fail: '✖ ', todo: '⚠ ', skip: '﹣ ',
    info: 'ℹ ', open: '▶ ',
};
const inks = {
    __proto__: null, pass: '\u001b[32m', fail: '\u001b[31m',
    todo: '\u001b[33m', skip: '\u001b[90m', gray: '\u001b[90m',
    white: '\u001b[39m', blue: '\u001b[34m', info: '\u001b[34m',
    warn: '\u001b[33m', error: '\u001b[31m',
};

class SpecReporter extends Transform {
    #open = []; // tests that started and have no line yet, outermost first
    #failed = [];
    #cwd = process.cwd();
    #colors;

    constructor() {
        super({ writableObjectMode: true });
        this.#colors = require('internal/util/color_depth')
            .shouldColorize(process.stdout);
    }

    #ink(name) {
        return this.#colors ? inks[name] : '';
    }

    #kindOf(type, data) {
        if (data.skip !== undefined)
            return 'skip';
        if (type === 'test:pass')
            return 'pass';
        return data.todo !== undefined ? 'todo' : 'fail';
    }

    #showLine(type, data, indent, withError) {
        const kind = this.#kindOf(type, data);
        let line = `${indent}${this.#ink(kind)}${signs[kind]}${data.name}` +
            `${this.#ink('white')} ${this.#ink('gray')}` +
            `(${data.details.duration_ms}ms)${this.#ink('white')}`;
        line += showDirective(data);
        if (!withError)
            return `${line}\n`;
        const shown = showError(data.details.error, this.#colors);
        return `${line}\n${indentLines(shown, `${indent}  `)}\n`;
    }

    /* Parents have a line in front of their first test. */
    #showParents(data) {
        this.#open.pop();
        let text = '';
        for (const parent of this.#open) {
            if (!parent.isShown) {
                parent.isShown = true;
                text += `${'  '.repeat(parent.nesting)}${signs.open}` +
                    `${parent.name}\n`;
            }
        }
        return text;
    }

    #onResult(type, data) {
        if (type === 'test:fail' && !isSubtestsFailure(data.details?.error))
            this.#failed.push(data);
        return this.#showParents(data) +
            this.#showLine(type, data, '  '.repeat(data.nesting), false);
    }

    #onSummary({ file }) {
        if (file !== undefined || this.#failed.length === 0)
            return '';
        let text = `\n${this.#ink('fail')}${signs.fail}failing tests:` +
            `${this.#ink('white')}\n`;
        for (const data of this.#failed) {
            if (data.file !== undefined) {
                const path = require('path').relative(this.#cwd, data.file);
                text += `\ntest at ${path}:${data.line}:${data.column}\n`;
            } else {
                text += '\n';
            }
            text += this.#showLine('test:fail', data, '', true);
        }
        return text;
    }

    #onDiagnostic({ nesting, message, level = 'info' }) {
        return `${this.#ink(level)}${'  '.repeat(nesting)}${signs.info}` +
            `${message}${this.#ink('white')}\n`;
    }

    #onInterrupted({ tests }) {
        const lines = describeInterrupted(tests, this.#cwd)
            .map((line) => `  ${signs.fail}${line}\n`);
        return `\n${this.#ink('warn')}Interrupted while running:` +
            `${this.#ink('white')}\n${lines.join('')}`;
    }

    #show({ type, data }) {
        switch (type) {
        case 'test:start':
            this.#open.push({ name: data.name, nesting: data.nesting });
            return '';
        case 'test:pass':
        case 'test:fail':
            return this.#onResult(type, data);
        case 'test:stdout':
        case 'test:stderr':
            return data.message;
        case 'test:diagnostic':
            return this.#onDiagnostic(data);
        case 'test:summary':
            return this.#onSummary(data);
        case 'test:interrupted':
            return this.#onInterrupted(data);
        default:
            return '';
        }
    }

    _transform(event, encoding, callback) {
        callback(null, this.#show(event));
    }
}

function showDirective({ skip, todo, expectFailure }) {
    if (skip !== undefined)
        return ` # ${typeof skip === 'string' && skip !== '' ? skip : 'SKIP'}`;
    if (todo !== undefined)
        return ` # ${typeof todo === 'string' && todo !== '' ? todo : 'TODO'}`;
    if (expectFailure !== undefined) {
        return ` # ${typeof expectFailure === 'string' ? expectFailure :
            'EXPECTED FAILURE'}`;
    }
    return '';
}

module.exports = SpecReporter;
