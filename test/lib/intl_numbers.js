'use strict';
/*
 * Intl.NumberFormat, beyond what locale.js has of numbers. Each case is what
 * Node 24 gives.
 */

const { check, finish } = require('./support/check.js');

for (const [number, options, text] of [
    [1234.5678, { style: 'percent' }, '123,457%'],
    [-1234.5, { style: 'currency', currency: 'USD' }, '-$1,234.50'],
    [-5, { style: 'currency', currency: 'USD', currencySign: 'accounting' },
     '($5.00)'],
    [2, { style: 'currency', currency: 'EUR', currencyDisplay: 'name' },
     '2.00 euros'],
    [2, { style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol' },
     '$2.00'],
    [1234.5, { style: 'currency', currency: 'KWD' }, 'KWD\u00a01,234.500'],
    [16, { style: 'unit', unit: 'kilobyte' }, '16 kB'],
    [1, { style: 'unit', unit: 'day', unitDisplay: 'long' }, '1 day'],
    [16, { style: 'unit', unit: 'celsius' }, '16\u00b0C'],
    [5, { style: 'unit', unit: 'kilometer-per-hour' }, '5 km/h'],
    [5, { style: 'unit', unit: 'mile-per-hour', unitDisplay: 'long' },
     '5 miles per hour'],
    [1234, { notation: 'compact' }, '1.2K'],
    [999999, { notation: 'compact' }, '1M'],
    [1550000000000, { notation: 'compact', compactDisplay: 'long' },
     '1.6 trillion'],
    [1234567, { notation: 'compact', style: 'currency', currency: 'USD' },
     '$1.2M'],
    [0.00012345, { notation: 'scientific' }, '1.235E-4'],
    [0.00012345, { notation: 'engineering' }, '123.45E-6'],
    [1234.5678, { maximumSignificantDigits: 3 }, '1,230'],
    [0.5, { minimumSignificantDigits: 5 }, '0.50000'],
    [2.5, { roundingMode: 'halfEven', maximumFractionDigits: 0 }, '2'],
    [-2.1, { roundingMode: 'floor', maximumFractionDigits: 0 }, '-3'],
    [1.28, { roundingIncrement: 5, minimumFractionDigits: 2, maximumFractionDigits: 2 },
     '1.30'],
    [1, { trailingZeroDisplay: 'stripIfInteger', minimumFractionDigits: 2 },
     '1'],
    [5, { signDisplay: 'always' }, '+5'],
    [-0.0001, { signDisplay: 'exceptZero' }, '0'],
    [-0, { signDisplay: 'negative' }, '0'],
    [1234, { useGrouping: 'min2' }, '1234'],
    [12345, { useGrouping: false }, '12345'],
    [1, { style: 'x' },
     'RangeError: Value x out of range for Intl.NumberFormat options property ' +
       'style'],
    [1, { style: 'unit' },
     'TypeError: Invalid unit argument for Intl.NumberFormat() \'\''],
    [1, { style: 'unit', unit: 'x' },
     'RangeError: Invalid unit argument for Intl.NumberFormat() \'x\''],
    [1, { style: 'currency', currency: 'x' },
     'RangeError: Invalid currency code : x'],
    [1, { notation: 'x' },
     'RangeError: Value x out of range for Intl.NumberFormat options property ' +
       'notation'],
    [1, { roundingIncrement: 3 },
     'RangeError: roundingIncrement value is out of range.'],
])
    check(() => new Intl.NumberFormat('en-US', options).format(number), text);

/* Half of an odd increment is between two digits. */
const inFives = new Intl.NumberFormat('en', {
    roundingIncrement: 5, minimumFractionDigits: 1, maximumFractionDigits: 1,
});

check(() => [0.24, 0.25, 0.26, 0.74, 0.75].map(inFives.format).join(),
      '0.0,0.5,0.5,0.5,1.0');

/* No digit is lost. */
const plain = new Intl.NumberFormat('en-US');

check(() => plain.format(12345678901234567890n), '12,345,678,901,234,567,890');
check(() => plain.format('1234567890123456789.25'),
      '1,234,567,890,123,456,789.25');
check(() => plain.format('abc'), 'NaN');
check(() => plain.format(null), '0');
check(() => plain.format(Symbol('x')),
      'TypeError: Cannot convert a Symbol value to a number');
check(() => [1e3, 2e3].map(plain.format).join(' '), '1,000 2,000');

function showParts(number, options) {
    return new Intl.NumberFormat('en-US', options).formatToParts(number)
        .map(({ type, value }) => `${type}=${value}`).join(' ');
}

check(() => showParts(-1234.5, { style: 'currency', currency: 'CHF' }),
      'minusSign=- currency=CHF literal=\u00a0 integer=1 group=, ' +
        'integer=234 decimal=. fraction=50');
check(() => showParts(1e6, { notation: 'compact', compactDisplay: 'long' }),
      'integer=1 literal=  compact=million');
check(() => showParts(NaN, { style: 'percent' }), 'nan=NaN percentSign=%');
check(() => showParts(5e-7, { notation: 'scientific' }),
      'integer=5 exponentSeparator=E exponentMinusSign=- exponentInteger=7');
for (const [options, text] of [
    [{}, '3\u20135'], [{ style: 'unit', unit: 'meter' }, '3\u20135 m'],
    [{ style: 'percent' }, '300% \u2013 500%'],
    [{ style: 'currency', currency: 'USD' }, '$3.00 \u2013 $5.00'],
    [{ signDisplay: 'always' }, '+3 \u2013 +5'],
])
    check(() => new Intl.NumberFormat('en', options).formatRange(3, 5), text);
check(() => plain.formatRange(3, 3), '~3');
check(() => plain.formatRange(NaN, 3), 'RangeError: Invalid start : NaN');

check(() => JSON.stringify(
    new Intl.NumberFormat('en', { notation: 'compact' }).resolvedOptions()),
      '{"locale":"en","numberingSystem":"latn","style":"decimal",' +
        '"minimumIntegerDigits":1,"minimumFractionDigits":0,' +
        '"maximumFractionDigits":0,"minimumSignificantDigits":1,' +
        '"maximumSignificantDigits":2,"useGrouping":"min2",' +
        '"notation":"compact","compactDisplay":"short","signDisplay":"auto",' +
        '"roundingIncrement":1,"roundingMode":"halfExpand",' +
        '"roundingPriority":"morePrecision","trailingZeroDisplay":"auto"}');
check(() => JSON.stringify(new Intl.NumberFormat('en', {
    style: 'currency', currency: 'usd', useGrouping: true,
}).resolvedOptions()),
      '{"locale":"en","numberingSystem":"latn","style":"currency",' +
        '"currency":"USD","currencyDisplay":"symbol",' +
        '"currencySign":"standard","minimumIntegerDigits":1,' +
        '"minimumFractionDigits":2,"maximumFractionDigits":2,' +
        '"useGrouping":"always","notation":"standard","signDisplay":"auto",' +
        '"roundingIncrement":1,"roundingMode":"halfExpand",' +
        '"roundingPriority":"auto","trailingZeroDisplay":"auto"}');

finish();
