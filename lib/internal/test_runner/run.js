'use strict';
/*
 * internal/test_runner/run - run(): files of tests, each in a child process, or
 * all in this one (isolation 'none').
 */

const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE },
} = require('internal/errors');
const {
    validateArray, validateBoolean, validateFunction, validateInteger,
    validateObject, validateOneOf, validateString, validateStringArray,
    validateUint32,
} = require('internal/validators');
const { toPattern } = require('internal/test_runner/config');
const { readTags } = require('internal/test_runner/tags');
const { current } = require('internal/test_runner/test');
const { Harness } = require('internal/test_runner/harness');
const { notThereYet } = require('internal/modules/missing');
/* Loaded when first used: fs, internal/modules/esm,
 * internal/test_runner/file_test, internal/util/types, path, url. */

const defaultPattern =
    '**/{test,test/**/*,test-*,*[._-]test}.{js,mjs,cjs,ts,mts,cts}';

// ---- Options ----------------------------------------------------------------

function refuse(name, value, why) {
    throw new ERR_INVALID_ARG_VALUE(name, value, why);
}

function readPatterns(given, name) {
    if (given == null)
        return null;
    const list = Array.isArray(given) ? given : [given];
    return list.map((value, i) => {
        if (require('internal/util/types').isRegExp(value))
            return value;
        if (typeof value === 'string')
            return toPattern(value);
        throw new ERR_INVALID_ARG_TYPE(`${name}[${i}]`, ['string', 'RegExp'],
                                       value);
    });
}

function checkShard({ shard, watch }) {
    if (shard == null)
        return undefined;
    validateObject(shard, 'options.shard');
    const { index, total } = shard;
    validateInteger(total, 'options.shard.total', 1);
    validateInteger(index, 'options.shard.index', 1, total);
    if (watch) {
        refuse('options.shard', watch, 'shards not supported with watch mode');
    }
    return { index, total };
}

function checkRandom(options) {
    const { randomize, randomSeed, watch, rerunFailuresFilePath } = options;
    if (randomize != null)
        validateBoolean(randomize, 'options.randomize');
    if (randomSeed != null)
        validateUint32(randomSeed, 'options.randomSeed');
    for (const [mode, isOn] of [['watch', watch],
                                ['rerun failures', rerunFailuresFilePath]]) {
        const why = `is not supported with ${mode} mode`;
        if (isOn && randomSeed != null)
            refuse('options.randomSeed', randomSeed, why);
        if (isOn && randomize)
            refuse('options.randomize', randomize, why);
    }
}

function checkLists(options) {
    const { files, globPatterns, argv, execArgv } = options;
    if (files != null)
        validateArray(files, 'options.files');
    if (globPatterns != null)
        validateArray(globPatterns, 'options.globPatterns');
    if (globPatterns?.length > 0 && files?.length > 0) {
        refuse('options.globPatterns', globPatterns,
               'is not supported when specifying \'options.files\'');
    }
    if (argv !== undefined)
        validateStringArray(argv, 'options.argv');
    if (execArgv !== undefined)
        validateStringArray(execArgv, 'options.execArgv');
}

function checkModes(options) {
    const { watch, forceExit, only, setup, isolation, coverage, env } = options;
    if (watch != null)
        validateBoolean(watch, 'options.watch');
    if (forceExit != null)
        validateBoolean(forceExit, 'options.forceExit');
    if (forceExit && watch) {
        refuse('options.forceExit', watch, 'is not supported with watch mode');
    }
    if (only != null)
        validateBoolean(only, 'options.only');
    if (setup != null)
        validateFunction(setup, 'options.setup');
    if (isolation !== undefined)
        validateOneOf(isolation, 'options.isolation', ['process', 'none']);
    if (coverage !== undefined)
        validateBoolean(coverage, 'options.coverage');
    if (env != null) {
        validateObject(env, 'options.env');
        if (isolation === 'none') {
            refuse('options.env', env,
                   'is not supported with isolation=\'none\'');
        }
    }
}

function checkMissing(options) {
    const missing = [
        ['watch', 'watching'], ['coverage', 'coverage'],
        ['randomize', 'random order'], ['randomSeed', 'random order'],
        ['rerunFailuresFilePath', 'reruns'], ['globalSetupPath', 'global setup'],
    ];
    for (const [name, what] of missing) {
        if (options[name] != null && options[name] !== false)
            throw notThereYet(`${what} of node:test`);
    }
}

function readTagFilters({ testTagFilters }) {
    if (testTagFilters == null)
        return null;
    const list = Array.isArray(testTagFilters) ? testTagFilters :
        [testTagFilters];
    const tags = readTags(list, 'options.testTagFilters');
    return tags.length === 0 ? null : tags;
}

