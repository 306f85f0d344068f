'use strict';
/*
 * internal/intl/date_fields - a time as parts of text: the patterns of dates
 * and times in en-US, from the fields that a format shows.
 *
 * A part is { type, value } as formatToParts() has it.
 */

const { offsetAt } = require('internal/intl/zones');
/* Loaded when first used: internal/intl/zone_display. */

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July',
                'August', 'September', 'October', 'November', 'December'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday',
                  'Friday', 'Saturday'];
const eras = {
    long: ['Before Christ', 'Anno Domini'],
    short: ['BC', 'AD'],
    narrow: ['B', 'A'],
};

function pad(number, width = 2) {
    if (width === 2)
        return number < 10 ? `0${number}` : `${number}`;
    return `${number}`.padStart(width, '0');
}

function literal(value) {
    return { type: 'literal', value };
}

/* The calendar repeats itself, with its weekdays, every 400 years. */
const CYCLE_YEARS = 400;
const CYCLE_MS = 146097 * 86400000;
const LAST_MS = 8.64e15;

/* What clocks and calendars of the zone show at a time in milliseconds. The
 * first and the last day have hours in some zones that no Date can hold. */
function readTime(time, zone) {
    const { seconds, isSummer } = offsetAt(zone, time);
    const local = time + seconds * 1000;
    const cycles = local > LAST_MS ? 1 : local < -LAST_MS ? -1 : 0;
    const date = new Date(local - cycles * CYCLE_MS);
    const year = date.getUTCFullYear() + cycles * CYCLE_YEARS;
    return {
        time, seconds, isSummer, year: year > 0 ? year : 1 - year,
        era: year > 0 ? 1 : 0, month: date.getUTCMonth(),
        day: date.getUTCDate(), weekday: date.getUTCDay(),
        hour: date.getUTCHours(), minute: date.getUTCMinutes(),
        second: date.getUTCSeconds(), millisecond: date.getUTCMilliseconds(),
    };
}

/* ---- Dates -------------------------------------------------------------- */

function writeName(name, width) {
    if (width === 'long')
        return name;
    return name.slice(0, width === 'short' ? 3 : 1);
}

function writeNumber(number, width) {
    return width === '2-digit' ? pad(number % 100) : `${number}`;
}

function isNumeric(width) {
    return width === 'numeric' || width === '2-digit';
}

const writers = {
    weekday: (at, width) => writeName(weekdays[at.weekday], width),
    era: (at, width) => eras[width][at.era],
    year: (at, width) => writeNumber(at.year, width),
    month: (at, width) => (isNumeric(width)
        ? writeNumber(at.month + 1, width)
        : writeName(months[at.month], width)),
    day: (at, width) => writeNumber(at.day, width),
};

function field(type, at, fields) {
    return { type, value: writers[type](at, fields[type]) };
}

/* Month, day and year, as far as they are shown. */
function writeDay(at, fields) {
    const shown = ['month', 'day', 'year'].filter((name) => fields[name]);
    if (shown.length === 2 && !fields.month) {
        return [field('year', at, fields), literal(' (day: '),
                field('day', at, fields), literal(')')];
    }
    const isText = fields.month !== undefined && !isNumeric(fields.month);
    const parts = [];
    for (const name of shown) {
        if (parts.length > 0) {
            const isYear = name === 'year' && fields.day !== undefined;
            parts.push(literal(isText ? isYear ? ', ' : ' ' : '/'));
        }
        parts.push(field(name, at, fields));
    }
    return parts;
}

/* The weekday is in front of a day of a month, and after anything else. */
function addWeekday(parts, at, fields) {
    const weekday = field('weekday', at, fields);
    if (parts.length === 0)
        return [weekday];
    return fields.month !== undefined && fields.day !== undefined
        ? [weekday, literal(', '), ...parts] : [...parts, literal(' '), weekday];
}

function writeDate(at, fields) {
    let parts = writeDay(at, fields);
    if (fields.weekday !== undefined)
        parts = addWeekday(parts, at, fields);
    if (fields.era !== undefined) {
        if (parts.length > 0)
            parts.push(literal(' '));
        parts.push(field('era', at, fields));
    }
    return parts;
}

/* ---- Times -------------------------------------------------------------- */

function writeHour({ hour }, { hour: width, hourCycle }) {
    if (hourCycle === 'h23')
        return pad(hour);
    if (hourCycle === 'h24')
        return pad(hour === 0 ? 24 : hour);
    const first = hourCycle === 'h11' ? 0 : 12;
    return writeNumber(hour % 12 === 0 ? first : hour % 12, width);
}

function describePeriod({ hour, minute }, width) {
    if (hour === 12 && minute === 0)
        return width === 'narrow' ? 'n' : 'noon';
    if (hour < 12)
        return 'in the morning';
    if (hour < 18)
        return 'in the afternoon';
    return hour < 21 ? 'in the evening' : 'at night';
}

