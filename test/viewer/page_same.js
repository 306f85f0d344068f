'use strict';

// page_same.js - the page and `orrery explain` have a model each of a trace. Here both
// are asked about every callback, tick and microtask of some programs: what it is
// called, and why it ran. Explain's side comes from its file for Perfetto, which has
// names and reasons by step. Exports a list of { name, fn(browser, out) }.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('fs');
const { tmpdir } = require('os');
const path = require('path');

const DESKTOP = { width: 1280, height: 800 };
const LOOP = path.join(__dirname, '..', '..', 'examples', 'loop');

const REQUESTS = `const http = require('http');
const server = http.createServer(function handle(request, response) {
    request.on('end', () => response.end('x')).resume();
}).listen(8080, async () => {
    const options = { method: 'POST', body: 'y'.repeat(100000) };
    await (await fetch('http://localhost:8080/a?b=1', options)).text();
    http.get('http://localhost:8080/c', (response) => response.on('end', () => {
        server.close();
    }).resume());
});
`;

const AWAITS = `async function outer() { await inner(); return inner(); }
async function inner() { await null; }
outer().then(() => setTimeout(() => require('fs').readFile('/none', () => {}), 3));
require('fs/promises').stat('.').then(process.nextTick.bind(null, () => {}));
`;

const PROGRAMS = [
    { name: 'requests', text: REQUESTS, runs: 50 },
    { name: 'awaits', text: AWAITS, runs: 10 },
    { name: 'awaits of Node 10', text: AWAITS, runs: 10, options: ['--profile', 'node10'] },
    { name: 'workers', file: path.join(__dirname, 'workers.js'), runs: 30 },
    { name: 'a task of a browser', file: path.join(LOOP, 'browser.js'), runs: 5,
        options: ['--profile', 'browser'] },
    { name: 'handles that close', file: path.join(LOOP, 'close.js'), runs: 10 },
];

const tests = [];

// The trace of a program, and of each run by its step what explain says.
function readBoth({ text, file, options = [] }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'orrery-same-'));
    const run = (...args) => execFileSync(process.execPath, args,
        { cwd: folder, stdio: 'ignore' });
    try {
        if (text !== undefined)
            writeFileSync(path.join(folder, 'app.js'), text);
        run('trace', '--backend', 'sim', ...options, '-o', 't.jsonl', file ?? 'app.js');
        run('trace', 't.jsonl', '-o', 't.json');
        const { traceEvents } = JSON.parse(readFileSync(path.join(folder, 't.json'), 'utf8'));
        return {
            trace: readFileSync(path.join(folder, 't.jsonl'), 'utf8'),
            told: traceEvents.filter(({ ph, pid, args }) => ph === 'X' && pid === 1 &&
                args.why !== undefined).map(({ name, args }) => [args.step, name, args.why]),
        };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

for (const program of PROGRAMS) {
    tests.push({
        name: `names and reasons are those of explain: ${program.name}`,
        fn: async (browser, out) => {
            const { trace, told } = readBoth(program);
            const view = await browser.open(
                `file://${path.resolve(out, '..', 'viewer.html')}`, DESKTOP);
            await view.eval(`orrery.load(${JSON.stringify(trace)})`);
            const shown = await view.eval(`orrery.model.runs.map((run) => {
                orrery.go(run.begin);
                const timer = run.kind === 'timer';
                const name = document.querySelector('#chain button').textContent;
                return [orrery.model.events[run.begin].i,
                    (timer ? name : name.replace(/: [\\w$#]+\\(\\)$/, ''))
                        .replace(' \u2192 ', ' -> '),
                    document.getElementById('reason').firstChild.textContent
                        .replace(/^Because (.*)\\.$/, '$1')];
            })`);
            assert.ok(shown.length >= program.runs, `${shown.length} runs`);
            assert.deepStrictEqual(shown, told);
            return view;
        },
    });
}

module.exports = { tests };
