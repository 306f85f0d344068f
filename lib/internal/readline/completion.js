'use strict';
/*
 * internal/readline/completion - the tab key: what the completer knows of the
 * text before the cursor is inserted as far as it is the same for all, and
 * listed at the second time.
 */

const { getStringWidth } = require('internal/util/string_width');
/* Loaded when first used: internal/util/inspect. */

function commonPrefix(texts) {
    if (texts.length === 0)
        return '';
    const sorted = [...texts].sort();
    const [first, last] = [sorted[0], sorted.at(-1)];
    let length = 0;
    while (length < first.length && first[length] === last[length])
        length++;
    return first.slice(0, length);
}

/* In columns of one width; an empty text is an empty row. */
function layOut(completions, columns) {
    const widths = completions.map((text) => getStringWidth(text));
    const width = Math.max(...widths) + 2;
    const max = Number.isFinite(columns) ?
        Math.floor(columns / width) || 1 : 1;
    let text = '\r\n';
    let column = 0;
    let gap = 0;
    for (const [i, completion] of completions.entries()) {
        if (completion === '') {
            text += column === 0 ? '\r\n' : '\r\n\r\n';
            column = gap = 0;
            continue;
        }
        if (column === max) {
            text += '\r\n';
            column = gap = 0;
        }
        text += ' '.repeat(gap) + completion;
        gap = width - widths[i];
        column++;
    }
    return column === 0 ? text : `${text}\r\n\r\n`;
}

function show(editor, [completions, completeOn] = [], isSecond) {
    if (!completions || completions.length === 0)
        return;
    const prefix = commonPrefix(completions.filter((text) => text !== ''));
    if (prefix.startsWith(completeOn) && prefix.length > completeOn.length) {
        editor._insertString(prefix.slice(completeOn.length));
    } else if (!completeOn.startsWith(prefix)) {
        editor._replaceBefore(completeOn.length, prefix);
    } else if (isSecond) {
        editor._writeToOutput(layOut(completions, editor.columns));
        editor._refreshLine();
    }
}

async function awaitCompleter(completer, text, callback) {
    let error = null;
    let result;
    try {
        result = await completer(text);
    } catch (thrown) {
        error = thrown;
    }
    callback(error, result);
}

/* A completer with two parameters calls back; others return. */
function ask(editor, text, callback) {
    const { completer } = editor;
    if (completer.length === 2) {
        completer(text, callback);
    } else if (editor._awaitsCompleter) {
        awaitCompleter(completer, text, callback);
    } else {
        callback(null, completer(text));
    }
}

function complete(editor, isSecond) {
    const text = editor.line.slice(0, editor.cursor);
    editor.pause();
    ask(editor, text, (error, result) => {
        if (!editor.closed)
            editor.resume();
        if (error) {
            const { inspect } = require('internal/util/inspect');
            editor._writeToOutput(`Tab completion error: ${inspect(error)}`);
            return;
        }
        show(editor, result, isSecond);
    });
}

module.exports = { ask, commonPrefix, complete };
