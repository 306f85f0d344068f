'use strict';
/*
 * The smaller classes of Intl: the order of texts, plurals, lists, relative
 * times, names, locales. Each case is what Node 24 gives.
 */

const { check, finish } = require('./support/check.js');

/* ---- Collator ----------------------------------------------------------- */

for (const [options, list, result] of [
    [undefined, 'b a B A \u00e1 z 10 9 _ - Z', '_ - 10 9 a A \u00e1 b B z Z'],
    [{ numeric: true }, 'a10 a9 a1', 'a1 a9 a10'],
    [{ sensitivity: 'base' }, 'b a B A \u00e1', 'a A \u00e1 b B'],
    [{ caseFirst: 'upper' }, 'b a B A', 'A a B b'],
    [{ ignorePunctuation: true }, 'a-b ab aa', 'aa a-b ab'],
    [{ sensitivity: 'x' }, 'a', 'RangeError: Value x out of range for ' +
        'Intl.Collator options property sensitivity'],
]) {
    check(() => list.split(' ')
        .sort(new Intl.Collator('en', options).compare).join(' '), result);
}
check(() => JSON.stringify(new Intl.Collator('en-u-kn').resolvedOptions()),
      '{"locale":"en-u-kn","usage":"sort","sensitivity":"variant",' +
        '"ignorePunctuation":false,"collation":"default","numeric":true,' +
        '"caseFirst":"false"}');
check(() => 'a10'.localeCompare('a9', 'en-u-kn'), '1');
check(() => 'a'.localeCompare('b', 'e'),
      'RangeError: Incorrect locale information provided');
check(() => 'a'.localeCompare('b', 'en', null),
      'TypeError: String.prototype.localeCompare called on null or undefined');

/* ---- PluralRules -------------------------------------------------------- */

for (const [type, result] of [
    ['cardinal', 'other one other other other other'],
    ['ordinal', 'other one two few other one'],
]) {
    const rules = new Intl.PluralRules('en', { type });
    check(() => [0, 1, 2, 3, 11, 101].map((n) => rules.select(n)).join(' '),
          result);
}
for (const [locale, type, result] of [
    ['ar', 'cardinal', 'zero one two few many other'],
    ['ru', 'cardinal', 'many one few few many many'],
    ['pl-PL', 'cardinal', 'many one few few many many'],
    ['cs', 'cardinal', 'other one few few other other'],
    ['fr', 'cardinal', 'one one other other other other'],
    ['ja', 'cardinal', 'other other other other other other'],
    ['it', 'ordinal', 'other other other other many other'],
    ['sv', 'ordinal', 'other one one other other other'],
]) {
    const rules = new Intl.PluralRules([locale, 'en'], { type });
    check(() => [0, 1, 2, 3, 11, 100].map((n) => rules.select(n)).join(' '),
          result);
    check(() => rules.resolvedOptions().locale, locale.slice(0, 2));
    check(() => Intl.PluralRules.supportedLocalesOf(locale).join(), locale);
}
check(() => new Intl.PluralRules('cs').select(1.5), 'many');
check(() => new Intl.PluralRules('ar').resolvedOptions().pluralCategories
    .join(), 'zero,one,two,few,many,other');
check(() => new Intl.PluralRules('en', { minimumFractionDigits: 1 }).select(1),
      'other');
check(() => new Intl.PluralRules('en').resolvedOptions().pluralCategories
    .join(), 'one,other');
check(() => new Intl.PluralRules('en').select(1n),
      'TypeError: Cannot convert a BigInt value to a number');

/* ---- ListFormat --------------------------------------------------------- */

for (const [options, list, text] of [
    [{}, [], ''], [{}, ['a'], 'a'], [{}, ['a', 'b'], 'a and b'],
    [{}, 'abc', 'a, b, and c'], [{ type: 'disjunction' }, 'abc', 'a, b, or c'],
    [{ style: 'short' }, 'ab', 'a & b'],
    [{ type: 'unit', style: 'narrow' }, 'abc', 'a b c'],
    [{}, [1], 'TypeError: Iterable yielded 1 which is not a string'],
    [{ type: 'x' }, 'a', 'RangeError: Value x out of range for ' +
        'Intl.ListFormat options property type'],
])
    check(() => new Intl.ListFormat('en', options).format(list), text);
