'use strict';
/*
 * internal/util/format - util.format(): printf-like text.
 *
 * This is what console.log() goes through, most often with nothing but
 * strings. Then nothing else is loaded: inspect comes with the first value that
 * needs it.
 */

/* Loaded when first used: internal/util/inspect, internal/validators. */

const ReflectApply = Reflect.apply;
const HasOwn = Object.prototype.hasOwnProperty;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const SymbolToPrimitive = Symbol.toPrimitive;
const JSONStringify = JSON.stringify;

let inspectModule;
function inspector() {
    inspectModule ??= require('internal/util/inspect');
    return inspectModule;
}

/* Whether String(value) would say no more than "[object Object]". */
function hasBuiltInToString(value) {
    const { kindOf, kinds } = internalBinding('inspect');
    if (kindOf(value) === kinds.Proxy) {
        value = inspector().unwrapProxy(value);
        if (value === null)
            return true;
    }
    const byString = typeof value.toString === 'function';
    const byPrimitive = typeof value[SymbolToPrimitive] === 'function';
    if (!byString && !byPrimitive)
        return true;
    /* Find the object in the prototype chain whose method String() calls. */
    let holder = value;
    while (!(byString && ReflectApply(HasOwn, holder, ['toString'])) &&
           !(byPrimitive && ReflectApply(HasOwn, holder,
                                         [SymbolToPrimitive]))) {
        holder = ObjectGetPrototypeOf(holder);
        if (holder === null) // the program deleted what this file still sees
            return true;
    }
    if (holder === value)
        return false;
    const own = ObjectGetOwnPropertyDescriptor(holder, 'constructor');
    return own !== undefined && typeof own.value === 'function' &&
           inspector().builtInObjects.has(own.value.name);
}

/* Digits are grouped only if the options say so. */
function formatDigits(value, options) {
    if (options?.numericSeparator) {
        const { formatBigInt, formatNumber, stylePlain } = inspector();
        const format = typeof value === 'bigint' ? formatBigInt
                                                 : formatNumber;
        return format(stylePlain, value, true);
    }
    if (typeof value === 'bigint')
        return `${value}n`;
    return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
}

function formatAsString(value, options) {
    switch (typeof value) {
    case 'number':
    case 'bigint':
        return formatDigits(value, options);
    case 'object':
        if (value !== null && hasBuiltInToString(value)) {
            return inspector().inspect(value, {
                ...options, depth: 0, colors: false, compact: 3 });
        }
        return String(value);
    default:
        return String(value);
    }
}

function formatAsNumber(value, toNumber, options) {
    if (typeof value === 'bigint')
        return formatDigits(value, options);
    if (typeof value === 'symbol')
        return 'NaN';
    return formatDigits(toNumber(value), options);
}

/* The words for a circle differ between engines; ask ours once. */
let circularMessage;
function isCircularError(error) {
    if (error === null || typeof error !== 'object' ||
        error.name !== 'TypeError')
        return false;
    if (circularMessage === undefined) {
        try {
            const circle = {};
            circle.circle = circle;
            JSONStringify(circle);
        } catch (e) {
            circularMessage = firstLine(e);
        }
    }
    return firstLine(error) === circularMessage;
}

function firstLine(error) {
    return error.message.split('\n', 1)[0];
}

function formatAsJson(value) {
    try {
        return `${JSONStringify(value)}`;
    } catch (error) {
        if (isCircularError(error))
            return '[Circular]';
        throw error;
    }
}

/* One conversion, or undefined for an unknown letter. */
function convert(letter, value, options) {
    switch (letter) {
    case 115: /* s */
        return formatAsString(value, options);
    case 106: /* j */
        return formatAsJson(value);
    case 100: /* d */
        return formatAsNumber(value, Number, options);
    case 105: /* i */
        return formatAsNumber(value, parseInt, options);
    case 102: /* f */
        return typeof value === 'symbol'
            ? 'NaN' : formatDigits(parseFloat(value), options);
    case 79: /* O */
        return inspector().inspect(value, options);
    case 111: /* o */
        return inspector().inspect(value, {
            ...options, showHidden: true, showProxy: true, depth: 4 });
    case 99: /* c: style sheets mean nothing here */
        return '';
    default:
        return undefined;
    }
}

function formatRest(value, options) {
    return typeof value === 'string' ? value
                                     : inspector().inspect(value, options);
}

function formatWithOptionsInternal(options, args) {
    const first = args[0];
    let next = 0;
    let text = '';
    let join = '';

    if (typeof first === 'string') {
        if (args.length === 1)
            return first;
        let from = 0;
        next = 1;
        let at = first.indexOf('%');
        while (at !== -1 && at < first.length - 1) {
            const letter = first.charCodeAt(at + 1);
            if (letter === 37) {
                text += first.slice(from, at + 1);
                from = at + 2;
            } else if (next < args.length) {
                const converted = convert(letter, args[next], options);
                if (converted === undefined) {
                    at = first.indexOf('%', at + 1);
                    continue;
                }
                text += first.slice(from, at) + converted;
                from = at + 2;
                next++;
            } else {
                at = first.indexOf('%', at + 1);
                continue;
            }
            at = first.indexOf('%', from);
        }
        text += first.slice(from);
        join = ' ';
    }
    for (; next < args.length; next++) {
        text += join + formatRest(args[next], options);
        join = ' ';
    }
    return text;
}

function format(...args) {
    return formatWithOptionsInternal(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
    require('internal/validators').validateObject(
        inspectOptions, 'inspectOptions', 2); /* arrays too */
    return formatWithOptionsInternal(inspectOptions, args);
}

module.exports = { format, formatWithOptions, formatWithOptionsInternal };
