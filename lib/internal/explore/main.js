'use strict';

/*
 * internal/explore/main - `orrery explore app.js [args]`.
 */

const { Pool } = require('internal/explore/server');
const { Search } = require('internal/explore/search');
/* Loaded when first used: fs, internal/explore/merge, internal/explore/report,
 * internal/explore/test, os, path. */

const EXIT_CANNOT = 2;
const EXIT_BAD_OPTION = 9;

function fail(message, code = EXIT_BAD_OPTION) {
    process.stderr.write(`orrery: ${message}\n`);
    process.exit(code);
}

function readTime(name, text) {
    const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text ?? '');
    if (!match)
        fail(`${name} must be a time, such as 30s`);
    return match[1] * { ms: 1, s: 1000, m: 60000, h: 3600000 }[match[2] ?? 's'];
}

function readCount(name, text) {
    if (!/^\d+$/.test(text ?? '') || Number(text) === 0)
        fail(`${name} must be a number`);
    return Number(text);
}

// Options of the program's own process are passed on: each with its value, if it has one.
const PASSED = new Set(['--profile', '--max-delay', '--require', '-r', '--import',
    '--conditions', '-C', '--memory-limit', '--run-limit']);
const FLAGS = new Set(['--network', '--faults']);

const TEXTS = {
    '--junit': 'junit', '--sarif': 'sarif', '--baseline': 'baseline',
    '--write-baseline': 'writeBaseline', '--shard': 'shard',
    '--framework': 'framework',
    '--complete': 'complete', // for tests: "states" or "all", and no strategies
};

function readArguments(args) {
    const o = { options: [], words: [], runs: 5000, time: 30000, jobs: undefined,
        json: undefined, all: false, seed: 0 };
    let n = 0;
    const value = (joined) => joined ?? args[++n];
    for (; n < args.length && args[n].startsWith('-'); n++) {
        const [name, joined] = args[n].startsWith('--') ?
            args[n].split(/=(.*)/s) : [args[n]];
        if (name === '--runs')
            o.runs = readCount(name, value(joined));
        else if (name === '--time')
            o.time = readTime(name, value(joined));
        else if (name === '--jobs')
            o.jobs = readCount(name, value(joined));
        else if (name === '--seed')
            o.seed = Number(value(joined));
        else if (name === '--json')
            o.json = value(joined);
        else if (name === '--all')
            o.all = true;
        else if (name === '--test')
            o.test = true;
        else if (name === '--confirm')
            o.confirm = true;
        else if (name === '--github')
            o.github = true;
        else if (name === '--merge')
            o.merge = true;
        else if (name === '--changed')
            o.changed = joined ?? 'HEAD';
        else if (TEXTS[name] !== undefined)
            o[TEXTS[name]] = value(joined) ?? fail(`${name} requires an argument`);
        else if (PASSED.has(name))
            o.options.push(name, value(joined));
        else if (FLAGS.has(name))
            o.options.push(name);
        else
            fail(`explore does not know ${args[n]}`);
    }
    o.words = args.slice(n);
    if (o.words.length === 0 && !o.test)
        fail(o.merge ? '--merge needs the files that --json wrote' :
            'explore needs a script, or --test');
    if (o.shard !== undefined && !/^[1-9]\d*\/[1-9]\d*$/.test(o.shard))
        fail('--shard must be a part of a whole, such as 1/4');
    o.jobs ??= require('os').availableParallelism();
    return o;
}

// "// orrery-order: ..." in a file: an order that is tried first, every time.
function pinnedIn(file) {
    try {
        const text = require('fs').readFileSync(file, 'utf8');
        return [...text.matchAll(/^\s*\/\/ orrery-order: (\S+)\s*$/gm)]
            .map((match) => match[1]);
    } catch {
        return []; // not a file: a package that is resolved
    }
}

async function explore(o) {
    if (o.merge)
        return require('internal/explore/merge').merge(o.words, o.json);
    if (o.test)
        return require('internal/explore/test').exploreTests(o);
    const pool = new Pool({ options: o.options, words: o.words }, o.jobs);
    try {
        const search = new Search(pool, { ...o, pinned: pinnedIn(o.words[0]) });
        const script = require('path').resolve(o.words[0]);
        if ((await search.start()).stderr.includes(`Cannot find module '${script}'`))
            throw new Error(`there is no program ${o.words[0]}`);
        if (o.complete === undefined)
            await search.explore();
        else
            await search.exploreAll(o.complete === 'states');
        const { finish } = require('internal/explore/report');
        return await finish(search, o);
    } finally {
        pool.close();
    }
}

async function run(args) {
    const o = readArguments(args);
    try {
        process.exitCode = await explore(o);
    } catch (error) {
        fail(error.message.trim() || 'the program cannot be started', EXIT_CANNOT);
    }
}

module.exports = { run };
