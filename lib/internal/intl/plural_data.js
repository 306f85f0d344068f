'use strict';
/*
 * internal/intl/plural_data - which plural form a number takes, by language, as
 * the Unicode locale data have it.
 *
 * A rule is a list of [form, test]; the first test that holds decides, else it
 * is 'other'. A test is given the operands of a number as it is shown:
 *
 *      n  its value         v  how many digits are behind the point
 *      i  the whole part    f  those digits as a number
 *      t  f without zeros at the end
 */

const teens = (n) => n % 100 >= 11 && n % 100 <= 19;
const within = (n, low, high) => Number.isInteger(n) && n >= low && n <= high;
const millions = ({ i, v }) => v === 0 && i !== 0 && i % 1e6 === 0;
const oneWhole = ({ i, v }) => i === 1 && v === 0;
const slavicFew = (i) => within(i % 10, 2, 4) && !within(i % 100, 12, 14);
const slavicOne = (i) => i % 10 === 1 && i % 100 !== 11;

/* ---- How many ----------------------------------------------------------- */

const cardinals = [
    ['en de et fi gl nl sv sw ur', [['one', oneWhole]]],
    ['af az bg el eo eu hu ka kk ky ml mn mr nb ne nn no sq ta te tr uz', [['one', ({ n }) => n === 1]]],
    ['id ja km ko ms my th vi zh', []],
    ['am bn fa gu hi kn zu', [['one', ({ n, i }) => i === 0 || n === 1]]],
    ['hy', [['one', ({ i }) => i <= 1]]],
    ['fr pt', [['one', ({ i }) => i <= 1], ['many', millions]]],
    ['ca it pt-PT', [['one', oneWhole], ['many', millions]]],
    ['es', [['one', ({ n }) => n === 1], ['many', millions]]],
    ['pa', [['one', ({ n }) => n === 0 || n === 1]]],
    ['si', [['one', ({ n, i, f }) => n === 0 || n === 1 ||
                                     (i === 0 && f === 1)]]],
    ['da', [['one', ({ n, i, t }) => n === 1 || (t !== 0 && i <= 1)]]],
    ['is', [['one', ({ i, t }) => (t === 0 && slavicOne(i)) ||
                                  slavicOne(t)]]],
    ['mk', [['one', ({ i, v, f }) => (v === 0 && slavicOne(i)) ||
                                     slavicOne(f)]]],
    ['fil', [['one', ({ i, v, f }) =>
        !(v === 0 ? i > 3 && [4, 6, 9].includes(i % 10) :
            [4, 6, 9].includes(f % 10))]]],
    ['he', [['one', ({ i, v }) => oneWhole({ i, v }) || (i === 0 && v !== 0)],
            ['two', ({ i, v }) => i === 2 && v === 0]]],
    ['cs sk', [['one', oneWhole],
               ['few', ({ i, v }) => v === 0 && within(i, 2, 4)],
               ['many', ({ v }) => v !== 0]]],
    ['pl', [['one', oneWhole],
            ['few', ({ i, v }) => v === 0 && slavicFew(i)],
            ['many', ({ v }) => v === 0]]],
    ['ru uk', [['one', ({ i, v }) => v === 0 && slavicOne(i)],
               ['few', ({ i, v }) => v === 0 && slavicFew(i)],
               ['many', ({ v }) => v === 0]]],
    ['be', [['one', ({ n }) => slavicOne(n)],
            ['few', ({ n }) => slavicFew(n)],
            ['many', ({ n }) => Number.isInteger(n)]]],
    ['bs hr sr', [['one', ({ i, v, f }) => (v === 0 && slavicOne(i)) ||
                                           slavicOne(f)],
                  ['few', ({ i, v, f }) => (v === 0 && slavicFew(i)) ||
                                           slavicFew(f)]]],
    ['sl', [['one', ({ i, v }) => v === 0 && i % 100 === 1],
            ['two', ({ i, v }) => v === 0 && i % 100 === 2],
            ['few', ({ i, v }) => v !== 0 || within(i % 100, 3, 4)]]],
    ['lt', [['one', ({ n }) => n % 10 === 1 && !teens(n)],
            ['few', ({ n }) => within(n % 10, 2, 9) && !teens(n)],
            ['many', ({ f }) => f !== 0]]],
    ['lv', [['zero', ({ n, v, f }) => n % 10 === 0 ||
                                      within(n % 100, 11, 19) ||
                                      (v === 2 && within(f % 100, 11, 19))],
            ['one', ({ n, v, f }) => slavicOne(n) ||
                                     (v === 2 ? slavicOne(f) :
                                         v !== 0 && f % 10 === 1)]]],
    ['ro', [['one', oneWhole],
            ['few', ({ n, v }) => v !== 0 || n === 0 ||
                                  (n !== 1 && within(n % 100, 1, 19))]]],
    ['ar', [['zero', ({ n }) => n === 0], ['one', ({ n }) => n === 1],
            ['two', ({ n }) => n === 2],
            ['few', ({ n }) => within(n % 100, 3, 10)],
            ['many', ({ n }) => within(n % 100, 11, 99)]]],
    ['cy', [['zero', ({ n }) => n === 0], ['one', ({ n }) => n === 1],
            ['two', ({ n }) => n === 2], ['few', ({ n }) => n === 3],
            ['many', ({ n }) => n === 6]]],
    ['ga', [['one', ({ n }) => n === 1], ['two', ({ n }) => n === 2],
            ['few', ({ n }) => within(n, 3, 6)],
            ['many', ({ n }) => within(n, 7, 10)]]],
    ['mt', [['one', ({ n }) => n === 1], ['two', ({ n }) => n === 2],
            ['few', ({ n }) => n === 0 || within(n % 100, 3, 10)],
            ['many', ({ n }) => within(n % 100, 11, 19)]]],
];

