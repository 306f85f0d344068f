// drive.js NODE ORRERY [ROW...]: what servers of TLS, HTTPS and HTTP/2 cost, as
// processor time and memory of the server's process, beside node. The clients are
// others' programs, the same for both: openssl s_time, h2load, curl, and for idle
// connections idle.js, run by node.
//
//     REPEAT=3    rounds, interleaved; the median counts
//     SMALL=1     next to nothing
'use strict';

const { execFileSync, spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const [node, orrery, ...only] = process.argv.slice(2);
const repeat = Number(process.env.REPEAT ?? 3);
const scale = process.env.SMALL ? 0.01 : 1;
const size = (n) => Math.max(100, Math.round(n * scale));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'web-'));
const env = { ...process.env, KEY: path.join(folder, 'key.pem'),
              CERT: path.join(folder, 'cert.pem') };
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256',
    '-nodes', '-keyout', env.KEY, '-out', env.CERT, '-days', '2', '-subj',
    '/CN=localhost'], { stdio: 'ignore' });

// ---- A server's process ----------------------------------------------------

/* Milliseconds of processor time, of all threads. */
function cpuOf(pid) {
    const stat = fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8');
    let ns = 0;
    for (const task of fs.readdirSync(`/proc/${pid}/task`)) {
        try {
            ns += Number(fs.readFileSync(
                `/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
        } catch {
            // A thread that has just ended.
        }
    }
    return (ns || Number(stat.split(' ')[0])) / 1e6;
}

/* KiB that no other process shares. */
function memoryOf(pid) {
    const text = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const sum = [...text.matchAll(/^Private_\w+: +(\d+)/gm)]
        .reduce((total, { 1: kib }) => total + Number(kib), 0);
    return sum;
}

async function start(binary, kind) {
    const child = spawn(binary, [path.join(__dirname, 'server.js'), kind],
                        { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const port = await new Promise((resolve) => {
        child.stdout.once('data', (text) => resolve(Number(text)));
    });
    return { child, pid: child.pid, port };
}

function run(command, args) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        let out = '';
        child.stdout.on('data', (chunk) => {
            out += chunk;
        });
        child.stderr.resume();
        child.on('error', reject);
        child.on('exit', (code) => {
            if (code === 0)
                resolve(out);
            else
                reject(new Error(`${command} ended with ${code}`));
        });
    });
}

// ---- What is measured ------------------------------------------------------

const load = (n, clients, more = []) => async ({ port }) => {
    const out = await run('h2load', ['-n', n, '-c', clients, ...more,
                                     `https://127.0.0.1:${port}/`].map(String));
    const [, done] = /(\d+) succeeded/.exec(out) ?? [];
    if (Number(done) !== n)
        throw new Error(`h2load: ${done} of ${n}`);
    return n;
};

const shake = (how) => async ({ port }) => {
    const out = await run('openssl', [
        's_time', '-connect', `127.0.0.1:${port}`, how, '-tls1_3',
        '-time', String(Math.max(1, Math.round(4 * scale)))]);
    // The last line counts all, of real time.
    const [, count] = /(\d+) connections in \d+ real seconds/.exec(out) ?? [];
    return Number(count);
};

async function bulk({ port }) {
    await run('curl', ['-sk', '-o', '/dev/null', `https://127.0.0.1:${port}/`]);
    return 1;
}

/* Connections that wait: what each takes of memory. */
async function idle({ port, pid }) {
    const count = size(5000);
    const before = memoryOf(pid);
    const client = spawn(node, [path.join(__dirname, 'idle.js'), String(port),
                                String(count)],
                         { stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((resolve, reject) => {
        client.stdout.once('data', resolve);
        client.on('exit', () => reject(new Error('idle.js ended')));
    });
    const used = (memoryOf(pid) - before) / count;
    client.kill();
    return { value: used };
}

const warm = (n) => load(size(n), 10, ['--h1']);
const rows = [
    { name: 'handshake_full', kind: 'handshake', drive: shake('-new') },
    { name: 'handshake_resumed', kind: 'handshake', drive: shake('-reuse') },
    { name: 'https_hello', kind: 'https_hello', warm: warm(20000),
      drive: load(size(100000), 20, ['--h1']) },
    { name: 'https_json', kind: 'https_json', warm: warm(20000),
      drive: load(size(100000), 20, ['--h1']) },
    { name: 'https_bulk_1gib', kind: 'https_bulk', unit: 'ms', scale: 1,
      drive: bulk },
    { name: 'h2_hello_1', kind: 'h2_hello', warm: load(size(20000), 10),
      drive: load(size(100000), 20, ['-m', '1']) },
    { name: 'h2_hello_100', kind: 'h2_hello', warm: load(size(20000), 10),
      drive: load(size(100000), 20, ['-m', '100']) },
    { name: 'tls_idle_5000', kind: 'handshake', unit: 'KiB', drive: idle },
];

/* Microseconds of the server a request, or what the row says. */
async function measure(row, binary) {
    const server = await start(binary, row.kind);
    try {
        await row.warm?.(server);
        const before = cpuOf(server.pid);
        const done = await row.drive(server);
        if (done.value !== undefined)
            return { cost: done.value, memory: memoryOf(server.pid) };
        const cost = (cpuOf(server.pid) - before) * (row.scale ?? 1e3) / done;
        return { cost, memory: memoryOf(server.pid) };
    } finally {
        server.child.stdin.end();
    }
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

(async () => {
    const { version } = JSON.parse(execFileSync(node, [
        '-p', 'JSON.stringify({ version: process.version })'], {
        encoding: 'utf8' }));
    console.log(`| row | unit | node ${version} | orrery | of node's | ` +
        'private memory, node | orrery |\n|---|---|---:|---:|---:|---:|---:|');
    for (const row of rows) {
        if (only.length > 0 && !only.includes(row.name))
            continue;
        const seen = { node: [], orrery: [] };
        for (let i = 0; i < repeat; i++) {
            const turns = [['node', node], ['orrery', orrery]];
            for (const [who, binary] of i % 2 ? turns.reverse() : turns)
                seen[who].push(await measure(row, binary));
        }
        const of = (who, what) => median(seen[who].map((one) => one[what]));
        const [a, b] = [of('node', 'cost'), of('orrery', 'cost')];
        const mib = (who) => `${(of(who, 'memory') / 1024).toFixed(1)} MiB`;
        console.log(`| ${row.name} | ${row.unit ?? 'us'} | ${a.toFixed(1)} | ` +
            `${b.toFixed(1)} | ${(b / a).toFixed(2)} | ${mib('node')} | ` +
            `${mib('orrery')} |`);
    }
})();
