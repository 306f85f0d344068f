'use strict';
/*
 * internal/assert/source - the text of the call that failed, for
 * "The expression evaluated to a falsy value".
 *
 * The stack says where the call begins. From there the source is scanned to
 * the parenthesis that closes it, past strings, templates, comments and
 * regular expressions.
 */

/* Loaded when first used: fs, internal/url/url. */

/* File, line and column of the caller of `above`; undefined if unknown. */
function findCaller(above) {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const holder = {};
    try {
        Error.prepareStackTrace = (_, sites) => sites;
        Error.stackTraceLimit = 1;
        Error.captureStackTrace(holder, above);
        const site = holder.stack?.[0];
        if (site === undefined || typeof site !== 'object')
            return undefined;
        return { file: site.getFileName(), line: site.getLineNumber(),
                 column: site.getColumnNumber() };
    } catch {
        return undefined;
    } finally {
        Error.prepareStackTrace = prepareStackTrace;
        Error.stackTraceLimit = stackTraceLimit;
    }
}

function readSource(file) {
    if (typeof file !== 'string' || file.startsWith('node:'))
        return undefined;
    const path = file.startsWith('file:')
        ? require('internal/url/url').fileURLToPath(file) : file;
    return require('fs').readFileSync(path, 'utf8');
}

/* The index after the string, template or comment that begins at i; i if none
 * does. */
function skipQuoted(text, i) {
    const char = text[i];
    if (char === '"' || char === "'") {
        for (i++; i < text.length && text[i] !== char; i++) {
            if (text[i] === '\\')
                i++;
        }
        return i + 1;
    }
    if (char === '`')
        return skipTemplate(text, i + 1);
    if (char === '/' && text[i + 1] === '/') {
        const end = text.indexOf('\n', i);
        return end === -1 ? text.length : end;
    }
    if (char === '/' && text[i + 1] === '*') {
        const end = text.indexOf('*/', i + 2);
        return end === -1 ? text.length : end + 2;
    }
    return i;
}

function skipTemplate(text, i) {
    while (i < text.length && text[i] !== '`') {
        if (text[i] === '\\')
            i += 2;
        else if (text[i] === '$' && text[i + 1] === '{')
            i = skipBrackets(text, i + 1);
        else
            i++;
    }
    return i + 1;
}

/* A slash is a division after a value, else it begins a regular
 * expression. */
function isRegExpStart(text, i) {
    for (i--; i >= 0 && /\s/.test(text[i]); i--);
    return i < 0 || !/[\w$)\]}'"`]/.test(text[i]);
}

function skipRegExp(text, i) {
    let inClass = false;
    for (i++; i < text.length; i++) {
        if (text[i] === '\\')
            i++;
        else if (text[i] === '[')
            inClass = true;
        else if (text[i] === ']')
            inClass = false;
        else if (text[i] === '\n' || (text[i] === '/' && !inClass))
            return i + 1;
    }
    return i;
}

/* From an opening bracket through the one that closes it. */
function skipBrackets(text, i) {
    let depth = 0;
    while (i < text.length) {
        const next = skipQuoted(text, i);
        if (next !== i) {
            i = next;
            continue;
        }
        const char = text[i];
        if (char === '/' && isRegExpStart(text, i)) {
            i = skipRegExp(text, i);
            continue;
        }
        if (char === '(' || char === '[' || char === '{')
            depth++;
        else if (char === ')' || char === ']' || char === '}')
            depth--;
        i++;
        if (depth === 0)
            return i;
    }
    return -1;
}

const ofName = /[\p{ID_Continue}$.?]/u;

/* The opening bracket for the one before `end`; quotes are ignored. */
function findOpening(line, end) {
    let depth = 0;
    for (let i = end - 1; i >= 0; i--) {
        if (line[i] === ']')
            depth++;
        else if (line[i] === '[' && --depth === 0)
            return i;
    }
    return end;
}

/* Back from a position to where the name of what is called begins: a.b[c].d. */
function findName(line, at) {
    for (;;) {
        const before = at;
        while (at > 0 && ofName.test(line[at - 1]))
            at--;
        if (line[at - 1] === ']')
            at = findOpening(line, at);
        if (at === before)
            return at;
    }
}

/* The call around the position: back to where its name begins, on to where its
 * arguments end. Of a call over many lines the first is enough. */
function cutCall(line, rest, column) {
    let start = findName(line, column - 1);
    while (line[start] === '.')
        start++;
    const text = rest.slice(start);
    const open = text.indexOf('(');
    if (open === -1)
        return undefined;
    const end = skipBrackets(text, open);
    return end === -1 ? undefined : text.slice(0, end).split('\n', 1)[0];
}

const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

function escapeControl(char) {
    if (char === '\b')
        return '\\b';
    if (char === '\f')
        return '\\f';
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function getExpression(above) {
    const caller = findCaller(above);
    if (caller === undefined || !caller.file)
        return undefined;
    try {
        const source = readSource(caller.file);
        if (source === undefined)
            return undefined;
        const lines = source.split('\n');
        const line = lines[caller.line - 1];
        if (line === undefined)
            return undefined;
        const rest = lines.slice(caller.line - 1).join('\n');
        return cutCall(line, rest, caller.column)
            ?.replace(controls, escapeControl);
    } catch {
        /* There is no such file (any more). */
        return undefined;
    }
}

module.exports = { getExpression };
