'use strict';
/*
 * internal/intl/number_format - Intl.NumberFormat, and toLocaleString() of
 * numbers. internal/intl/decimals has the arithmetic, number_digits the
 * options about digits, number_names the words.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const {
    checkMatcher, coerceOptions, finishClass, getOption, incompatible,
    outOfRange,
} = require('internal/intl/options');
const { isZero, toDecimal } = require('internal/intl/decimals');
const { applyDigits, readDigits } = require('internal/intl/number_digits');
const {
    currencyDigits, currencySymbol, currencyWords, isUnit, unitWords,
} = require('internal/intl/number_names');

const kName = 'Intl.NumberFormat';
const kNotations = ['standard', 'scientific', 'engineering', 'compact'];

/* ---- Options ------------------------------------------------------------ */

function readCurrency(options, style) {
    const code = getOption(options, 'currency', undefined, kName);
    if (code !== undefined && !/^[a-z]{3}$/i.test(code))
        throw new RangeError(`Invalid currency code : ${code}`);
    if (style === 'currency' && code === undefined)
        throw new TypeError('Currency code is required with currency style.');
    const display = getOption(options, 'currencyDisplay',
                              ['code', 'symbol', 'narrowSymbol', 'name'], kName,
                              'symbol');
    const sign = getOption(options, 'currencySign', ['standard', 'accounting'],
                           kName, 'standard');
    return style === 'currency' ? { currency: code.toUpperCase(),
                                    currencyDisplay: display,
                                    currencySign: sign } : {};
}

function readUnit(options, style) {
    const unit = getOption(options, 'unit', undefined, kName);
    if (unit !== undefined && !isUnit(unit)) {
        throw new RangeError('Invalid unit argument for Intl.NumberFormat() ' +
                             `'${unit}'`);
    }
    if (style === 'unit' && unit === undefined) {
        throw new TypeError('Invalid unit argument for Intl.NumberFormat() ' +
                            "''");
    }
    const display = getOption(options, 'unitDisplay',
                              ['short', 'narrow', 'long'], kName, 'short');
    return style === 'unit' ? { unit, unitDisplay: display } : {};
}

function usualDigits(style, currency, notation) {
    if (style === 'currency' && notation === 'standard') {
        const digits = currencyDigits(currency);
        return [digits, digits];
    }
    return style === 'percent' || style === 'currency' ? [0, 0] : [0, 3];
}

function readGrouping(options, notation) {
    const usual = notation === 'compact' ? 'min2' : 'auto';
    const given = options.useGrouping;
    if (given === undefined || given === 'true' || given === 'false')
        return usual;
    if (given === true)
        return 'always';
    if (!given)
        return false;
    const text = `${given}`;
    if (text !== 'min2' && text !== 'auto' && text !== 'always')
        throw outOfRange(text, kName, 'useGrouping');
    return text;
}

function readFormat(locales, options) {
    checkMatcher(options, kName);
    const nu = getOption(options, 'numberingSystem', undefined, kName);
    if (nu !== undefined && !/^[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})*$/i.test(nu))
        throw new RangeError(`Invalid numberingSystem : ${nu}`);
    const { locale } = resolveLocale(locales, { nu: ['latn'] }, { nu });
    const style = getOption(options, 'style',
                            ['decimal', 'percent', 'currency', 'unit'], kName,
                            'decimal');
    const money = readCurrency(options, style);
    const unit = readUnit(options, style);
    const notation = getOption(options, 'notation', kNotations, kName,
                               'standard');
    const digits = readDigits(options,
                              usualDigits(style, money.currency, notation),
                              notation === 'compact', kName);
    const compactDisplay = getOption(options, 'compactDisplay',
                                     ['short', 'long'], kName, 'short');
    const useGrouping = readGrouping(options, notation);
    const signDisplay = getOption(
        options, 'signDisplay',
        ['auto', 'never', 'always', 'exceptZero', 'negative'], kName, 'auto');
    const format = { __proto__: null, locale, style, ...money, ...unit, digits,
                     useGrouping, notation, compactDisplay, signDisplay };
    format.isPlain = isPlain(format);
    format.roundsSimply = digits.roundingMode === 'halfExpand' &&
                          digits.maximumFractionDigits <= 3;
    return format;
}

