#!/usr/bin/env node
'use strict';
/*
 * compare.js: do random programs run on Orrery in the order of a real Node?
 *
 *     node compare.js --node PATH [--orrery PATH] [--count 1000] [--seed 1]
 *         [--profile node] [--backends uring,epoll,sim] [--jobs 2]
 *         [--programs loop|io] [--only SCENE] [--store FILE] [--keep DIRECTORY]
 *
 * Each program of generate.js runs three times on the real Node. If that
 * printed the same each time, then so must Orrery on every back end. What
 * differs is tried again, to tell a difference from bad luck with the clock,
 * and then cut down to the few lines that still show it.
 *
 * --programs io takes the programs of io/, which do input and output. Where Node's
 * order hangs on threads or other processes, each object's own events may still
 * have one: if the whole varies, or there are children, that is compared. --only:
 * those of one theme.
 *
 * --store writes what Node printed, one program a line, for the tests that
 * must do without a Node. --keep says where the programs are left that differ.
 */
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

function readOptions(words) {
    const options = { node: process.execPath, orrery: 'build/orrery',
                      count: 100, seed: 1, profile: 'node',
                      backends: 'uring,epoll,sim', jobs: 2, programs: 'loop' };
    for (let i = 0; i < words.length; i += 2)
        options[words[i].replace(/^--/, '')] = words[i + 1];
    options.backends = options.backends.split(',').filter(Boolean);
    options.orrery = path.resolve(options.orrery); // programs run elsewhere
    return options;
}

const options = readOptions(process.argv.slice(2));
const isIo = options.programs === 'io';
const { grow, emit, used, names, isSimulated, isWhole } = isIo ?
    { ...require('./io/grow.js'), ...require('./io/program.js') } :
    require('./generate.js');
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'compare-'));
process.on('exit', () => fs.rmSync(directory, { recursive: true }));
const profile = options.profile === 'node' ? [] : ['--profile', options.profile];

// ---- Running ---------------------------------------------------------------------

/* What it printed and how it ended, as one line. */
function run(command, args) {
    return new Promise((resolve) => {
        const child = spawn(command, args, {
            cwd: directory, stdio: ['ignore', 'pipe', 'pipe'],
        });
        let out = '';
        let err = '';
        const timer = setTimeout(() => child.kill('SIGKILL'), 10000);
        child.stdout.on('data', (data) => { out += data; });
        child.stderr.on('data', (data) => { err += data; });
        child.on('error', (error) => { throw error; });
        child.on('close', (code, signal) => {
            clearTimeout(timer);
            const ended = code === 0 ? '' : ` ended:${signal || code}`;
            const said = err && code !== 0 ? ` said:${err.split('\n').slice(0, 6)
                .join(' ').slice(0, 200)}` : '';
            resolve({ line: out.trim().replace(/\s+/g, ' ') + ended, said });
        });
    });
}

let files = 0;

function write(tree) {
    const file = path.join(directory,
                           `p${files++}.${tree.module ? 'mjs' : 'cjs'}`);
    fs.writeFileSync(file, emit(tree));
    return file;
}

/* A program may say in its first line how it wants to be run. */
function wishes(file) {
    const [, words] = /^\/\/ options: (.*)/.exec(fs.readFileSync(file)) || [];
    return words ? words.split(' ') : [];
}

/* When the collector of V8 is due it wakes the loop, and that is a callback, to
 * which left-over ticks and what was destroyed fall: Node's order then hangs on
 * how much was allocated. With so much room it is not due. */
const roomy = '--min-semi-space-size=32';

const onNode = async (file) =>
    (await run(options.node, [roomy, ...wishes(file), file])).line;
const onOrrery = (file, backend) =>
    run(options.orrery,
        ['--backend', backend, ...profile, ...wishes(file), file]);

/* The same words object by object. Bytes come in chunks as it happens, so those
 * without anything between them are added up; and what has no object of its own
 * (a tick, the end of a stage) is only there or not. */
