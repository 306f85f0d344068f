'use strict';

/*
 * internal/explore/witness - an order, proved on stock Node.
 *
 *     order -> replayed here: what fails, and when -> text of a preload
 *           -> node -r FILE app.js, many times, and as often without it
 *
 * It is confirmed if each run with the preload fails as the replay did.
 */

const { spawn } = require('child_process');
const { Run, escape } = require('internal/explore/run');
const { describe, signature, errorPlace } = require('internal/explore/failure');
const { sentence, splitOrder, parseDeviation } = require('internal/explore/words');
/* Loaded when first used: fs, internal/explore/report,
 * internal/explore/witness_text, os, path. */

const MAX_HOLD_MS = 1000; // as in the simulator (--max-delay)
const MARGIN_MS = 2; // timers of Node count whole milliseconds
const FAILURE = /^orrery: failure: (.*)$/gm; // of the preload's process.explore

class NotExported extends Error {}

// ---- The text ------------------------------------------------------------------------

// How long the program must stand still: in the replay the clock may have gone on
// before it jumped, so that the next callback says when it was.
function stallOf(run, { who, read, ms }) {
    const n = run.calls.findIndex((call) => call.name === who);
    const next = run.calls[n + 1];
    const passed = n >= 0 && next !== undefined ? next.at - run.calls[n].at : 0;
    return { who: nameThere(run, who), read, ms: Math.max(ms, passed) + MARGIN_MS };
}

function deviationsOf(order) {
    if (/^(walk|pos|pct|raw):/.test(order))
        throw new NotExported(
            `an order of drawn answers cannot be forced on another runtime: ${order}`);
    return splitOrder(order).map(parseDeviation);
}

// What the preload can hold, and what it can wait for.
const STEPS = new Set(['access', 'chmod', 'chown', 'close', 'copyfile', 'fchmod',
    'fchown', 'fdatasync', 'fstat', 'fsync', 'ftruncate', 'futimes', 'lchown', 'link',
    'lstat', 'lutimes', 'mkdir', 'mkdtemp', 'open', 'read', 'scandir', 'readlink',
    'realpath', 'rename', 'rmdir', 'stat', 'statfs', 'symlink', 'unlink', 'utimes',
    'write']);
const EVENTS = new Set([...STEPS, 'timer', 'immediate', 'main']);

function stepOf(name) {
    return name.slice(0, name.indexOf('@'));
}

function checkNames(deviations) {
    for (const d of deviations) {
        const isHold = d.until !== undefined;
        if (!(isHold ? STEPS : EVENTS).has(stepOf(d.who)))
            throw new NotExported(
                `the preload cannot ${isHold ? 'hold' : 'stall'} ${d.who}`);
        if (isHold && d.until !== 'end' && !EVENTS.has(stepOf(d.until)))
            throw new NotExported(`the preload cannot wait for ${d.until}`);
    }
}

