'use strict';

// check.js NODE ORRERY FIRST COUNT [SEEDS [RUNS]]: for COUNT generated programs,
// is each output that NODE shows in RUNS runs among those that ORRERY shows with
// up to SEEDS seeds? Prints what is missing.

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const { generate } = require('./generate.js');

const [node, orrery, first, count, seeds = 1000, runs = 20] =
    process.argv.slice(2).map((word, i) => i < 2 ? word : Number(word));
const JOBS = 2;

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
    return { wanted, missing, seen };
}

async function main() {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-complete-'));
    let failed = 0;
    let outputs = 0;
    for (let number = first; number < first + count; number++) {
        const { wanted, missing, seen } = await check(number, dir);
        outputs += wanted.size;
        for (const [text, times] of missing) {
            console.log(`FAIL program ${number}: ${times} of ${runs} runs of ` +
                `node, none of ${seeds} seeds (${seen.size} orders)\n` +
                `    ${text}`);
        }
        failed += missing.size > 0 ? 1 : 0;
    }
    fs.rmSync(dir, { recursive: true });
    console.log(`${outputs} outputs of node`);
    console.log(`${count - failed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

main();
