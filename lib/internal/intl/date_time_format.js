'use strict';
/*
 * internal/intl/date_time_format - Intl.DateTimeFormat, and toLocaleString() of
 * dates. The calendar is the Gregorian one. Which fields a format shows is
 * decided when it is made; internal/intl/date_fields writes them.
 */

const { isObject, resolveLocale } = require('internal/intl/locales');
const {
    checkMatcher, coerceOptions, finishClass, getBooleanOption,
    getNumberOption, getOption, incompatible,
} = require('internal/intl/options');
const { makePattern, readTime, writeParts, writeText } =
    require('internal/intl/date_fields');
const { defaultZone, resolveZone } = require('internal/intl/zones');
/* Loaded when first used: internal/intl/date_ranges. */

const kName = 'Intl.DateTimeFormat';
const kCycles = ['h11', 'h12', 'h23', 'h24'];
const kStyles = ['full', 'long', 'medium', 'short'];
const kText = ['narrow', 'short', 'long'];
const kDigits = ['2-digit', 'numeric'];

const fieldValues = {
    weekday: kText, era: kText, year: kDigits,
    month: [...kDigits, ...kText], day: kDigits, dayPeriod: kText,
    hour: kDigits, minute: kDigits, second: kDigits,
};
const zoneNameValues = ['short', 'long', 'shortOffset', 'longOffset',
                        'shortGeneric', 'longGeneric'];

const dateFields = ['weekday', 'year', 'month', 'day'];
const timeFields = ['dayPeriod', 'hour', 'minute', 'second',
                    'fractionalSecondDigits'];

const dateStyles = {
    full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    long: { year: 'numeric', month: 'long', day: 'numeric' },
    medium: { year: 'numeric', month: 'short', day: 'numeric' },
    short: { year: '2-digit', month: 'numeric', day: 'numeric' },
};
const timeStyles = {
    full: { hour: 'numeric', minute: '2-digit', second: '2-digit',
            timeZoneName: 'long' },
    long: { hour: 'numeric', minute: '2-digit', second: '2-digit',
            timeZoneName: 'short' },
    medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
    short: { hour: 'numeric', minute: '2-digit' },
};

/* ---- Options ------------------------------------------------------------ */

function readFields(options) {
    const fields = { __proto__: null };
    for (const name of Object.keys(fieldValues)) {
        const value = getOption(options, name, fieldValues[name], kName);
        if (value !== undefined)
            fields[name] = value;
    }
    const digits = getNumberOption(options, 'fractionalSecondDigits', 1, 3);
    if (digits !== undefined)
        fields.fractionalSecondDigits = digits;
    const zoneName = getOption(options, 'timeZoneName', zoneNameValues, kName);
    if (zoneName !== undefined)
        fields.timeZoneName = zoneName;
    return fields;
}

function hasAny(fields, names) {
    return names.some((name) => fields[name] !== undefined);
}

/* Fields that are shown if none is named that counts: `required` says which
 * count, `defaults` which are shown. */
function addDefaults(fields, required, defaults) {
    if (required !== 'time' && hasAny(fields, dateFields) ||
        required !== 'date' && hasAny(fields, timeFields))
        return;
    if (defaults !== 'time')
        fields.year = fields.month = fields.day = 'numeric';
    if (defaults !== 'date')
        fields.hour = fields.minute = fields.second = 'numeric';
}

/* Fields in the forms that the patterns of en-US have for them. */
function adjust(fields) {
    if (fields.fractionalSecondDigits !== undefined &&
        fields.minute !== undefined)
        fields.second ??= '2-digit';
    if (fields.minute !== undefined) {
        const isOnly = fields.hour === undefined && fields.second === undefined;
        fields.minute = isOnly ? 'numeric' : '2-digit';
    }
    if (fields.second !== undefined)
        fields.second = fields.minute === undefined ? 'numeric' : '2-digit';
    if (fields.hourCycle === 'h23' || fields.hourCycle === 'h24')
        fields.hour = '2-digit';
    if (fields.hour === undefined)
        delete fields.hourCycle;
}

function applyStyles(fields, dateStyle, timeStyle, required) {
    if (hasAny(fields, [...dateFields, ...timeFields, 'era', 'timeZoneName']))
        throw new TypeError('Invalid option : option');
    if (required === 'date' && timeStyle !== undefined)
        throw new TypeError('Invalid option : timeStyle');
    if (required === 'time' && dateStyle !== undefined)
        throw new TypeError('Invalid option : dateStyle');
    Object.assign(fields, dateStyles[dateStyle], timeStyles[timeStyle]);
}

function readZone(options) {
    const given = options.timeZone;
    if (given === undefined)
        return defaultZone();
    const zone = resolveZone(`${given}`);
    if (zone === undefined)
        throw new RangeError(`Invalid time zone specified: ${given}`);
    return zone;
}

const isType = /^[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})*$/i;

function readType(options, name, word = name) {
    const value = getOption(options, name, undefined, kName);
    if (value !== undefined && !isType.test(value))
        throw new RangeError(`Invalid ${word} : ${value}`);
    return value?.toLowerCase();
}