function byObject(line) {
    const objects = new Map();
    for (const word of line.split(' ')) {
        const dot = word.indexOf('.');
        const name = dot > 0 ? word.slice(0, dot) : '';
        const events = objects.get(name) || [];
        const [, kind, n] = /^[^.]*[.](data|i|got):([0-9]+)$/.exec(word) || [];
        const last = events.at(-1);
        objects.set(name, events);
        if (kind && last && last.kind === kind)
            last.n += Number(n);
        else
            events.push(kind ? { kind, n: Number(n) } : { word });
    }
    const told = (events) => events.map(({ word, kind, n }) =>
        word || `${kind}:${n}`);
    return [...objects].sort(([a], [b]) => a < b ? -1 : 1)
        .map(([name, events]) => `[${name}] ` +
            (name ? told(events) : told(events).sort()).join(' ')).join(' ');
}
const asItIs = (line) => line;

/* How its output is to be read, and what Node then prints each time; undefined
 * if that is not always the same. */
async function reference(file, times, tree) {
    const lines = new Set();
    const whole = !isIo || isWhole(tree);
    for (let i = 0; i < times; i++) {
        lines.add(await onNode(file));
        if (lines.size > 1 && !isIo)
            return undefined;
    }
    if ([...lines].some((line) => /ended:(99|SIGKILL|SIGSEGV|SIGABRT)/.test(line)))
        return undefined;
    if (lines.size === 1 && whole)
        return { line: [...lines][0], view: asItIs };
    if (!isIo)
        return undefined;
    const views = new Set([...lines].map(byObject));
    return views.size === 1 ? { line: [...views][0], view: byObject } :
        undefined;
}

/* Does it still differ, every time? */
async function differs(file, backend, { line, view }, times) {
    for (let i = 0; i < times; i++) {
        if (view((await onOrrery(file, backend)).line) === line)
            return false;
    }
    return true;
}

/* Does Node still do what it did? It may turn out to vary after all. */
async function stillTrue(file, { line, view }) {
    for (let i = 0; i < 8; i++) {
        if (view(await onNode(file)) !== line)
            return false;
    }
    return true;
}

// ---- Shrinking -------------------------------------------------------------------

/* Every list in the tree from which something could be left out. */
function lists(tree) {
    const found = [];
    const visit = (body) => {
        found.push(body.actions);
        for (const action of body.actions)
            action.bodies.forEach(visit);
    };
    tree.stages.forEach(({ body }) => visit(body));
    if (tree.stages.length > 1)
        found.push(tree.stages);
    if (tree.module) {
        found.push(tree.module.parts, tree.module.imports);
        tree.module.parts.forEach(({ body }) => visit(body));
    }
    return found;
}

/* The tree without its n-th part, or undefined if there are fewer. */
function without(tree, n) {
    const copy = JSON.parse(JSON.stringify(tree));
    for (const list of lists(copy)) {
        const first = list === copy.stages ? 1 : 0; // the main stage stays
        const size = list.length - first;
        if (n < size) {
            list.splice(first + n, 1);
            return copy;
        }
        n -= size;
    }
    return undefined;
}

async function stillDiffers(tree, backend) {
    const file = write(tree);
    const expected = await reference(file, 2, tree);
    return expected !== undefined && differs(file, backend, expected, 2);
}

async function shrink(tree, backend) {
    let tries = 200;
    for (let n = 0; tries-- > 0;) {
        const smaller = without(tree, n);
        if (smaller === undefined)
            break;
        if (await stillDiffers(smaller, backend))
            tree = smaller; // and the n-th is another one now
        else
            n++;
    }
    return tree;
}

// ---- All of them -----------------------------------------------------------------

const counts = { same: 0, different: 0, unsteady: 0, luck: 0,
                 byObject: 0 };
const quota = new Map();
const stored = [];

