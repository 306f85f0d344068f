'use strict';
/*
 * Intl.Segmenter: characters as people see them, words, sentences. Each case is
 * what Node 24 gives.
 */

const { check, finish } = require('./support/check.js');

function segment(text, granularity) {
    const segmenter = new Intl.Segmenter('en', { granularity });
    return [...segmenter.segment(text)].map((one) => one.segment).join('|');
}

/* ---- Grapheme clusters -------------------------------------------------- */

for (const [text, result] of [
    ['', ''], ['abc', 'a|b|c'], ['a\r\nb\n\r', 'a|\r\n|b|\n|\r'],
    ['e\u0301e', 'e\u0301|e'],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}!',
     '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}|!'],
    ['\u{1f44d}\u{1f3fd}a', '\u{1f44d}\u{1f3fd}|a'],
    ['a\u200d\u{1f469}', 'a\u200d|\u{1f469}'],
    ['\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}\u{1f1e9}',
     '\u{1f1e9}\u{1f1ea}|\u{1f1eb}\u{1f1f7}|\u{1f1e9}'],
    ['1\ufe0f\u20e32', '1\ufe0f\u20e3|2'],
    ['\u1100\u1161\u11a8\uac00\u11a8\uac01\u1161',
     '\u1100\u1161\u11a8|\uac00\u11a8|\uac01|\u1161'],
    ['\u0915\u094d\u0937\u093f', '\u0915\u094d\u0937\u093f'],
    ['\u0915\u094d\u200c\u0937', '\u0915\u094d\u200c|\u0937'],
    ['\u0600\u0661', '\u0600\u0661'], ['a\u00adb', 'a|\u00ad|b'],
    ['\ud83d\ude00\ud83d', '\ud83d\ude00|\ud83d'],
])
    check(() => segment(text, 'grapheme'), result);

check(() => [...new Intl.Segmenter().segment('ab')]
    .map((one) => JSON.stringify(one)).join(),
      '{"segment":"a","index":0,"input":"ab"},' +
        '{"segment":"b","index":1,"input":"ab"}');
check(() => new Intl.Segmenter().segment('a\u{1f600}b').containing(2).index, '1');
check(() => new Intl.Segmenter().segment('ab').containing(2), 'undefined');
check(() => new Intl.Segmenter().segment('ab').containing(-1), 'undefined');
check(() => new Intl.Segmenter().segment('ab').containing().segment, 'a');
check(() => new Intl.Segmenter().segment('x'.repeat(10000))
    .containing(9999).index, '9999');

/* ---- Words and sentences ------------------------------------------------ */

for (const [text, result] of [
    ["Hello, wor1d can't 3.14", "Hello|,| |wor1d| |can't| |3.14"],
    ['a.b. x_y  z\r\n', 'a.b|.| |x_y|  |z|\r\n'],
    ['\u{1f44d}\u{1f3fd} \u{1f468}\u200d\u{1f469}',
     '\u{1f44d}\u{1f3fd}| |\u{1f468}\u200d\u{1f469}'],
    ['1,234.5 na\u00efve e\u0301e', '1,234.5| |na\u00efve| |e\u0301e'],
])
    check(() => segment(text, 'word'), result);
check(() => [...new Intl.Segmenter('en', { granularity: 'word' })
    .segment('Hi, 5 _')].map((one) => one.isWordLike).join(),
      'true,false,false,true,false,false');
for (const [text, result] of [
    ['Hello there. Mr. Smith went! "Yes?" he said. ok',
     'Hello there. |Mr. |Smith went! |"Yes?" |he said. ok'],
    ['One\nTwo 3.4 is. Yes.', 'One\n|Two 3.4 is. |Yes.'],
])
    check(() => segment(text, 'sentence'), result);

check(() => new Intl.Segmenter('en', { granularity: 'x' }),
      'RangeError: Value x out of range for Intl.Segmenter options property ' +
        'granularity');
check(() => JSON.stringify(new Intl.Segmenter('en').resolvedOptions()),
      '{"locale":"en","granularity":"grapheme"}');

finish();
