'use strict';
/*
 * internal/intl/zones - time zones by name, for Intl.DateTimeFormat.
 *
 * Names are found in any case and then have the form that the Unicode locale
 * data (CLDR) keeps: the one that was first used, 'Asia/Calcutta', where the
 * time zone database has a newer one. A zone may also be an offset, '+05:30'.
 */

const { getOffset, getTarget, getZone, listNames } = internalBinding('zone');

/* What CLDR calls zones that have another name in the database. */
const renamed = {
    '__proto__': null,
    'Africa/Asmara': 'Africa/Asmera',
    'Africa/Timbuktu': 'Africa/Bamako',
    'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
    'America/Argentina/Catamarca': 'America/Catamarca',
    'America/Argentina/Cordoba': 'America/Cordoba',
    'America/Argentina/Jujuy': 'America/Jujuy',
    'America/Argentina/Mendoza': 'America/Mendoza',
    'America/Atikokan': 'America/Coral_Harbour',
    'America/Indiana/Indianapolis': 'America/Indianapolis',
    'America/Kentucky/Louisville': 'America/Louisville',
    'America/Nuuk': 'America/Godthab',
    'America/Virgin': 'America/St_Thomas',
    'Antarctica/South_Pole': 'Antarctica/McMurdo',
    'Asia/Ho_Chi_Minh': 'Asia/Saigon',
    'Asia/Kathmandu': 'Asia/Katmandu',
    'Asia/Kolkata': 'Asia/Calcutta',
    'Asia/Yangon': 'Asia/Rangoon',
    'Atlantic/Faroe': 'Atlantic/Faeroe',
    'Atlantic/Jan_Mayen': 'Arctic/Longyearbyen',
    'CET': 'Europe/Brussels',
    'CST6CDT': 'America/Chicago',
    'EET': 'Europe/Athens',
    'EST': 'America/Panama',
    'EST5EDT': 'America/New_York',
    'Etc/GMT': 'UTC',
    'Etc/UTC': 'UTC',
    'Europe/Kyiv': 'Europe/Kiev',
    'HST': 'Pacific/Honolulu',
    'Iceland': 'Atlantic/Reykjavik',
    'MET': 'Europe/Brussels',
    'MST': 'America/Phoenix',
    'MST7MDT': 'America/Denver',
    'PST8PDT': 'America/Los_Angeles',
    'Pacific/Chuuk': 'Pacific/Truk',
    'Pacific/Kanton': 'Pacific/Enderbury',
    'Pacific/Pohnpei': 'Pacific/Ponape',
    'Pacific/Yap': 'Pacific/Truk',
    'WET': 'Europe/Lisbon',
};

/* Names that the database has made another name of a neighbour's zone, and
 * CLDR has not. */
const kept = new Set((
    'Africa/Asmera America/Coral_Harbour America/Kralendijk ' +
    'America/Lower_Princes America/Marigot America/St_Barthelemy ' +
    'Europe/Podgorica Arctic/Longyearbyen Europe/Mariehamn ' +
    'Europe/Bratislava Europe/San_Marino Europe/Vatican Europe/Busingen ' +
    'Pacific/Ponape Pacific/Truk').split(' '));

let namesByCase;

/* All names, by their lower-case form. */
function allNames() {
    if (namesByCase === undefined) {
        namesByCase = new Map();
        for (const names of listNames()) {
            for (const name of names.split(' '))
                namesByCase.set(name.toLowerCase(), name);
        }
    }
    return namesByCase;
}

function canonicalize(name) {
    if (kept.has(name))
        return name;
    const own = renamed[name];
    if (own !== undefined)
        return own;
    const target = getTarget(name) ?? name;
    return renamed[target] ?? target;
}

const isOffset = /^([+-])([01][0-9]|2[0-3])(?::?([0-5][0-9]))?$/;

/* '+0530' as '+05:30', or undefined. */
function readOffset(text) {
    const match = isOffset.exec(text);
    if (match === null)
        return undefined;
    const [, sign, hours, minutes = '00'] = match;
    const isZero = hours === '00' && minutes === '00';
    return `${isZero ? '+' : sign}${hours}:${minutes}`;
}

/* The name of a zone as a program is shown it; undefined if there is none. */
function resolveZone(text) {
    const offset = readOffset(text);
    if (offset !== undefined)
        return offset;
    const name = allNames().get(text.toLowerCase());
    return name === undefined ? undefined : canonicalize(name);
}

/* The name that the program's zone was last given, and what it became. */
let lastName, lastZone;

/* The zone of the program: its name, and for one without, its offset now. */
function defaultZone() {
    const name = getZone();
    if (name !== '') {
        if (name !== lastName) {
            lastZone = resolveZone(name) ?? name;
            lastName = name;
        }
        return lastZone;
    }
    const minutes = Math.floor(getOffset('', Date.now() / 1000) / 60);
    return minutes === 0 ? 'UTC' : writeOffset(minutes);
}

function pad(number) {
    return `${number}`.padStart(2, '0');
}

function writeOffset(minutes) {
    const distance = Math.abs(minutes);
    return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:` +
           pad(distance % 60);
}

/* { seconds, isSummer }: what clocks of a resolved zone show at a time in
 * milliseconds. */
function offsetAt(zone, time) {
    if (zone === 'UTC')
        return { seconds: 0, isSummer: false };
    const match = isOffset.exec(zone);
    if (match !== null) {
        const [, sign, hours, minutes] = match;
        const seconds = Number(hours) * 3600 + Number(minutes) * 60;
        return { seconds: sign === '-' ? -seconds : seconds, isSummer: false };
    }
    const found = getOffset(zone, Math.floor(time / 1000)) ?? 0;
    const seconds = Math.floor(found);
    return { seconds, isSummer: found !== seconds };
}

/* The names that Intl.supportedValuesOf() has. */
function listZones() {
    const names = new Set();
    for (const name of allNames().values()) {
        const canonical = canonicalize(name);
        if (canonical.includes('/') && !canonical.startsWith('Etc/'))
            names.add(canonical);
    }
    return [...names].sort();
}

module.exports = { defaultZone, listZones, offsetAt, resolveZone };
