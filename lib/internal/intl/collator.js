'use strict';
/*
 * internal/intl/collator - Intl.Collator, on the order of texts that
 * internal/locale has.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const {
    checkMatcher, coerceOptions, finishClass, getBooleanOption, getOption,
    incompatible,
} = require('internal/intl/options');
const { compareText } = require('internal/locale');

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
        this.#bound ??= (a, b) => compareText(`${a}`, `${b}`, options);
        return this.#bound;
    }
}

/* localeCompare() with a locale or options. */
function compareInLocale(a, b, locales, options) {
    const where = 'String.prototype.localeCompare';
    return compareText(a, b, readCollator(
        locales, coerceOptions(options, where), where));
}

module.exports = { Collator: finishClass(Collator, true), compareInLocale };
