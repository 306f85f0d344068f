'use strict';
/*
 * internal/util/inspect_primitive - strings, numbers and symbols as
 * util.inspect() shows them: as a program would write them.
 */

const ReflectApply = Reflect.apply;
const RegExpTest = RegExp.prototype.test;
const SymbolToString = Symbol.prototype.toString;

const needsEscape =
    /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const needsEscapeNoQuote =
    /[\x00-\x1f\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const shortEscapes = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f',
                       '\r': '\\r', '\\': '\\\\', '\'': '\\\'' };

function escapeOne(char, code) {
    const short = shortEscapes[char];
    if (short !== undefined)
        return short;
    if (code > 0xff)
        return `\\u${code.toString(16)}`;
    return `\\x${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
}

function isLoneSurrogate(text, i, code) {
    if (code < 0xd800 || code > 0xdfff)
        return false;
    if (code <= 0xdbff) {
        const next = text.charCodeAt(i + 1);
        return !(next >= 0xdc00 && next <= 0xdfff);
    }
    const before = text.charCodeAt(i - 1);
    return !(before >= 0xd800 && before <= 0xdbff);
}

function escapeAll(text, quote) {
    let result = '';
    let from = 0;
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code < 32 || code === 92 || (code === 39 && quote === 39) ||
            (code > 126 && code < 160) || isLoneSurrogate(text, i, code)) {
            result += text.slice(from, i) + escapeOne(text[i], code);
            from = i + 1;
        }
    }
    return from === 0 ? text : result + text.slice(from);
}

/* The text in quotes as a program would write it. The quotes are chosen so
 * that none within need a backslash, if there are such. */
function strEscape(text) {
    let quote = 39;
    if (text.includes("'")) {
        if (!text.includes('"'))
            quote = 34;
        else if (!text.includes('`') && !text.includes('${'))
            quote = 96;
    }
    const test = quote === 39 ? needsEscape : needsEscapeNoQuote;
    const mark = quote === 39 ? "'" : quote === 34 ? '"' : '`';
    if (!ReflectApply(RegExpTest, test, [text]))
        return mark + text + mark;
    return mark + escapeAll(text, quote) + mark;
}

/* Group digits by three, counted from the left: what stands behind the dot. */
function separateFromLeft(digits) {
    let result = '';
    let i = 0;
    for (; i < digits.length - 3; i += 3)
        result += `${digits.slice(i, i + 3)}_`;
    return i === 0 ? digits : result + digits.slice(i);
}

function separateFromRight(digits) {
    let result = '';
    let i = digits.length;
    const start = digits.startsWith('-') ? 1 : 0;
    for (; i >= start + 4; i -= 3)
        result = `_${digits.slice(i - 3, i)}${result}`;
    return i === digits.length ? digits : digits.slice(0, i) + result;
}

function formatNumber(stylize, number, separate) {
    if (!separate) {
        if (number === 0 && 1 / number < 0)
            return stylize('-0', 'number');
        return stylize(`${number}`, 'number');
    }
    const text = `${number}`;
    const dot = text.indexOf('.');
    if (!Number.isFinite(number) || text.includes('e') ||
        (number === 0 && 1 / number < 0))
        return stylize(number === 0 ? '-0' : text, 'number');
    if (dot === -1)
        return stylize(separateFromRight(text), 'number');
    return stylize(`${separateFromRight(text.slice(0, dot))}.` +
                   separateFromLeft(text.slice(dot + 1)), 'number');
}

function formatBigInt(stylize, bigint, separate) {
    const text = `${bigint}`;
    return stylize(`${separate ? separateFromRight(text) : text}n`,
                   'bigint');
}

/* A long text with line breaks in it is shown line by line. */
function formatString(stylize, value, ctx) {
    let trailer = '';
    if (value.length > ctx.maxStringLength) {
        const remaining = value.length - ctx.maxStringLength;
        value = value.slice(0, ctx.maxStringLength);
        trailer = `... ${remaining} more character` +
                  `${remaining > 1 ? 's' : ''}`;
    }
    if (ctx.compact !== true && value.length > 16 &&
        value.length > ctx.breakLength - ctx.indentationLvl - 4 &&
        value.includes('\n')) {
        const lines = [];
        let from = 0;
        while (from < value.length) {
            const at = value.indexOf('\n', from);
            const end = at === -1 ? value.length : at + 1;
            lines[lines.length] = stylize(strEscape(value.slice(from, end)),
                                          'string');
            from = end;
        }
        return lines.join(` +\n${' '.repeat(ctx.indentationLvl + 2)}`) +
               trailer;
    }
    return stylize(strEscape(value), 'string') + trailer;
}

function formatPrimitive(stylize, value, ctx) {
    switch (typeof value) {
    case 'string':
        return formatString(stylize, value, ctx);
    case 'number':
        return formatNumber(stylize, value, ctx.numericSeparator);
    case 'bigint':
        return formatBigInt(stylize, value, ctx.numericSeparator);
    case 'boolean':
        return stylize(`${value}`, 'boolean');
    case 'undefined':
        return stylize('undefined', 'undefined');
    default:
        return stylize(ReflectApply(SymbolToString, value, []), 'symbol');
    }
}

module.exports = {
    escapeAll,
    formatBigInt,
    formatNumber,
    formatPrimitive,
    strEscape,
};
