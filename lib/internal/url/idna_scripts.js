'use strict';
/*
 * internal/url/idna_scripts - what a label of a host name in a script that joins its
 * letters, or that is written from right to left, has to keep to. Most names
 * are in neither, so this file is loaded when the first one is met.
 *
 * isJoinedWell(label)  the zero-width joiners are where they make a difference
 *                      (RFC 5892, appendix A.1 and A.2)
 * isBidiWell(label)    no mixture of both directions (RFC 5893, section 2), as
 *                      Node has it: each label by itself
 */

function characters(ranges) {
    return ranges.replace(/\s/g, '');
}

/* Characters that kill the vowel of the letter before them. */
const viramas = characters(String.raw`
    \u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b-\u0d3c
    \u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039-\u103a\u1714\u1734\u17d2
    \u1a60\u1b44\u1baa-\u1bab\u1bf2-\u1bf3\u2d7f\ua806\ua82c\ua8c4
    \ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{1107f}\u{110b9}
    \u{11133}-\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}
    \u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}
    \u{1193d}-\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}
    \u{11d44}-\u{11d45}\u{11d97}
`);

/* Letters that are joined with the one that follows, */
const joinsNext = characters(String.raw`
    \u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647
    \u0649-\u064a\u066e-\u066f\u0679-\u0687\u069a-\u06bf\u06c1-\u06c2
    \u06cc\u06ce\u06d0-\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714
    \u071a-\u071d\u071f-\u0727\u0729\u072b\u072d-\u072e\u074e-\u0758
    \u075c-\u0766\u0850-\u0853\u0855\u08a0\u08a2-\u08a9\u1807
    \u1820-\u1877\u1887-\u18a8\u18aa\ua840-\ua872
`);

/* and with the one before. */
const joinsPrevious = characters(String.raw`
    \u0620\u0622-\u063f\u0641-\u064a\u066e-\u066f\u0671-\u0673
    \u0679-\u06d3\u06d5\u06ee-\u06ef\u06fa-\u06fc\u06ff\u0710
    \u0712-\u072f\u074d-\u0766\u0850-\u0855\u08a0\u08a2-\u08ac\u1807
    \u1820-\u1877\u1887-\u18a8\u18aa\ua840-\ua871
`);

/* Bidi_Class R and AL. */
const rightToLeft = characters(String.raw`
    \u05be\u05c0\u05c3\u05c6\u05d0-\u05f4\u0608\u060b\u060d\u061b
    \u061e-\u064a\u066d-\u066f\u0671-\u06d5\u06e5-\u06e6\u06ee-\u06ef
    \u06fa-\u0710\u0712-\u072f\u074d-\u07a5\u07b1-\u07ea\u07f4-\u07f5
    \u07fa\u07fe-\u0815\u081a\u0824\u0828\u0830-\u0858\u085e-\u086a
    \u08a0-\u08b4\u08b6-\u08c7\ufbb2-\ufbc1\ufe73\u{10800}-\u{1091b}
    \u{10920}-\u{1093f}\u{10980}-\u{10a00}\u{10a10}-\u{10a35}
    \u{10a40}-\u{10ae4}\u{10aeb}-\u{10b35}\u{10b40}-\u{10d23}
    \u{10e80}-\u{10ea9}\u{10ead}-\u{10eb1}\u{10f00}-\u{10f45}
    \u{10f51}-\u{10f59}\u{10fb0}-\u{10ff6}\u{1e800}-\u{1e8cf}
    \u{1e922}-\u{1e943}\u{1e94b}-\u{1ed3d}
`);

/* Bidi_Class AN. */
const arabicNumbers = characters(String.raw`
    \u0660-\u0669\u066b-\u066c\u{10d30}-\u{10d39}\u{10e60}-\u{10e7e}
`);

const europeanNumbers = '0-9\\u06f0-\\u06f9';

const joinsWell = new RegExp(
    `[${viramas}][\\u200c\\u200d]|[${joinsNext}].*\\u200c.*[${joinsPrevious}]`, 'u');
const anyRight = new RegExp(`[${rightToLeft}${arabicNumbers}]`, 'u');
const number = new RegExp(`[${europeanNumbers}]`, 'u');
const arabicNumber = new RegExp(`[${arabicNumbers}]`, 'u');
const startsRight = new RegExp(`^[${rightToLeft}]`, 'u');
const endsRight = new RegExp(
    `[${rightToLeft}${arabicNumbers}${europeanNumbers}][\\p{Mn}\\p{Me}]*$`, 'u');
const left = /[\p{L}\p{Mc}\p{Nd}\p{Nl}]/u;

function isLeft(character) {
    return left.test(character) && !anyRight.test(character) &&
           !number.test(character);
}

function isJoinedWell(label) {
    return joinsWell.test(label);
}

/* A label is written in the direction of its first letter. */
function isBidiWell(label) {
    if (!anyRight.test(label))
        return true;
    const letters = [...label];
    return startsRight.test(label) && !letters.some(isLeft) &&
           endsRight.test(label) &&
           !(number.test(label) && arabicNumber.test(label));
}

module.exports = { isBidiWell, isJoinedWell };
