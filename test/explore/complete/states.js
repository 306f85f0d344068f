'use strict';

// states.js ORRERY FIRST COUNT [RUNS]: of COUNT generated programs, has the complete
// search the same outcomes whether it knows states (lib/internal/explore/states.js) or
// tries each row of answers? Programs that have more than RUNS rows are passed over.

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { generateSmall } = require('./generate.js');

const [orrery, first, count, runs = 6000] =
    process.argv.slice(2).map((word, i) => i < 1 ? word : Number(word));

function search(file, how) {
    const { stdout, stderr } = spawnSync(orrery, ['explore', '--complete', how, '--runs',
        String(runs), '--time', '120s', '--json', '-', file],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (!stdout.startsWith('{'))
        throw new Error(stderr);
    const { complete, explored, outcomes, failures } = JSON.parse(stdout);
    const shown = outcomes.map(({ stdout: text, code }) => `${code} ${text.trim()}`)
        .concat(failures.map(({ message }) => message));
    return { complete, explored, outcomes: [...new Set(shown)].sort() };
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-states-'));
let passed = 0, failed = 0, over = 0, all = 0, few = 0, distinct = 0;
for (let number = first; number < first + count; number++) {
    const file = path.join(dir, `program${number}.js`);
    fs.writeFileSync(file, generateSmall(number));
    const one = search(file, 'all');
    if (!one.complete) {
        over++;
        continue;
    }
    const other = search(file, 'states');
    all += one.explored;
    few += other.explored;
    distinct += one.outcomes.length;
    if (other.complete && other.outcomes.join('\n') === one.outcomes.join('\n')) {
        passed++;
        continue;
    }
    failed++;
    console.log(`FAIL program ${number}: ${one.outcomes.length} outcomes of all rows, ` +
        `${other.outcomes.length} with states\n` +
        one.outcomes.filter((text) => !other.outcomes.includes(text))
            .map((text) => `    ${text}\n`).join(''));
}
fs.rmSync(dir, { recursive: true });
console.log(`${all} rows of answers, ${few} with states, ${distinct} outcomes; ` +
    `${over} programs have more than ${runs} rows`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
