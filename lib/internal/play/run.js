'use strict';

// internal/play/run - runs a program for `orrery play`: a process of its own, in
// a directory of its own, that writes a trace. It is ended when it takes too
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

const LOOK_MS = 100; // how often the size of the trace is looked at
const PATIENCE_MS = 300; // between asking a process to end and ending it

const PROFILES = [
    { name: 'node', title: 'Node 24' },
    { name: 'node18', title: 'Node 18' },
    { name: 'node10', title: 'Node 10' },
    { name: 'browser', title: 'Browser' },
    { name: 'browser-72', title: 'Chrome 72' },
];

// Which of them this build has, found out once.
let known;

function getProfiles() {
    const { spawnSync } = require('child_process');
    known ??= PROFILES.filter(({ name }) => spawnSync(process.execPath,
        ['--profile', name, '-e', '0'], { stdio: 'ignore' }).status === 0);
    return known;
}

// The shell sets the limits of the system and becomes the program.
function start(folder, { profile, backend }) {
    const kilobytes = (limits.memoryMb * 4 + 1024) * 1024;
    const seconds = Math.ceil(limits.runMs / 1000) + 2;
    const shell = `ulimit -v ${kilobytes}; ulimit -t ${seconds}; ulimit -c 0; ` +
        'exec "$0" "$@"';
    const args = ['trace', '--profile', profile, '--backend', backend,
        '--memory-limit', `${limits.memoryMb}m`, '-o', 'trace.jsonl', 'program.js'];
    return spawn('/bin/sh', ['-c', shell, process.execPath, ...args], {
        cwd: folder, env: { PATH: '/usr/bin:/bin', HOME: folder },
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
    for (const { child, folder } of running) {
        kill(child, 'SIGKILL');
        fs.rmSync(folder, { recursive: true, force: true });
    }
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

function describe({ ended, code, signal, stderr }, hasTrace) {
    if (WORDS[ended] !== undefined)
        return WORDS[ended]();
    if (signal !== null)
        return `The program was ended by ${signal}.`;
    return code === 0 ? '' : ownLines(stderr) || (hasTrace ? '' : `exit code ${code}`);
}

// An error as the program's author sees it: without the runtime's own lines.
function ownLines(stderr) {
    return stderr.split('\n').filter((line) => !/^ +at .*\(?node:/.test(line) &&
        !line.startsWith('Node.js v')).join('\n').trim();
}

// Where the program was makes no difference to who reads the trace.
function readTrace(folder) {
    let text;
    try {
        text = fs.readFileSync(path.join(folder, 'trace.jsonl'), 'utf8');
    } catch {
        return '';
    }
    return text.slice(0, limits.traceBytes).replaceAll(`${folder}/`, '')
        .replaceAll(folder, '/');
}

// Resolves with { trace, ended, code, signal, message, whole }.
async function run({ code, profile, backend }) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-play-'));
    fs.writeFileSync(path.join(folder, 'program.js'), code);
    const child = start(folder, { profile, backend });
    const entry = { child, folder };
    running.add(entry);
    try {
        const result = await new Promise((resolve) => watch(child, folder, resolve));
        result.stderr = result.stderr.replaceAll(`${folder}/`, '');
        const trace = readTrace(folder);
        return { ...result, trace, message: describe(result, trace !== '') };
    } finally {
        running.delete(entry);
        fs.rmSync(folder, { recursive: true, force: true });
    }
}

module.exports = { endAll, getProfiles, run };
