'use strict';
/*
 * internal/intl/compare - the order of texts in the locale en-US, for localeCompare()
 * and Intl.Collator. Without this, 'Zoe' comes before 'anna'.
 *
 * Texts are compared as the Unicode collation does it, in three steps: by
 * letters, then by accents, then by case, small letters first. Signs come
 * before digits and digits before letters: white space, punctuation, symbols,
 * currencies. Within these, but for ASCII, and of scripts other than Latin the
 * order is that of the code points, but for a few that are known here. src/engine/collate.c does the same for
 * texts of Latin-1, which most programs have, at half the cost (see there).
 */

const { compare } = internalBinding('collate');

/* ---- Texts ------------------------------------------------------------ */

const DIGIT = 200;
const LETTER = 300;
const OTHER = 1000;

/* White space, punctuation, symbols and currencies, in the order of the root
 * collation. */
const signs = '\t\n\v\f\r ' +
    '\u203e_\u2017-\u2010\u2012\u2013\u2014\u2015\u2053\u301c\u3030,' +
    '\u3001;\u204f:!\u00a1?\u00bf\u203d.\u3002\u00b7\u2055\u2056\u2058' +
    '\u2059\u205a\u205b\u205c\u205d\u205e\'\u2039\u203a"\u00ab\u00bb()[' +
    ']{}\u2045\u2046\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f' +
    '\u3010\u3011\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\u2016' +
    '\u00a7\u00b6\u204b@*\u204e\u2051/\\&\u204a#%\u2030\u2031\u2020' +
    '\u2021\u2022\u2023\u2027\u2043\u204c\u204d\u2032\u2035\u3003\u303d' +
    '\u2038\u203b\u203f\u2054\u2040\u2050\u2041\u2042`\u00b4\u02dc^' +
    '\u00af\u02d8\u02d9\u00a8\u02da\u02dd\u00b8\u02db\u0375\u02c2\u02c3' +
    '\u02c4\u02c5\u02d2\u02d3\u02d4\u02d5\u02d6\u02d7\u02de\u02df\u02e5' +
    '\u02e6\u02e7\u02e8\u02e9\u02ea\u02eb\u02ed\u02ef\u02f0\u02f1\u02f2' +
    '\u02f3\u02f4\u02f5\u02f6\u02f7\u02f8\u02f9\u02fa\u02fb\u02fc\u02fd' +
    '\u02fe\u02ff\u00b0\u0482\u00a9\u00ae\u03f6+\u00b1\u00f7\u00d7<=>' +
    '\u00ac|\u00a6~\u2052\u2044\u3004\u3012\u3013\u3020\u3037\u303e' +
    '\u303f\u00a4\u00a2$\u00a3\u00a5';
const LAST_PUNCTUATION = '\u2042';
const LAST_SYMBOL = '\u303f';
/* Letter-like signs, arrows and the first of mathematics come before "+". */
const BEFORE_PLUS = '\u03f6';
const LAST_CURRENCY = '\u00a5';

/* Quotation marks that differ from the plain ones as accented letters do. */
const quotes = new Map([
    ...[...'\u2018\u2019\u201a\u201b'].map((char) => [char, "'"]),
    ...[...'\u201c\u201d\u201e\u201f\u301d\u301e\u301f'].map(
        (char) => [char, '"']),
]);

/* By ASCII code. Zero is for control characters, which are ignored. */
const weights = new Uint16Array(128);
const weightsOfSigns = new Map([...signs].map((sign, i) => [sign, i + 1]));
for (const [sign, weight] of weightsOfSigns) {
    if (sign < '\x80')
        weights[sign.charCodeAt(0)] = weight;
}
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
const isSpace = /\p{Z}/u;
const isPunctuation = /\p{P}/u;
const isCurrency = /\p{Sc}/u;
const isGeorgian = /\p{Script=Georgian}/u;

const CYRILLIC_LAST = 0x52f;

/* Small kana that are not one below the large ones. */
const smallKana = new Map([[0x3095, 0x304b], [0x3096, 0x3051]]);
const kanaBeforeLarge = new Set([...'\u3041\u3043\u3045\u3047\u3049\u3063' +
    '\u3083\u3085\u3087\u308e'].map((char) => char.charCodeAt(0)));

