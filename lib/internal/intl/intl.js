'use strict';
/*
 * internal/intl/intl - the global Intl for the locale en-US (ECMA-402).
 *
 * Each class is loaded when it is first used. There is one locale, under the
 * names 'en' and 'en-US'; a program that asks for another one gets 'en-US',
 * and supportedLocalesOf() does not list what is not there.
 */

const { canonicalizeLocaleList } = require('internal/intl/locales');
/* Loaded when first used: internal/intl/values. */

const classes = {
    DateTimeFormat: 'date_time_format',
    NumberFormat: 'number_format',
    Collator: 'collator',
    PluralRules: 'plural_rules',
    RelativeTimeFormat: 'relative_time_format',
    ListFormat: 'list_format',
    Locale: 'locale',
    DisplayNames: 'display_names',
    Segmenter: 'segmenter',
};

const Intl = {};

function define(name, value) {
    Object.defineProperty(Intl, name, {
        __proto__: null, value, writable: true, enumerable: false,
        configurable: true,
    });
}

function defineLazy(name, file) {
    Object.defineProperty(Intl, name, {
        __proto__: null,
        get() {
            const value = require(`internal/intl/${file}`)[name];
            define(name, value);
            return value;
        },
        set(value) { define(name, value); },
        enumerable: false,
        configurable: true,
    });
}

const functions = {
    getCanonicalLocales(locales) {
        return canonicalizeLocaleList(locales);
    },
    supportedValuesOf(key) {
        return require('internal/intl/values').supportedValuesOf(`${key}`);
    },
};

for (const name of Object.keys(functions))
    define(name, functions[name]);
for (const name of Object.keys(classes))
    defineLazy(name, classes[name]);
Object.defineProperty(Intl, Symbol.toStringTag, {
    __proto__: null, value: 'Intl', writable: false, enumerable: false,
    configurable: true,
});

module.exports = { Intl };
