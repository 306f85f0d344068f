'use strict';
/*
 * internal/assert/assertion_error - the error that a failed assertion throws,
 * and the message it makes of the two values.
 */

const { inspect } = require('internal/util/inspect');
const { isError } = require('internal/util');
const { isStackLimitWritable } = require('internal/errors');
const { validateObject } = require('internal/validators');

const ObjectAssign = Object.assign;
const ObjectDefineProperty = Object.defineProperty;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const HasOwn = Object.prototype.hasOwnProperty;

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

const noColors = { on: false, blue: '', green: '', red: '', white: '',
                   gray: '' };

function getColors() {
    const stream = process.stderr;
    const on = stream?.isTTY && (typeof stream.getColorDepth === 'function'
        ? stream.getColorDepth() > 2 : true);
    if (!on)
        return noColors;
    return { on: true, blue: '\u001b[34m', green: '\u001b[32m',
             red: '\u001b[31m', white: '\u001b[39m', gray: '\u001b[90m' };
}

/* As much as the comparison looks at, in an order that is comparable. */
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
function copyError(source) {
    const target = ObjectAssign(
        { __proto__: ObjectGetPrototypeOf(source) }, source);
    ObjectDefineProperty(target, 'message',
                         { __proto__: null, value: source.message });
    if (HasOwn.call(source, 'cause')) {
        const { cause } = source;
        ObjectDefineProperty(target, 'cause', {
            __proto__: null, value: isError(cause) ? copyError(cause) : cause,
        });
    }
    return target;
}

function isObject(value) {
    return typeof value === 'object' && value !== null;
}

/* ---- Two values that should be equal ---------------------------------- */

function findDifference(a, b) {
    for (let i = 0; i < a.length; i++) {
        if (a[i] !== b[i])
            return i;
    }
    return -1;
}

/* One above the other, with a mark below if both fit the line. */
function stackLines(actual, expected, colors) {
    const text = `\n${colors.green}+${colors.white} ${actual}\n` +
                 `${colors.red}- ${colors.white}${expected}`;
    const width = process.stderr?.isTTY ? process.stderr.columns : 80;
    if (actual.length + expected.length > width)
        return text;
    const at = findDifference(actual, expected);
    return at < 3 ? text : `${text}\n${' '.repeat(at + 2)}^`;
}

/* Two values of one line each. */
function diffSimply(actual, actualLine, expected, expectedLine, colors) {
    const areStrings = typeof actual === 'string' &&
                       typeof expected === 'string';
    let length = actualLine.length + expectedLine.length;
    if (typeof actual === 'string')
        length -= 2;
    if (typeof expected === 'string')
        length -= 2;
    /* Zero and minus zero would look like a bad joke. */
    if (length <= 12 && (actual !== 0 || expected !== 0))
        return { message: `${actualLine} !== ${expectedLine}`, header: '' };
    if (areStrings && colors.on) {
        const { diffLines, printInColor } = require('internal/assert/diff');
        return {
            message: printInColor(diffLines(actualLine.split(''),
                                            expectedLine.split(''), false),
                                  colors),
            header: `${colors.green}actual${colors.white} ` +
                    `${colors.red}expected${colors.white}`,
        };
    }
    return { message: stackLines(actualLine, expectedLine, colors) };
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

function describeDifference(actual, expected, operator, message, diff) {
    if (operator === 'strictEqual' &&
        ((isObject(actual) && isObject(expected)) ||
         (typeof actual === 'function' && typeof expected === 'function')))
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

function abridge(text) {
    const lines = text.split('\n', 11);
    if (lines.length > 10) {
        lines.length = 10;
        return `${lines.join('\n')}\n...`;
    }
    return text.length > 512 ? `${text.slice(512)}...` : text;
}

function addDetails(error, details) {
    for (let i = 0; i < details.length; i++) {
        error[`message ${i}`] = details[i].message;
        error[`actual ${i}`] = details[i].actual;
        error[`expected ${i}`] = details[i].expected;
        error[`operator ${i}`] = details[i].operator;
        error[`stack trace ${i}`] = details[i].stack;
    }
}

class AssertionError extends Error {
    constructor(options) {
        validateObject(options, 'options');
        const { message, operator, stackStartFn, details,
                stackStartFunction, diff = 'simple' } = options;
        let { actual, expected } = options;
        if (message == null && isObject(actual) && isObject(expected) &&
            'stack' in actual && actual instanceof Error &&
            'stack' in expected && expected instanceof Error) {
            actual = copyError(actual);
            expected = copyError(expected);
        }
        /* The stack is taken below, from the assertion's caller on. */
        const limit = Error.stackTraceLimit;
        const isWritable = isStackLimitWritable();
        const text = describe(actual, expected, operator, message, diff);
        if (isWritable)
            Error.stackTraceLimit = 0;
        super(text);
        if (isWritable)
            Error.stackTraceLimit = limit;

        this.generatedMessage = !message;
        ObjectDefineProperty(this, 'name', {
            __proto__: null, value: 'AssertionError [ERR_ASSERTION]',
            enumerable: false, writable: true, configurable: true,
        });
        this.code = 'ERR_ASSERTION';
        this.actual = details ? undefined : actual;
        this.expected = details ? undefined : expected;
        this.operator = details ? undefined : operator;
        if (details)
            addDetails(this, details);
        Error.captureStackTrace(this, stackStartFn || stackStartFunction);
        void this.stack; /* Read while the name has the code in it. */
        this.name = 'AssertionError';
        this.diff = diff;
    }

    toString() {
        return `${this.name} [${this.code}]: ${this.message}`;
    }

    /* The message shows both values already: here they are kept short. */
    [inspect.custom](depth, options) {
        const { actual, expected } = this;
        if (typeof actual === 'string')
            this.actual = abridge(actual);
        if (typeof expected === 'string')
            this.expected = abridge(expected);
        const result = inspect(this, { ...options, customInspect: false,
                                       depth: 0 });
        this.actual = actual;
        this.expected = expected;
        return result;
    }
}

module.exports = AssertionError;
