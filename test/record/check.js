'use strict';
/*
 * test/record/check.js BUILD [long]: each program is recorded on uring and epoll,
 * and replayed again and again, in another directory and with its files gone: the
 * same output, errors and exit code each time.
 */

const { spawnSync, spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const orrery = path.resolve(process.argv[2] ?? 'build', 'orrery');
const TIMES = process.argv[3] === 'long' ? 100 : 5;
const LIMIT_MS = 60_000;
const programs = path.join(__dirname, 'programs');
const box = fs.mkdtempSync(path.join(os.tmpdir(), 'orr-record-'));
let failed = 0, count = 0;

function check(what, ok, ...more) {
    count++;
    if (ok)
        return;
    failed++;
    console.log(`FAIL ${what}`);
    for (const text of more)
        console.log(String(text).slice(0, 2000));
}

function run(args, options = {}) {
    const env = { ...process.env, ORRERY_BACKEND: '', ...options.env };
    return spawnSync(orrery, args, { encoding: 'latin1', cwd: box,
        timeout: LIMIT_MS, maxBuffer: 1 << 26, ...options, env });
}

const same = (a, b) => a.status === b.status && a.stdout === b.stdout &&
    a.stderr === b.stderr;
const shown = (r) => `exit ${r.status} ${r.signal ?? ''}\n${r.stdout}\n${r.stderr}`;

function hasUring() {
    return run(['--backend', 'uring', '-e', '0']).status === 0;
}
const backends = hasUring() ? ['uring', 'epoll'] : ['epoll'];

// A directory with the program in it, in which it runs.
function copyOf(name) {
    const dir = fs.mkdtempSync(path.join(box, 'run-'));
    fs.copyFileSync(path.join(programs, name), path.join(dir, name));
    return dir;
}

function record(name, backend, ...args) {
    const cwd = copyOf(name);
    const log = path.join(box, `${name}.${backend}.orrlog`);
    const result = run(name === 'children.js' ?
        ['record', '-o', log, '--backend', backend, name] :
        ['record', '--backend', backend, name, ...args, '-o', log], { cwd });
    return { cwd, log, result };
}

const replay = (log) => run(['replay', log]);

// ---- Programs that repeat ----------------------------------------------------

function checkProgram(name, backend) {
    const { cwd, log, result } = record(name, backend);
    check(`${name} on ${backend} runs to its end`, result.status === 0 &&
        /^end$/m.test(result.stdout), shown(result));
    fs.rmSync(cwd, { recursive: true });
    for (let i = 0; i < TIMES; i++) {
        const again = replay(log);
        check(`${name} on ${backend}: replay ${i} is the same`,
            same(again, result), shown(result), '--- replayed', shown(again));
        if (failed > 0)
            return;
    }
}

for (const name of fs.readdirSync(programs))
    for (const backend of backends)
        if (!name.startsWith('_'))
            checkProgram(name, backend);

// ---- A bug that shows now and then ---------------------------------------------

function checkRareBug() {
    for (let i = 0; i < 200; i++) {
        const { log, result } = record('_rare.js', 'epoll');
        if (result.status === 0)
            continue;
        for (let n = 0; n < 20; n++) {
            const again = replay(log);
            check('a bug that was recorded shows in each replay',
                again.status === 1 && same(again, result), shown(again));
        }
        return;
    }
    check('a rare bug shows in 200 runs', false);
}
checkRareBug();

// ---- Changed, missing, killed ----------------------------------------------------

function checkChangedSource() {
    const { cwd, log, result } = record('_args.js', 'epoll', 'a', '', '-o x');
    fs.appendFileSync(path.join(cwd, '_args.js'), '\nconsole.log("new");\n');
    const again = run(['replay', log]);
    check('a program that was changed is replayed as it was',
        again.status === 7 && again.stdout === result.stdout, shown(again));
    check('and the change is said', /_args\.js has changed since it was recorded/
        .test(again.stderr), again.stderr);
    check('arguments and environment are those of the recording',
        again.stdout.includes('["a","","-o x"]') && !again.stdout.includes('new'),
        again.stdout);
}
checkChangedSource();

async function checkKilled(signal) {
    const cwd = copyOf('_server.js');
    const log = path.join(box, `killed.${signal}.orrlog`);
    // A sanitizer would take SIGSEGV for a fault of ours.
    const env = { ...process.env, ASAN_OPTIONS:
        `${process.env.ASAN_OPTIONS ?? ''}:handle_segv=0` };
    const child = spawn(orrery, ['record', '_server.js', '-o', log],
        { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    await new Promise((resolve) => child.stdout.on('data', (bytes) => {
        output += bytes;
        if (output.includes('waits'))
            resolve();
    }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill(signal);
    await new Promise((resolve) => child.on('close', resolve));
    const again = replay(log);
    check(`a process that was killed by ${signal} is replayed up to there`,
        again.status === 16 && again.stdout === output, output, shown(again));
    check('and that is said', /^orrery: the recording ends here, after \d+ polls$/m
        .test(again.stderr), again.stderr);
}

// ---- With a trace ------------------------------------------------------------------

function checkTraced() {
    const { log, result } = record('http.js', backends[0]);
    const file = path.join(box, 'trace.jsonl');
    const traced = run(['trace', '--replay', log, '-o', file]);
    check('a replay is traced', same(traced, result), shown(traced));
    const lines = fs.readFileSync(file, 'latin1').trim().split('\n');
    check('and its trace is whole', lines.length > 200 &&
        lines.every((line) => JSON.parse(line)));
    const told = run(['explain', '--replay', log]);
    check('a replay is explained', told.status === 0 &&
        told.stdout.includes('http.js'), shown(told));
}
checkTraced();

// ---- What is no recording -------------------------------------------------------------

function checkDamage() {
    const { log } = record('files.js', 'epoll');
    const bytes = fs.readFileSync(log);
    const file = path.join(box, 'bad.orrlog');
    const says = (what, content, status, words) => {
        fs.writeFileSync(file, content);
        const r = run(['replay', file]);
        check(what, r.status === status && words.test(r.stderr), shown(r));
    };
    says('an empty file', '', 9, /it is no recording/);
    says('another file', 'x'.repeat(9000), 9, /it is no recording/);
    says('a log without its end', bytes.subarray(0, bytes.length - 100), 18,
        /it is cut off/);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 100] ^= 1;
    says('a log with a changed byte', changed, 18, /it is damaged/);
    const old = Buffer.from(bytes);
    old[8] = 99;
    says('a log of another version', old, 9, /another version of Orrery/);
    says('a log with another program', Buffer.concat([bytes.subarray(0, 40),
        Buffer.from('zz'), bytes.subarray(42)]), 9, /its beginning is damaged/);
    const missing = run(['replay', path.join(box, 'none.orrlog')]);
    check('a log that is not there', missing.status === 9 &&
        /No such file/.test(missing.stderr), shown(missing));
}
checkDamage();

// ---- Damage that the sums do not show --------------------------------------------------

const M64 = (1n << 64n) - 1n;

// As sum_of() of src/poll/record/log.c.
function sumOf(bytes) {
    let sum = (0x9e3779b97f4a7c15n ^ BigInt(bytes.length)) & M64;
    let at = 0;
    for (; at + 8 <= bytes.length; at += 8) {
        sum = ((sum ^ bytes.readBigUInt64LE(at)) * 0xff51afd7ed558ccdn) & M64;
        sum ^= sum >> 29n;
    }
    const rest = Buffer.alloc(8);
    bytes.copy(rest, 0, at);
    sum = ((sum ^ rest.readBigUInt64LE()) * 0xc4ceb9fe1a85ec53n) & M64;
    sum ^= sum >> 32n;
    return sum === 0n ? 1n : sum;
}

// A generator, so that a log that fails can be made again.
function chance(seed) {
    let state = seed >>> 0;
    return (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 2 ** 32 * n);
    };
}

// Bytes of the last chunk are changed, and its sum is right again.
function damaged(bytes, draw) {
    const HEAD = 32, CHUNK = 262144;
    const copy = Buffer.from(bytes);
    const first = copy.readUInt32LE(12);
    const chunks = Math.ceil((copy.length - first) / CHUNK);
    const at = first + draw(chunks) * CHUNK;
    const used = copy.readUInt32LE(at + 12);
    for (let n = 1 + draw(4); n > 0; n--) {
        const where = at + HEAD + draw(used);
        copy[where] = draw(3) === 0 ? 0xff : draw(256);
    }
    const sum = sumOf(copy.subarray(at + HEAD, at + HEAD + used));
    copy.writeBigUInt64LE(sum, at + 16);
    return copy;
}

function checkRandomDamage() {
    const file = path.join(box, 'random.orrlog');
    const ends = {};
    for (const name of ['files.js', 'http.js', 'host.js', 'watch.js', 'children.js']) {
        const { log } = record(name, backends[0]);
        const bytes = fs.readFileSync(log);
        for (let seed = 0; seed < TIMES * 4; seed++) {
            fs.writeFileSync(file, damaged(bytes, chance(seed)));
            const r = run(['replay', file], { timeout: 20_000 });
            const end = r.signal ?? r.status;
            ends[end] = (ends[end] ?? 0) + 1;
            check(`${name} with damage ${seed} ends in words`, r.signal === null &&
                !/AddressSanitizer|runtime error/.test(r.stderr), shown(r));
        }
    }
    check('damage is noticed', ends[17] > 0, JSON.stringify(ends));
    if (process.argv[3] === 'long')
        console.log(`damaged logs, by how their replay ended: ${JSON.stringify(ends)}`);
}
checkRandomDamage();

// ---- What cannot be recorded ------------------------------------------------------------

function checkRefused() {
    const says = (what, args, words, status) => {
        const r = run(args);
        check(what, r.status === status && words.test(r.stderr), shown(r));
    };
    says('no script', ['record'], /record needs a script/, 9);
    says('a seed', ['record', '--seed', '1', '-e', '0'], /has no --seed/, 9);
    says('the simulator', ['record', '--backend', 'sim', '-e', '0'],
        /the simulator needs no recording/, 9);
    says('a directory that is not there', ['record', '-o', '/none/x', '-e', '0'],
        /cannot record to \/none\/x/, 9);
    says('dns.resolve()', ['record', '-o', path.join(box, 'r'), '-e',
        'require("dns").resolve("a.example", () => {})'],
    /dns\.resolve\(\) cannot be recorded/, 1);
    says('a worker', ['record', '-o', path.join(box, 'r'), '-e',
        'new (require("worker_threads").Worker)("1", { eval: true })'],
    /a program with workers cannot be recorded yet/, 1);
}
checkRefused();

(async () => {
    await checkKilled('SIGKILL');
    await checkKilled('SIGTERM');
    await checkKilled('SIGSEGV');
    fs.rmSync(box, { recursive: true });
    console.log(`${count - failed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
})();
