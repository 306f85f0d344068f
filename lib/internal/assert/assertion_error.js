'use strict';
/*
 * internal/assert/assertion_error - the error that a failed assertion throws,
 * and the message it makes of the two values.
 */

const { inspect } = require('internal/util/inspect');
const { isError } = require('internal/util');
const { isStackLimitWritable } = require('internal/errors');
const { validateObject } = require('internal/validators');
/* Loaded when first used: internal/assert/diff, internal/util/color_depth. */

const ObjectDefineProperty = Object.defineProperty;

const headlines = {
    __proto__: null,
    deepStrictEqual: 'Expected values to be strictly deep-equal:',
    partialDeepStrictEqual:
        'Expected values to be partially and strictly deep-equal:',
    strictEqual: 'Expected values to be strictly equal:',
    strictEqualObject:
        'Expected "actual" to be reference-equal to "expected":',
    deepEqual: 'Expected values to be loosely deep-equal:',
    notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
    notStrictEqual: 'Expected "actual" to be strictly unequal to:',
    notStrictEqualObject:
        'Expected "actual" not to be reference-equal to "expected":',
    notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
    notIdentical: 'Values have same structure but are not reference-equal:',
    notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

/* These show both values side by side, even under a message of the user's. */
const operatorsWithDiff = new Set(['deepStrictEqual', 'strictEqual',
                                   'partialDeepStrictEqual']);

const colorCodes = { blue: 34, green: 32, red: 31, white: 39, gray: 90 };

/* The escapes by name, all empty where the output can't show them. */
function getColors() {
    const { shouldColorize } = require('internal/util/color_depth');
    const colors = { on: shouldColorize(process.stderr) };
    for (const [name, code] of Object.entries(colorCodes))
        colors[name] = colors.on ? `\u001b[${code}m` : '';
    return colors;
}

/* Shows what the comparison looks at, in a sorted order. */
function inspectValue(value) {
    return inspect(value, {
        compact: false,
        customInspect: false,
        depth: 1000,
        maxArrayLength: Infinity,
        showHidden: false,
        showProxy: false,
        sorted: true,
        getters: true,
    });
}

/* The error without its stack, which would hide what really differs. */
function copyError(error) {
    const hidden = { message: error.message };
    if (Object.hasOwn(error, 'cause')) {
        hidden.cause = isError(error.cause) ? copyError(error.cause)
                                            : error.cause;
    }
    const copy = Object.create(Object.getPrototypeOf(error));
    Object.assign(copy, error);
    for (const [name, value] of Object.entries(hidden))
        ObjectDefineProperty(copy, name, { __proto__: null, value });
    return copy;
}

function isErrorObject(value) {
    return isObject(value) && 'stack' in value && value instanceof Error;
}

function isObject(value) {
    return typeof value === 'object' && value !== null;
}

/* ---- Two values that should be equal ---------------------------------- */

/* One above the other, with a mark below where they part, if that is not at
 * the very start and both fit the line. */
function stackLines(actual, expected, { green, red, white }) {
    const text = `\n${green}+${white} ${actual}\n${red}- ${white}${expected}`;
    const width = process.stderr?.isTTY ? process.stderr.columns : 80;
    if (actual.length + expected.length > width)
        return text;
    const at = actual.split('').findIndex((char, i) => char !== expected[i]);
    return at < 3 ? text : `${text}\n${' '.repeat(at + 2)}^`;
}

/* As long as it looks, without quotes. */
function lengthOf(value, line) {
    return typeof value === 'string' ? line.length - 2 : line.length;
}

/* Two values of one line each. */
function diffSimply(actual, actualLine, expected, expectedLine, colors) {
    const length = lengthOf(actual, actualLine) +
                   lengthOf(expected, expectedLine);
    /* Zero and minus zero get the longer form: "0 !== -0" could be misread. */
    const areZeros = actual === 0 && expected === 0;
    if (length <= 12 && !areZeros)
        return { message: `${actualLine} !== ${expectedLine}`, header: '' };
    const areStrings = typeof actual === typeof expected &&
                       typeof actual === 'string';
    if (!areStrings || !colors.on)
        return { message: stackLines(actualLine, expectedLine, colors) };
    const { diffLines, printInColor } = require('internal/assert/diff');
    const diff = diffLines(actualLine.split(''), expectedLine.split(''),
                           false);
    return {
        message: printInColor(diff, colors),
        header: `${colors.green}actual${colors.white} ` +
                `${colors.red}expected${colors.white}`,
    };
}

function showIdentical(lines, diff) {
    if (lines.length > 50 && diff !== 'full') {
        return { message: `${lines.slice(0, 50).join('\n')}\n...}`,
                 header: '', skipped: true };
    }
    return { message: lines.join('\n'), header: '' };
}

function diffByLines(actual, actualLines, expectedLines, operator, colors) {
    const { diffLines, printDiff } = require('internal/assert/diff');
    const isPartial = operator === 'partialDeepStrictEqual';
    const result = printDiff(
        diffLines(actualLines, expectedLines, isObject(actual)), isPartial,
        colors);
    if (isPartial) {
        result.header = `${colors.gray}${colors.on ? '' : '+ '}actual` +
            `${colors.white} ${colors.red}- expected${colors.white}`;
    }
    return result;
}

/* What is compared by identity, and so may look the same on both sides. */
function areReferences(actual, expected) {
    const isFunction = typeof actual === 'function';
    return isFunction ? typeof expected === 'function'
                      : isObject(actual) && isObject(expected);
}

function describeDifference(actual, expected, operator, message, diff) {
    if (operator === 'strictEqual' && areReferences(actual, expected))
        operator = 'strictEqualObject';
    const colors = getColors();
    const actualText = inspectValue(actual);
    const expectedText = inspectValue(expected);
    const actualLines = actualText.split('\n');
    const expectedLines = expectedText.split('\n');

    let result;
    if (actualLines.length === 1 && expectedLines.length === 1 &&
        !(isObject(actual) && isObject(expected))) {
        result = diffSimply(actual, actualText, expected, expectedText,
                            colors);
    } else if (actualText === expectedText) {
        operator = 'notIdentical';
        result = showIdentical(actualLines, diff);
    } else {
        result = diffByLines(actual, actualLines, expectedLines, operator,
                             colors);
    }
    const header = result.header ??
        `${colors.green}+ actual${colors.white} ` +
        `${colors.red}- expected${colors.white}`;
    return `${message || headlines[operator]}\n${header}` +
           `${result.skipped ? '\n... Skipped lines' : ''}\n` +
           `${result.message}\n`;
}

/* ---- Other operators -------------------------------------------------- */

function describeUnwanted(actual, operator, diff) {
    const isReference = operator === 'notStrictEqual' &&
        (isObject(actual) || typeof actual === 'function');
    const headline = isReference ? headlines.notStrictEqualObject
                                 : headlines[operator];
    const lines = inspectValue(actual).split('\n');
    if (lines.length > 50 && diff !== 'full') {
        const colors = getColors();
        lines.length = 47;
        lines[46] = `${colors.blue}...${colors.white}`;
    }
    if (lines.length > 1)
        return `${headline}\n\n${lines.join('\n')}\n`;
    return `${headline}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
}

function shorten(text, limit, diff) {
    return text.length > limit && diff !== 'full'
        ? `${text.slice(0, limit - 3)}...` : text;
}

function describeOther(actual, expected, operator, diff) {
    let left = inspectValue(actual);
    let right = inspectValue(expected);
    const headline = headlines[operator];
    if (operator === 'notDeepEqual' && left === right)
        return shorten(`${headline}\n\n${left}`, 1024, diff);
    left = shorten(left, 512, diff);
    right = shorten(right, 512, diff);
    if (operator === 'deepEqual') {
        return `${headline}\n\n${left}\n\nshould loosely deep-equal\n\n` +
               right;
    }
    const unequal = headlines[`${operator}Unequal`];
    if (unequal !== undefined) {
        return `${unequal}\n\n${left}\n\nshould not loosely deep-equal` +
               `\n\n${right}`;
    }
    return `${left} ${operator} ${right}`;
}

function describe(actual, expected, operator, message, diff) {
    if (operatorsWithDiff.has(operator))
        return describeDifference(actual, expected, operator, message, diff);
    if (message != null)
        return String(message);
    if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual')
        return describeUnwanted(actual, operator, diff);
    return describeOther(actual, expected, operator, diff);
}

/* ---- The class -------------------------------------------------------- */

/* At most ten lines. (The cut of a long line keeps its end: as Node does.) */
function abridge(text) {
    const lines = text.split('\n');
    if (lines.length > 10)
        return `${lines.slice(0, 10).join('\n')}\n...`;
    return text.length > 512 ? `${text.slice(512)}...` : text;
}

function addDetails(error, details) {
    details.forEach((detail, i) => {
        for (const field of ['message', 'actual', 'expected', 'operator'])
            error[`${field} ${i}`] = detail[field];
        error[`stack trace ${i}`] = detail.stack;
    });
}

function hide(error, name, value) {
    ObjectDefineProperty(error, name, {
        __proto__: null, value, enumerable: false, writable: true,
        configurable: true,
    });
}

/* Call without capturing a stack: that is done later, when the message is
 * known. */
function withoutStack(call) {
    if (!isStackLimitWritable())
        return call();
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
        return call();
    } finally {
        Error.stackTraceLimit = limit;
    }
}

/* The two values as they are shown and stored: errors lose their stacks, unless
 * the message is the user's. */
function readValues({ actual, expected, message }) {
    return message == null && isErrorObject(actual) && isErrorObject(expected)
        ? [copyError(actual), copyError(expected)] : [actual, expected];
}

class AssertionError extends Error {
    constructor(options) {
        validateObject(options, 'options');
        const { message, operator, details, diff = 'simple' } = options;
        const [actual, expected] = readValues(options);
        const text = describe(actual, expected, operator, message, diff);
        withoutStack(() => super(text));
        this.generatedMessage = !message;
        hide(this, 'name', 'AssertionError [ERR_ASSERTION]');
        this.code = 'ERR_ASSERTION';
        const isMany = Boolean(details);
        this.actual = isMany ? undefined : actual;
        this.expected = isMany ? undefined : expected;
        this.operator = isMany ? undefined : operator;
        if (isMany)
            addDetails(this, details);
        Error.captureStackTrace(this, options.stackStartFn ||
                                      options.stackStartFunction);
        void this.stack; /* Read while the name has the code in it. */
        this.name = 'AssertionError';
        this.diff = diff;
    }

    toString() {
        return `${this.name} [${this.code}]: ${this.message}`;
    }

    /* The message shows both values already: here they are shortened. */
    [inspect.custom](depth, options) {
        const kept = { actual: this.actual, expected: this.expected };
        for (const [name, value] of Object.entries(kept)) {
            if (typeof value === 'string')
                this[name] = abridge(value);
        }
        const text = inspect(this, { ...options, customInspect: false,
                                     depth: 0 });
        return Object.assign(this, kept) && text;
    }
}

module.exports = AssertionError;