function readOptions(options) {
    validateObject(options, 'options');
    checkLists(options);
    checkModes(options);
    checkRandom(options);
    const { argv = [], cwd = process.cwd(), execArgv = [] } = options;
    validateString(cwd, 'options.cwd');
    const settings = {
        argv, cwd, env: options.env, execArgv,
        forceExit: options.forceExit, only: options.only,
        timeout: options.timeout, shard: checkShard(options),
        namePatterns: readPatterns(options.testNamePatterns,
                                   'options.testNamePatterns'),
        skipPatterns: readPatterns(options.testSkipPatterns,
                                   'options.testSkipPatterns'),
    };
    settings.tagFilters = readTagFilters(options);
    checkMissing(options);
    return settings;
}

// ---- Files ------------------------------------------------------------------

function hasMagic(pattern) {
    return /[*?[\]{}!+@()]/.test(pattern);
}

function findFiles(patterns, cwd) {
    const wanted = patterns?.length > 0 ? patterns : [defaultPattern];
    const { globSync } = require('fs');
    const found = globSync(wanted, {
        cwd, exclude: (name) => name === 'node_modules' ||
            String(name).endsWith('/node_modules'),
    });
    if (found.length === 0 && patterns != null && !patterns.some(hasMagic)) {
        process._rawDebug(`Could not find '${patterns.join(', ')}'`);
        process.exit(1);
    }
    return found.sort();
}

/* Numbers from 1 for files that run at the same time. */
class Workers {
    #taken = [];

    take() {
        let number = 0;
        while (this.#taken[number])
            number++;
        this.#taken[number] = true;
        return number + 1;
    }

    give(number) {
        this.#taken[number - 1] = false;
    }
}

// ---- Running ----------------------------------------------------------------

async function runInChildren(harness, files, settings) {
    const { FileTest } = require('internal/test_runner/file_test');
    harness.isHeld = false;
    await Promise.all(files.map((file) => harness.root.createSubtest(
        FileTest, file, {}, undefined, { settings }).start()));
    await harness.finish();
}

async function importFile(harness, file, cwd) {
    const { isAbsolute, resolve } = require('path');
    const { pathToFileURL } = require('url');
    const path = isAbsolute(file) ? file : resolve(cwd, file);
    harness.entryFile = path;
    const before = harness.root.subtests.length;
    try {
        await require('internal/modules/esm').importFrom(
            pathToFileURL(path).href, pathToFileURL(`${cwd}/`).href);
    } catch (error) {
        addFailure(harness, file, path, () => { throw error; });
        return;
    }
    if (harness.root.subtests.length === before)
        addFailure(harness, file, path, () => {});
}

/* A file without tests is one. */
function addFailure(harness, name, file, fn) {
    const { Test } = require('internal/test_runner/test');
    harness.root.createSubtest(Test, name, {}, fn, {
        loc: { __proto__: null, line: 1, column: 1, file },
    }).start();
}

async function runHere(harness, files, settings) {
    process.env.NODE_TEST_WORKER_ID = '1';
    await current.run(harness.root, async () => {
        for (const file of files)
            await importFile(harness, file, settings.cwd);
    });
    harness.entryFile = undefined;
    await harness.release();
    await harness.finish();
}

function makeHarness(options, settings, isHere, more) {
    const config = {
        only: isHere && settings.only, byOnly: isHere, concurrency: options.concurrency,
        namePatterns: isHere ? settings.namePatterns : null,
        skipPatterns: isHere ? settings.skipPatterns : null,
        tagFilters: isHere ? settings.tagFilters : null,
        timeout: settings.timeout, forceExit: settings.forceExit,
        ...more,
    };
    const harness = new Harness(config, undefined);
    harness.root.setSignal(options.signal);
    harness.followSignal();
    return harness;
}

/* `more` is for the command line: { setsExitCode, isRunner }. */
function run(options = {}, more = undefined) {
    const settings = readOptions(options);
    settings.workers = new Workers();
    const isHere = options.isolation === 'none';
    const harness = makeHarness(options, settings, isHere, more);
    if (!isHere && process.env.NODE_TEST_CONTEXT !== undefined) {
        process.emitWarning('node:test run() is being called recursively ' +
            'within a test file. skipping running files.');
        harness.finish();
        return harness.reporter;
    }
    let files = options.files ?? findFiles(options.globPatterns, settings.cwd);
    const { shard } = settings;
    if (shard !== undefined) {
        files = files.filter((file, i) =>
            i % shard.total === shard.index - 1);
    }
    begin(harness, files, settings, options.setup, isHere);
    return harness.reporter;
}

async function begin(harness, files, settings, setup, isHere) {
    if (isHere || harness.config.isRunner)
        harness.listen();
    await setup?.(harness.reporter);
    await (isHere ? runHere : runInChildren)(harness, files, settings);
}

module.exports = { run };
