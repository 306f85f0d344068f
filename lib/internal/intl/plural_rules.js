'use strict';
/*
 * internal/intl/plural_rules - Intl.PluralRules, for English: one book, two
 * books; 1st, 2nd, 3rd, 4th.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const { checkMatcher, coerceOptions, finishClass, getOption, incompatible } =
    require('internal/intl/options');
const { toDecimal } = require('internal/intl/decimals');
const { applyDigits, readDigits } = require('internal/intl/number_digits');

const kName = 'Intl.PluralRules';
const ordinals = ['other', 'one', 'two', 'few'];

/* By the digits that are shown: '1.0' is not one. */
function selectCardinal({ whole, fraction }) {
    return whole === '1' && fraction === '' ? 'one' : 'other';
}

function selectOrdinal({ whole, fraction }) {
    const isTeen = whole.at(-2) === '1';
    return isTeen || fraction !== '' ? 'other'
        : ordinals[Number(whole.at(-1))] ?? 'other';
}

function select({ type, digits }, value) {
    const decimal = toDecimal(value);
    if (decimal.kind !== 'finite')
        return 'other';
    const shown = applyDigits(decimal, digits);
    return type === 'ordinal' ? selectOrdinal(shown) : selectCardinal(shown);
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
        this.#rules = { locale: resolveLocale(locales).locale, type,
                        digits: readDigits(given, [0, 3], false, kName) };
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
            pluralCategories: type === 'ordinal'
                ? ['one', 'two', 'few', 'other'] : ['one', 'other'],
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

module.exports = { PluralRules: finishClass(PluralRules) };
