'use strict';

/*
 * internal/explore/frameworks - test runners: how a file is run, and which of its tests
 * have failed.
 *
 *     words(file)   the command, of which the first word is a script
 *     tests(run)    a Map: the name of a test, and null or why it failed
 *     patterns      where the files are, unless they are named
 *     limits        the files that set the timers of its time limits
 *     isSlow        is that all that is wrong with a test, when it had more time?
 *     onNode        options of Node with which it prints what its tests() reads
 */

const path = require('path');
const fs = require('fs');
const { MORE_MS } = require('internal/explore/more_time');

// What they say of a test that has passed its time limit.
const TIME_LIMIT = new RegExp(['^Timeout of \\d+ms exceeded',
    'Exceeded timeout of \\d+ ms', 'Async callback was not invoked within',
    'timed out after \\d+ms$'].join('|'));

function firstLine(text) {
    return `${text ?? 'it failed'}`.trim().split('\n')[0];
}

// ---- mocha: one JSON array a line ----------------------------------------------------

function* mochaResults(run) {
    for (const line of Buffer.from(run.stdout, 'latin1').toString().split('\n')) {
        const match = /\["(pass|fail)",(\{.*\})\]$/.exec(line);
        if (match)
            yield { hasFailed: match[1] === 'fail', test: JSON.parse(match[2]) };
    }
}

function mochaTests(run) {
    const tests = new Map();
    for (const { hasFailed, test } of mochaResults(run)) {
        const isHook = /^"(?:before|after)/.test(test.title);
        if (hasFailed || !isHook)
            tests.set(test.fullTitle, hasFailed ? firstLine(test.err) : null);
    }
    return tests;
}

// It looks at the clock itself when a test has ended.
function isSlowInMocha(run, name) {
    for (const { hasFailed, test } of mochaResults(run))
        if (hasFailed && test.fullTitle === name)
            return TIME_LIMIT.test(firstLine(test.err)) && test.duration < MORE_MS;
    return false;
}

// ---- jest: one JSON object at the end ------------------------------------------------

function jestTests(run) {
    const tests = new Map();
    const text = Buffer.from(run.stdout, 'latin1').toString();
    const start = text.indexOf('{"num');
    if (start < 0)
        return tests;
    let report;
    try {
        report = JSON.parse(text.slice(start).split('\n')[0]);
    } catch {
        return tests;
    }
    for (const file of report.testResults) {
        for (const { fullName, status, failureMessages } of file.assertionResults)
            if (status === 'passed' || status === 'failed')
                tests.set(fullName, status === 'failed' ?
                    firstLine(failureMessages[0]) : null);
        if (file.assertionResults.length === 0 && file.status === 'failed')
            tests.set(path.basename(file.name), firstLine(file.message));
    }
    return tests;
}

// ---- tape and others that print TAP --------------------------------------------------