function firstDifference(a, b) {
    const [x, y] = [a.split(' '), b.split(' ')];
    let i = 0;
    while (i < x.length && x[i] === y[i])
        i++;
    const near = (words) => words.slice(Math.max(0, i - 4), i + 8).join(' ');
    return `    node:   ... ${near(x)}\n    orrery: ... ${near(y)}`;
}

async function report(tree, backend, file, expected) {
    const got = await onOrrery(file, backend);
    console.log(`DIFFERENT seed ${tree.seed} (${tree.theme}), ${backend}`);
    console.log(firstDifference(expected.line, expected.view(got.line)) +
        got.said);
    const small = await shrink(tree, backend);
    const text = emit(small);
    const smallFile = write(small);
    console.log(`    cut down:\n    node:   ${await onNode(smallFile)}`);
    console.log(`    orrery: ${(await onOrrery(smallFile, backend)).line}`);
    console.log(text.slice(text.indexOf(isIo ? 'const stages' : "'warning'")).replace(/^/gm, '    | '));
    if (options.keep) {
        fs.mkdirSync(options.keep, { recursive: true });
        fs.writeFileSync(path.join(options.keep, `${tree.seed}-${backend}` +
            path.extname(smallFile)), text);
    }
}

/* Orrery against what Node printed; at the first back end that differs, tell. */
async function compareOne(tree, file, expected) {
    for (const backend of options.backends) {
        if (backend === 'sim' && isIo && !isSimulated(tree))
            continue;
        if (!await differs(file, backend, expected, 1))
            continue;
        if (!await stillTrue(file, expected)) {
            counts.unsteady++;
            return;
        }
        if (!await differs(file, backend, expected, 2)) {
            counts.luck++;
            console.log(`not always the same: seed ${tree.seed}, ${backend}`);
            return;
        }
        counts.different++;
        await report(tree, backend, file, expected);
        return;
    }
    counts.same++;
    if (expected.view === byObject)
        counts.byObject++;
}

async function one(seed) {
    const tree = grow(seed, options.profile);
    if (options.only && tree.theme !== options.only)
        return;
    const file = write(tree);
    const expected = await reference(file, 3, tree);

    if (expected === undefined) {
        counts.unsteady++;
    } else {
        for (const name of used(tree))
            quota.set(name, (quota.get(name) || 0) + 1);
        if (expected.view === asItIs)
            stored.push([(isIo ? 'io' : '') + seed, expected.line]);
        await compareOne(tree, file, expected);
    }
    fs.unlinkSync(file);
}

/* What a thousand programs never touch they prove nothing about. Returns how
 * many constructs there are too few of. */
function reportQuotas() {
    const min = options.only ? 0 : Math.floor(stored.length / 20);
    const wanted = names.filter((name) => options.profile === 'node' ||
                                          quota.has(name));
    const few = wanted.filter((name) => (quota.get(name) || 0) < min);

    console.log([...quota].sort().map(([name, n]) => `${name} ${n}`).join(', '));
    for (const name of few)
        console.log(`FAIL too few programs have ${name}`);
    return few.length;
}

async function main() {
    let seed = Number(options.seed);
    const end = seed + Number(options.count);
    const worker = async () => {
        while (seed < end)
            await one(seed++);
    };
    await Promise.all(Array.from({ length: Number(options.jobs) }, worker));
    const few = reportQuotas();
    if (options.store) {
        stored.sort(([a], [b]) => Number.parseInt(a.replace('io', '')) -
            Number.parseInt(b.replace('io', '')));
        fs.writeFileSync(options.store, stored.map(([n, line]) =>
            `${n} ${line}\n`).join(''));
    }
    const partly = isIo ? ` (${counts.byObject} object by object)` : '';
    console.log(`${counts.same} the same${partly}, ` +
        `${counts.different} different, ` +
        `${counts.luck} not always the same, ` +
        `${counts.unsteady} left out since Node itself varies`);
    console.log(`${counts.same} passed, ${counts.different + few} failed, ` +
        `${counts.luck + counts.unsteady} skipped`);
    process.exitCode = counts.different + few === 0 ? 0 : 1;
}

main();
