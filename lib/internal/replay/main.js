'use strict';

/*
 * internal/replay/main - `orrery replay ORDER app.js [args] [-o FILE.html]`.
 *
 * An order names lines, and lines move. So the program is first run once in the usual
 * order, out of sight; a name that is not there any more is looked for in the same file:
 * the same step and number, at the nearest line. Then the program runs in that order,
 * and if a part of it did not come to pass, that is said.
 */

const { spawn } = require('child_process');
const { Pool } = require('internal/explore/server');
const { Run, parseName } = require('internal/explore/run');
const { lost } = require('internal/explore/failure');
const { splitOrder, parseDeviation } = require('internal/explore/words');
/* Loaded when first used: internal/replay/page. */

const EXIT_BAD_OPTION = 9;

function fail(message) {
    process.stderr.write(`orrery: ${message}\n`);
    process.exit(EXIT_BAD_OPTION);
}

function say(message) {
    process.stderr.write(`orrery: ${message}\n`);
}

const plainOf = (name) => name.replace(/(#\d+)\.\d+$/, '$1');

// The thing of the usual run that this name is now, or undefined.
function nearest(base, name) {
    const wanted = parseName(name);
    let best;
    for (const thing of base.things.values()) {
        const at = parseName(thing.name);
        if (at.what !== wanted.what || at.file !== wanted.file ||
            at.number !== wanted.number || at.line === null)
            continue;
        const distance = Math.abs(at.line - wanted.line);
        if (best === undefined || distance < best.distance)
            best = { distance, thing, line: at.line };
    }
    return best;
}

function relocateName(base, name) {
    const plain = plainOf(name);
    if (name === 'end' || [...base.things.values()].some((t) => t.name === plain))
        return name;
    const found = parseName(name) === null ? undefined : nearest(base, name);
    if (found === undefined)
        return name; // it may come to be by an earlier part of the order
    const { file, line } = parseName(name);
    say(`${file}:${line} is line ${found.line} now`);
    return found.thing.name + name.slice(plain.length);
}

function relocate(base, order) {
    return splitOrder(order).map((text) => {
        const d = parseDeviation(text);
        if (d === null)
            return text;
        const who = relocateName(base, d.who);
        return d.until === undefined ? `${who}/${d.read}+${d.ms}ms` :
            `${who}${d.isReport ? '>>' : '>'}${relocateName(base, d.until)}`;
    }).join(',');
}

async function fit(order, words) {
    const pool = new Pool({ options: [], words }, 1);
    try {
        const base = new Run(await pool.run('', { fromStart: true }));
        const fitted = relocate(base, order);
        const run = new Run(await pool.run(fitted, { fromStart: true }));
        const place = run.lostWait(base);
        if (place !== undefined)
            say(`in this order ${lost(place)}`);
        const { unused } = run;
        if (unused !== undefined)
            say(`the order does not fit this program: ${unused} did not come to ` +
                'pass, or had nothing to wait for');
        return fitted;
    } finally {
        pool.close();
    }
}

function runInOrder(order, words) {
    const child = spawn(process.execPath, [`--order=${order}`, ...words],
        { stdio: 'inherit' });
    child.on('close', (code, signal) => {
        if (signal !== null)
            process.kill(process.pid, signal);
        process.exitCode = code;
    });
}

// `-o FILE.html` before the order, after it, or at the end, as of witness.
function takeOutput(args) {
    const isPage = /\.html?$/;
    const at = args.findIndex((word, n) => word === '-o' && (n < 2 ||
        (n === args.length - 2 && isPage.test(args[n + 1]))));
    if (at < 0)
        return undefined;
    const [, output] = args.splice(at, 2);
    if (!isPage.test(output ?? ''))
        fail('replay -o writes a page: its name must end with .html');
    return output;
}

async function run(args) {
    const output = takeOutput(args);
    const [order, ...words] = args;
    if (order === undefined || words.length === 0)
        fail('replay needs an order and a script');
    const isPlain = order === '' || /^(?:walk|pos|pct|raw):/.test(order);
    if (!isPlain)
        for (const text of splitOrder(order))
            if (parseDeviation(text) === null || !text.includes('@'))
                fail(`this is no order: ${text}`);
    try {
        const fitted = isPlain ? order : await fit(order, words);
        if (output === undefined)
            runInOrder(fitted, words);
        else
            process.exitCode = require('internal/replay/page').write(output, fitted, words);
    } catch (error) {
        fail(error.message.trim() || 'the program cannot be started');
    }
}

module.exports = { run, relocate };