/* AM and PM, or what the option dayPeriod asks for. */
function writePeriod(at, fields) {
    const value = fields.dayPeriod !== undefined
        ? describePeriod(at, fields.dayPeriod) : at.hour < 12 ? 'AM' : 'PM';
    return { type: 'dayPeriod', value };
}

function hasPeriod({ hour, hourCycle }) {
    return hour !== undefined && (hourCycle === 'h12' || hourCycle === 'h11');
}

/* Hour, minute and second, without what follows them. */
function writeClock(at, fields) {
    const parts = [];
    const isAlone = fields.hour === undefined;
    if (!isAlone)
        parts.push({ type: 'hour', value: writeHour(at, fields) });
    if (fields.minute !== undefined) {
        if (!isAlone)
            parts.push(literal(':'));
        const isOnly = isAlone && fields.second === undefined;
        parts.push({ type: 'minute',
                     value: isOnly ? `${at.minute}` : pad(at.minute) });
    }
    if (fields.second !== undefined) {
        const isOnly = fields.minute === undefined;
        if (parts.length > 0)
            parts.push(literal(':'));
        parts.push({ type: 'second',
                     value: isOnly ? `${at.second}` : pad(at.second) });
    }
    addFraction(parts, at, fields);
    return parts;
}

function addFraction(parts, { millisecond }, { fractionalSecondDigits }) {
    if (fractionalSecondDigits === undefined)
        return;
    if (parts.length > 0)
        parts.push(literal('.'));
    parts.push({ type: 'fractionalSecond',
                 value: pad(millisecond, 3).slice(0, fractionalSecondDigits) });
}

function addZone(parts, at, fields, zone) {
    if (fields.timeZoneName === undefined)
        return;
    const { nameZone } = require('internal/intl/zone_display');
    if (parts.length > 0)
        parts.push(literal(' '));
    parts.push({ type: 'timeZoneName',
                 value: nameZone(zone, at, fields.timeZoneName) });
}

function addPeriod(parts, at, fields, space) {
    if (hasPeriod(fields)) {
        parts.push(literal(fields.dayPeriod === undefined ? space : ' '));
        parts.push(writePeriod(at, fields));
    } else if (fields.dayPeriod !== undefined && fields.hour === undefined) {
        parts.push(writePeriod(at, fields));
    }
}

function writeTime(at, fields, zone, space) {
    const parts = writeClock(at, fields);
    addPeriod(parts, at, fields, space);
    addZone(parts, at, fields, zone);
    return parts;
}

/* ---- Both --------------------------------------------------------------- */

function joinerOf(fields) {
    if (fields.month === 'long')
        return ' at ';
    const isOnlyWeekday = fields.weekday !== undefined &&
        fields.year === undefined && fields.month === undefined &&
        fields.day === undefined;
    return isOnlyWeekday ? ' ' : ', ';
}

function joinParts(date, time, fields) {
    if (date.length === 0 || time.length === 0)
        return date.length === 0 ? time : date;
    return [...date, literal(joinerOf(fields)), ...time];
}

/* `space` is what stands before AM and PM. */
function writeParts(at, fields, zone, space = ' ') {
    return joinParts(writeDate(at, fields),
                     writeTime(at, fields, zone, space), fields);
}

/* What writes the part `type`; the same as above. */
function writerOf(type, fields, zone) {
    const width = fields[type];
    const hasHour = fields.hour !== undefined;
    switch (type) {
    case 'hour':
        return (at) => writeHour(at, fields);
    case 'minute':
        return !hasHour && fields.second === undefined
            ? (at) => `${at.minute}` : (at) => pad(at.minute);
    case 'second':
        return fields.minute === undefined
            ? (at) => `${at.second}` : (at) => pad(at.second);
    case 'fractionalSecond':
        return (at) => pad(at.millisecond, 3)
            .slice(0, fields.fractionalSecondDigits);
    case 'dayPeriod':
        return (at) => writePeriod(at, fields).value;
    case 'timeZoneName': {
        const { nameZone } = require('internal/intl/zone_display');
        return (at) => nameZone(zone, at, width);
    }
    default: {
        const write = writers[type];
        return (at) => write(at, width);
    }
    }
}

/* What a format shows has the same parts at every time, so a text needs none: it
 * is a list of texts and of functions that write one. */
function makePattern(at, fields, zone) {
    return writeParts(at, fields, zone).map(
        ({ type, value }) => (type === 'literal' ? value : writerOf(type, fields, zone)));
}

function writeText(at, pattern) {
    let text = '';
    for (let i = 0; i < pattern.length; i++) {
        const item = pattern[i];
        text += typeof item === 'string' ? item : item(at);
    }
    return text;
}

module.exports = {
    addPeriod, addZone, hasPeriod, isNumeric, joinParts, literal, makePattern,
    readTime, writeClock, writeDate, writeParts, writeText,
};