// The preload counts in the order in which things are made there, and an order has the
// numbers of the usual run.
function nameThere(run, name) {
    const [, plain, event] = /^(.*#\d+)(\.\d+)?$/.exec(name) ?? [];
    for (const thing of run.things.values())
        if (thing.name === plain)
            return `${plain.slice(0, plain.lastIndexOf('#'))}#${thing.nth}${event ?? ''}`;
    return name;
}

function holdThere(run, { who, until, isReport }) {
    return { who: nameThere(run, who), until: until === 'end' ? until :
        nameThere(run, until), isReport };
}

function list(name, items) {
    const lines = items.map((item) => `    ${JSON.stringify(item)},\n`);
    return `const ${name} = [${lines.length > 0 ? `\n${lines.join('')}` : ''}];\n`;
}

// Of the files that the order names.
function placesOf(run) {
    const files = new Set(deviationsOf(run.order).flatMap(({ who, until = '' }) =>
        [who, until].map((name) => /@(.*?):\d+#/.exec(name)?.[1])));
    return Object.fromEntries(Object.entries(run.codePlaces)
        .map(([code, place]) => [escape(code), escape(place)])
        .filter(([code]) => files.has(code.replace(/:\d+$/, ''))));
}

function head(order, file, words) {
    const lines = sentence(order).split(', and ').join(',\nand ').split('\n');
    return [
        '/*',
        ` * ${file} - forces an order of events on stock Node:`,
        ' *',
        ...lines.map((line) => ` *     ${line}`),
        ' *',
        ' * Run it, in the folder where it was made:',
        ' *',
        ` *     node -r ${file.startsWith('/') ? '' : './'}${file} ${words.join(' ')}`,
        ' *',
        ' * It only delays: nothing else is changed. Written by orrery witness, for',
        ` *     ${order.replaceAll('*/', '*\\/')}`,
        ' */',
        '\'use strict\';',
        '',
    ].join('\n');
}

// `run` is the replay of the order.
function generate(run, file, words) {
    const deviations = deviationsOf(run.order);
    checkNames(deviations);
    const holds = deviations.filter((d) => d.until !== undefined)
        .map((hold) => holdThere(run, hold));
    const stalls = deviations.filter((d) => d.until === undefined);
    const text = require('internal/explore/witness_text');
    const main = [...run.things.values()].find((thing) => thing.what === 'main');
    return [
        head(run.order, file, words),
        text.VITEST,
        '// Each waits for the callback of another: with isReport it has taken effect.\n',
        list('HOLDS', holds),
        '// The program stands still, at the nth timer that the callback sets or after it.\n',
        list('STALLS', stalls.map((stall) => stallOf(run, stall))),
        `const MAIN = ${JSON.stringify(main?.name ?? '')};\n`,
        '// Code that is made of a file has other lines than the file.\n',
        `const PLACES = ${JSON.stringify(placesOf(run), null, 4)};\n`,
        `const MAX_HOLD_MS = ${MAX_HOLD_MS};\n`,
        text.NAMES, text.CALLBACKS, text.QUEUE, text.FILES, text.TIMERS, text.BEGINNING,
    ].join('');
}

// ---- The proof -----------------------------------------------------------------------

// How a program ended, in the words of internal/explore/failure.
function runOnce(node, args, { env, cwd, limit }) {
    return new Promise((resolve) => {
        const child = spawn(node, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
        const run = { code: null, signal: null, stdout: '', stderr: '', messages: [],
            isEndless: false, cannotRun: false };
        const timer = setTimeout(() => {
            run.isEndless = true;
            child.kill('SIGKILL');
        }, limit);
        child.stdout.setEncoding('latin1').on('data', (text) => {
            run.stdout += text;
        });
        child.stderr.setEncoding('utf8').on('data', (text) => {
            run.stderr += text;
        });
        child.on('error', () => {
            run.cannotRun = true;
            clearTimeout(timer);
            resolve(run);
        });
        child.on('close', (code, signal) => {
            clearTimeout(timer);
            run.code = code;
            run.signal = run.isEndless ? null : signal;
            run.messages = [...run.stderr.matchAll(FAILURE)].map((match) => match[1]);
            resolve(run);
        });
    });
}

function hasFailed(run) {
    return run.isEndless || run.signal !== null || run.code !== 0 ||
        run.messages.length > 0;
}

// How an assertion shows its two values differs from one Node to the next: of that, the
// first line and the place count.
function keyOf(run) {
    const key = signature(run);
    const match = /^AssertionError \[ERR_ASSERTION\]: Expected [^:]*:/.exec(key);
    if (match === null)
        return key;
    const place = errorPlace(run.stderr);
    return `${match[0]} ${place?.file}:${place?.line}`;
}

function failsAlike(run, expected) {
    return hasFailed(run) && run.code === expected.code &&
        keyOf(run) === keyOf(expected);
}

async function versionOf(node) {
    const child = spawn(node, ['-p', 'process.versions.orrery ?? process.version'],
        { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
        text += chunk;
    });
    const code = await new Promise((resolve) => {
        child.on('error', () => resolve(-1));
        child.on('close', resolve);
    });
    return code === 0 && /^v\d/.test(text) ? text.trim() : undefined;
}

// So many times, at most until the deadline: { of, failed, seen }.
async function count(args, how, expected) {
    const result = { of: 0, failed: 0, seen: undefined };
    const one = async () => {
        while (result.of < how.times && performance.now() < how.deadline) {
            result.of++;
            const run = await runOnce(how.node, args, how);
            if (how.hasFailed?.(run) ?? failsAlike(run, expected))
                result.failed++;
            else
                result.seen ??= hasFailed(run) ? describe(run) : 'nothing fails';
        }
    };
    await Promise.all(Array.from({ length: how.jobs }, one));
    return result;
}

/*
 * Run what generate() wrote: { node, of, failed, without: { of, failed }, seen }, or
 * undefined if there is no Node. `seen` is what another run showed instead.
 */
async function confirm(run, file, how) {
    const version = await versionOf(how.node);
    if (version === undefined)
        return undefined;
    const path = require('path').resolve(file);
    const half = { limit: 10000, ...how, deadline: performance.now() + how.time / 2 };
    const withIt = await count(['-r', path, ...how.words], half, run);
    half.deadline = performance.now() + how.time / 2;
    const without = await count(how.words, half, run);
    return { node: version, of: withIt.of, failed: withIt.failed,
        without: { of: without.of, failed: without.failed }, seen: withIt.seen };
}

function confirmationText({ node, of, failed, without, seen, why }) {
    if (why !== undefined)
        return `not confirmed: ${why}`;
    const counts = `${failed} of ${of} (without it ${without.failed} of ${without.of})`;
    return failed === of && of > 0 ? `confirmed on node ${node}, ${counts}` :
        `not confirmed on node ${node}: ${counts}; instead: ${seen}`;
}

function isConfirmed(result) {
    return result.of > 0 && result.failed === result.of;
}

// For explore --confirm: a Run's order in a file that is removed again. `how` may have
// hasFailed(run): did a run on Node fail in this way?
async function confirmOnce(run, how) {
    if (!run.isFailure())
        return { why: 'a program that waits in vain ends with exit code 0 in Node' };
    const fs = require('fs');
    const path = require('path');
    const dir = fs.mkdtempSync(path.join(require('os').tmpdir(), 'witness-'));
    const file = path.join(dir, 'witness.cjs');
    try {
        fs.writeFileSync(file, generate(run, file, how.words));
        return await confirm(run, file, { node: 'node', times: 20, time: 60000,
            ...how }) ?? { why: 'there is no node to run it' };
    } catch (error) {
        if (!(error instanceof NotExported))
            throw error;
        return { why: error.message };
    } finally {
        fs.rmSync(dir, { recursive: true });
    }
}

// The shortest order of a failure, or if Node does not follow it, another one that was
// kept: the failure has the one that is confirmed.
async function confirmFailure(search, failure, how) {
    failure.confirmed = await confirmOnce(failure.run, how);
    for (const other of failure.others) {
        if (isConfirmed(failure.confirmed))
            return;
        if (other.order === failure.order)
            continue;
        const run = await search.whole(other);
        const confirmed = await confirmOnce(run, how);
        if (isConfirmed(confirmed))
            Object.assign(failure, require('internal/explore/report')
                .describeOrder(search, run), { confirmed });
    }
}

// Replay the order once: a Run.
async function replay(pool, order) {
    return new Run(await pool.run(order, { fromStart: true }));
}

module.exports = { generate, confirm, confirmFailure, confirmationText, isConfirmed, replay,
    NotExported };