// Each assertion is one by its name, and so is a test that has none.
function tapTests(run) {
    const tests = new Map();
    let suite = '';
    let isEmpty = false;
    const noteEmpty = () => isEmpty && !tests.has(suite) && tests.set(suite, null);
    for (const line of Buffer.from(run.stdout, 'latin1').toString().split('\n')) {
        const title = /^# (.*)$/.exec(line);
        const point = /^(not ok|ok) \d+ ?(.*)$/.exec(line);
        if (title || /^1\.\.\d+$/.test(line)) {
            noteEmpty();
            isEmpty = title !== null && !/^(?:(?:tests|pass|fail) +\d+|ok)$/.test(title[1]);
            suite = isEmpty ? title[1] : suite;
        }
        isEmpty &&= !point;
        if (!point || /# (?:SKIP|TODO)/.test(point[2]))
            continue;
        const name = suite === '' ? point[2] : `${suite} > ${point[2]}`;
        if (point[1] === 'not ok' || !tests.has(name))
            tests.set(name, point[1] === 'ok' ? null : firstLine(point[2]));
    }
    return tests;
}

// ---- node:test on Node: TAP, a test in a suite indented -------------------------------

function nestedTapTests(run) {
    const tests = new Map();
    const names = [];
    for (const line of Buffer.from(run.stdout, 'latin1').toString().split('\n')) {
        const [, indent, word, text] =
            /^((?: {4})*)(# Subtest:|ok \d+ -|not ok \d+ -) (.*)$/.exec(line) ?? [];
        if (word === undefined)
            continue;
        if (word.startsWith('#'))
            names.splice(indent.length / 4, Infinity, text.replace(/\\(.)/g, '$1'));
        else if (!/ # (?:SKIP|TODO)/.test(text))
            tests.set(names.slice(0, indent.length / 4 + 1).join(' > '),
                word.startsWith('not') ? 'it failed' : null);
    }
    return tests;
}

const FRAMEWORKS = {
    'mocha': {
        bin: 'mocha/bin/_mocha',
        words: (bin, file) => [bin, '--reporter', 'json-stream', file],
        tests: mochaTests,
        limits: ['mocha/lib/runnable.js'],
        isSlow: isSlowInMocha,
        onNode: { options: [], tests: mochaTests },
        patterns: ['test/**/*.{js,cjs,mjs}'],
    },
    'jest': {
        bin: 'jest/bin/jest.js',
        words: (bin, file) => [bin, '--runInBand', '--json', '--watchman=false',
            '--cache=false', '--runTestsByPath', file],
        tests: jestTests,
        limits: ['utils', 'index', 'jestAdapterInit'].map((name) =>
            `jest-circus/build/${name}.js`).concat('jest-jasmine2/build/pTimeout.js'),
        onNode: { options: [], tests: jestTests },
        patterns: ['**/__tests__/**/*.{js,cjs,mjs}', '**/*.{test,spec}.{js,cjs,mjs}'],
    },
    'tape': {
        words: (bin, file) => [file],
        tests: tapTests,
        limits: ['tape/lib/test.js'],
        onNode: { options: [], tests: tapTests },
        patterns: ['test/**/*.{js,cjs,mjs}', 'test.js'],
    },
    'node:test': {
        words: (bin, file) => [file],
        tests: (run) => run.tests,
        limits: ['node:test'],
        onNode: { options: ['--test-reporter=tap'], tests: nestedTapTests },
        patterns: ['**/*.test.{js,cjs,mjs}', '**/*-test.{js,cjs,mjs}',
            '**/*_test.{js,cjs,mjs}', '**/test-*.{js,cjs,mjs}', '**/test.{js,cjs,mjs}',
            '**/test/**/*.{js,cjs,mjs}'],
    },
};

const NOT_THERE = {
    vitest: 'vitest needs a native library (rollup) and a process of its own (esbuild), ' +
        'which the simulator neither loads nor starts; without a search it runs: ' +
        'orrery node_modules/vitest/vitest.mjs run --pool=threads',
    ava: 'ava runs its tests in worker threads or processes',
};

function readPackage(dir) {
    try {
        return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
    } catch {
        return {};
    }
}

// By the script "test", else by what is installed.
function findFramework(dir) {
    const pack = readPackage(dir);
    const script = `${pack.scripts?.test ?? ''} ${pack.scripts?.unit ?? ''}`;
    const needed = { ...pack.dependencies, ...pack.devDependencies };
    if (/\bnode\b.*--test\b/.test(script))
        return 'node:test';
    for (const name of [...Object.keys(FRAMEWORKS), ...Object.keys(NOT_THERE)])
        if (new RegExp(`\\b${name}\\b`).test(script))
            return name;
    for (const name of [...Object.keys(FRAMEWORKS), ...Object.keys(NOT_THERE)])
        if (needed[name] !== undefined)
            return name;
    return 'node:test';
}

function binOf(dir, bin) {
    for (let at = dir; ; at = path.dirname(at)) {
        const file = path.join(at, 'node_modules', bin);
        if (fs.existsSync(file))
            return path.relative(dir, file);
        if (at === path.dirname(at))
            return undefined;
    }
}

function findFiles(dir, patterns) {
    const found = new Set();
    for (const pattern of patterns)
        for (const file of fs.globSync(pattern, { cwd: dir,
            exclude: (name) => `${name}`.includes('node_modules') }))
            found.add(file);
    return [...found].sort();
}

module.exports = { FRAMEWORKS, TIME_LIMIT, NOT_THERE, findFramework, binOf, findFiles };