/* ---- Which -------------------------------------------------------------- */

const among = (...list) => ({ n }) => list.includes(n);

/* Those that are not here have one form. */
const ordinals = [
    ['en', [['one', ({ n }) => slavicOne(n)],
            ['two', ({ n }) => n % 10 === 2 && n % 100 !== 12],
            ['few', ({ n }) => n % 10 === 3 && n % 100 !== 13]]],
    ['fil fr ga hy ms ro vi', [['one', among(1)]]],
    ['hu', [['one', among(1, 5)]]],
    ['ne', [['one', among(1, 2, 3, 4)]]],
    ['it', [['many', among(8, 11, 80, 800)]]],
    ['ca', [['one', among(1, 3)], ['two', among(2)], ['few', among(4)]]],
    ['mr', [['one', among(1)], ['two', among(2, 3)], ['few', among(4)]]],
    ['gu hi', [['one', among(1)], ['two', among(2, 3)], ['few', among(4)],
               ['many', among(6)]]],
    ['bn', [['one', among(1, 5, 7, 8, 9, 10)], ['two', among(2, 3)],
            ['few', among(4)], ['many', among(6)]]],
    ['cy', [['zero', among(0, 7, 8, 9)], ['one', among(1)], ['two', among(2)],
            ['few', among(3, 4)], ['many', among(5, 6)]]],
    ['be', [['few', ({ n }) => within(n % 10, 2, 3) &&
                               !within(n % 100, 12, 13)]]],
    ['uk', [['few', ({ n }) => n % 10 === 3 && n % 100 !== 13]]],
    ['sv', [['one', ({ n }) => within(n % 10, 1, 2) &&
                               !within(n % 100, 11, 12)]]],
    ['sq', [['one', among(1)],
            ['many', ({ n }) => n % 10 === 4 && n % 100 !== 14]]],
    ['kk', [['many', ({ n }) => [6, 9].includes(n % 10) ||
                                (n % 10 === 0 && n !== 0)]]],
    ['ka', [['one', ({ i }) => i === 1],
            ['many', ({ i }) => i === 0 || within(i % 100, 2, 20) ||
                                [40, 60, 80].includes(i % 100)]]],
    ['mk', [['one', ({ i }) => slavicOne(i)],
            ['two', ({ i }) => i % 10 === 2 && i % 100 !== 12],
            ['many', ({ i }) => within(i % 10, 7, 8) &&
                                !within(i % 100, 17, 18)]]],
    ['az', [['one', ({ i }) => [1, 2, 5, 7, 8].includes(i % 10) ||
                               [20, 50, 70, 80].includes(i % 100)],
            ['few', ({ i }) => within(i % 10, 3, 4) ||
                               (i % 100 === 0 && i % 1000 !== 0)],
            ['many', ({ i }) => i === 0 || i % 10 === 6 ||
                                [40, 60, 90].includes(i % 100)]]],
];

function spread(groups) {
    return new Map(groups.flatMap(([names, rule]) => (
        names.split(' ').map((name) => [name, rule]))));
}

const rules = { cardinal: spread(cardinals), ordinal: spread(ordinals) };

/* The name under which the rules of a tag stand, or undefined. */
function findLanguage({ baseName, language }) {
    return [baseName, language].find((name) => rules.cardinal.has(name));
}

function findRule(type, language) {
    return rules[type].get(language) ?? [];
}

module.exports = { findLanguage, findRule };
