'use strict';
/*
 * Intl.DateTimeFormat and toLocaleString() of dates. Each case is what Node 24
 * gives.
 */

const { check, finish } = require('./support/check.js');

const time = Date.UTC(2024, 2, 5, 15, 4, 9, 78);

function format(options) {
    return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
}

for (const [options, text] of [
    [{}, '3/5/2024'],
    [{ dateStyle: 'full' }, 'Tuesday, March 5, 2024'],
    [{ dateStyle: 'long' }, 'March 5, 2024'],
    [{ dateStyle: 'medium' }, 'Mar 5, 2024'],
    [{ dateStyle: 'short' }, '3/5/24'],
    [{ timeStyle: 'full' }, '3:04:09 PM Coordinated Universal Time'],
    [{ timeStyle: 'long' }, '3:04:09 PM UTC'],
    [{ timeStyle: 'medium' }, '3:04:09 PM'],
    [{ timeStyle: 'short' }, '3:04 PM'],
    [{ dateStyle: 'full', timeStyle: 'short' },
     'Tuesday, March 5, 2024 at 3:04 PM'],
    [{ dateStyle: 'medium', timeStyle: 'medium' }, 'Mar 5, 2024, 3:04:09 PM'],
    [{ weekday: 'long' }, 'Tuesday'],
    [{ month: 'long' }, 'March'],
    [{ month: '2-digit', day: '2-digit' }, '03/05'],
    [{ year: 'numeric', month: 'short' }, 'Mar 2024'],
    [{ year: 'numeric', month: 'long', day: 'numeric' }, 'March 5, 2024'],
    [{ weekday: 'short', month: 'short', day: 'numeric' }, 'Tue, Mar 5'],
    [{ year: '2-digit', month: 'numeric' }, '3/24'],
    [{ era: 'short' }, '3/5/2024 AD'],
    [{ hour: 'numeric' }, '3 PM'],
    [{ hour: '2-digit', minute: '2-digit' }, '03:04 PM'],
    [{ minute: 'numeric', second: 'numeric' }, '04:09'],
    [{ hour: 'numeric', hour12: false }, '15'],
    [{ hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }, '15:04'],
    [{ hour: 'numeric', dayPeriod: 'long' }, '3 in the afternoon'],
    [{ second: 'numeric', fractionalSecondDigits: 3 }, '9.078'],
    [{ hour: 'numeric', minute: 'numeric', second: 'numeric', fractionalSecondDigits: 2 },
     '3:04:09.07 PM'],
    [{ weekday: 'long', hour: 'numeric' }, 'Tuesday 3 PM'],
    [{ timeZoneName: 'short' }, '3/5/2024, UTC'],
    [{ timeZone: 'America/New_York', timeZoneName: 'short' }, '3/5/2024, EST'],
    [{ timeZone: 'Asia/Kolkata', timeStyle: 'full' },
     '8:34:09 PM India Standard Time'],
    [{ timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'long' },
     '3/5/24, 4:04:09 PM GMT+1'],
    [{ timeZone: '+05:30', timeStyle: 'long' }, '8:34:09 PM GMT+5:30'],
    [{ timeZone: 'Pacific/Auckland', dateStyle: 'short', timeStyle: 'full' },
     '3/6/24, 4:04:09 AM New Zealand Daylight Time'],
    [{ timeZone: 'Foo/Bar' },
     'RangeError: Invalid time zone specified: Foo/Bar'],
    [{ dateStyle: 'x' },
     'RangeError: Value x out of range for Intl.DateTimeFormat options ' +
       'property dateStyle'],
    [{ year: 'x' },
     'RangeError: Value x out of range for Intl.DateTimeFormat options ' +
       'property year'],
    [{ fractionalSecondDigits: 4 },
     'RangeError: fractionalSecondDigits value is out of range.'],
    [{ dateStyle: 'full', year: 'numeric' },
     'TypeError: Invalid option : option'],
])
    check(() => format(options).format(time), text);

for (const [options, distance, text] of [
    [{}, 86400000, '3/5/2024\u2009\u2013\u20093/6/2024'],
    [{ dateStyle: 'medium' }, 86400000, 'Mar 5\u2009\u2013\u20096, 2024'],
    [{ dateStyle: 'long' }, 3456000000,
     'March 5\u2009\u2013\u2009April 14, 2024'],
    [{ dateStyle: 'full' }, 86400000,
     'Tuesday, March 5\u2009\u2013\u2009Wednesday, March 6, 2024'],
    [{ dateStyle: 'long' }, 34560000000,
     'March 5, 2024\u2009\u2013\u2009April 9, 2025'],
    [{ timeStyle: 'short' }, 3600000, '3:04\u2009\u2013\u20094:04\u202fPM'],
    [{ timeStyle: 'short' }, 36000000,
     '3/5/2024, 3:04\u202fPM\u2009\u2013\u20093/6/2024, 1:04\u202fAM'],
    [{ dateStyle: 'short', timeStyle: 'short' }, 3600000,
     '3/5/24, 3:04\u2009\u2013\u20094:04\u202fPM'],
    [{ year: 'numeric', month: 'long' }, 3456000000,
     'March\u2009\u2013\u2009April 2024'],
    [{ hour: 'numeric' }, 0, '3 PM'],
    [{ month: 'short', day: 'numeric' }, 86400000, 'Mar 5\u2009\u2013\u20096'],
])
    check(() => format(options).formatRange(time, time + distance), text);

