'use strict';
/* internal/repl/errors - how the REPL shows an uncaught error. */

const { toDynamicImport } = require('internal/repl/syntax');
/* Loaded when first used: internal/repl/server. */

const kNameless = new RegExp(
    '^\\s+at (?:async )?(?:REPL\\d+:\\d+:\\d+$|' +
    '[\\w.]+\\.(?:_onTimeout|_onImmediate|<anonymous>) \\(REPL)');

/* The frames below the line that was typed are the REPL's own. */
function trimStack(stack) {
    const lines = stack.split('\n');
    const last = lines.findLastIndex((line) => kNameless.test(line));
    if (last === -1)
        return lines.filter((line) => !/^\s+at .*node:/.test(line)).join('\n');
    return lines.slice(0, last).join('\n');
}

function explainImport(server, error) {
    const line = server.lines.at(-1) ?? '';
    error.message = 'Cannot use import statement inside the Node.js REPL, ' +
        `alternatively use dynamic import: ${toDynamicImport(line)}`;
    error.stack = error.stack.replace(/SyntaxError:.*/,
                                      `SyntaxError: ${error.message}`);
}

function withoutFrames(stack) {
    return stack.replace(/^REPL\d+:\d+\r?\n/, '').replace(/^\s+at\s.*\n?/gm, '');
}

function withArrow(error) {
    const arrow = internalBinding('errors').getArrow(error);
    return arrow === undefined ? error.stack : `${arrow}\n${error.stack}`;
}

function adaptStack(server, error) {
    if (error.name === 'SyntaxError') {
        const isOwn = /^\s+at .*node:internal\/(vm|repl)/m.test(error.stack);
        error.stack = withoutFrames(isOwn ? withArrow(error) : error.stack);
        if (error.message.includes('Cannot use import statement outside a'))
            explainImport(server, error);
        return;
    }
    let stack = trimStack(error.stack);
    if (server.isStrict) {
        stack = stack.replace(/(\s+at\s+(?:.*\()?REPL\d+:)(\d+)/,
                              (_, before, line) => before + (line - 1));
    }
    error.stack = stack;
}

/* "Uncaught" before the line that names the error. */
function addUncaught(server, text) {
    const lines = text.split(/(?<=\n)/);
    const at = lines.findIndex((line) =>
        /^\[?([A-Z][a-z0-9_]*)*Error/.test(line));
    if (at === -1)
        return `Uncaught${lines.length === 1 ? ' ' : ':\n'}${text}`;
    const { writer } = require('internal/repl/server');
    lines[at] = writer.options.breakLength >= lines[at].length ?
        `Uncaught ${lines[at]}` : `Uncaught:\n${lines[at]}`;
    return lines.join('');
}

function describe(server, error) {
    let text = '';
    if (Error.isError(error)) {
        if (typeof error.stack === 'string' && error.stack !== '')
            adaptStack(server, error);
        text = server.writer(error);
        if (text[0] === '[' && text.endsWith(']'))
            text = text.slice(1, -1);
    }
    text = addUncaught(server, text === '' ? server.writer(error) : text);
    return text.endsWith('\n') ? text : `${text}\n`;
}

module.exports = { describe };
