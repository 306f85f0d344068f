'use strict';
/* internal/test_runner/reporter_tap - version 13 of the Test Anything
 * Protocol, with details as YAML. */

const { inspect } = require('internal/util/inspect');
const types = require('internal/util/types');
const { describeInterrupted } = require('internal/test_runner/report_util');

// As in Node, the backslash of a control character is escaped, too.
const escapes = [
    [/\n/g, '\\n'], [/\t/g, '\\t'], [/\r/g, '\\r'], [/\f/g, '\\f'],
    [/\u0008/g, '\\b'], [/\v/g, '\\v'], [/\\/g, '\\\\'], [/#/g, '\\#'],
];

function escape(text) {
    let escaped = String(text);
    for (const [from, to] of escapes)
        escaped = escaped.replace(from, to);
    return escaped;
}

function directive(name, value) {
    if (value === undefined)
        return '';
    return ` # ${name}` +
        (typeof value === 'string' && value !== '' ? ` ${escape(value)}` : '');
}

function showResult(isOk, data, indent) {
    const { name, testNumber, skip, todo, expectFailure } = data;
    const line = `${indent}${isOk ? 'ok' : 'not ok'} ${testNumber}` +
        (name ? ` ${escape(`- ${name}`)}` : '');
    return line + (directive('SKIP', skip) || directive('TODO', todo) ||
        directive('EXPECTED FAILURE', expectFailure)) + '\n';
}

function showDetails({ details, file, line, column }, isOk, indent) {
    const { duration_ms: duration, type, error } = details;
    let text = `${indent}  ---\n`;
    text += toYaml(indent, 'duration_ms', duration);
    text += toYaml(indent, 'type', type);
    if (!isOk && file !== undefined)
        text += toYaml(indent, 'location', `${file}:${line}:${column}`);
    text += toYaml(indent, null, error);
    return `${text}${indent}  ...\n`;
}

function textToYaml(prefix, name, value) {
    if (!/\n/.test(value))
        return `${prefix}${name}: ${inspect(value)}\n`;
    let text = `${prefix}${name}: |-\n`;
    for (const line of value.split('\n'))
        text += `${prefix}  ${line}\n`;
    return text;
}

function toYaml(indent, name, value, seen = new Set()) {
    const prefix = `${indent}  `;
    if (value === undefined || value === null)
        return '';
    if (typeof value === 'string')
        return textToYaml(prefix, name, value);
    if (typeof value !== 'object' || types.isDate(value))
        return `${prefix}${name}: ${inspect(value)}\n`;
    if (seen.has(value))
        return `${prefix}${name}: <Circular>\n`;
    seen.add(value);
    if (types.isNativeError(value) || value instanceof Error)
        return errorToYaml(indent, value, seen);
    let text = name === null ? '' : `${prefix}${name}:\n`;
    const inner = name === null ? indent : prefix;
    for (const key of Object.keys(value))
        text += toYaml(inner, key, value[key], seen);
    return text;
}

function framesOf(stack) {
    const frames = [];
    for (const line of String(stack ?? '').split('\n')) {
        const found = /^\s+at\s(.*)/.exec(line);
        if (found !== null)
            frames.push(found[1]);
    }
    return frames.join('\n');
}

/* A failure is described by what the test threw. */
function errorToYaml(indent, error, seen) {
    let { failureType } = error;
    let shown = error;
    let message = error.message;
    let stack = error.stack;
    let code = error.code;
    if (code === 'ERR_TEST_FAILURE') {
        const { cause } = error;
        if (failureType === 'subtestsFailed' || !(cause instanceof Error)) {
            message = typeof cause === 'string' ? cause : message;
            stack = undefined;
        } else {
            shown = cause;
            message = cause.message || '<unknown error>';
            stack = cause.stack || stack;
            code = cause.code ?? code;
            failureType ??= cause.failureType;
        }
    }
    const fields = { failureType, exitCode: shown.exitCode,
                     signal: shown.signal, error: message, code };
    if (shown.name !== 'Error')
        fields.name = shown.name;
    let text = '';
    for (const key of Object.keys(fields))
        text += toYaml(indent, key, fields[key], seen);
    if (shown.code === 'ERR_ASSERTION') {
        text += toYaml(indent, 'expected', shown.expected, seen);
        text += toYaml(indent, 'actual', shown.actual, seen);
        text += toYaml(indent, 'operator', shown.operator, seen);
    }
    const frames = framesOf(stack);
    return frames === '' ? text : text + stackToYaml(indent, frames);
}

function stackToYaml(indent, frames) {
    let text = `${indent}  stack: |-\n`;
    for (const frame of frames.split('\n'))
        text += `${indent}    ${frame}\n`;
    return text;
}

function comment(message, indent) {
    let text = '';
    for (const line of message.split(/\r?\n/))
        text += `${indent}# ${escape(line)}\n`;
    return text;
}

/* The pieces that are written for an event. */
function show({ type, data }) {
    const indent = '    '.repeat(data.nesting ?? 0);
    switch (type) {
    case 'test:pass':
    case 'test:fail': {
        const isOk = type === 'test:pass';
        return [showResult(isOk, data, indent),
                showDetails(data, isOk, indent)];
    }
    case 'test:plan':
        return [`${indent}1..${data.count}\n`];
    case 'test:start':
        return [`${indent}# Subtest: ${escape(data.name)}\n`];
    case 'test:stdout':
    case 'test:stderr':
    case 'test:diagnostic':
        return [comment(data.message, indent)];
    case 'test:interrupted':
        return describeInterrupted(data.tests, process.cwd()).map((test) =>
            `# Interrupted while running: ${escape(test)}\n`);
    default:
        return [];
    }
}

module.exports = async function* tapReporter(source) {
    yield 'TAP version 13\n';
    for await (const event of source)
        yield* show(event);
};