function isUpper(char) {
    return char !== char.toLowerCase();
}

function weightOf(char) {
    const code = char.codePointAt(0);
    if (code < 128)
        return weights[code];
    if (isSign.test(char))
        return weightOfSign(char, code / 0x200000);
    return OTHER + (isGeorgian.test(char) ? CYRILLIC_LAST + code / 0x200000
        : code);
}

function lastOfGroup(char) {
    if (isPunctuation.test(char))
        return LAST_PUNCTUATION;
    if (isCurrency.test(char))
        return LAST_CURRENCY;
    return char >= '\u2100' && char <= '\u2211' ? BEFORE_PLUS : LAST_SYMBOL;
}

/* Signs sort before the digits; what is not listed, after the last of its
 * group. `part` is less than one. */
function weightOfSign(char, part) {
    const weight = weightsOfSigns.get(char);
    if (weight !== undefined)
        return weight;
    if (isSpace.test(char))
        return weights[0x20] + part;
    return weightsOfSigns.get(lastOfGroup(char)) + part;
}

/* Hiragana and katakana, small and large, are the same letter; [letter, case]
 * of a kana, else undefined. */
function kanaOf(char) {
    const code = char.charCodeAt(0);
    if (code < 0x3041 || code > 0x30f6 || code > 0x3096 && code < 0x30a1)
        return undefined;
    const isKatakana = code > 0x3096;
    const hiragana = isKatakana ? code - 0x60 : code;
    const large = smallKana.get(hiragana) ??
        (kanaBeforeLarge.has(hiragana) ? hiragana + 1 : hiragana);
    return [large, (isKatakana ? 2 : 0) + (large === hiragana ? 1 : 0)];
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

    addLetter(char, options, variant = 0) {
        const kana = kanaOf(char);
        if (kana !== undefined) {
            this.push(OTHER + kana[0], '', kana[1] + variant);
            return;
        }
        const small = char.toLowerCase();
        const expanded = expansions.get(small) ?? quotes.get(char);
        if (expanded === undefined && char > '\x7f' &&
            this.addVariant(char, options))
            return;
        for (const letter of expanded ?? small) {
            const weight = weightOf(letter);
            if (weight === 0 || options.ignorePunctuation && weight < DIGIT)
                continue;
            this.push(weight, expanded === undefined ? '' : small,
                      (isUpper(char) ? 1 : 0) + variant);
        }
    }

    push(letter, accent, letterCase) {
        this.letters.push(letter);
        this.accents.push(accent);
        this.cases.push(letterCase);
    }

    /* A circled, wide or raised form is its plain letters, but for case. The
     * spacing forms of marks are signs of their own. */
    addVariant(char, options) {
        const plain = char.normalize('NFKD');
        if (plain === char || plain.startsWith(' '))
            return false;
        for (const part of plain) {
            if (!isMark.test(part))
                this.addLetter(part, options, 0.5);
            else if (this.accents.length > 0)
                this.accents[this.accents.length - 1] += part;
        }
        return true;
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

/* The options of a Collator as a number for collate.c. */
function howOf({ sensitivity, numeric, caseFirst }) {
    return sensitivities[sensitivity] + (numeric ? NUMERIC : 0) +
        (caseFirst === 'upper' ? UPPER_FIRST : 0);
}

/* Texts of Latin-1 are compared in C. `options` are those of a Collator, all of
 * them, or undefined. */
function compareText(a, b, options) {
    const how = options === undefined ? kAllSteps : howOf(options);
    if (!options?.ignorePunctuation) {
        const result = compare(a, b, how);
        if (result !== undefined)
            return result;
    }
    return compareKeys(keyOf(a, options ?? {}), keyOf(b, options ?? {}), how);
}

/* A function that compares texts by these options. */
function makeCompare(options) {
    const how = howOf(options);
    if (options.ignorePunctuation)
        return (a, b) => compareText(`${a}`, `${b}`, options);
    return (a, b) => {
        const x = typeof a === 'string' ? a : `${a}`;
        const y = typeof b === 'string' ? b : `${b}`;
        return compare(x, y, how) ?? compareText(x, y, options);
    };
}

module.exports = { compareText, makeCompare };
