'use strict';
/*
 * internal/intl/zone_display - what Intl.DateTimeFormat calls a time zone.
 *
 * Names that are made of a place ('Germany Time') are not there: instead of
 * them there is the distance from Greenwich, as for zones without a name.
 */

const { offsetAt } = require('internal/intl/zones');
const { findNames } = require('internal/intl/zone_names');

/* Short names that are in use in the United States. */
const shortNames = {
    '__proto__': null,
    'Greenwich Mean Time': 'GMT',
    'Coordinated Universal Time': 'UTC',
    'Hawaii-Aleutian Standard Time': 'HST',
    'Hawaii-Aleutian Daylight Time': 'HADT',
    'Alaska Standard Time': 'AKST',
    'Alaska Daylight Time': 'AKDT',
    'Atlantic Standard Time': 'AST',
    'Atlantic Daylight Time': 'ADT',
    'Central Standard Time': 'CST',
    'Central Daylight Time': 'CDT',
    'Mountain Standard Time': 'MST',
    'Mountain Daylight Time': 'MDT',
    'Eastern Standard Time': 'EST',
    'Eastern Daylight Time': 'EDT',
    'Pacific Standard Time': 'PST',
    'Pacific Daylight Time': 'PDT',
};

function pad(number) {
    return `${number}`.padStart(2, '0');
}

function longOffset(seconds) {
    const minutes = Math.floor(Math.abs(seconds) / 60);
    return `GMT${seconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:` +
           pad(minutes % 60);
}

function shortOffset(seconds) {
    const minutes = Math.floor(Math.abs(seconds) / 60);
    const rest = minutes % 60 === 0 ? '' : `:${pad(minutes % 60)}`;
    return `GMT${seconds < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

const known = new Map();

function namesOf(zone) {
    if (!known.has(zone)) {
        known.set(zone, zone === 'UTC' ? ['Coordinated Universal Time']
                                       : findNames(zone));
    }
    return known.get(zone) ?? [];
}

const HALF_A_YEAR = 182 * 86400000;

/* 'Eastern Time' where there is a summer time now. Names of places stand for
 * zones that have no other common name. */
function genericName([standard], zone, at) {
    const isConstant =
        offsetAt(zone, at.time + HALF_A_YEAR).seconds === at.seconds;
    if (standard === undefined || zone === 'UTC')
        return undefined;
    if (isConstant)
        return standard;
    return standard.includes(' Standard')
        ? standard.replace(' Standard', '') : undefined;
}

function shortGenericName(names) {
    const short = shortNames[names[0]];
    return short === undefined || short.length < 3 || short === 'GMT' ||
        short === 'UTC' ? undefined : short.replace('ST', 'T');
}

const styles = {
    long: (names, at) => names[at.isSummer ? 1 : 0] ?? longOffset(at.seconds),
    short(names, at) {
        const name = shortNames[names[at.isSummer ? 1 : 0]];
        return name ?? (at.seconds === 0 ? 'GMT' : shortOffset(at.seconds));
    },
    longOffset: (names, at) => longOffset(at.seconds),
    shortOffset: (names, at) => shortOffset(at.seconds),
    longGeneric: (names, at, zone) =>
        genericName(names, zone, at) ?? longOffset(at.seconds),
    shortGeneric: (names, at) =>
        shortGenericName(names) ?? shortOffset(at.seconds),
};

function nameZone(zone, at, style) {
    return styles[style](namesOf(zone), at, zone);
}

module.exports = { nameZone };
