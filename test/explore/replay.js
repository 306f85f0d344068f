// replay.js BUILD [TIMES]: the order that a search finds for each program breaks it
// again in each of TIMES new processes, with the same words and the same exit code.
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const orrery = path.resolve(process.argv[2], 'orrery');
const times = Number(process.argv[3] ?? 1000);
const JOBS = 2;

function firstFailure(cwd, name) {
    const { stdout } = spawnSync(orrery, ['explore', '--jobs', '1', '--runs', '50',
        '--json', '-', name], { cwd, encoding: 'utf8' });
    return JSON.parse(stdout).failures[0];
}

// What one process shows: its exit code and all that it printed.
function replay(cwd, order, name) {
    return new Promise((resolve) => {
        const child = spawn(orrery, ['replay', order, name],
            { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60000 });
        let text = '';
        child.stdout.on('data', (data) => { text += data; });
        child.stderr.on('data', (data) => { text += data; });
        child.on('close', (code, signal) => resolve(`${signal ?? code}\n${text}`));
    });
}

// A message is one line, and what is printed may be several.
function says(text, message) {
    const flat = (words) => words.replace(/\s+/g, ' ');
    return flat(text).includes(flat(message));
}

// How many replays differ from the first, which has to fail.
async function check(cwd, name) {
    const failure = firstFailure(cwd, name);
    if (failure === undefined)
        return 'no failure was found';
    const first = await replay(cwd, failure.order, name);
    if (/^(0|SIG\w+)\n/.test(first) || !says(first, failure.message))
        return `the replay shows not "${failure.message}", but ${first}`;
    let left = times - 1, other = 0;
    const line = async () => {
        while (left-- > 0)
            other += await replay(cwd, failure.order, name) !== first;
    };
    await Promise.all(Array.from({ length: JOBS }, line));
    return other > 0 ? `${other} of ${times} replays of ${failure.order} differ` : '';
}

async function main() {
    let passed = 0, failed = 0;
    for (const folder of ['programs', 'outside']) {
        const cwd = path.join(__dirname, folder);
        for (const name of fs.readdirSync(cwd).sort()) {
            if (name.endsWith('.fixed.js'))
                continue;
            const wrong = await check(cwd, name);
            if (wrong !== '')
                console.log(`FAIL ${folder}/${name}: ${wrong}`);
            wrong === '' ? passed++ : failed++;
        }
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

main();
