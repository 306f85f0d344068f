// check.js FOLDER - run in a folder with a suite: what a search of it has to find is in
// expected.json, which tests, how many in a file, and at which line of the user's.
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');

const [runner] = process.argv.slice(2);
const expected = JSON.parse(fs.readFileSync('expected.json', 'utf8'));
const VITEST = 'node_modules/vitest/vitest.mjs';
const POOLS = ['forks', 'threads', 'vmThreads'];

function orrery(...args) {
    return spawnSync(process.execPath, args, { encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', CI: '1' } });
}

// `orrery replay 'ORDER' words...`, as it is printed.
function replay(command) {
    const [, order, words] = /^orrery replay '([^']*)' (.*)$/.exec(command);
    return orrery('replay', order, ...words.split(' '));
}

function checkFile({ file, tests, skipped, failures }) {
    assert.strictEqual(skipped, undefined, `${file}: ${skipped}`);
    assert.strictEqual(tests, expected[file].tests, `${file}: tests`);
    const found = Object.fromEntries(failures.map(({ key, order, passes }) =>
        [key, /@(.*?)#/.exec(passes?.order ?? order)[1]]));
    assert.deepStrictEqual(found, expected[file].flaky);
    for (const { command, passes } of failures)
        assert.strictEqual(replay(command).status, passes === undefined ? 1 : 0, command);
}

function checkSearch() {
    const { stdout, stderr, status } = orrery('explore', '--test', '--json', '-',
        '--runs', '60', '--time', '200s');
    assert.strictEqual(status, 1, stderr);
    const { files } = JSON.parse(stdout);
    assert.deepStrictEqual(files.map(({ file }) => file), Object.keys(expected));
    files.forEach(checkFile);
}

// Without a search, on the real system.
function checkVitest() {
    for (const pool of POOLS) {
        const { stdout, status } = orrery(VITEST, 'run', `--pool=${pool}`, 'test/mocks');
        assert.match(stdout, /Tests +9 passed \| 1 skipped \| 1 todo/, stdout);
        assert.strictEqual(status, 0, stdout);
    }
    const { stderr } = orrery('--backend', 'sim', VITEST, 'run', 'test/mocks',
        'test/cache');
    assert.match(stderr, /on the simulator vitest runs one file, not test\/cache/);
}

checkSearch();
if (runner === 'vitest')
    checkVitest();
