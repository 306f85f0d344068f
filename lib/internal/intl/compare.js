'use strict';
/*
 * internal/intl/compare - the order of texts in the locale en-US, for localeCompare()
 * and Intl.Collator. Without this, 'Zoe' comes before 'anna'.
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

/* By ASCII code. Zero is for control characters, which are ignored. */
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
