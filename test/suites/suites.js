'use strict';
/*
 * suites.js NODE ORRERY DIR [NAME...]: what `run` says, see there. It is run by Node.
 *
 * A file that leaves a test behind here is run up to three times: what passes once
 * has passed, since tests of others often depend on how busy the machine is. Node
 * has the same three tries when nothing of a file passes.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const readers = require('./results');
const list = require('./list');

const tries = 3;
const patience = Number(process.env.PATIENCE || 60); /* seconds for a file */
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'suites-'));

/* ---- One file on one runtime --------------------------------------------- */

/* The commands of each kind of suite, and how they say what passed. */
const kinds = {
    mocha: {
        read: readers.nested,
        command: ({ options = [], exit = ['--exit'] }, files) => [
            first_of('node_modules/mocha/bin/mocha.js', 'node_modules/mocha/bin/_mocha',
                     'bin/mocha.js'),
            '--reporter', 'tap', '--timeout', '20000', ...exit,
            ...options, ...files],
    },
    node: {
        read: readers.nested,
        command: ({ options = [] }, files) =>
            ['--test-reporter=tap', ...options, ...files],
    },
    tap: { read: readers.top, command: (_, files) => files },
    should: { read: readers.ticked, command: (_, files) => files },
    tape: {
        read: readers.grouped,
        command: ({ options = [] }, files) => [...options, ...files],
    },
    ava: {
        read: readers.top,
        command: (_, files) => ['node_modules/ava/entrypoints/cli.mjs', '--tap', ...files],
    },
    jest: {
        read: readers.jest,
        output: path.join(scratch, 'jest.json'),
        command: ({ options = [] }, files) => [
            'node_modules/jest/bin/jest.js', '--json', '--runInBand', '--outputFile',
            kinds.jest.output, '--coverage=false', '--forceExit', ...options, '--runTestsByPath',
            ...files],
    },
};

function first_of(...files) {
    return files.find((file) => fs.existsSync(file));
}

/* Tests look for the name in process.execPath: a copy that is called `node`. */
function copy_as_node(runtime) {
    const bin = fs.mkdtempSync(path.join(scratch, 'bin-'));
    fs.copyFileSync(runtime, path.join(bin, 'node'));
    return path.join(bin, 'node');
}

/* `node` of a test is the runtime that runs the test. */
function environment(runtime, suite) {
    return { HOME: process.env.HOME, LANG: 'C.UTF-8', TZ: 'UTC', NO_COLOR: '1',
             CI: '1', TMPDIR: scratch, ...suite.env,
             PATH: `${path.dirname(runtime)}:${process.env.PATH}` };
}

/* A runtime that hangs or crashes has failed a test of its own: that it ends. */
function run_files(runtime, suite, files, dir) {
    const kind = kinds[suite.kind];
    if (kind.output)
        fs.rmSync(kind.output, { force: true });
    const { stdout, stderr, status, signal } = spawnSync(
        'timeout', ['-k', '5', String(patience * (suite.patience ?? 1)), runtime,
                    ...kind.command(suite, files)],
        { cwd: dir, env: environment(runtime, suite), maxBuffer: 1 << 28,
          encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (process.env.SHOW)
        process.stdout.write(`${stdout}${stderr}ended with ${status ?? signal}\n`);
    const text = !kind.output ? stdout :
        fs.existsSync(kind.output) ? fs.readFileSync(kind.output, 'utf8') : '';
    const results = kind.read(text, dir);
    const has_failed = [...results.values()].includes(false);
    results.set('ends', signal === null && status < 124 &&
        (status === 0 || has_failed));
    return results;
}

/* ---- A suite ------------------------------------------------------------- */

function files_of(suite, dir) {
    const all = suite.files.flatMap((pattern) => fs.globSync(pattern, { cwd: dir }));
    const not = (suite.not ?? []).flatMap((pattern) =>
        fs.globSync(pattern, { cwd: dir }));
    const wanted = process.env.FILES;
    const files = [...new Set(all)].filter((file) => !not.includes(file))
        .filter((file) => !wanted || path.matchesGlob(file, wanted)).sort();
    return suite.together ? [files] : files.map((file) => [file]);
}

/* What Node says of a file is kept in DIR/.node, by the file's name. */
function ask_node(node, suite, files, dir) {
    const name = suite.together ? 'all' : files[0].replaceAll('/', '+');
    const kept = path.join(dir, '.node', name);
    if (!process.env.AGAIN && fs.existsSync(kept))
        return new Map(JSON.parse(fs.readFileSync(kept, 'utf8')));
    let results;
    for (let i = 0; i < tries; i++) {
        results = run_files(node, suite, files, dir);
        if ([...results.values()].includes(true))
            break;
    }
    if (results.size > 1 && (!process.env.FILES || !suite.together)) {
        fs.mkdirSync(path.dirname(kept), { recursive: true });
        fs.writeFileSync(kept, JSON.stringify([...results], null, 1));
    }
    return results;
}

/* The names of the tests that only Node passes. */
function missing_here(orrery, suite, files, dir, wanted) {
    let missing = wanted;
    for (let i = 0; i < tries && missing.length > 0; i++) {
        const results = run_files(orrery, suite, files, dir);
        missing = missing.filter((name) => !results.get(name));
        if (missing.every((name) => reason_of(suite.name, title(files, name, suite))))
            break;
    }
    return missing;
}

function title(files, name, suite) {
    return suite.together ? name : `${files[0]}: ${name}`;
}

function run_suite(node, orrery, suite, dir) {
    const counts = { node: 0, here: 0, excepted: 0, failed: 0 };
    process.chdir(dir);
    for (const files of files_of(suite, dir)) {
        const by_node = ask_node(node, suite, files, dir);
        const wanted = [...by_node.keys()].filter((name) => by_node.get(name));
        const missing = missing_here(orrery, suite, files, dir, wanted);
        counts.node += wanted.length;
        counts.here += wanted.length - missing.length;
        for (const name of missing) {
            const known = reason_of(suite.name, title(files, name, suite));
            counts[known ? 'excepted' : 'failed']++;
            if (!known)
                console.log(`FAIL ${suite.name}: ${title(files, name, suite)}`);
        }
    }
    return counts;
}

/* ---- Exceptions ---------------------------------------------------------- */

const exceptions = fs.readFileSync(path.join(__dirname, 'exceptions'), 'utf8')
    .split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
        const [, name, pattern, reason] = /^([^ :]+): \/(.*)\/: (.*)$/.exec(line);
        return { name, pattern: new RegExp(pattern), reason };
    });

