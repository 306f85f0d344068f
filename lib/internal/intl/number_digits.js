'use strict';
/*
 * internal/intl/number_digits - the options that say how many digits a number
 * has, for NumberFormat and PluralRules, and numbers rounded by them.
 */

const { checkNumber, getNumberOption, getOption } =
    require('internal/intl/options');
const { isZero, roundAt, roundFraction, roundToIncrement, split } =
    require('internal/intl/decimals');

const kIncrements = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000,
                     2500, 5000];
const kModes = ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor',
                'halfExpand', 'halfTrunc', 'halfEven'];
const kPriorities = ['auto', 'morePrecision', 'lessPrecision'];

function readSignificant(min, max) {
    const minimum = checkNumber(min, 'minimumSignificantDigits', 1, 21, 1);
    return {
        minimumSignificantDigits: minimum,
        maximumSignificantDigits: checkNumber(
            max, 'maximumSignificantDigits', minimum, 21, 21),
    };
}

function readFraction(min, max, usual) {
    const minimum = checkNumber(min, 'minimumFractionDigits', 0, 100);
    const maximum = checkNumber(max, 'maximumFractionDigits', 0, 100);
    if (minimum > maximum)
        throw new RangeError('maximumFractionDigits value is out of range.');
    return {
        minimumFractionDigits: minimum ?? Math.min(usual[0],
                                                   maximum ?? usual[0]),
        maximumFractionDigits: maximum ?? Math.max(usual[1],
                                                   minimum ?? usual[1]),
    };
}

/* Which of the two kinds of digits count, and how. */
function chooseDigits(given, priority, usual, isCompact) {
    const [minfd, maxfd, minsd, maxsd] = given;
    const hasSignificant = minsd !== undefined || maxsd !== undefined;
    const hasFraction = minfd !== undefined || maxfd !== undefined;
    const isAuto = priority === 'auto';
    if (isAuto && isCompact && !hasSignificant && !hasFraction) {
        return { minimumFractionDigits: 0, maximumFractionDigits: 0,
                 minimumSignificantDigits: 1, maximumSignificantDigits: 2,
                 roundingPriority: 'morePrecision' };
    }
    const digits = {};
    if (!isAuto || !hasSignificant)
        Object.assign(digits, readFraction(minfd, maxfd, usual));
    if (!isAuto || hasSignificant)
        Object.assign(digits, readSignificant(minsd, maxsd));
    return { ...digits, roundingPriority: priority };
}

/* `usual` is the number of fraction digits otherwise: [least, most]. */
function readDigits(options, usual, isCompact, where) {
    const minimumIntegerDigits =
        getNumberOption(options, 'minimumIntegerDigits', 1, 21, 1);
    const given = [options.minimumFractionDigits, options.maximumFractionDigits,
                   options.minimumSignificantDigits,
                   options.maximumSignificantDigits];
    const roundingIncrement =
        getNumberOption(options, 'roundingIncrement', 1, 5000, 1);
    if (!kIncrements.includes(roundingIncrement))
        throw new RangeError('roundingIncrement value is out of range.');
    const roundingMode = getOption(options, 'roundingMode', kModes, where,
                                   'halfExpand');
    const priority = getOption(options, 'roundingPriority', kPriorities, where,
                               'auto');
    const trailingZeroDisplay = getOption(
        options, 'trailingZeroDisplay', ['auto', 'stripIfInteger'], where,
        'auto');
    const digits = chooseDigits(given, priority,
                                roundingIncrement === 1 ? usual
                                    : [usual[0], usual[0]], isCompact);
    return { minimumIntegerDigits, ...digits, roundingIncrement, roundingMode,
             trailingZeroDisplay };
}

/* ---- Rounding ----------------------------------------------------------- */

function bySignificant(decimal, digits) {
    return roundAt(decimal, digits.maximumSignificantDigits,
                   digits.roundingMode);
}

function byFraction(decimal, digits) {
    const places = digits.maximumFractionDigits;
    return digits.roundingIncrement === 1
        ? roundFraction(decimal, places, digits.roundingMode)
        : roundToIncrement(decimal, places, digits.roundingIncrement,
                           digits.roundingMode);
}

/* With both kinds, the one that keeps more digits, or fewer. */
function usesSignificant(decimal, digits) {
    if (digits.maximumFractionDigits === undefined)
        return true;
    if (digits.maximumSignificantDigits === undefined)
        return false;
    const places = digits.maximumSignificantDigits -
                   (isZero(decimal) ? 1 : decimal.point);
    const isFiner = places > digits.maximumFractionDigits;
    return isFiner === (digits.roundingPriority === 'morePrecision');
}

/* { decimal, whole, fraction }: rounded, and with the digits that it has. */
function applyDigits(decimal, digits) {
    const isSignificant = usesSignificant(decimal, digits);
    const rounded = isSignificant ? bySignificant(decimal, digits)
                                  : byFraction(decimal, digits);
    let min = digits.minimumFractionDigits;
    if (isSignificant) {
        min = Math.max(0, digits.minimumSignificantDigits -
                            (isZero(rounded) ? 1 : rounded.point));
    }
    let [whole, fraction] = split(rounded, min);
    if (digits.trailingZeroDisplay === 'stripIfInteger' &&
        /^0*$/.test(fraction))
        fraction = '';
    return { decimal: rounded, fraction,
             whole: whole.padStart(digits.minimumIntegerDigits, '0') };
}

module.exports = { applyDigits, readDigits };
