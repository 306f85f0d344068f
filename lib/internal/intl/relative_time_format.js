'use strict';
/*
 * internal/intl/relative_time_format - Intl.RelativeTimeFormat: 'in 2 days',
 * 'yesterday'.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const { checkMatcher, coerceOptions, finishClass, getOption, incompatible } =
    require('internal/intl/options');
const { NumberFormat } = require('internal/intl/number_format');

const kName = 'Intl.RelativeTimeFormat';

/* For each unit, the short word of one and of more, and the narrow one. */
const units = {
    __proto__: null,
    second: ['sec.', 'sec.', 's'],
    minute: ['min.', 'min.', 'm'],
    hour: ['hr.', 'hr.', 'h'],
    day: ['day', 'days', 'd'],
    week: ['wk.', 'wk.', 'w'],
    month: ['mo.', 'mo.', 'mo'],
    quarter: ['qtr.', 'qtrs.', 'q'],
    year: ['yr.', 'yr.', 'y'],
};

function readUnit(unit, method) {
    const text = `${unit}`;
    const name = text.endsWith('s') ? text.slice(0, -1) : text;
    if (units[name] === undefined) {
        throw new RangeError(`Invalid unit argument for ${method}() ` +
                             `'${text}'`);
    }
    return name;
}

/* 'now', 'yesterday' and so on, or undefined. */
function findWord(value, unit, style) {
    if (unit === 'day')
        return ['yesterday', 'today', 'tomorrow'][value + 1];
    if (unit === 'second')
        return value === 0 ? 'now' : undefined;
    if (unit === 'minute' || unit === 'hour')
        return value === 0 ? `this ${unit}` : undefined;
    const word = ['last', 'this', 'next'][value + 1];
    const name = style === 'long' ? unit : units[unit][0];
    return word === undefined ? undefined : `${word} ${name}`;
}

/* What stands after the number. */
function wordsOf(unit, style, isOne) {
    if (style === 'long')
        return ` ${unit}${isOne ? '' : 's'}`;
    const [one, other, narrow] = units[unit];
    return style === 'narrow' ? narrow : ` ${isOne ? one : other}`;
}

function literal(value) {
    return { type: 'literal', value };
}

/* { word } or { distance, words, isPast, name } */
function read(format, value, unit, method) {
    const number = Number(value);
    const name = readUnit(unit, method);
    if (!Number.isFinite(number)) {
        throw new RangeError(`Value need to be finite number for ${method}()`);
    }
    const word = format.numeric === 'auto'
        ? findWord(number, name, format.style) : undefined;
    const distance = Math.abs(number);
    return { word, distance, words: wordsOf(name, format.style, distance === 1),
             isPast: number < 0 || Object.is(number, -0), name };
}

function toParts(format, value, unit, method) {
    const { word, distance, words, isPast, name } =
        read(format, value, unit, method);
    if (word !== undefined)
        return [literal(word)];
    const digits = format.numbers.formatToParts(distance)
        .map((part) => ({ ...part, unit: name }));
    return isPast ? [...digits, literal(`${words} ago`)]
        : [literal('in '), ...digits, literal(words)];
}

function toText(format, value, unit, method) {
    const { word, distance, words, isPast } = read(format, value, unit, method);
    if (word !== undefined)
        return word;
    const digits = format.numbers.format(distance);
    return isPast ? `${digits}${words} ago` : `in ${digits}${words}`;
}

class RelativeTimeFormat {
    #format;

    constructor(locales = undefined, options = undefined) {
        const given = coerceOptions(options, kName);
        checkMatcher(given, kName);
        const nu = getOption(given, 'numberingSystem', undefined, kName);
        const { locale } = resolveLocale(locales, { nu: ['latn'] }, { nu });
        const style = getOption(given, 'style', ['long', 'short', 'narrow'],
                                kName, 'long');
        const numeric = getOption(given, 'numeric', ['always', 'auto'], kName,
                                  'always');
        this.#format = { locale, style, numeric,
                         numbers: new NumberFormat('en') };
    }

    static #formatOf(that, method) {
        if (!isObject(that) || !(#format in that))
            throw incompatible(`${kName}.prototype.${method}`, that);
        return that.#format;
    }

    resolvedOptions() {
        const { locale, style, numeric } =
            RelativeTimeFormat.#formatOf(this, 'resolvedOptions');
        return { locale, style, numeric, numberingSystem: 'latn' };
    }

    format(value, unit) {
        const format = RelativeTimeFormat.#formatOf(this, 'format');
        return toText(format, value, unit, `${kName}.prototype.format`);
    }

    formatToParts(value, unit) {
        const format = RelativeTimeFormat.#formatOf(this, 'formatToParts');
        return toParts(format, value, unit, `${kName}.prototype.formatToParts`);
    }
}

module.exports = { RelativeTimeFormat: finishClass(RelativeTimeFormat) };
