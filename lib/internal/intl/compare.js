'use strict';
/*
 * internal/intl/compare - the order of texts in the locale en-US, for
 * localeCompare() and Intl.Collator. Without this, 'Zoe' comes before 'anna'.
 *
 * Texts are compared as the Unicode collation does it: by letters, then by
 * accents, then by case. src/text/collate.c does that.
 */

const { compare } = internalBinding('collate');

/* The numbers of src/text/collate.h. */
const kAccents = 1;
const kCase = 2;
const kUpperFirst = 4;
const kNumeric = 8;
const kLowerFirst = 16;
const kNoPunctuation = 32;

const sensitivities = {
    __proto__: null,
    base: 0,
    accent: kAccents,
    case: kCase,
    variant: kAccents | kCase,
};
const caseFirsts = {
    __proto__: null,
    false: 0,
    upper: kUpperFirst,
    lower: kLowerFirst,
};

/* The options of a Collator as a number for C. */
function howOf({ sensitivity, numeric, caseFirst, ignorePunctuation }) {
    return sensitivities[sensitivity] | caseFirsts[caseFirst] |
        (numeric ? kNumeric : 0) | (ignorePunctuation ? kNoPunctuation : 0);
}

/* `options` are those of a Collator, all of them, or undefined. */
function compareText(a, b, options) {
    const how = options === undefined ? sensitivities.variant : howOf(options);
    return compare(a, b, how);
}

/* A function that compares texts by these options. */
function makeCompare(options) {
    const how = howOf(options);
    return (a, b) => {
        const x = typeof a === 'string' ? a : `${a}`;
        const y = typeof b === 'string' ? b : `${b}`;
        return compare(x, y, how);
    };
}

module.exports = { compareText, makeCompare };