/* ---- Digits ------------------------------------------------------------- */

function part(type, value) {
    return { type, value };
}

function writeWhole(whole, useGrouping) {
    const min = useGrouping === 'min2' ? 5 : 4;
    if (useGrouping === false || whole.length < min)
        return [part('integer', whole)];
    const parts = [];
    let start = 0;
    for (let end = whole.length % 3 || 3; end <= whole.length; end += 3) {
        if (start > 0)
            parts.push(part('group', ','));
        parts.push(part('integer', whole.slice(start, end)));
        start = end;
    }
    return parts;
}

function writeDigits({ whole, fraction }, useGrouping) {
    const parts = writeWhole(whole, useGrouping);
    if (fraction !== '')
        parts.push(part('decimal', '.'), part('fraction', fraction));
    return parts;
}

function shift(decimal, places) {
    return isZero(decimal) ? decimal
        : { ...decimal, point: decimal.point + places };
}

/* Rounding may lead to the next power: 999.9 thousand is 1 million. */
function scale(decimal, digits, powerOf) {
    const power = powerOf(decimal);
    const result = applyDigits(shift(decimal, -power), digits);
    const next = powerOf(shift(result.decimal, power));
    return next === power ? { ...result, power }
        : { ...applyDigits(shift(decimal, -next), digits), power: next };
}

const compactWords = [
    undefined, ['K', 'thousand'], ['M', 'million'], ['B', 'billion'],
    ['T', 'trillion'],
];

const powers = {
    compact: (decimal) =>
        Math.min(Math.max(Math.floor((decimal.point - 1) / 3) * 3, 0), 12),
    scientific: (decimal) => (isZero(decimal) ? 0 : decimal.point - 1),
    engineering: (decimal) =>
        (isZero(decimal) ? 0 : Math.floor((decimal.point - 1) / 3) * 3),
};

function writeCompact(power, display) {
    if (power === 0)
        return [];
    const [short, long] = compactWords[power / 3];
    return display === 'short' ? [part('compact', short)]
        : [part('literal', ' '), part('compact', long)];
}

function writeExponent(power) {
    const parts = [part('exponentSeparator', 'E')];
    if (power < 0)
        parts.push(part('exponentMinusSign', '-'));
    parts.push(part('exponentInteger', `${Math.abs(power)}`));
    return parts;
}

/* { parts, isZero, isOne } of a number without its sign. */
function writeNumber(decimal, format) {
    if (decimal.kind !== 'finite') {
        const text = decimal.kind === 'nan' ? 'NaN' : '\u221e';
        return { parts: [part(decimal.kind, text)], isZero: false,
                 isOne: false };
    }
    const { notation, digits, useGrouping } = format;
    const value = shift(decimal, format.style === 'percent' ? 2 : 0);
    if (notation === 'standard') {
        const result = applyDigits(value, digits);
        return { parts: writeDigits(result, useGrouping),
                 isZero: isZero(result.decimal),
                 isOne: result.whole === '1' && result.fraction === '' };
    }
    const result = scale(value, digits, powers[notation]);
    return {
        parts: [...writeDigits(result, useGrouping),
                ...(notation === 'compact'
                    ? writeCompact(result.power, format.compactDisplay)
                    : writeExponent(result.power))],
        isZero: isZero(result.decimal),
        isOne: result.whole === '1' && result.fraction === '' &&
               result.power === 0,
    };
}

/* ---- Signs, currencies, units ------------------------------------------- */

/* '-', '+' or ''. */
function signOf(decimal, isRoundedToZero, signDisplay) {
    const isNothing = isRoundedToZero || decimal.kind === 'nan';
    if (signDisplay === 'never')
        return '';
    if (decimal.isNegative) {
        const hidesZero = signDisplay === 'exceptZero' ||
                          signDisplay === 'negative';
        return hidesZero && isRoundedToZero ? '' : '-';
    }
    if (signDisplay === 'always')
        return '+';
    return signDisplay === 'exceptZero' && !isNothing ? '+' : '';
}

