'use strict';
/*
 * internal/intl/plural_rules - Intl.PluralRules: one book, two books; 1st, 2nd,
 * 3rd, 4th. It knows more languages than the other classes do.
 */

const { canonicalizeLocaleList, isObject, parseTag } =
    require('internal/intl/locales');
const { checkMatcher, coerceOptions, finishClass, getOption, incompatible } =
    require('internal/intl/options');
const { toDecimal } = require('internal/intl/decimals');
const { applyDigits, readDigits } = require('internal/intl/number_digits');
const { findLanguage, findRule } = require('internal/intl/plural_data');

const kName = 'Intl.PluralRules';
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];

/* By the digits that are shown: '1.0' is not one. */
function toOperands({ whole, fraction }) {
    return { n: Number(`${whole}.${fraction}`), i: Number(whole),
             v: fraction.length, f: Number(fraction),
             t: Number(fraction.replace(/0+$/, '')) };
}

/* Are whole numbers shown as they are, whatever else is rounded? */
function showsWhole(digits) {
    return digits.minimumFractionDigits === 0 && digits.roundingIncrement === 1 &&
           digits.maximumSignificantDigits === undefined;
}

function select({ locale, type, digits, isPlain }, value) {
    if (isPlain && Number.isSafeInteger(value)) {
        const n = Math.abs(value);
        const operands = { n, i: n, v: 0, f: 0, t: 0 };
        for (const [form, test] of findRule(type, locale)) {
            if (test(operands))
                return form;
        }
        return 'other';
    }
    const decimal = toDecimal(value);
    if (decimal.kind !== 'finite')
        return 'other';
    const operands = toOperands(applyDigits(decimal, digits));
    const found = findRule(type, locale).find(([, test]) => test(operands));
    return found === undefined ? 'other' : found[0];
}

function resolve(locales) {
    for (const text of canonicalizeLocaleList(locales)) {
        const language = findLanguage(parseTag(text));
        if (language !== undefined)
            return language;
    }
    return 'en';
}

function toNumber(value) {
    if (typeof value === 'bigint')
        throw new TypeError('Cannot convert a BigInt value to a number');
    return Number(value);
}

function checkEnd(value, name) {
    if (value === undefined)
        throw new TypeError(`Invalid ${name} : undefined`);
    if (Number.isNaN(Number(value)))
        throw new RangeError(`Invalid ${name} : ${value}`);
}

class PluralRules {
    #rules;

    constructor(locales = undefined, options = undefined) {
        const given = coerceOptions(options, kName);
        checkMatcher(given, kName);
        const type = getOption(given, 'type', ['cardinal', 'ordinal'], kName,
                               'cardinal');
        const locale = resolve(locales);
        const digits = readDigits(given, [0, 3], false, kName);
        this.#rules = { locale, type, digits, isPlain: showsWhole(digits) };
    }

    static #rulesOf(that, method) {
        if (!isObject(that) || !(#rules in that))
            throw incompatible(`${kName}.prototype.${method}`, that);
        return that.#rules;
    }

    resolvedOptions() {
        const { locale, type, digits } =
            PluralRules.#rulesOf(this, 'resolvedOptions');
        const { roundingIncrement, roundingMode, roundingPriority,
                trailingZeroDisplay, ...counts } = digits;
        return {
            locale, type, ...counts,
            pluralCategories: forms.filter((form) => form === 'other' ||
                findRule(type, locale).some(([name]) => name === form)),
            roundingIncrement, roundingMode, roundingPriority,
            trailingZeroDisplay,
        };
    }

    select(value) {
        return select(PluralRules.#rulesOf(this, 'select'), toNumber(value));
    }

    selectRange(start, end) {
        const rules = PluralRules.#rulesOf(this, 'selectRange');
        checkEnd(start, 'startRange');
        checkEnd(end, 'endRange');
        return select(rules, end);
    }
}

module.exports = {
    PluralRules: finishClass(PluralRules, {
        isThere: (tag) => findLanguage(tag) !== undefined,
    }),
};
