'use strict';

/*
 * internal/explore/runners/common - what the runners of tests have in common.
 */

const path = require('path');
const fs = require('fs');
const { errorLine } = require('internal/explore/failure');
/* Loaded when first used: child_process. */

// What they say of a test that has passed its time limit.
const TIME_LIMIT = new RegExp(['^Timeout of \\d+ms exceeded',
    'Exceeded timeout of \\d+ ms', 'Async callback was not invoked within',
    '^(?:Test|Hook) timed out in \\d+ms', 'timed out after \\d+ms$'].join('|'));

const MAX_BYTES = 1 << 28; // of a list of files

function firstLine(text) {
    return `${text ?? 'it failed'}`.trim().split('\n')[0];
}

function textOf(run) {
    return Buffer.from(run.stdout, 'latin1').toString();
}

function linesOf(run) {
    return textOf(run).split('\n');
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

// What a process of the runner's says about its files, as JSON.
function askRunner(name, words) {
    const { spawnSync } = require('child_process');
    const { status, stdout, stderr } = spawnSync(process.execPath, words,
        { encoding: 'utf8', maxBuffer: MAX_BYTES });
    if (status !== 0)
        throw new Error(`${name} cannot be asked for its files: ${errorLine(stderr)}`);
    return JSON.parse(stdout.slice(stdout.indexOf('[')));
}

module.exports = { TIME_LIMIT, firstLine, textOf, linesOf, binOf, findFiles, askRunner };