function addCurrency(parts, format, isOne) {
    const { currency, currencyDisplay } = format;
    if (currencyDisplay === 'name') {
        return [...parts, part('literal', ' '),
                part('currency', currencyWords(currency, isOne))];
    }
    const symbol = currencySymbol(currency, currencyDisplay);
    const needsSpace = /[A-Za-z.]$/.test(symbol) && parts[0].type === 'integer';
    return [part('currency', symbol),
            ...(needsSpace ? [part('literal', '\u00a0')] : []), ...parts];
}

function addStyle(parts, format, isOne) {
    if (format.style === 'currency')
        return addCurrency(parts, format, isOne);
    if (format.style === 'percent')
        return [...parts, part('percentSign', '%')];
    if (format.style !== 'unit')
        return parts;
    const [space, words] = unitWords(format.unit, format.unitDisplay, isOne);
    return [...parts, ...(space === '' ? [] : [part('literal', space)]),
            part('unit', words)];
}

function toParts(format, decimal) {
    const written = writeNumber(decimal, format);
    const sign = signOf(decimal, written.isZero, format.signDisplay);
    const parts = addStyle(written.parts, format, written.isOne);
    if (sign === '')
        return parts;
    if (sign === '-' && format.currencySign === 'accounting' &&
        format.currencyDisplay !== 'name')
        return [part('literal', '('), ...parts, part('literal', ')')];
    return [part(sign === '-' ? 'minusSign' : 'plusSign', sign), ...parts];
}

/* Does the format write integers as digits with commas, and nothing more? */
function isPlain({ style, notation, useGrouping, signDisplay, digits }) {
    return style === 'decimal' && notation === 'standard' &&
           (useGrouping === 'auto' || useGrouping === 'always') &&
           signDisplay === 'auto' && digits.minimumIntegerDigits === 1 &&
           digits.minimumFractionDigits === 0 &&
           digits.maximumSignificantDigits === undefined &&
           digits.roundingIncrement === 1;
}

const kMaxDigits = 1e15;
const kMaxRounded = 1e12;

/* Most numbers that programs show are small integers, so these take no parts. */
function writeInteger(text) {
    const first = text.charCodeAt(0) === 45 ? 2 : 1; /* '-' */
    let end = text.length - 3;
    if (end < first)
        return text;
    let result = text.slice(end);
    for (; end - 3 >= first; end -= 3)
        result = `${text.slice(end - 3, end)},${result}`;
    return `${text.slice(0, end)},${result}`;
}

/* The same with a fraction of at most `most` digits, rounded half away from
 * zero. There are 15 digits at most, so that one can be added to them. */
function writeFraction(value, max) {
    const text = `${value}`;
    const point = text.indexOf('.');
    const end = point + 1 + max;
    let whole = text.slice(0, point);
    let fraction = text.slice(point + 1, end);
    if (text.length > end && text.charCodeAt(max > 0 ? end : point + 1) >= 53) {
        const first = value < 0 ? 1 : 0;
        const raised = `${Number(whole.slice(first) + fraction) + 1}`
            .padStart(point - first + max, '0');
        whole = (first ? '-' : '') + raised.slice(0, raised.length - max);
        fraction = raised.slice(raised.length - max);
    }
    let length = fraction.length;
    while (length > 0 && fraction.charCodeAt(length - 1) === 48)
        length--;
    return length === 0 ? writeInteger(whole)
        : `${writeInteger(whole)}.${fraction.slice(0, length)}`;
}

function toText(format, value) {
    if (format.isPlain && typeof value === 'number') {
        const size = Math.abs(value);
        if (Number.isInteger(value)) {
            if (size < kMaxDigits && !Object.is(value, -0))
                return writeInteger(`${value}`);
        } else if (format.roundsSimply && size < kMaxRounded && size >= 1e-6) {
            return writeFraction(value, format.digits.maximumFractionDigits);
        }
    }
    return textOf(toParts(format, toDecimal(value)));
}

function textOf(parts) {
    let text = '';
    for (const { value } of parts)
        text += value;
    return text;
}

/* ---- Ranges ------------------------------------------------------------- */

function isDigits({ type }) {
    return type === 'integer' || type === 'group' || type === 'decimal' ||
           type === 'fraction';
}

/* What the numbers have in common is shown once: a unit after them, a sign and
 * a currency in front of them. [start, dash, end] */
