'use strict';
/*
 * internal/intl/list_format - Intl.ListFormat: 'a, b, and c'.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const { checkMatcher, finishClass, getOption, incompatible, requireOptions } =
    require('internal/intl/options');

const kName = 'Intl.ListFormat';

/* Between two, between others, before the last: [pair, middle, end]. */
const separators = {
    conjunction: {
        long: [' and ', ', ', ', and '],
        short: [' & ', ', ', ', & '],
        narrow: [', ', ', ', ', '],
    },
    disjunction: {
        long: [' or ', ', ', ', or '],
        short: [' or ', ', ', ', or '],
        narrow: [' or ', ', ', ', or '],
    },
    unit: {
        long: [', ', ', ', ', '],
        short: [', ', ', ', ', '],
        narrow: [' ', ' ', ' '],
    },
};

function readList(list) {
    if (list === undefined)
        return [];
    if (list === null || list[Symbol.iterator] === undefined) {
        throw new TypeError(`${typeof list} ${list} is not iterable (cannot ` +
                            'read property Symbol(Symbol.iterator))');
    }
    const texts = [];
    for (const text of list) {
        if (typeof text !== 'string') {
            throw new TypeError(`Iterable yielded ${String(text)} which is ` +
                                'not a string');
        }
        texts.push(text);
    }
    return texts;
}

function toParts({ type, style }, list) {
    const texts = readList(list);
    const [pair, middle, end] = separators[type][style];
    const parts = [];
    for (const [i, value] of texts.entries()) {
        if (i > 0) {
            const isLast = i === texts.length - 1;
            parts.push({ type: 'literal',
                         value: texts.length === 2 ? pair
                             : isLast ? end : middle });
        }
        parts.push({ type: 'element', value });
    }
    return parts;
}

class ListFormat {
    #options;

    constructor(locales = undefined, options = undefined) {
        const given = requireOptions(options);
        checkMatcher(given, kName);
        const type = getOption(given, 'type', Object.keys(separators), kName,
                               'conjunction');
        const style = getOption(given, 'style', ['long', 'short', 'narrow'],
                                kName, 'long');
        this.#options = { locale: resolveLocale(locales).locale, type, style };
    }

    static #optionsOf(that, method) {
        if (!isObject(that) || !(#options in that))
            throw incompatible(`${kName}.prototype.${method}`, that);
        return that.#options;
    }

    resolvedOptions() {
        return { ...ListFormat.#optionsOf(this, 'resolvedOptions') };
    }

    format(list) {
        return toParts(ListFormat.#optionsOf(this, 'format'), list)
            .map((part) => part.value).join('');
    }

    formatToParts(list) {
        return toParts(ListFormat.#optionsOf(this, 'formatToParts'), list);
    }
}

module.exports = { ListFormat: finishClass(ListFormat) };
