'use strict';

/*
 * internal/explore/frameworks - test runners: how a file is run, and which of its tests
 * have failed. Each has a file in runners/:
 *
 *     bins          where its command may be in node_modules; none: a file runs by itself
 *     words(bin, file)  the command, of which the first word is a script
 *     list(dir, named)  the files, by the runner's own configuration, or those that were
 *                   named: { file, first, more, skipped }, words that stand before and
 *                   after its command, and why it cannot be searched
 *     limits        the files that set the timers of its time limits
 *     isSlow        is that all that is wrong with a test, when it had more time?
 *     tests(run)    a Map: the name of a test, and null or why it failed
 *     onNode        options of Node, and more words of the command, with which it prints
 *                   what its tests() reads
 */

const { readPackage } = require('internal/explore/runners/script');
const { binOf } = require('internal/explore/runners/common');
const mocha = require('internal/explore/runners/mocha');
const jest = require('internal/explore/runners/jest');
const vitest = require('internal/explore/runners/vitest');
const tap = require('internal/explore/runners/tap');
const { TIME_LIMIT } = require('internal/explore/runners/common');
const uvu = require('internal/explore/runners/uvu');

const FRAMEWORKS = {
    mocha,
    jest,
    vitest,
    'tape': tap.tape,
    uvu,
    'node:test': tap.node,
};

const NOT_THERE = {
    'ava': 'ava runs its tests in worker threads or processes',
    'jasmine': 'jasmine is not searched yet',
    'qunit': 'qunit is not searched yet',
    'tap': 'tap runs its tests in processes',
    'lab': 'lab is not searched yet',
    'karma': 'karma runs its tests in a browser',
    'cypress': 'cypress runs its tests in a browser',
    'playwright': 'playwright runs its tests in a browser',
};

// By the script "test", else by what is installed.
function findFramework(dir) {
    const pack = readPackage(dir);
    const script = `${pack.scripts?.test ?? ''} ${pack.scripts?.unit ?? ''}`;
    const needed = { ...pack.dependencies, ...pack.devDependencies };
    const names = [...Object.keys(FRAMEWORKS), ...Object.keys(NOT_THERE)];
    if (/\bnode\b.*--test\b/.test(script))
        return 'node:test';
    return names.find((name) => new RegExp(`(?:^|[\\s/])${name}(?:$|[\\s/])`).test(script)) ??
        names.find((name) => needed[name] !== undefined) ?? 'node:test';
}

// Of a runner that has a command; undefined: it is not installed.
function commandIn(dir, { bins }) {
    for (const bin of bins) {
        const found = binOf(dir, bin);
        if (found !== undefined)
            return found;
    }
    return undefined;
}

module.exports = { FRAMEWORKS, TIME_LIMIT, NOT_THERE, findFramework, commandIn };
