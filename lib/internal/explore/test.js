'use strict';

/*
 * internal/explore/test - `orrery explore --test [files]`: which of my tests can fail,
 * and why.
 *
 * Each file is a search of its own. A test that passes in one order and fails in another
 * is flaky; one that fails in all is not the search's affair, and is only counted. Each
 * file gets the same share of the time.
 */

const path = require('path');
const { Pool } = require('internal/explore/server');
const { Search } = require('internal/explore/search');
const { describe } = require('internal/explore/failure');
const { failuresOf } = require('internal/explore/report');
const { Run } = require('internal/explore/run');
const { FRAMEWORKS, NOT_THERE, TIME_LIMIT, findFramework, commandIn } =
    require('internal/explore/frameworks');
/* Loaded when first used: internal/explore/changed, internal/explore/witness,
 * internal/explore/test_report. */

const END = '(end) '; // of keys that are no tests

// What is wrong with a run: tests that pass in the usual order; and if none has failed,
// the way it ended.
function classifyBy(framework) {
    return (run, base) => {
        const isFirst = base === undefined || base === run;
        const usual = isFirst ? new Map() : framework.tests(base);
        const list = [];
        for (const [name, message] of framework.tests(run))
            if (message !== null && (isFirst || !usual.get(name)))
                list.push({ key: name, message, test: name });
        if (run.withMoreTime !== undefined)
            return list.filter(({ key }) => failsAnyway(framework, run.withMoreTime, key));
        if (list.length === 0 && run.isFailure() && !isFirst && !base.isFailure())
            list.push({ key: `${END}${describe(run)}`, message: describe(run),
                test: '(the whole file)' });
        return list;
    };
}

// Also when there is more time?
function failsAnyway({ tests, isSlow = () => false }, run, name) {
    return run.isEndless ||
        (typeof tests(run).get(name) === 'string' && !isSlow(run, name));
}

/*
 * A test has passed its time limit: it waits for ever in this order, or it is slow, and
 * so is a machine that stands still. So the order is run again with ten minutes more for
 * each test. What fails then as well is a failure, and the rest came from the limit.
 */
class MoreTime {
    constructor(framework, words, options) {
        this.framework = framework;
        this.command = { options: [...options, '--more-time', framework.limits.join()],
            words };
    }

    async check(run, place) {
        if (run.order === '' || ![...this.framework.tests(run).values()].some((message) =>
            message !== null && TIME_LIMIT.test(message)))
            return;
        this.pool ??= new Pool(this.command, 1);
        run.withMoreTime = new Run(await this.pool.run(run.order, place));
        run.withMoreTime.forgetSteps();
    }

    close() {
        this.pool?.close();
    }
}

// Why a file cannot be searched; undefined: it can.
function skipReason(base, tests) {
    const text = base.stderr + base.stdout;
    if (/cannot start this process/.test(text))
        return 'it starts a process with a channel, or in a directory of its own';
    if (/the simulator cannot run the child process/.test(text))
        return 'it starts a process that waits for something';
    if (base.signal !== null || base.isEndless)
        return describe(base);
    if (tests.size === 0)
        return base.isFailure() ? describe(base) : 'no test was found in it';
    return undefined;
}

// On stock Node the same test has to fail, by what the runner prints there.
async function confirmAll(search, failures, { onNode }, words, o) {
    const { confirmFailure } = require('internal/explore/witness');
    for (const failure of failures.filter(({ order }) => order !== '')) {
        const isTest = !failure.key.startsWith(END);
        await confirmFailure(search, failure, {
            words: [...onNode.options, ...words, ...onNode.more ?? []], jobs: o.jobs,
            hasFailed: isTest ?
                (run) => typeof onNode.tests(run).get(failure.key) === 'string' : undefined,
        });
    }
}

async function searchFile({ file, first = [], more = [], skipped: reason }, name, o) {
    const framework = FRAMEWORKS[name];
    const bin = framework.bins && commandIn(process.cwd(), framework);
    const words = [...first, ...framework.words(bin, file), ...more];
    if (reason !== undefined)
        return { file, words, tests: new Map(), skipped: reason, usual: [], failures: [],
            search: { count: 0, sequences: new Set() } };
    const pool = new Pool({ options: o.options, words }, o.jobs);
    const moreTime = new MoreTime(framework, words, o.options);
    try {
        const search = new Search(pool, { ...o, all: true, fromPoint: true, time: o.share,
            check: (run, place) => moreTime.check(run, place),
            runs: o.runs, classify: classifyBy(framework),
            passes: (run, key) => framework.tests(run).get(key) === null });
        const base = await search.start();
        const tests = framework.tests(base);
        search.failures.clear();
        const skipped = skipReason(base, tests);
        if (skipped === undefined)
            await search.explore();
        const usual = search.usual.filter(({ passing }) => passing === undefined);
        const failures = skipped !== undefined ? [] : await failuresOf(search,
            [...search.failures.values(), ...search.usual.filter((one) => one.passing)]);
        if (o.confirm)
            await confirmAll(search, failures, framework, words, o);
        return { file, words, tests, skipped, usual, failures, search };
    } finally {
        pool.close();
        moreTime.close();
    }
}

async function filesOf(o, name) {
    const files = await FRAMEWORKS[name].list(process.cwd(),
        o.words.map((file) => path.relative('', file)));
    const { affected } = require('internal/explore/changed');
    const names = files.map(({ file }) => file);
    const some = o.changed === undefined ? undefined : affected(names, o.changed);
    return shardOf(some === undefined ? files :
        files.filter(({ file }) => some.includes(file)), o.shard);
}

// "2/4": the second of four parts.
function shardOf(files, shard) {
    if (shard === undefined)
        return files;
    const [i, n] = shard.split('/').map(Number);
    return files.filter((_, index) => index % n === i - 1);
}

async function exploreTests(o) {
    const name = o.framework ?? findFramework(process.cwd());
    const { Report } = require('internal/explore/test_report');
    const report = new Report(o);
    if (FRAMEWORKS[name] === undefined)
        return report.cannot(NOT_THERE[name] ?? `there is no runner '${name}'`);
    const framework = FRAMEWORKS[name];
    if (framework.bins && commandIn(process.cwd(), framework) === undefined)
        return report.cannot(`${name} is not installed here`);
    const files = await filesOf(o, name);
    if (files.length === 0 && o.changed === undefined)
        return report.cannot('no test files were found');
    const until = performance.now() + o.time;
    for (let n = 0; n < files.length; n++) {
        const share = Math.max((until - performance.now()) / (files.length - n), 100);
        report.add(await searchFile(files[n], name, { ...o, share }));
    }
    return report.finish();
}

module.exports = { exploreTests };