/* ---- Parts and options -------------------------------------------------- */

check(() => format({ dateStyle: 'short', timeStyle: 'short' })
    .formatToParts(time).map(({ type, value }) => `${type}=${value}`).join(),
      'month=3,literal=/,day=5,literal=/,year=24,literal=, ,hour=3,' +
        'literal=:,minute=04,literal=\u202f,dayPeriod=PM');
check(() => format({ dateStyle: 'medium' })
    .formatRangeToParts(time, time + 864e5).map((part) => part.source).join(),
      'shared,shared,startRange,shared,endRange,shared,shared');
for (const [options, text] of [
    [{}, '{"locale":"en-US","calendar":"gregory","numberingSystem":"latn",' +
         '"timeZone":"UTC","year":"numeric","month":"numeric",' +
         '"day":"numeric"}'],
    [{ hour: 'numeric', minute: 'numeric', hour12: false },
     '{"locale":"en-US","calendar":"gregory","numberingSystem":"latn",' +
       '"timeZone":"UTC","hourCycle":"h23","hour12":false,"hour":"2-digit",' +
       '"minute":"2-digit"}'],
    [{ dateStyle: 'short', timeZone: 'us/eastern' },
     '{"locale":"en-US","calendar":"gregory","numberingSystem":"latn",' +
       '"timeZone":"America/New_York","dateStyle":"short"}'],
])
    check(() => JSON.stringify(format(options).resolvedOptions()), text);
check(() => new Intl.DateTimeFormat('en-u-hc-h23', { hour: 'numeric' })
    .resolvedOptions().locale, 'en-u-hc-h23');
for (const [zone, name] of [
    ['asia/kolkata', 'Asia/Calcutta'], ['GMT', 'UTC'], ['+0530', '+05:30'],
    ['Etc/GMT+3', 'Etc/GMT+3'], ['EST', 'America/Panama'],
])
    check(() => format({ timeZone: zone }).resolvedOptions().timeZone, name);

/* ---- Times -------------------------------------------------------------- */

check(() => format({ year: 'numeric', era: 'short' }).format(-7e13), '250 BC');
check(() => format({}).format(NaN), 'RangeError: Invalid time value');
check(() => format({}).format(9e15), 'RangeError: Invalid time value');
check(() => format({}).formatRange(time), 'TypeError: Invalid time value');
check(() => [1, 2, 3].map(format({ year: 'numeric' }).format).join(),
      '1970,1970,1970');

/* Clocks in New York and Berlin go by their own rules. */
for (const [zone, when, text] of [
    ['America/New_York', Date.UTC(2024, 2, 10, 6, 59), '3/10/24, 1:59 AM'],
    ['America/New_York', Date.UTC(2024, 2, 10, 7), '3/10/24, 3:00 AM'],
    ['Europe/Berlin', Date.UTC(2024, 9, 27, 0, 59), '10/27/24, 2:59 AM'],
    ['Europe/Berlin', Date.UTC(2024, 9, 27, 1), '10/27/24, 2:00 AM'],
    ['Australia/Lord_Howe', Date.UTC(2024, 0, 1), '1/1/24, 11:00 AM'],
]) {
    check(() => format({ timeZone: zone, dateStyle: 'short',
                         timeStyle: 'short' }).format(when), text);
}

/* ---- Dates -------------------------------------------------------------- */

const date = new Date(time);
const utc = { timeZone: 'UTC' };

check(() => date.toLocaleString('en-US', utc), '3/5/2024, 3:04:09 PM');
check(() => date.toLocaleDateString('en-US', utc), '3/5/2024');
check(() => date.toLocaleTimeString('en-US', utc), '3:04:09 PM');
check(() => date.toLocaleDateString('en-US', { ...utc, hour: 'numeric' }),
      '3/5/2024, 3 PM');
check(() => date.toLocaleTimeString('en-US', { ...utc, year: 'numeric' }),
      '2024, 3:04:09 PM');
check(() => date.toLocaleDateString('en-US', { timeStyle: 'short' }),
      'TypeError: Invalid option : timeStyle');
check(() => new Date(NaN).toLocaleString(), 'Invalid Date');
check(() => Date.prototype.toLocaleString.call(1),
      'TypeError: Method Date.prototype.toLocaleString called on ' +
        'incompatible receiver 1');

finish();
