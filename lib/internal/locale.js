'use strict';
/*
 * internal/locale - what numbers and the order of texts are like in the locale
 * en-US, for toLocaleString() and localeCompare(). The engine has no Intl;
 * without this, numbers have no commas and 'Zoe' comes before 'anna'.
 *
 * Texts are compared as the Unicode collation does it, in three steps: by
 * letters, then by accents, then by case, small letters first. Signs come
 * before digits and digits before letters; of scripts other than Latin the
 * order is that of the code points. src/engine/collate.c does the same for
 * texts of Latin-1, which most programs have, at half the cost (see there).
 */

const { compare } = internalBinding('collate');

/* ---- Texts ------------------------------------------------------------ */

const DIGIT = 200;
const LETTER = 300;
const OTHER = 1000;

const signs = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';

/* By ASCII code. Zero is for control characters, which count for nothing. */
const weights = new Uint16Array(128);
[...signs].forEach((sign, i) => { weights[sign.charCodeAt(0)] = i + 1; });
for (let i = 0; i < 10; i++)
    weights[48 + i] = DIGIT + i;
for (let i = 0; i < 26; i++)
    weights[65 + i] = weights[97 + i] = LETTER + i;

/* Letters that are others with something added, but do not decompose. */
const expansions = new Map([
    ['\u00df', 'ss'], ['\u00e6', 'ae'], ['\u0153', 'oe'], ['\u00f8', 'o'],
    ['\u0111', 'd'], ['\u00f0', 'd'], ['\u0142', 'l'],
]);

const isMark = /\p{M}/u;
const isSign = /[\p{P}\p{S}\p{Z}]/u;

function isUpper(char) {
    return char !== char.toLowerCase();
}

function weightOf(char) {
    const code = char.codePointAt(0);
    if (code < 128)
        return weights[code];
    /* Signs sort before the digits. */
    return isSign.test(char) ? DIGIT - 1 + code / 0x200000 : OTHER + code;
}

function isDigit(weight) {
    return weight >= DIGIT && weight < LETTER;
}

/* The sort key of a text: { letters, accents, cases }, one element each per
 * letter. */
class Key {
    letters = [];
    accents = [];
    cases = [];

    constructor(text, options) {
        for (const char of text.normalize('NFD')) {
            if (isMark.test(char))
                this.accents[this.accents.length - 1] += char;
            else
                this.addLetter(char, options);
        }
        if (options.numeric)
            this.joinDigits();
    }

    addLetter(char, options) {
        const small = char.toLowerCase();
        const expanded = expansions.get(small);
        for (const letter of expanded ?? small) {
            const weight = weightOf(letter);
            if (weight === 0 || options.ignorePunctuation && weight < DIGIT)
                continue;
            this.letters.push(weight);
            this.accents.push(expanded === undefined ? '' : small);
            this.cases.push(isUpper(char) ? 1 : 0);
        }
    }

    /* Zeros in front of a number go, and its length comes before it. */
    joinDigits() {
        const { letters, accents, cases } = this;
        const joined = [];
        const kept = [];
        for (let i = 0; i < letters.length;) {
            let end = i;
            while (isDigit(letters[end]))
                end++;
            while (i < end - 1 && letters[i] === DIGIT)
                i++;
            if (end > i)
                joined.push(DIGIT + Math.min(end - i, 99));
            do {
                joined.push(letters[i]);
                kept.push(i++);
            } while (i < end);
        }
        this.letters = joined;
        this.accents = kept.map((i) => accents[i]);
        this.cases = kept.map((i) => cases[i]);
    }
}

