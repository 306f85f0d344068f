'use strict';

/*
 * internal/explore/runners/jest - jest: one JSON object at the end.
 */

const path = require('path');
const { firstLine, textOf, binOf, askRunner } = require('internal/explore/runners/common');
const { scriptOf, pick } = require('internal/explore/runners/script');

function tests(run) {
    const found = new Map();
    const text = textOf(run);
    const start = text.indexOf('{"num');
    if (start < 0)
        return found;
    let report;
    try {
        report = JSON.parse(text.slice(start).split('\n')[0]);
    } catch {
        return found;
    }
    for (const file of report.testResults) {
        for (const { fullName, status, failureMessages } of file.assertionResults)
            if (status === 'passed' || status === 'failed')
                found.set(fullName, status === 'failed' ?
                    firstLine(failureMessages[0]) : null);
        if (file.assertionResults.length === 0 && file.status === 'failed')
            found.set(path.basename(file.name), firstLine(file.message));
    }
    return found;
}

const OPTIONS = ['--config', '-c', '--rootDir', '--env', '--testEnvironment', '--preset'];
const ESM = '--experimental-vm-modules';

// Its files: by its own configuration, and that which the script names. `first` stands
// before the command: without it jest runs no ES modules.
function list(dir, named) {
    const { before, after } = scriptOf(dir, 'jest');
    const first = before.some((word) => word.includes(ESM)) ? [ESM] : [];
    const more = pick(after, OPTIONS);
    const files = named.length > 0 ? named :
        askRunner('jest', [...first, binOf(dir, 'jest/bin/jest.js'), '--listTests',
            '--json', '--watchman=false', ...more])
            .map((file) => path.relative(dir, file)).sort();
    return files.map((file) => ({ file, first, more }));
}

module.exports = {
    bins: ['jest/bin/jest.js'],
    words: (bin, file) => [bin, '--runInBand', '--json', '--watchman=false',
        '--cache=false', '--runTestsByPath', file],
    tests,
    limits: ['utils', 'index', 'jestAdapterInit'].map((name) =>
        `jest-circus/build/${name}.js`).concat('jest-jasmine2/build/pTimeout.js'),
    onNode: { options: [], tests },
    list,
};
