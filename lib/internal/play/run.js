'use strict';

// internal/play/run - runs a program for `orrery play`: a process of its own that
// writes a trace into a directory of its own. The program is there, too; that of a
// file (`orrery play app.js`) is where the file lies, so that it finds its packages.
// It is ended when it takes too
// long, when its heap is full, or when the trace grows too long, and the answer
// says which. Whatever was traced up to then is returned.
//
// By default the program is in the simulator's world: it can read files of the
// machine, but what it writes, its network and its clock are simulated, and it can
// start no process. `ulimit` limits what is outside of the JavaScript heap, such as
// buffers.

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const limits = require('internal/play/limits');
/* Loaded when first used: crypto. */

const LOOK_MS = 100; // how often the size of the trace is looked at
const PATIENCE_MS = 300; // between asking a process to end and ending it

const PROFILES = [
    { name: 'node', title: 'Node 24', about: 'Node 24: ticks, then microtasks, after ' +
        'every callback; timers come last in a turn.' },
    { name: 'node18', title: 'Node 18', about: 'Node 18: the same, but timers come ' +
        'first in a turn.' },
    { name: 'node10', title: 'Node 10', about: 'Node 10: ticks and microtasks wait ' +
        'until all timers or immediates of a phase have run; an await takes three microtasks.' },
    { name: 'browser', title: 'Browser', about: 'Browser: one task, its microtasks, now ' +
        'and then a frame; no ticks, no phases.' },
    { name: 'browser-72', title: 'Chrome 72', about: 'Chrome 72: a browser in which an ' +
        'await takes three microtasks.' },
];

const BACKENDS = {
    sim: 'On the simulator timers take no time, files are read but written to memory ' +
        'only, and there is no network but the program\u2019s own servers.',
    epoll: 'In real time the program runs on this machine as it is, with its clock, ' +
        'files and network.',
};

// Which of them this build has, found out once.
let known;

function getProfiles() {
    const { spawnSync } = require('child_process');
    known ??= PROFILES.filter(({ name }) => spawnSync(process.execPath,
        ['--profile', name, '-e', '0'], { stdio: 'ignore' }).status === 0);
    return known;
}

// The shell sets the limits of the system and becomes the program.
function start(folder, program, { profile, backend }) {
    const kilobytes = (limits.memoryMb * 4 + 1024) * 1024;
    const seconds = Math.ceil(limits.runMs / 1000) + 2;
    const shell = `ulimit -v ${kilobytes}; ulimit -t ${seconds}; ulimit -c 0; ` +
        'exec "$0" "$@"';
    const args = ['trace', '--profile', profile, '--backend', backend,
        '--no-child-processes',
        '--memory-limit', `${limits.memoryMb}m`, '-o', path.join(folder, 'trace.jsonl'),
        program.file];
    return spawn('/bin/sh', ['-c', shell, process.execPath, ...args], {
        cwd: path.dirname(program.file), env: { PATH: '/usr/bin:/bin', HOME: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true, // a group of its own, ended with all that it started
    });
}

// What runs now: { child, folder }.
const running = new Set();

function kill(child, signal) {
    try {
        process.kill(-child.pid, signal);
    } catch {
        // The group has ended already.
    }
}

// The server ends: nothing of a program stays behind.
function endAll() {
    for (const { child, folder, program } of running) {
        kill(child, 'SIGKILL');
        program.remove();
        fs.rmSync(folder, { recursive: true, force: true });
    }
}

// ---- Where the program is ----------------------------------------------------

const isModule = (code) => /^\s*(import\b\s*[^(\s]|export\b)/m.test(code);

// A file that was not changed is run as it is. A changed one is run under another
// name beside it, for as long as it runs.
function placeOfFile(file, code) {
    if (fs.readFileSync(file, 'utf8') === code)
        return { file, remove() {} };
    const { dir, name, ext } = path.parse(file);
    const random = require('crypto').randomBytes(4).toString('hex');
    const beside = path.join(dir, `.${name}.play-${random}` +
        (ext === '.js' && isModule(code) ? '.mjs' : ext));
    fs.writeFileSync(beside, code, { flag: 'wx' });
    return { file: beside, remove: () => fs.rmSync(beside, { force: true }) };
}

// Where the file cannot be written to, the program is in the folder.
function placeProgram(folder, code, origin) {
    try {
        if (origin !== undefined)
            return placeOfFile(origin, code);
    } catch {
        // It is gone, or its directory is not ours.
    }
    const file = path.join(folder, isModule(code) ? 'program.mjs' : 'program.js');
    fs.writeFileSync(file, code);
    return { file, isInFolder: true, remove() {} };
}

function traceSize(folder) {
    return fs.statSync(path.join(folder, 'trace.jsonl'), { throwIfNoEntry: false })
        ?.size ?? 0;
}

// Watches a child; calls done({ ended, code, signal, stderr }).
function watch(child, folder, done) {
    let ended = 'exit';
    const stop = (why) => {
        if (ended !== 'exit')
            return;
        ended = why;
        kill(child, 'SIGTERM');
        setTimeout(kill, PATIENCE_MS, child, 'SIGKILL');
    };
    const late = setTimeout(stop, limits.runMs, 'time');
    const look = setInterval(() => {
        if (traceSize(folder) > limits.traceBytes)
            stop('trace');
    }, LOOK_MS);
    let stderr = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text) => {
        stderr = (stderr + text).slice(0, limits.outputBytes);
    });
    child.on('error', (error) => { stderr += error.message; });
    child.on('close', (code, signal) => {
        kill(child, 'SIGKILL'); // what it has started
        clearTimeout(late);
        clearInterval(look);
        if (ended === 'exit' && code !== 0 && /out of memory/i.test(stderr))
            ended = 'memory';
        done({ ended, code, signal, stderr });
    });
}

