'use strict';
/*
 * internal/util/inspect_lines - entries in braces: on one line, on many, or in columns.
 */

const { removeColors } = require('internal/util');
/* Loaded when first used: internal/util/inspect_types. */

/* The kind of a list of entries: decides on names and grouping. */
const NAMED = 0;
const ELEMENT = 1;
const BEHIND = 2;

function visibleLength(ctx, text) {
    return ctx.colors ? removeColors(text).length : text.length;
}

/* `used` is the length of the rest of the line; each entry needs one more for
 * its comma. */
function fitsOneLine(ctx, output, used, base) {
    let free = ctx.breakLength - used - output.length;
    if (free < output.length || base.includes('\n'))
        return false;
    for (let i = 0; i < output.length && free >= 0; i++)
        free -= visibleLength(ctx, output[i]);
    return free >= 0;
}

/* All in one line, if it is short and not too much is nested in it. */
function joinInLine(ctx, output, base, open, close, level) {
    /* Not the other way round: a stack that is not a string has no level. */
    if (!(ctx.deepest - level < ctx.compact))
        return undefined;
    const used = output.length + ctx.indent + open.length + base.length + 10;
    if (!fitsOneLine(ctx, output, used, base))
        return undefined;
    const line = output.join(', ');
    return line.includes('\n')
        ? undefined : `${base ? `${base} ` : ''}${open} ${line} ${close}`;
}

/* Of long lines no copy is made for each level that is around them, as join()
 * would make one. */
function joinLines(lines, separator) {
    let text = '';
    for (let i = 0; i < lines.length; i++)
        text += i === 0 ? lines[i] : separator + lines[i];
    return text;
}

/* Up to `compact` inner levels share a line; long lists are set in columns. */
function joinOutput(ctx, output, base, open, close, extrasType, level,
                    value) {
    const { compact } = ctx;
    if (compact === true)
        return joinTightly(ctx, output, base, open, close);
    let lines = output;
    if (typeof compact === 'number' && compact >= 1) {
        if (extrasType === BEHIND && output.length > 6)
            lines = require('internal/util/inspect_types')
                .setInColumns(ctx, output, value);
        const line = lines.length === output.length
            ? joinInLine(ctx, lines, base, open, close, level) : undefined;
        if (line !== undefined)
            return line;
    }
    const gap = `\n${' '.repeat(ctx.indent)}`;
    return `${base ? `${base} ` : ''}${open}${gap}  ` +
           `${joinLines(lines, `,${gap}  `)}${gap}${close}`;
}

function joinTightly(ctx, output, base, open, close) {
    if (fitsOneLine(ctx, output, 0, base)) {
        const line = output.join(', ');
        /* As in Node, which looks at this only if nothing else counts. */
        if (ctx.breakLength !== Infinity || !line.includes('\n'))
            return `${open}${base ? ` ${base}` : ''} ${line} ${close}`;
    }
    const indent = ' '.repeat(ctx.indent);
    const gap = base === '' && open.length === 1
        ? ' ' : `${base ? ` ${base}` : ''}\n${indent}  `;
    return `${open}${gap}${joinLines(output, `,\n${indent}  `)} ${close}`;
}

module.exports = { joinOutput, visibleLength, BEHIND, ELEMENT, NAMED };
