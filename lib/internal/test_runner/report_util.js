'use strict';
/* internal/test_runner/report_util - what several reporters need. */

const { inspect } = require('internal/util/inspect');
/* Loaded when first used: path. */

function isSubtestsFailure(error) {
    return error?.failureType === 'subtestsFailed';
}

/* The error as a program threw it, as text. */
function showError(error, colors) {
    const thrown = error?.code === 'ERR_TEST_FAILURE' ? error.cause : error;
    const options = { colors, breakLength: Infinity };
    try {
        return inspect(thrown, options);
    } catch {
        return inspect(thrown, { ...options, customInspect: false });
    }
}

function indentLines(text, indent) {
    return `${indent}${text.split('\n').join(`\n${indent}`)}`;
}

function describeInterrupted(tests, relativeTo) {
    return tests.map(({ name, file, line, column }) => {
        const path = require('path');
        const where = file === undefined || file === name ? '' :
            ` at ${path.relative(relativeTo, file)}:${line}:${column}`;
        return `${name}${where}`;
    });
}

module.exports = {
    describeInterrupted, indentLines, isSubtestsFailure, showError,
};