const WORDS = {
    time: () => `The program was ended after ${limits.runMs / 1000} s: it was ` +
        'still running. Does it loop for ever?',
    memory: () => `The program was ended: it needed more than ${limits.memoryMb} MB ` +
        'of memory.',
    trace: () => 'The program was ended: its trace is longer than ' +
        `${Math.round(limits.traceBytes / 1e6)} MB.`,
};

// What the simulator has not, where an error comes from that.
const MISSING = [
    [/ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ERR_SOCKET/,
        'There is no network here, only servers of the program itself: “real time” uses ' +
        'the machine\u2019s.'],
    [/cannot start this process/, 'No processes are started here: “real time” does.'],
    [/EROFS|ENOSYS/, 'The simulator does not have this: “real time” runs it on the machine.'],
];

function hintFor(stderr, backend) {
    const found = backend === 'sim' && MISSING.find(([pattern]) => pattern.test(stderr));
    return found ? `${found[1]}\n` : '';
}

function describe({ ended, code, signal, stderr, backend }, hasTrace) {
    if (WORDS[ended] !== undefined)
        return WORDS[ended]();
    if (signal !== null)
        return `The program was ended by ${signal}.`;
    return code === 0 ? '' : hintFor(stderr, backend) +
        (ownLines(stderr) || (hasTrace ? '' : `exit code ${code}`));
}

// An error as the program's author sees it: without the runtime's own lines, also
// where it stands first with the line that threw it.
function ownLines(stderr) {
    return stderr.replace(/^node:\S+:\d+\n.*\n *\^+\n\n?/, '').split('\n').filter((line) => !/^ +at .*\(?node:/.test(line) &&
        !line.startsWith('Node.js v')).join('\n').trim();
}

// Where the program was makes no difference to who reads the trace: it is
// "program.js", or the name of its file.
function plainPaths(text, folder, program, name) {
    return text.replaceAll(program.file, name).replaceAll(`${folder}/`, '')
        .replaceAll(folder, '/');
}

function readTrace(folder) {
    try {
        return fs.readFileSync(path.join(folder, 'trace.jsonl'), 'utf8')
            .slice(0, limits.traceBytes);
    } catch {
        return '';
    }
}

// Resolves with { trace, ended, code, signal, message, whole }.
async function run({ code, profile, backend, file }) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-play-'));
    const program = placeProgram(folder, code, file);
    const name = program.isInFolder ? path.basename(program.file) : path.basename(file);
    const child = start(folder, program, { profile, backend });
    const entry = { child, folder, program };
    running.add(entry);
    try {
        const result = await new Promise((resolve) => watch(child, folder, resolve));
        result.stderr = plainPaths(result.stderr, folder, program, name);
        const trace = plainPaths(readTrace(folder), folder, program, name);
        return { ...result, trace,
            message: describe({ ...result, backend }, trace !== '') };
    } finally {
        running.delete(entry);
        program.remove();
        fs.rmSync(folder, { recursive: true, force: true });
    }
}

module.exports = { BACKENDS, endAll, getProfiles, run };