function reason_of(name, text) {
    return exceptions.find((e) => e.name === name && e.pattern.test(text))?.reason;
}

/* ---- Where the copies come from ------------------------------------------- */

function npm(args, cwd) {
    return spawnSync('npm', [...args, '--silent', '--no-audit', '--no-fund',
                             '--ignore-scripts', '--legacy-peer-deps',
                             '--fetch-retries=0', '--fetch-timeout=20000'],
                     { cwd, encoding: 'utf8', timeout: 600000 });
}

/* Some packages are published with their tests. */
function fetch_from_npm(suite, dir) {
    fs.rmSync(dir, { recursive: true, force: true });
    fs.mkdirSync(dir, { recursive: true });
    const version = suite.tag.replace(/^v/, '');
    const packed = npm(['pack', `${suite.npm}@${version}`], dir);
    const file = fs.readdirSync(dir).find((name) => name.endsWith('.tgz'));
    if (packed.status !== 0 || !file)
        return 'npm cannot fetch it';
    spawnSync('tar', ['-xzf', file, '--strip-components=1'], { cwd: dir });
    if (npm(['install'], dir).status !== 0) {
        fs.rmSync(path.join(dir, 'node_modules'), { recursive: true, force: true });
        return 'npm cannot install what it needs';
    }
}

/* Why a suite cannot be run; nothing if it can. */
function why_not(suite, dir) {
    if (fs.existsSync(path.join(dir, 'node_modules')))
        return;
    if (!process.env.FROM_NPM)
        return `${dir} has no copy with its dependencies`;
    return suite.npm ? fetch_from_npm(suite, dir) :
        `its tests are in ${suite.at} only; ORRERY_SUITES names a folder of copies`;
}

function main([node, given, folder, ...names]) {
    const orrery = copy_as_node(given);
    const sum = { passed: 0, failed: 0, skipped: 0 };
    for (const suite of list) {
        if (names.length > 0 && !names.includes(suite.name))
            continue;
        const dir = path.resolve(folder, suite.name);
        const reason = why_not(suite, dir);
        if (reason) {
            console.log(`suites: ${suite.name} skipped: ${reason}`);
            sum.skipped++;
            continue;
        }
        const counts = run_suite(node, orrery, suite, dir);
        console.log(`${suite.name} ${counts.here} of ${counts.node}, ` +
            `${counts.excepted} excepted`);
        sum.passed += counts.here;
        sum.failed += counts.failed + (counts.node === 0 ? 1 : 0);
        sum.skipped += counts.excepted;
    }
    fs.rmSync(scratch, { recursive: true, force: true });
    console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
    process.exitCode = sum.failed === 0 ? 0 : 1;
}

main(process.argv.slice(2));