check(() => new Intl.ListFormat('en').formatToParts(['a', 'b'])
    .map(({ type, value }) => `${type}=${value}`).join(),
      'element=a,literal= and ,element=b');

/* ---- RelativeTimeFormat ------------------------------------------------- */

for (const [options, value, unit, text] of [
    [{}, -1, 'day', '1 day ago'], [{}, 2, 'hours', 'in 2 hours'],
    [{}, -0, 'second', '0 seconds ago'],
    [{}, 1234.5, 'year', 'in 1,234.5 years'],
    [{ numeric: 'auto' }, -1, 'day', 'yesterday'],
    [{ numeric: 'auto' }, 0, 'seconds', 'now'],
    [{ numeric: 'auto', style: 'short' }, 1, 'month', 'next mo.'],
    [{ style: 'narrow' }, -2, 'month', '2mo ago'],
    [{ style: 'short' }, 2, 'quarter', 'in 2 qtrs.'],
    [{}, 1, 'x', 'RangeError: Invalid unit argument for ' +
        "Intl.RelativeTimeFormat.prototype.format() 'x'"],
    [{}, NaN, 'day', 'RangeError: Value need to be finite number for ' +
        'Intl.RelativeTimeFormat.prototype.format()'],
]) {
    check(() => new Intl.RelativeTimeFormat('en', options).format(value, unit),
          text);
}
check(() => JSON.stringify(
    new Intl.RelativeTimeFormat('en').formatToParts(2, 'day')),
      '[{"type":"literal","value":"in "},' +
        '{"type":"integer","value":"2","unit":"day"},' +
        '{"type":"literal","value":" days"}]');

/* ---- DisplayNames ------------------------------------------------------- */

for (const [type, code, name] of [
    ['region', 'DE', 'Germany'], ['region', '419', 'Latin America'],
    ['language', 'fr', 'French'], ['language', 'en-US', 'American English'],
    ['language', 'de-DE', 'German (Germany)'], ['language', 'xx', 'xx'],
    ['currency', 'usd', 'US Dollar'], ['currency', 'ZZZ', 'ZZZ'],
    ['script', 'Cyrl', 'Cyrillic'], ['dateTimeField', 'dayPeriod', 'AM/PM'],
    ['region', 'x', 'RangeError: invalid_argument'],
    [undefined, 'x', 'TypeError: invalid_argument'],
])
    check(() => new Intl.DisplayNames('en', { type }).of(code), name);
check(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    .of('ZX'), 'undefined');

/* ---- Locale ------------------------------------------------------------- */

check(() => {
    const { language, region, script, baseName, hourCycle, numeric } =
        new Intl.Locale('zh-hans-cn-u-hc-h23', { numeric: true });
    return [language, script, region, baseName, hourCycle, numeric].join();
}, 'zh,Hans,CN,zh-Hans-CN,h23,true');
for (const [tag, options, text] of [
    ['en-us', undefined, 'en-US'],
    ['en', { region: 'GB', calendar: 'gregory' }, 'en-GB-u-ca-gregory'],
    ['en', { numeric: false }, 'en-u-kn-false'],
    ['en', { language: 'x' },
     'RangeError: Incorrect locale information provided'],
    [undefined, undefined, 'TypeError: First argument to Intl.Locale ' +
        "constructor can't be empty or missing"],
])
    check(() => `${new Intl.Locale(tag, options)}`, text);
check(() => ['zh-TW', 'pt', 'und'].map((tag) => new Intl.Locale(tag).maximize())
    .join(' '), 'zh-Hant-TW pt-Latn-BR en-Latn-US');
check(() => `${new Intl.Locale('en-Latn-US').minimize()}`, 'en');
check(() => JSON.stringify(new Intl.Locale('en-US').getWeekInfo()),
      '{"firstDay":7,"weekend":[6,7]}');
check(() => new Intl.NumberFormat(new Intl.Locale('en')).resolvedOptions()
    .locale, 'en');

finish();