function joinRange(format, first, second) {
    const isSigned = first[0].type === second[0].type &&
                     (first[0].type === 'plusSign' ||
                      first[0].type === 'minusSign');
    if (format.style === 'unit')
        return [first.filter(isDigits), '\u2013', second];
    if (isSigned && format.style === 'currency')
        return [first, '\u2013', second.filter(isDigits)];
    const isBare = first.every(isDigits) && second.every(isDigits);
    return [first, isBare ? '\u2013' : ' \u2013 ', second];
}

function checkRange(a, b) {
    if (a.kind === 'nan' || b.kind === 'nan') {
        throw new RangeError(`Invalid ${a.kind === 'nan' ? 'start' : 'end'} ` +
                             ': NaN');
    }
}

function toRange(format, start, end) {
    if (start === undefined || end === undefined) {
        const name = start === undefined ? 'start' : 'end';
        throw new TypeError(`Invalid ${name} : undefined`);
    }
    const a = toDecimal(start);
    const b = toDecimal(end);
    checkRange(a, b);
    const first = toParts(format, a);
    const second = toParts(format, b);
    const mark = (parts, source) =>
        parts.map(({ type, value }) => ({ type, value, source }));
    if (textOf(first) === textOf(second))
        return mark([part('approximatelySign', '~'), ...first], 'shared');
    const [from, dash, to] = joinRange(format, first, second);
    return [...mark(from, 'startRange'),
            ...mark([part('literal', dash)], 'shared'),
            ...mark(to, 'endRange')];
}

/* ---- The class ---------------------------------------------------------- */

const digitNames = ['minimumIntegerDigits', 'minimumFractionDigits',
                    'maximumFractionDigits', 'minimumSignificantDigits',
                    'maximumSignificantDigits'];

function describe(format) {
    const { digits } = format;
    const result = { locale: format.locale, numberingSystem: 'latn',
                     style: format.style };
    for (const name of ['currency', 'currencyDisplay', 'currencySign', 'unit',
                        'unitDisplay']) {
        if (format[name] !== undefined)
            result[name] = format[name];
    }
    for (const name of digitNames) {
        if (digits[name] !== undefined)
            result[name] = digits[name];
    }
    result.useGrouping = format.useGrouping;
    result.notation = format.notation;
    if (format.notation === 'compact')
        result.compactDisplay = format.compactDisplay;
    result.signDisplay = format.signDisplay;
    for (const name of ['roundingIncrement', 'roundingMode', 'roundingPriority',
                        'trailingZeroDisplay'])
        result[name] = digits[name];
    return result;
}

class NumberFormat {
    #format;
    #bound;

    constructor(locales = undefined, options = undefined) {
        this.#format = readFormat(locales, coerceOptions(options, kName));
    }

    static #formatOf(that, method) {
        if (!isObject(that) || !(#format in that))
            throw incompatible(method, that);
        return that.#format;
    }

    resolvedOptions() {
        return describe(NumberFormat.#formatOf(
            this, `${kName}.prototype.resolvedOptions`));
    }

    formatToParts(value) {
        return toParts(NumberFormat.#formatOf(
            this, `${kName}.prototype.formatToParts`), toDecimal(value));
    }

    get format() {
        const format = NumberFormat.#formatOf(this, 'UnwrapNumberFormat');
        this.#bound ??= (value) => toText(format, value);
        return this.#bound;
    }

    formatRange(start, end) {
        return textOf(toRange(NumberFormat.#formatOf(
            this, `${kName}.prototype.formatRange`), start, end));
    }

    formatRangeToParts(start, end) {
        return toRange(NumberFormat.#formatOf(
            this, `${kName}.prototype.formatRangeToParts`), start, end);
    }
}

let plain;

/* toLocaleString() of a number or a BigInt. */
function formatNumber(value, locales, options) {
    let format;
    if (locales === undefined && options === undefined) {
        plain ??= readFormat(undefined, coerceOptions());
        format = plain;
    } else {
        format = readFormat(locales, coerceOptions(options, kName));
    }
    return toText(format, value);
}

module.exports = {
    NumberFormat: finishClass(NumberFormat, { isCallable: true }), formatNumber,
};
