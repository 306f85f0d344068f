'use strict';

/*
 * internal/witness/main - `orrery witness ORDER app.js [args] [-o FILE]`: write a
 * preload that forces the order on stock Node, and run it there.
 */

const fs = require('fs');
const { Pool } = require('internal/explore/server');
const { describe } = require('internal/explore/failure');
const { generate, confirm, confirmationText, isConfirmed, replay, NotExported } =
    require('internal/explore/witness');
/* Loaded when first used: os. */

const EXIT_BAD_OPTION = 9;

function fail(message) {
    process.stderr.write(`orrery: ${message}\n`);
    process.exit(EXIT_BAD_OPTION);
}

const VALUES = { '-o': 'output', '--output': 'output', '--node': 'node', '--times': 'times' };

function takeOption(o, args, n) {
    const [name, joined] = args[n].startsWith('--') ?
        args[n].split(/=(.*)/s) : [args[n]];
    if (VALUES[name] === undefined)
        fail(`witness does not know ${args[n]}`);
    o[VALUES[name]] = joined ?? args[n + 1] ?? fail(`${name} requires an argument`);
    return joined === undefined ? 2 : 1;
}

// As with trace, -o may stand at the end, too.
function takeTrailingOutput(o, words) {
    const n = words.findIndex((word) => word === '-o' || word === '--output');
    if (o.output !== undefined || n < 0)
        return words;
    takeOption(o, words, n);
    return words.toSpliced(n, 2);
}

function readArguments(args) {
    const o = { output: undefined, node: 'node', times: '20' };
    let n = 0;
    while (n < args.length && args[n].startsWith('-'))
        n += takeOption(o, args, n);
    const [order, ...words] = args.slice(n);
    o.order = order;
    o.words = takeTrailingOutput(o, words);
    if (o.order === undefined || o.words.length === 0)
        fail('witness needs an order and a script');
    if (!/^[1-9]\d*$/.test(o.times))
        fail('--times must be a number');
    o.times = Number(o.times);
    o.output ??= 'witness.cjs';
    return o;
}

function say(text) {
    process.stdout.write(`${text}\n`);
}

async function replayOnce(o) {
    const pool = new Pool({ options: [], words: o.words }, 1);
    try {
        return await replay(pool, o.order);
    } finally {
        pool.close();
    }
}

async function prove(o) {
    const run = await replayOnce(o);
    if (!run.isFailure()) {
        say('nothing fails in this order, so there is nothing to prove');
        return 1;
    }
    if (run.unused !== undefined) {
        say(`the order does not apply: there is no ${run.unused}`);
        return 1;
    }
    fs.writeFileSync(o.output, generate(run, o.output, o.words));
    say(`${o.output} forces: ${describe(run)}`);
    const result = await confirm(run, o.output,
        { ...o, time: 60000, jobs: require('os').availableParallelism() });
    if (result === undefined) {
        say(`not confirmed: there is no node (${o.node}) to run it`);
        return 1;
    }
    say(confirmationText(result));
    return isConfirmed(result) ? 0 : 1;
}

async function run(args) {
    const o = readArguments(args);
    try {
        process.exitCode = await prove(o);
    } catch (error) {
        if (!(error instanceof NotExported))
            fail(error.message || 'the program cannot be started');
        say(`not confirmed: ${error.message}`);
        process.exitCode = 1;
    }
}

module.exports = { run };
