'use strict';
/*
 * Language tags, and what all classes of Intl have in common. Each case is what
 * Node 24 gives.
 */

const { check, finish } = require('./support/check.js');

/* A tag is canonical after reading. */
for (const [tag, text] of [
    ['EN-us', 'en-US'], ['zh-hans-cn', 'zh-Hans-CN'], ['iw', 'he'],
    ['en-US-u-HC-h12-ca-gregory', 'en-US-u-ca-gregory-hc-h12'],
    ['en-u-kn-true', 'en-u-kn'], ['de-1996-x-Foo', 'de-1996-x-foo'],
    ['e', 'RangeError: Incorrect locale information provided'],
    ['en_US', 'RangeError: Incorrect locale information provided'],
    ['', 'RangeError: Incorrect locale information provided'],
    [[1], 'TypeError: Language ID should be string or object.'],
    [null, 'TypeError: Cannot convert undefined or null to object'],
])
    check(() => Intl.getCanonicalLocales(tag).join(), text);

check(() => Intl.getCanonicalLocales(['en', 'EN', 'en-US']).join(), 'en,en-US');
check(() => Intl.getCanonicalLocales().length, '0');

/* A locale that nobody has falls back to the default. */
check(() => new Intl.NumberFormat('xx-YY').resolvedOptions().locale, 'en-US');
check(() => Intl.NumberFormat.supportedLocalesOf(['xx', 'en', 'en-US']).join(),
      'en,en-US');
check(() => Intl.Segmenter.supportedLocalesOf('en', { localeMatcher: 'x' }),
      'RangeError: Value x out of range for ' +
        'Intl.Segmenter.supportedLocalesOf options property localeMatcher');
check(() => (5).toLocaleString('e'),
      'RangeError: Incorrect locale information provided');

check(() => Intl.supportedValuesOf('timeZone').length > 400, 'true');
check(() => Intl.supportedValuesOf('timeZone').includes('Asia/Calcutta'), 'true');
check(() => Intl.supportedValuesOf('timeZone').includes('UTC'), 'false');
check(() => Intl.supportedValuesOf('unit').length, '45');
check(() => Intl.supportedValuesOf('calendar').includes('gregory'), 'true');
check(() => Intl.supportedValuesOf('x'), 'RangeError: Invalid key : x');

/* The shape of the classes. */
check(() => Object.prototype.toString.call(Intl), '[object Intl]');
check(() => Object.keys(Intl).length, '0');
check(() => Intl.Segmenter(),
      "TypeError: Constructor Intl.Segmenter requires 'new'");
check(() => Intl.NumberFormat() instanceof Intl.NumberFormat, 'true');
check(() => Intl.NumberFormat.length + Intl.DateTimeFormat.length, '0');
check(() => Object.prototype.toString.call(new Intl.DateTimeFormat()),
      '[object Intl.DateTimeFormat]');
check(() => new Intl.NumberFormat('en', null),
      'TypeError: Intl.NumberFormat called on null or undefined');
check(() => new Intl.Segmenter('en', null), 'TypeError: invalid_argument');
check(() => Intl.Segmenter.prototype.segment.call({}),
      'TypeError: Method Intl.Segmenter.prototype.segment called on ' +
        'incompatible receiver #<Object>');
check(() => {
    class Mine extends Intl.NumberFormat {}
    return new Mine('en').format(1234.5);
}, '1,234.5');

finish();
