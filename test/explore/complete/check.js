'use strict';

// check.js NODE ORRERY FIRST COUNT [SEEDS [RUNS]]: for COUNT generated programs,
// is each output that NODE shows in RUNS runs one that ORRERY can show? With up to
// SEEDS seeds; if none of them does, among what 'orrery explore' finds; and at last
// by climbing: answers to the questions of the simulator are changed at random, and
// those are kept with which the output has more of its beginning in common with the
// one that is sought. Prints what is missing.

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { generate, generator } = require('./generate.js');

const [node, orrery, first, count, seeds = 400, runs = 20] =
    process.argv.slice(2).map((word, i) => i < 2 ? word : Number(word));
const JOBS = 2;
const RUNS = 20000; // of the search
const CLIMBS = 4000;
const KEPT = 40;

function run(command, args) {
    return new Promise((resolve) => {
        const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        let text = '';
        child.stdout.on('data', (data) => text += data);
        child.stderr.on('data', (data) => text += data);
        child.on('close', (code) =>
            resolve(code === 0 ? text.trim() : `code ${code}: ${text.trim()}`));
    });
}

async function each(n, fn) {
    let next = 0;
    const line = async () => {
        while (next < n && await fn(next++) !== false);
    };
    await Promise.all(Array.from({ length: JOBS }, line));
}

function commonLength(text, wanted) {
    const got = text.split(' ');
    let n = 0;
    while (n < wanted.length && got[n] === wanted[n])
        n++;
    return n;
}

function mutate(answers, draw) {
    const copy = answers.slice();
    const span = Math.max(40, Math.min(copy.length + 10, 140));
    for (let n = 1 + draw(3); n > 0; n--) {
        const at = draw(span);
        while (copy.length <= at)
            copy.push(0);
        copy[at] = draw(5);
    }
    return copy;
}

// Every output that the search finds.
async function explore(file) {
    const results = `${file}.json`;
    await run(orrery, ['explore', '--jobs', String(JOBS), '--runs', String(RUNS),
        '--time', '120s', '--json', results, file]);
    const { outcomes } = JSON.parse(fs.readFileSync(results, 'utf8'));
    return outcomes.map(({ stdout }) => stdout.trim());
}

// After how many runs was it reached? 0: never.
async function climb(file, target) {
    const wanted = target.split(' ');
    const kept = [{ answers: [0], length: 0 }];
    const draw = generator(1);
    let reached = 0;
    await each(CLIMBS, async (n) => {
        if (reached > 0)
            return false;
        const parent = kept[draw(kept.length)];
        const answers = mutate(parent.answers, draw);
        const text = await run(orrery,
                               ['--order', `raw:${answers.join()}`, file]);
        if (text === target)
            reached = n + 1;
        const length = commonLength(text, wanted);
        if (length >= kept.at(-1).length || kept.length < KEPT)
            kept.unshift({ answers, length });
        kept.sort((a, b) => b.length - a.length);
        kept.length = Math.min(kept.length, KEPT);
        return true;
    });
    return reached;
}

async function check(number, dir) {
    const file = path.join(dir, `program${number}.js`);
    fs.writeFileSync(file, generate(number));
    const wanted = new Map();
    await each(runs, async () => {
        const text = await run(node, [file]);
        wanted.set(text, (wanted.get(text) ?? 0) + 1);
    });
    const missing = new Map(wanted);
    const seen = new Set();
    await each(seeds, async (seed) => {
        if (missing.size === 0)
            return false;
        const text = await run(orrery, ['--seed', String(seed), file]);
        seen.add(text);
        missing.delete(text);
        return true;
    });
    const late = missing.size;
    for (const text of late > 0 ? await explore(file) : [])
        missing.delete(text);
    for (const text of [...missing.keys()]) {
        if (await climb(file, text) > 0)
            missing.delete(text);
    }
    return { wanted, missing, seen, searched: late - missing.size };
}

async function main() {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-complete-'));
    let failed = 0;
    let outputs = 0;
    let found = 0;
    for (let number = first; number < first + count; number++) {
        const { wanted, missing, seen, searched } = await check(number, dir);
        outputs += wanted.size;
        found += searched;
        for (const [text, times] of missing) {
            console.log(`FAIL program ${number}: ${times} of ${runs} runs of ` +
                `node, no run of Orrery (${seen.size} orders)\n` +
                `    ${text}`);
        }
        failed += missing.size > 0 ? 1 : 0;
    }
    fs.rmSync(dir, { recursive: true });
    console.log(`${outputs} outputs of node, ${found} of them not by a seed`);
    console.log(`${count - failed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

main();
