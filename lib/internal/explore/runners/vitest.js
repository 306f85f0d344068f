'use strict';

/*
 * internal/explore/runners/vitest - vitest, which tells the search of its tests by itself
 * here (internal/vitest/results). On Node it prints TAP: the names of file, suites and
 * test on a line.
 */

const path = require('path');
const fs = require('fs');
const { linesOf, binOf, askRunner } = require('internal/explore/runners/common');
const { scriptOf, pick } = require('internal/explore/runners/script');

function testsOnNode(run) {
    const tests = new Map();
    for (const line of linesOf(run)) {
        const [, not, text] = /^(not )?ok \d+ - .*? > (.*)$/.exec(line) ?? [];
        if (text !== undefined && !/ # (?:SKIP|TODO)/.test(text))
            tests.set(text.replace(/ # time=.*$/, ''), not ? 'it failed' : null);
    }
    return tests;
}

const OPTIONS = ['--config', '-c', '--root', '-r', '--dir', '--environment', '--mode',
    '--project'];

// Its own configuration says which files there are. One that is in several projects is
// run for each of them.
function list(dir, named) {
    const { after } = scriptOf(dir, 'vitest');
    const more = [...pick(after, OPTIONS),
        ...after.includes('--globals') ? ['--globals'] : []];
    const specs = askRunner('vitest', ['--vitest-parent', 'list', 'run', ...named, ...more])
        .filter(({ pool }) => pool !== 'typescript');
    const counts = new Map();
    for (const { file } of specs)
        counts.set(file, (counts.get(file) ?? 0) + 1);
    return specs.map(({ file, project, pool }) => ({
        file,
        more: counts.get(file) > 1 ? [...more, `--project=${project}`] : more,
        skipped: pool === 'browser' ? 'it is run in a browser' : undefined,
    })).sort((a, b) => (a.file < b.file ? -1 : 1));
}

// The names of its files change from version to version.
function filesWithLimits() {
    const vitest = path.dirname(fs.realpathSync(binOf(process.cwd(), 'vitest/package.json')));
    const found = [];
    for (const folder of ['@vitest/runner/dist', 'vitest/dist', 'vitest/dist/chunks']) {
        const from = path.join(vitest, '..', folder);
        for (const name of fs.existsSync(from) ? fs.readdirSync(from) : []) {
            if (name.endsWith('.js') &&
                fs.readFileSync(path.join(from, name), 'utf8').includes(' timed out in '))
                found.push(`${folder}/${name}`);
        }
    }
    return found;
}

module.exports = {
    bins: ['vitest/vitest.mjs'],
    words: (bin, file) => [bin, 'run', file],
    tests: (run) => run.tests,
    get limits() {
        return filesWithLimits();
    },
    onNode: { options: [], tests: testsOnNode,
        more: ['--pool=forks', '--reporter=tap-flat'] },
    list,
};
