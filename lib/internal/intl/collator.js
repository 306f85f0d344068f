'use strict';
/*
 * internal/intl/collator - Intl.Collator, on the order of texts that
 * internal/intl/compare has.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const {
    checkMatcher, coerceOptions, finishClass, getBooleanOption, getOption,
    incompatible,
} = require('internal/intl/options');
const { compareText, makeCompare } = require('internal/intl/compare');

const kName = 'Intl.Collator';
const kSensitivities = ['base', 'accent', 'case', 'variant'];

/* All that comparing needs, in the order that resolvedOptions() has. */
function readCollator(locales, options, where) {
    const usage = getOption(options, 'usage', ['sort', 'search'], where,
                            'sort');
    checkMatcher(options, where);
    getOption(options, 'collation', undefined, where);
    const numeric = getBooleanOption(options, 'numeric');
    const kf = getOption(options, 'caseFirst', ['upper', 'lower', 'false'],
                         where);
    const resolved = resolveLocale(
        locales, { kf: ['false', 'upper', 'lower'], kn: ['false', 'true'] },
        { kf, kn: numeric === undefined ? undefined : `${numeric}` });
    const sensitivity = getOption(options, 'sensitivity', kSensitivities, where,
                                  'variant');
    return {
        locale: resolved.locale, usage, sensitivity,
        ignorePunctuation: getBooleanOption(options, 'ignorePunctuation',
                                            false),
        collation: 'default', numeric: resolved.kn === 'true',
        caseFirst: resolved.kf,
    };
}

class Collator {
    #options;
    #bound;

    constructor(locales = undefined, options = undefined) {
        this.#options = readCollator(locales, coerceOptions(options, kName),
                                     kName);
    }

    static #optionsOf(that, method) {
        if (!isObject(that) || !(#options in that))
            throw incompatible(`${kName}.prototype.${method}`, that);
        return that.#options;
    }

    resolvedOptions() {
        return { ...Collator.#optionsOf(this, 'resolvedOptions') };
    }

    get compare() {
        const options = Collator.#optionsOf(this, 'compare');
        this.#bound ??= makeCompare(options);
        return this.#bound;
    }
}

const optionNames = ['usage', 'localeMatcher', 'collation', 'numeric',
                     'caseFirst', 'sensitivity', 'ignorePunctuation'];

/* Sorting calls localeCompare() with the same options each time, so those that
 * were read last are kept, with the values that they had. */
let last = { locales: undefined, values: [], collator: undefined };

/* The values of all options; the array of the last call if they are the same. */
function readValues(options) {
    const { values } = last;
    let own;
    for (let i = 0; i < optionNames.length; i++) {
        const value = options[optionNames[i]];
        if (own === undefined && value !== values[i])
            own = values.slice(0, i);
        if (own !== undefined)
            own[i] = value;
    }
    return own ?? values;
}

/* localeCompare() with a locale or options. */
function compareInLocale(a, b, locales, options) {
    const where = 'String.prototype.localeCompare';
    const given = coerceOptions(options, where);
    if (typeof locales !== 'string' && locales !== undefined)
        return compareText(a, b, readCollator(locales, given, where));
    const values = readValues(given);
    if (values !== last.values || locales !== last.locales ||
        last.collator === undefined) {
        const named = { __proto__: null };
        for (const [i, name] of optionNames.entries())
            named[name] = values[i];
        last = { locales, values,
                 collator: readCollator(locales, named, where) };
    }
    return compareText(a, b, last.collator);
}

module.exports = { Collator: finishClass(Collator, { isCallable: true }), compareInLocale };
