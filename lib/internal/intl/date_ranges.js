'use strict';
/*
 * internal/intl/date_ranges - two times as one text, for formatRange(): what
 * they have in common is shown once where English does so.
 *
 * Parts have a `source`: 'startRange', 'endRange', or 'shared'.
 */

const {
    addPeriod, addZone, hasPeriod, isNumeric, joinParts, literal, readTime,
    writeClock, writeDate, writeParts,
} = require('internal/intl/date_fields');

const kDash = '\u2009\u2013\u2009';
const kSpace = '\u202f';

function mark(parts, source) {
    return parts.map(({ type, value }) => ({ type, value, source }));
}

function shared(parts) {
    return mark(parts, 'shared');
}

function range(start, end) {
    return [...mark(start, 'startRange'), ...shared([literal(kDash)]),
            ...mark(end, 'endRange')];
}

function isSameDay(a, b) {
    return a.day === b.day && a.month === b.month && a.year === b.year &&
           a.era === b.era;
}

function textOf(parts) {
    return parts.map((part) => part.value).join('');
}

/* AM, PM and the zone stand after the end if the start has the same. */
function rangeOfTimes(a, b, fields, zone) {
    const isHalfSame = !hasPeriod(fields) || (a.hour < 12) === (b.hour < 12);
    const end = [];
    if (fields.second !== undefined || fields.dayPeriod !== undefined) {
        const noDate = timeOnly(fields);
        return range(writeParts(a, noDate, zone, kSpace),
                     writeParts(b, noDate, zone, kSpace));
    }
    const start = writeClock(a, fields);
    const finish = writeClock(b, fields);
    if (!isHalfSame) {
        addPeriod(start, a, fields, kSpace);
        addPeriod(finish, b, fields, kSpace);
    } else {
        addPeriod(end, b, fields, kSpace);
    }
    if (fields.timeZoneName !== undefined) {
        end.push(literal(' '));
        const name = [];
        addZone(name, b, fields, zone);
        end.push(...name);
    }
    return [...range(start, finish), ...shared(end)];
}

function timeOnly(fields) {
    return { ...fields, weekday: undefined, era: undefined, year: undefined,
             month: undefined, day: undefined };
}

/* Two days, without times. */
function rangeOfDates(a, b, fields) {
    const isText = fields.month !== undefined && !isNumeric(fields.month);
    const isSameYear = a.year === b.year && a.era === b.era;
    if (!isText || !isSameYear || fields.era !== undefined)
        return range(writeDate(a, fields), writeDate(b, fields));
    const inYear = { ...fields, year: undefined };
    const year = fields.year === undefined ? [] : [
        literal(fields.day === undefined ? ' ' : ', '),
        ...writeDate(b, { year: fields.year }),
    ];
    const isOneMonth = a.month === b.month && fields.day !== undefined &&
                       fields.weekday === undefined;
    if (!isOneMonth) {
        return [...range(writeDate(a, inYear), writeDate(b, inYear)),
                ...shared(year)];
    }
    const day = { day: fields.day };
    return [...shared([...writeDate(a, { month: fields.month }), literal(' ')]),
            ...range(writeDate(a, day), writeDate(b, day)), ...shared(year)];
}

function hasTime(fields) {
    return fields.hour !== undefined || fields.minute !== undefined ||
           fields.second !== undefined || fields.dayPeriod !== undefined;
}

/* Further fields that must be shown so that the two times differ. */
function widen(a, b, fields) {
    const hasDate = fields.year ?? fields.month ?? fields.day ?? fields.weekday;
    if (hasTime(fields) && hasDate === undefined) {
        return { ...fields, year: 'numeric', month: 'numeric',
                 day: 'numeric' };
    }
    return a.year !== b.year && fields.month !== undefined &&
        fields.year === undefined ? { ...fields, year: 'numeric' } : fields;
}

function writeRange(from, to, fields, zone) {
    const a = readTime(from, zone);
    const b = readTime(to, zone);
    const start = writeParts(a, fields, zone);
    const isOneDay = isSameDay(a, b);
    if (textOf(start) === textOf(writeParts(b, fields, zone)) &&
        (isOneDay || !hasTime(fields)))
        return shared(start);
    if (isOneDay) {
        return joinParts(shared(writeDate(a, fields)),
                         rangeOfTimes(a, b, fields, zone), fields)
            .map((part) => ({ source: 'shared', ...part }))
            .map(({ type, value, source }) => ({ type, value, source }));
    }
    const shown = widen(a, b, fields);
    return hasTime(fields) || fields.timeZoneName !== undefined
        ? range(writeParts(a, shown, zone, kSpace),
                writeParts(b, shown, zone, kSpace))
        : rangeOfDates(a, b, shown);
}

module.exports = { writeRange };
