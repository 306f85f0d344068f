'use strict';
/*
 * internal/intl/display_names - Intl.DisplayNames. There are names of regions,
 * scripts, fields of dates, of languages with two letters, and of common
 * currencies; for others the code is given, or nothing with fallback 'none'.
 */

const { isObject, parseTag, resolveLocale } = require('internal/intl/locales');
const { checkMatcher, finishClass, getOption, incompatible } =
    require('internal/intl/options');
/* Loaded when first used: internal/intl/display_data,
 * internal/intl/number_names. */

const kName = 'Intl.DisplayNames';
const kTypes = ['language', 'region', 'script', 'currency', 'calendar',
                'dateTimeField'];

const fieldNames = {
    '__proto__': null,
    'era': 'era', 'year': 'year', 'quarter': 'quarter', 'month': 'month',
    'weekOfYear': 'week', 'weekday': 'day of the week', 'day': 'day',
    'dayPeriod': 'AM/PM', 'hour': 'hour', 'minute': 'minute',
    'second': 'second', 'timeZoneName': 'time zone',
};

function data() {
    return require('internal/intl/display_data');
}

function check(pattern, code) {
    if (!pattern.test(code))
        throw new RangeError('invalid_argument');
}

/* 'en-US' is 'American English', or 'English (United States)'. */
function nameLanguage(code, { languageDisplay, fallback }) {
    const tag = parseTag(code);
    if (tag === undefined || tag.extensions.size > 0)
        throw new RangeError('invalid_argument');
    const { dialects, languages, regions, scripts } = data();
    if (languageDisplay === 'dialect' && dialects[tag.text] !== undefined)
        return dialects[tag.text];
    const name = languages[tag.language];
    if (name === undefined && (fallback === 'none' || tag.text === tag.language))
        return fallback === 'none' ? undefined : tag.text;
    const more = [];
    if (tag.script !== undefined)
        more.push(scripts[tag.script] ?? tag.script);
    if (tag.region !== undefined)
        more.push(regions[tag.region] ?? tag.region);
    more.push(...tag.variants);
    return (name ?? tag.language) +
           (more.length > 0 ? ` (${more.join(', ')})` : '');
}

/* Each returns the name of a code, or undefined; throws if the code is
 * invalid. */
const finders = {
    language: nameLanguage,
    region(code) {
        check(/^(?:[A-Za-z]{2}|[0-9]{3})$/, code);
        return data().regions[code];
    },
    script(code) {
        check(/^[A-Za-z]{4}$/, code);
        return data().scripts[code];
    },
    currency(code) {
        check(/^[A-Za-z]{3}$/, code);
        return require('internal/intl/number_names')
            .currencyName(code.toUpperCase());
    },
    calendar(code) {
        check(/^[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8})*$/, code);
        return code.toLowerCase() === 'gregory' ? 'Gregorian Calendar'
            : undefined;
    },
    dateTimeField(code) {
        if (fieldNames[code] === undefined)
            throw new RangeError('invalid_argument');
        return fieldNames[code];
    },
};

class DisplayNames {
    #options;

    constructor(locales, options) {
        const { locale } = resolveLocale(locales);
        if (!isObject(options))
            throw new TypeError('invalid_argument');
        checkMatcher(options, kName);
        const style = getOption(options, 'style', ['narrow', 'short', 'long'],
                                kName, 'long');
        const type = getOption(options, 'type', kTypes, kName);
        if (type === undefined)
            throw new TypeError('invalid_argument');
        const fallback = getOption(options, 'fallback', ['code', 'none'], kName,
                                   'code');
        const languageDisplay = getOption(options, 'languageDisplay',
                                          ['dialect', 'standard'], kName,
                                          'dialect');
        this.#options = { locale, style, type, fallback };
        if (type === 'language')
            this.#options.languageDisplay = languageDisplay;
    }

    static #optionsOf(that, method) {
        if (!isObject(that) || !(#options in that))
            throw incompatible(`${kName}.prototype.${method}`, that);
        return that.#options;
    }

    resolvedOptions() {
        return { ...DisplayNames.#optionsOf(this, 'resolvedOptions') };
    }

    of(code) {
        const options = DisplayNames.#optionsOf(this, 'of');
        const text = `${code}`;
        const name = finders[options.type](text, options);
        return name ?? (options.fallback === 'none' ? undefined : text);
    }
}

module.exports = { DisplayNames: finishClass(DisplayNames) };
