'use strict';
/*
 * internal/intl/words - where words and sentences of a text end (UAX #29,
 * sections 4 and 5), as regular expressions over properties of Unicode.
 *
 * What must stay true: one match follows the other and none is empty, so that
 * all of a text is in a segment.
 */

/* What belongs to the character before it (rule WB4). */
const extend = '(?:\\u200d\\p{ExtPict}|[\\p{M}\\p{Cf}\\p{EMod}])*';

/* Letters of scripts that have no spaces between words. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Thai}' +
                 '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const kana = '[\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30fc\\uff70]';
const letter = `(?!${kana}|[${unspaced}])` +
               '[\\p{Alphabetic}\\u02c2-\\u02c5\\u02d2-\\u02d7\\u05f3]';
const digit = '(?:[\\p{Nd}\\u066c])';
const joiner = '[\\p{Pc}\\u202f]';
const betweenLetters = "[:\\u00b7\\u0387\\u2027.'\\u2018\\u2019\\u2024]";
const betweenDigits = "[,;.'\\u2018\\u2019\\u2024\\u066c]";

const run = `(?:${letter}${extend}(?:${betweenLetters}${extend}` +
            `(?=${letter}))?|${digit}${extend}(?:${betweenDigits}${extend}` +
            `(?=${digit}))?)+`;
const part = `(?:${run}|(?:${kana}${extend})+)`;
const join = `(?:${joiner}${extend})`;
const word = `${join}*${part}(?:${join}+${part})*${join}*|${join}+`;

const nextWord = new RegExp(
    `${word}|\\r\\n|[\\r\\n\\v\\f\\u0085\\u2028\\u2029]|` +
    `[ \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000]+${extend}|` +
    `\\p{RI}${extend}\\p{RI}${extend}|[^]${extend}`, 'uy');

function findWordEnds(text) {
    const ends = [];
    nextWord.lastIndex = 0;
    while (nextWord.lastIndex < text.length) {
        nextWord.exec(text);
        ends.push(nextWord.lastIndex);
    }
    nextWord.lastIndex = 0;
    return ends;
}

const isLetterOrDigit = /[\p{Alphabetic}\p{Nd}]|\p{Pc}\p{Pc}/u;

function isWordLike(segment) {
    return isLetterOrDigit.test(segment);
}

/* ---- Sentences ---------------------------------------------------------- */

const kParagraphEnd = '(?:\\r\\n|[\\r\\n\\u0085\\u2028\\u2029])';

/* The next full stop or other end of a sentence, with quotation marks and
 * spaces after it; or the end of a paragraph. */
const nextStop = new RegExp(
    `${kParagraphEnd}|(?<stop>[.\\u2024\\ufe52\\uff0e]|` +
    `\\p{Sentence_Terminal})(?<close>[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}"'\\p{M}]*)` +
    '(?<space>[\\t\\v\\f \\u00a0\\p{Zs}]*)' +
    `(?<end>${kParagraphEnd}?)`, 'gu');
const isFullStop = /[.\u2024\ufe52\uff0e]/;
const continuesWithSmall =
    /(?:(?![\p{L}\r\n\u0085\u2028\u2029]|\p{Sentence_Terminal})[^])*\p{Ll}/uy;
const continues = /[,\-:\u055d\u060c\u2013\u2014\u3001]|\p{Sentence_Terminal}/uy;

function testAt(pattern, text, index) {
    pattern.lastIndex = index;
    return pattern.test(text);
}

/* Is there no end of a sentence after this stop? */
function goesOn(text, match, end) {
    const { stop, close, space } = match.groups;
    if (isFullStop.test(stop)) {
        const isBare = close === '' && space === '';
        if (isBare && testAt(/\p{Nd}/uy, text, end) ||
            isBare && testAt(/\p{Lu}/uy, text, end) &&
                /[\p{Lu}\p{Ll}]/u.test(text[match.index - 1] ?? '') ||
            testAt(continuesWithSmall, text, end))
            return true;
    }
    return testAt(continues, text, end);
}

function findSentenceEnds(text) {
    const ends = [];
    for (const match of text.matchAll(nextStop)) {
        const end = match.index + match[0].length;
        const isParagraphEnd = match.groups.stop === undefined ||
                               match.groups.end !== '';
        if (end < text.length && (isParagraphEnd || !goesOn(text, match, end)))
            ends.push(end);
    }
    if (text.length > 0)
        ends.push(text.length);
    return ends;
}

module.exports = { findSentenceEnds, findWordEnds, isWordLike };
