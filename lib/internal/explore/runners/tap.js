'use strict';

/*
 * internal/explore/runners/tap - tape and others that print TAP; node:test, which does on
 * Node, and tells the search by itself here.
 */

const { firstLine, linesOf, findFiles } = require('internal/explore/runners/common');
const { scriptOf, pick } = require('internal/explore/runners/script');

// ---- tape ---------------------------------------------------------------------------

// Each assertion is one by its name, and so is a test that has none.
function tapeTests(run) {
    const tests = new Map();
    let suite = '';
    let isEmpty = false;
    const noteEmpty = () => isEmpty && !tests.has(suite) && tests.set(suite, null);
    for (const line of linesOf(run)) {
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

// By the words of the script; what it loads before a file is loaded here, too.
function tapeFiles(dir, named) {
    const { after } = scriptOf(dir, 'tape');
    const first = pick(after, ['-r', '--require']);
    const patterns = after.filter((word, n) =>
        !word.startsWith('-') && !/^(?:-r|--require|-i|--ignore)$/.test(after[n - 1]));
    const files = named.length > 0 ? named :
        findFiles(dir, patterns.length > 0 ? patterns :
            ['test/**/*.{js,cjs,mjs}', 'test.js']);
    return files.map((file) => ({ file, first }));
}

// ---- node:test: on Node a test in a suite is indented -------------------------------

function nestedTests(run) {
    const tests = new Map();
    const names = [];
    for (const line of linesOf(run)) {
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

const ENDINGS = '{js,cjs,mjs,ts,cts,mts}';
const PATTERNS = [`**/*.test.${ENDINGS}`, `**/*-test.${ENDINGS}`, `**/*_test.${ENDINGS}`,
    `**/test-*.${ENDINGS}`, `**/test.${ENDINGS}`, `**/test/**/*.${ENDINGS}`];

// The words after --test name files, if there are any.
function nodeFiles(dir, named) {
    const { after } = scriptOf(dir, 'node');
    const isTest = after.includes('--test');
    const first = isTest ? pick(after, ['--require', '-r', '--import', '-C',
        '--conditions']) : [];
    const patterns = isTest ? after.filter((word) => /[*/.]/.test(word) &&
        !word.startsWith('-') && !first.includes(word)) : [];
    const files = named.length > 0 ? named :
        findFiles(dir, patterns.length > 0 ? patterns : PATTERNS);
    return files.filter((file) => !file.endsWith('.d.ts'))
        .map((file) => ({ file, first }));
}

module.exports = {
    tape: {
        words: (bin, file) => [file],
        tests: tapeTests,
        limits: ['tape/lib/test.js'],
        onNode: { options: [], tests: tapeTests },
        list: tapeFiles,
    },
    node: {
        words: (bin, file) => [file],
        tests: (run) => run.tests,
        limits: ['node:test'],
        onNode: { options: ['--test-reporter=tap'], tests: nestedTests },
        list: nodeFiles,
    },
};
