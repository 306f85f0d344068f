'use strict';
/*
 * internal/util/inspect_primitive - strings, numbers and symbols as
 * util.inspect() shows them: as a program would write them.
 */

const ReflectApply = Reflect.apply;
const SymbolToString = Symbol.prototype.toString;

const shortEscapes = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f',
                       '\r': '\\r', '\\': '\\\\', '\'': '\\\'' };

/* What most texts have none of; the expressions below are slow. */
const mayNeedEscape = /[\0-\x1f'\\\x7f-\x9f\ud800-\udfff]/;

/* Control characters, the backslash, and lone surrogates: with the flag "u" a
 * pair is one character of another category. */
const mustEscape = /[\0-\x1f\\\x7f-\x9f\p{Cs}]/gu;
const mustEscapeOrQuote = /[\0-\x1f'\\\x7f-\x9f\p{Cs}]/gu;

function escapeOne(char) {
    const code = char.charCodeAt(0);
    if (code > 0xff)
        return `\\u${code.toString(16)}`;
    return shortEscapes[char] ??
           `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
}

/* As in a string literal, between the quotes. */
function escapeAll(text, mark) {
    if (!mayNeedEscape.test(text))
        return text;
    return text.replace(mark === "'" ? mustEscapeOrQuote : mustEscape,
                        escapeOne);
}

/* The quotes are chosen so that none within need a backslash, if there are
 * such. */
function chooseQuote(text) {
    if (!text.includes("'"))
        return "'";
    if (!text.includes('"'))
        return '"';
    return text.includes('`') || text.includes('${') ? "'" : '`';
}

function quote(text) {
    const mark = chooseQuote(text);
    return mark + escapeAll(text, mark) + mark;
}

/* Group digits by three, counted from the dot. */
function separate(text) {
    const [whole, fraction] = text.split('.');
    const left = whole.replace(/\B(?=(?:\d{3})+$)/g, '_');
    return fraction === undefined
        ? left : `${left}.${fraction.replace(/\d{3}(?=\d)/g, '$&_')}`;
}

const plainNumber = /^-?[\d.]+$/;

function formatNumber(stylize, number, isSeparated) {
    const text = number === 0 && 1 / number < 0 ? '-0' : `${number}`;
    const isGrouped = isSeparated && plainNumber.test(text);
    return stylize(isGrouped ? separate(text) : text, 'number');
}

function formatBigInt(stylize, bigint, isSeparated) {
    const text = `${bigint}`;
    return stylize(`${isSeparated ? separate(text) : text}n`, 'bigint');
}

/* A long text with line breaks in it is shown line by line. */
function formatString(stylize, value, ctx) {
    const max = ctx.maxStringLength;
    if (value.length <= 16 && value.length <= max)
        return stylize(quote(value), 'string');
    const hidden = Math.max(0, value.length - max);
    const text = hidden > 0 ? value.slice(0, max) : value;
    const trailer = hidden > 0
        ? `... ${hidden} more character${hidden > 1 ? 's' : ''}` : '';
    const isBroken = ctx.compact !== true && text.length > 16 &&
                     text.length > ctx.breakLength - ctx.indent - 4;
    const lines = isBroken ? text.match(/[^\n]*\n|[^\n]+$/g) : [text];
    return lines.map((line) => stylize(quote(line), 'string'))
        .join(` +\n${' '.repeat(ctx.indent + 2)}`) + trailer;
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
    quote,
};
