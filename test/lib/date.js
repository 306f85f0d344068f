'use strict';
/* Dates as text, in several zones: what Node 24 prints. */

const { check, finish } = require('./support/check.js');

const winter = Date.UTC(2026, 0, 15, 12);
const summer = Date.UTC(2026, 6, 15, 12);

function showTime(zone, time) {
    process.env.TZ = zone;
    return new Date(time).toTimeString();
}

/* Setting TZ has effect at once. */
check(() => showTime('Europe/Berlin', winter),
      '13:00:00 GMT+0100 (Central European Standard Time)');
check(() => showTime('Europe/Berlin', summer),
      '14:00:00 GMT+0200 (Central European Summer Time)');
check(() => showTime('America/New_York', winter),
      '07:00:00 GMT-0500 (Eastern Standard Time)');
check(() => showTime('US/Pacific', summer),
      '05:00:00 GMT-0700 (Pacific Daylight Time)');
check(() => showTime('Asia/Kolkata', winter),
      '17:30:00 GMT+0530 (India Standard Time)');
check(() => showTime('Europe/Dublin', winter),
      '12:00:00 GMT+0000 (Greenwich Mean Time)');
check(() => showTime('Europe/Dublin', summer),
      '13:00:00 GMT+0100 (Irish Standard Time)');
check(() => showTime(':Australia/Sydney', winter),
      '23:00:00 GMT+1100 (Australian Eastern Daylight Time)');
check(() => showTime('Asia/Tokyo', winter),
      '21:00:00 GMT+0900 (Japan Standard Time)');
/* No summer time by now, but there was one. */
check(() => showTime('Europe/Moscow', Date.UTC(2005, 6, 1)),
      '04:00:00 GMT+0400 (Moscow Summer Time)');
/* Zones without a name. */
check(() => showTime('Etc/GMT+5', winter),
      '07:00:00 GMT-0500 (GMT-05:00)');

process.env.TZ = 'UTC';
check(() => `${new Date(0)}`,
      'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)');
check(() => /\(Coordinated Universal Time\)$/.test(Date()), 'true');
check(() => new Date(0).toDateString(), 'Thu Jan 01 1970');
check(() => new Date(NaN).toString(), 'Invalid Date');
check(() => new Date(NaN).toTimeString(), 'Invalid Date');

/* As people in the United States write them. */
check(() => new Date(2024, 0, 5, 13, 4, 5).toLocaleString(),
      '1/5/2024, 1:04:05 PM');
check(() => new Date(2024, 10, 25).toLocaleDateString(), '11/25/2024');
check(() => new Date(2024, 10, 25).toLocaleTimeString(), '12:00:00 AM');
check(() => new Date(-1e14).toLocaleString(), '2/15/1200, 2:13:20 PM');

/* Any white space separates the parts of a date; a NUL character ends it. */
for (const space of ['\t', '\n', '\u00a0', '\u1680', '\u2009', '\u202f',
                     '\u3000', '\ufeff']) {
    const text = `${space}1/2/2024,${space}3:04:05${space}PM${space}`;
    check(() => Date.parse(text), '1704207845000');
}
check(() => Date.parse('2024-01-02\u2028'), 'null');
check(() => Date.parse('2024-01-02\0, not a date'), '1704153600000');

finish();