/* All that a format needs to know. */
function readFormat(locales, options, required, defaults) {
    checkMatcher(options, kName);
    const ca = readType(options, 'calendar');
    const nu = readType(options, 'numberingSystem');
    const hour12 = getBooleanOption(options, 'hour12');
    const hc = getOption(options, 'hourCycle', kCycles, kName);
    const resolved = resolveLocale(
        locales, { ca: ['gregory'], hc: [undefined, ...kCycles], nu: ['latn'] },
        { ca, nu, hc: hour12 === undefined ? hc : undefined });
    const zone = readZone(options);
    const fields = readFields(options);
    getOption(options, 'formatMatcher', ['basic', 'best fit'], kName);
    const dateStyle = getOption(options, 'dateStyle', kStyles, kName);
    const timeStyle = getOption(options, 'timeStyle', kStyles, kName);
    if (dateStyle !== undefined || timeStyle !== undefined)
        applyStyles(fields, dateStyle, timeStyle, required);
    else
        addDefaults(fields, required, defaults);
    if (fields.hour !== undefined) {
        fields.hourCycle = hour12 === undefined ? resolved.hc ?? 'h12'
            : hour12 ? 'h12' : 'h23';
    }
    adjust(fields);
    const locale = hour12 === undefined ? resolved.locale
        : resolved.locale.replace(/-u-hc-h\d\d$|-hc-h\d\d/, '');
    return { locale, zone, fields, dateStyle, timeStyle, pattern: undefined };
}

/* ---- Formatting --------------------------------------------------------- */

function toTime(date) {
    const time = date === undefined ? Date.now() : Number(date);
    if (!(Math.abs(time) <= 8.64e15))
        throw new RangeError('Invalid time value');
    return Math.trunc(time);
}

/* Before AM and PM there is a narrow space that does not break; format() has
 * a plain one instead, since programs read its text. */
function toParts({ fields, zone }, date) {
    return writeParts(readTime(toTime(date), zone), fields, zone, '\u202f');
}

function toText(format, date) {
    const { fields, zone } = format;
    const at = readTime(toTime(date), zone);
    format.pattern ??= makePattern(at, fields, zone);
    return writeText(at, format.pattern);
}

function textOf(parts) {
    let text = '';
    for (const { value } of parts)
        text += value;
    return text;
}

function toRange(format, start, end) {
    if (start === undefined || end === undefined)
        throw new TypeError('Invalid time value');
    const { writeRange } = require('internal/intl/date_ranges');
    return writeRange(toTime(start), toTime(end), format.fields, format.zone);
}

function describe({ locale, zone, fields, dateStyle, timeStyle }) {
    const result = { locale, calendar: 'gregory', numberingSystem: 'latn',
                     timeZone: zone };
    if (fields.hourCycle !== undefined) {
        result.hourCycle = fields.hourCycle;
        result.hour12 = fields.hourCycle === 'h11' ||
                        fields.hourCycle === 'h12';
    }
    if (dateStyle === undefined && timeStyle === undefined) {
        for (const name of [...Object.keys(fieldValues),
                            'fractionalSecondDigits', 'timeZoneName']) {
            if (fields[name] !== undefined)
                result[name] = fields[name];
        }
    }
    if (dateStyle !== undefined)
        result.dateStyle = dateStyle;
    if (timeStyle !== undefined)
        result.timeStyle = timeStyle;
    return result;
}

class DateTimeFormat {
    #format;
    #bound;

    constructor(locales = undefined, options = undefined) {
        this.#format = readFormat(locales, coerceOptions(options, kName), 'any',
                                  'date');
    }

    static #formatOf(that, method) {
        if (!isObject(that) || !(#format in that))
            throw incompatible(method, that);
        return that.#format;
    }

    resolvedOptions() {
        return describe(DateTimeFormat.#formatOf(
            this, `${kName}.prototype.resolvedOptions`));
    }

    formatToParts(date) {
        return toParts(DateTimeFormat.#formatOf(
            this, `${kName}.prototype.formatToParts`), date);
    }

    get format() {
        const format = DateTimeFormat.#formatOf(this, 'UnwrapDateTimeFormat');
        this.#bound ??= (date) => toText(format, date);
        return this.#bound;
    }

    formatRange(startDate, endDate) {
        return textOf(toRange(DateTimeFormat.#formatOf(
            this, `${kName}.prototype.formatRange`), startDate, endDate));
    }

    formatRangeToParts(startDate, endDate) {
        return toRange(DateTimeFormat.#formatOf(
            this, `${kName}.prototype.formatRangeToParts`), startDate, endDate);
    }
}

/* ---- Dates -------------------------------------------------------------- */

/* The formats that were used last without options, by what they are for: to
 * make one costs more than to use it. */
const plain = new Map();

function formatFor(locales, options, required, defaults) {
    if (locales !== undefined || options !== undefined)
        return readFormat(locales, coerceOptions(options, kName), required, defaults);
    const zone = defaultZone();
    const cached = plain.get(defaults);
    if (cached?.zone === zone)
        return cached;
    const format = readFormat(undefined, coerceOptions(), required, defaults);
    plain.set(defaults, format);
    return format;
}

/* toLocaleString(), toLocaleDateString() and toLocaleTimeString() of a time in
 * milliseconds. */
function formatDate(time, locales, options, required, defaults) {
    const format = formatFor(locales, options, required, defaults);
    return time !== time ? 'Invalid Date' : toText(format, time);
}

module.exports = {
    DateTimeFormat: finishClass(DateTimeFormat, { isCallable: true }), formatDate,
};
