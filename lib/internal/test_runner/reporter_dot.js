'use strict';
/* internal/test_runner/reporter_dot - a dot for each test that passes, an X for
 * each that fails, and the errors at the end. */

const { indentLines, showError } =
    require('internal/test_runner/report_util');
/* Loaded when first used: internal/util/color_depth. */

function columns() {
    return Math.max(process.stdout.columns ?? 20, 20);
}

function ink(colors, code, text) {
    return colors ? `\u001b[${code}m${text}\u001b[39m` : text;
}

module.exports = async function* dotReporter(source) {
    const colors = require('internal/util/color_depth')
        .shouldColorize(process.stdout);
    const failed = [];
    let count = 0;
    let width = columns();
    for await (const { type, data } of source) {
        if (type !== 'test:pass' && type !== 'test:fail')
            continue;
        const isOk = type === 'test:pass';
        yield isOk ? ink(colors, 90, '.') : ink(colors, 31, 'X');
        if (!isOk)
            failed.push(data);
        if (++count === width) {
            yield '\n';
            width = columns();
            count = 0;
        }
    }
    yield '\n';
    if (failed.length === 0)
        return;
    yield `\n${ink(colors, 31, 'Failed tests:')}\n\n`;
    for (const { name, details, todo } of failed) {
        const sign = todo === undefined ? ink(colors, 31, '✖ ') :
            ink(colors, 33, '⚠ ');
        yield `${sign}${name} ` +
            `${ink(colors, 90, `(${details.duration_ms}ms)`)}` +
            `${todo === undefined ? '' : ' # TODO'}\n` +
            `${indentLines(showError(details.error, colors), '  ')}\n`;
    }
};
