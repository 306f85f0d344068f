'use strict';
/*
 * internal/intl/decimals - numbers as decimal digits, rounded as
 * Intl.NumberFormat says. Nothing is lost of a BigInt or of a text.
 *
 *      { kind, isNegative, digits, point }
 *
 * `kind` is 'finite', 'nan' or 'infinity'. The point is after the first
 * `point` of the digits: '125' and 1 are 1.25; '5' and -1 are 0.05. `digits`
 * has no zero in front or at the end; it is '' for zero.
 */

function makeDecimal(isNegative, text, exponent) {
    const [whole, fraction = ''] = text.split('.');
    const all = whole + fraction;
    const digits = all.replace(/^0+/, '');
    return {
        kind: 'finite', isNegative, digits: digits.replace(/0+$/, ''),
        point: digits === '' ? 0
            : whole.length - (all.length - digits.length) + exponent,
    };
}

function fromNumber(number) {
    const isNegative = number < 0 || Object.is(number, -0);
    if (number !== number)
        return { kind: 'nan', isNegative: false, digits: '', point: 0 };
    if (!Number.isFinite(number))
        return { kind: 'infinity', isNegative, digits: '', point: 0 };
    const [text, exponent] = Math.abs(number).toExponential().split('e');
    return makeDecimal(isNegative, text, Number(exponent));
}

const isDecimal =
    /^\s*([+-]?)((?:\d+\.?\d*|\.\d+))(?:e([+-]?\d{1,6}))?\s*$/i;

function fromText(text) {
    const match = isDecimal.exec(text);
    if (match === null)
        return fromNumber(Number(text));
    const [, sign, digits, exponent = '0'] = match;
    return makeDecimal(sign === '-', digits, Number(exponent));
}

/* Of whatever a program gives. */
function toDecimal(value) {
    const primitive = typeof value === 'object' && value !== null ||
        typeof value === 'function' ? toNumeric(value) : value;
    if (typeof primitive === 'bigint') {
        return makeDecimal(primitive < 0n,
                           `${primitive < 0n ? -primitive : primitive}`, 0);
    }
    return typeof primitive === 'string' ? fromText(primitive)
                                         : fromNumber(Number(primitive));
}

/* The primitive of an object, as for arithmetic. */
function toNumeric(object) {
    const special = object[Symbol.toPrimitive];
    if (special !== undefined && special !== null)
        return Reflect.apply(special, object, ['number']);
    const own = typeof object.valueOf === 'function' ? object.valueOf()
                                                     : object;
    return own === object || typeof own === 'object' ? `${object}` : own;
}

/* ---- Rounding ----------------------------------------------------------- */

/* How what is cut off compares with half of the last digit that is kept:
 * 0 none, 1 less, 2 half, 3 more. */
function weigh(rest) {
    if (/^0*$/.test(rest))
        return 0;
    if (rest[0] !== '5')
        return rest[0] < '5' ? 1 : 3;
    return /^50*$/.test(rest) ? 2 : 3;
}

const directions = {
    ceil: (isNegative) => !isNegative,
    floor: (isNegative) => isNegative,
    expand: () => true,
    trunc: () => false,
};
const halves = {
    halfCeil: (isNegative) => !isNegative,
    halfFloor: (isNegative) => isNegative,
    halfExpand: () => true,
    halfTrunc: () => false,
    halfEven: (isNegative, isOdd) => isOdd,
};

/* Is the value of the digits that are kept one more? */
function roundsUp(weight, mode, isNegative, isOdd) {
    if (weight === 0)
        return false;
    if (directions[mode] !== undefined)
        return directions[mode](isNegative);
    return weight === 2 ? halves[mode](isNegative, isOdd) : weight === 3;
}

/* The first `count` digits of a decimal, rounded. */
function roundAt(decimal, count, mode = 'halfExpand') {
    const { digits, point, isNegative } = decimal;
    if (count >= digits.length)
        return decimal;
    const kept = count > 0 ? digits.slice(0, count) : '';
    const rest = count >= 0 ? digits.slice(count) : `0${digits}`;
    const isOdd = Number(kept.at(-1) ?? 0) % 2 === 1;
    if (!roundsUp(weigh(rest), mode, isNegative, isOdd))
        return { ...decimal, ...trim(kept, point) };
    const raised = kept === '' ? '1' : `${BigInt(kept) + 1n}`;
    const isLonger = raised.length > kept.length;
    return { ...decimal,
             ...trim(raised, count < 0 ? point - count + 1
                 : point + (isLonger ? 1 : 0)) };
}

function trim(digits, point) {
    const trimmed = digits.replace(/0+$/, '');
    return { digits: trimmed, point: trimmed === '' ? 0 : point };
}

/* Rounded to a multiple of `increment` in the last of `places` after the
 * point. */
function roundToIncrement(decimal, places, increment, mode) {
    const { digits, point, isNegative } = decimal;
    const length = point + places;
    const scale = 10n ** BigInt(Math.max(digits.length - length, 0));
    const all = BigInt(digits.padEnd(length, '0') || '0');
    const step = BigInt(increment);
    const over = all % (step * scale);
    const twice = over * 2n;
    const weight = over === 0n ? 0
        : twice < step * scale ? 1 : twice > step * scale ? 3 : 2;
    const low = all / (step * scale);
    const up = roundsUp(weight, mode, isNegative, low % 2n === 1n);
    const result = `${(low + (up ? 1n : 0n)) * step}`;
    const made = makeDecimal(isNegative, result, 0);
    return { ...made, point: made.digits === '' ? 0 : made.point - places };
}

function roundFraction(decimal, places, mode) {
    return roundAt(decimal, decimal.point + places, mode);
}

function isZero({ kind, digits }) {
    return kind === 'finite' && digits === '';
}

/* [digits before the point, digits after it], with at least `least` after. */
function split({ digits, point }, min) {
    const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
    const fraction = point > 0 ? digits.slice(point)
        : '0'.repeat(digits === '' ? 0 : -point) + digits;
    return [whole, fraction.padEnd(min, '0')];
}

module.exports = {
    isZero, roundAt, roundFraction, roundToIncrement, split, toDecimal,
};