function compareLists(a, b) {
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i++) {
        if (a[i] !== b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return Math.sign(a.length - b.length);
}

/* By which of the three steps; the numbers are those of collate.c. */
const sensitivities = {
    base: 0,
    accent: 1,
    case: 2,
    variant: 3,
};
const UPPER_FIRST = 4;
const NUMERIC = 8;

function readSensitivity({ sensitivity = 'variant' }) {
    if (!Object.hasOwn(sensitivities, sensitivity)) {
        throw new RangeError(`Value ${sensitivity} out of range for ` +
                             'String.prototype.localeCompare options ' +
                             'property sensitivity');
    }
    return sensitivities[sensitivity];
}

/* Sorting compares every text a dozen times, so keys are cached; one map for
 * each way to make them. */
const kMostKeys = 4096;
const cachedKeys = [new Map(), new Map(), new Map(), new Map()];

function keyOf(text, options) {
    const way = (options.numeric ? 1 : 0) + (options.ignorePunctuation ? 2 : 0);
    const cache = cachedKeys[way];
    let key = cache.get(text);
    if (key !== undefined)
        return key;
    key = new Key(text, options);
    if (cache.size >= kMostKeys)
        cache.clear();
    cache.set(text, key);
    return key;
}

function compareKeys(a, b, how) {
    const byLetters = compareLists(a.letters, b.letters);
    if (byLetters !== 0)
        return byLetters;
    const byAccents = how & 1 ? compareLists(a.accents, b.accents) : 0;
    if (byAccents !== 0)
        return byAccents;
    const byCases = how & 2 ? compareLists(a.cases, b.cases) : 0;
    return how & UPPER_FIRST && byCases !== 0 ? -byCases : byCases;
}

const kAllSteps = sensitivities.variant;

/* Texts of Latin-1 are compared in C. */
function compareText(a, b, options) {
    let how = kAllSteps;
    if (options !== undefined) {
        how = readSensitivity(options) + (options.numeric ? NUMERIC : 0) +
            (options.caseFirst === 'upper' ? UPPER_FIRST : 0);
    }
    if (!options?.ignorePunctuation) {
        const result = compare(a, b, how);
        if (result !== undefined)
            return result;
    }
    return compareKeys(keyOf(a, options ?? {}), keyOf(b, options ?? {}), how);
}

/* ---- Numbers ---------------------------------------------------------- */

const currencySigns = {
    '__proto__': null,
    'AUD': 'A$', 'BRL': 'R$', 'CAD': 'CA$', 'CNY': 'CN\u00a5',
    'EUR': '\u20ac', 'GBP': '\u00a3', 'INR': '\u20b9', 'JPY': '\u00a5',
    'KRW': '\u20a9', 'MXN': 'MX$', 'NZD': 'NZ$', 'USD': '$',
};
const wholeCurrencies = new Set(['JPY', 'KRW']);

function readDigits(options, name, least, most, otherwise) {
    const given = options[name];
    if (given === undefined)
        return otherwise;
    const number = Number(given);
    if (!(number >= least && number <= most))
        throw new RangeError(`${name} value is out of range.`);
    return Math.floor(number);
}

/* The default number of fraction digits of a style: [minimum, maximum]. */
function usualFraction(style, currency) {
    if (style === 'currency')
        return wholeCurrencies.has(currency) ? [0, 0] : [2, 2];
    return style === 'percent' ? [0, 0] : [0, 3];
}

function readFormat(options) {
    const { style = 'decimal', useGrouping = true } = options;
    if (style === 'currency' && options.currency === undefined) {
        throw new TypeError('Currency code is required with currency style.');
    }
    const currency = `${options.currency}`.toUpperCase();
    const [usualLeast, usualMost] = usualFraction(style, currency);
    const least = readDigits(options, 'minimumFractionDigits', 0, 100);
    const most = readDigits(options, 'maximumFractionDigits', 0, 100);
    if (least > most)
        throw new RangeError('maximumFractionDigits value is out of range.');
    return {
        style, currency, isGrouped: useGrouping !== false,
        whole: readDigits(options, 'minimumIntegerDigits', 1, 21, 1),
        least: least ?? Math.min(usualLeast, most ?? usualLeast),
        most: most ?? Math.max(usualMost, least ?? usualMost),
    };
}

/* Add one to the last digit. */
function increment(digits) {
    const [nines] = /9*$/.exec(digits);
    const head = digits.slice(0, digits.length - nines.length);
    const last = head === '' ? '1' : head.slice(0, -1) +
                                     (Number(head.at(-1)) + 1);
    return last + '0'.repeat(nines.length);
}

/* `digits` with the point behind the first `point` of them, rounded to `most`
 * behind the point, halves away from zero: [whole, fraction]. */
function roundDigits(digits, point, most) {
    const padded = '0'.repeat(Math.max(0, 1 - point)) +
                   digits.padEnd(point, '0');
    const at = Math.max(point, 1); /* where the point is now */
    const kept = padded.slice(0, at + most);
    const isUp = padded[at + most] >= '5';
    const rounded = isUp ? increment(kept) : kept;
    const end = at + rounded.length - kept.length;
    return [rounded.slice(0, end), rounded.slice(end)];
}

function writeDigits(digits, point, format) {
    const [whole, fraction] = roundDigits(digits, point, format.most);
    const left = whole.replace(/^0+(?=\d)/, '').padStart(format.whole, '0');
    const shown = format.isGrouped
        ? left.replace(/\B(?=(?:\d{3})+$)/g, ',') : left;
    const right = fraction.replace(/0+$/, '').padEnd(format.least, '0');
    return right === '' ? shown : `${shown}.${right}`;
}

function decorate(isNegative, text, { style, currency }) {
    const sign = isNegative ? '-' : '';
    if (style === 'percent')
        return `${sign}${text}%`;
    if (style === 'currency')
        return `${sign}${currencySigns[currency] ?? `${currency}\u00a0`}${text}`;
    return sign + text;
}

/* The shortest digits that mean the number, as the engine writes them. */
function formatNumber(value, options = {}) {
    const format = readFormat(Object(options));
    const isNegative = value < 0 || Object.is(value, -0);
    if (value !== value)
        return decorate(false, 'NaN', format);
    if (!Number.isFinite(value))
        return decorate(isNegative, '\u221e', format);
    const [digits, exponent] = Math.abs(value).toExponential().split('e');
    const point = Number(exponent) + 1 + (format.style === 'percent' ? 2 : 0);
    return decorate(isNegative,
                    writeDigits(digits.replace('.', ''), point, format),
                    format);
}

function formatBigInt(value, options = {}) {
    const format = readFormat(Object(options));
    const digits = `${value < 0n ? -value : value}`;
    const point = digits.length + (format.style === 'percent' ? 2 : 0);
    return decorate(value < 0n, writeDigits(digits, point, format), format);
}

module.exports = { compareText, formatBigInt, formatNumber };
