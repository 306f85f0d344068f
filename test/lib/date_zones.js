'use strict';
/* Local time in many zones, above all around the hours in which clocks change,
 * and the texts that are dates: what Node 24 makes of them. */

const { check, finish } = require('./support/check.js');

function at(zone, text) {
    process.env.TZ = zone;
    return new Date(text).toISOString();
}

/* An hour that is skipped counts as if it were not; of one that is there twice
 * it is the first. */
check(() => at('Europe/Berlin', '2024-03-31T01:30'), '2024-03-31T00:30:00.000Z');
check(() => at('Europe/Berlin', '2024-03-31T02:30'), '2024-03-31T01:30:00.000Z');
check(() => at('Europe/Berlin', '2024-03-31T03:00'), '2024-03-31T01:00:00.000Z');
check(() => at('Europe/Berlin', '2024-10-27T01:59'), '2024-10-26T23:59:00.000Z');
check(() => at('Europe/Berlin', '2024-10-27T02:30'), '2024-10-27T00:30:00.000Z');
check(() => at('Europe/Berlin', '2024-10-27T03:00'), '2024-10-27T02:00:00.000Z');
check(() => at('America/New_York', '2026-03-08T02:30'), '2026-03-08T07:30:00.000Z');
check(() => at('America/New_York', '2026-11-01T01:30'), '2026-11-01T05:30:00.000Z');
check(() => at('Australia/Lord_Howe', '2025-04-06T01:45'), '2025-04-05T14:45:00.000Z');
check(() => at('Australia/Lord_Howe', '2025-10-05T02:15'), '2025-10-04T15:45:00.000Z');
/* A day that was not there, and one that was there twice. */
check(() => at('Pacific/Apia', '2011-12-30T12:00'), '2011-12-30T22:00:00.000Z');
check(() => at('Pacific/Kwajalein', '1969-09-30T12:00'), '1969-09-30T01:00:00.000Z');
/* Before there were zones, and long after now. */
check(() => at('Europe/Berlin', '1850-06-01T12:00'), '1850-06-01T11:06:32.000Z');
check(() => at('America/Los_Angeles', '2120-07-01T12:00'), '2120-07-01T19:00:00.000Z');
check(() => at('Asia/Kathmandu', '2026-01-01T00:00'), '2025-12-31T18:15:00.000Z');

/* Getters and setters agree with the constructor. */
process.env.TZ = 'Europe/Berlin';
check(() => new Date(2024, 2, 31, 2, 30).getHours(), '3');
check(() => new Date(2024, 2, 31, 1, 59).getTimezoneOffset(), '-60');
check(() => new Date(2024, 2, 31, 3).getTimezoneOffset(), '-120');
check(() => new Date(1850, 0, 1).getTimezoneOffset(), '-53');
check(() => {
    const d = new Date(2024, 2, 30, 2, 30);
    d.setDate(31);
    return d.toISOString();
}, '2024-03-31T01:30:00.000Z');
check(() => new Date(275760, 8, 13, 2).getTime(), '8640000000000000');
check(() => `${new Date(275760, 8, 13, 3).getTime()}`, 'NaN');

/* Name and offset come from one zone, whatever TZ says. */
function show(zone) {
    process.env.TZ = zone;
    return new Date(Date.UTC(2026, 6, 15, 12)).toTimeString();
}
check(() => show('US/Pacific'), '05:00:00 GMT-0700 (Pacific Daylight Time)');
check(() => show('posix/Europe/Berlin'), '14:00:00 GMT+0200 (Central European Summer Time)');
check(() => show('EST5EDT'), '08:00:00 GMT-0400 (Eastern Daylight Time)');
check(() => show('GMT'), '12:00:00 GMT+0000 (Greenwich Mean Time)');
check(() => show('Zulu'), '12:00:00 GMT+0000 (Coordinated Universal Time)');
check(() => show('JST-9'), '21:00:00 GMT+0900 (GMT+09:00)');
check(() => show('UTC+3'), '09:00:00 GMT-0300 (GMT-03:00)');
check(() => show('No/Such_Zone'), '12:00:00 GMT+0000 (GMT+00:00)');
check(() => show('europe/berlin'), '12:00:00 GMT+0000 (GMT+00:00)');
check(() => show(''), '12:00:00 GMT+0000 (GMT+00:00)');
check(() => show('Etc/GMT-14'), '02:00:00 GMT+1400 (GMT+14:00)');
check(() => show('../../etc/passwd'), '12:00:00 GMT+0000 (GMT+00:00)');

/* Texts that are dates, and texts that are none. */
process.env.TZ = 'America/New_York';
for (const [text, time] of [
    ['2024-03-05', '2024-03-05T00:00:00.000Z'],
    ['2024-03-05T10:00', '2024-03-05T15:00:00.000Z'],
    ['2024-03-05 10:00Z', '2024-03-05T10:00:00.000Z'],
    ['2024-03-05 10:00', '2024-03-05T15:00:00.000Z'],
    ['2024-03', '2024-03-01T00:00:00.000Z'],
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-3-5', '2024-03-05T05:00:00.000Z'],
    ['2024/03/05', '2024-03-05T05:00:00.000Z'],
    ['3/5/24', '2024-03-05T05:00:00.000Z'],
    ['3/5/50', '1950-03-05T05:00:00.000Z'],
    ['5 March 2024', '2024-03-05T05:00:00.000Z'],
    ['Mar-5-2024', '2024-03-05T05:00:00.000Z'],
    ['Mar 5', '2001-03-05T05:00:00.000Z'],
    ['5', '2001-05-01T04:00:00.000Z'],
    ['Tue Mar 05 2024 10:00:00 GMT+0100 (CET)', '2024-03-05T09:00:00.000Z'],
    ['Tue, 05 Mar 2024 10:00:00 GMT', '2024-03-05T10:00:00.000Z'],
    ['3/5/2024, 1:02:03 PM', '2024-03-05T18:02:03.000Z'],
    ['3/5/2024 12:30 am', '2024-03-05T05:30:00.000Z'],
    ['2024-03-05T10:00:00.1234567Z', '2024-03-05T10:00:00.123Z'],
    ['2024-03-05T10:00:00+0530', '2024-03-05T04:30:00.000Z'],
    ['2024-03-05T24:00Z', '2024-03-06T00:00:00.000Z'],
    ['+002024-03-05T10:00Z', '2024-03-05T10:00:00.000Z'],
    ['2024-02-31T00:00Z', '2024-03-02T00:00:00.000Z'],
    ['10:00 Mar 5 2024 EST', '2024-03-05T15:00:00.000Z'],
    ['2024-03-05 10:00 -8', '2024-03-05T18:00:00.000Z'],
    ['garbage 2024', '2024-01-01T05:00:00.000Z'],
])
    check(() => `${text}: ${new Date(text).toISOString()}`, `${text}: ${time}`);
for (const text of ['', 'x', '0000-00-00', '2024-05-00', '2024-13-01', '0.1.0', '2024-03-05T10',
    '2024-03-05T10:60', '2024-03-05T24:01', '2024-03-05T10:00 Z', '3/5/2024 13:00 PM',
    '5 March 2024 x', '2024-03-05T10:00+24:00', '1.2.3.4', '2024 GMT+12345', '32/32/32'])
    check(() => `${text}: ${Date.parse(text)}`, `${text}: NaN`);

finish();
