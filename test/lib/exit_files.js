'use strict';
// What was begun before the program ends is carried out: the pool completes what
// it was given, though no callback is called any more.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { Worker, isMainThread, workerData } = require('worker_threads');

const N = 30;
const LINE = 'a line\n';

function begin(dir) {
    const fd = fs.openSync(path.join(dir, 'lines'), 'w');
    const at = (name) => path.join(dir, name);
    const called = () => fs.writeFileSync(at('called'), ''); // not reached
    for (let i = 0; i < N; i++) {
        fs.write(fd, LINE, i * LINE.length, called);
        fs.mkdir(at(`mkdir${i}`), called);
        fs.symlink('nowhere', at(`symlink${i}`), called);
        fs.writeFile(at(`writeFile${i}`), '', called);
        fs.promises.mkdir(at(`promise${i}`)).then(called);
    }
}

const ends = {
    exit: () => process.exit(),
    throw: () => { throw new Error('thrown'); },
    reject: () => Promise.reject(new Error('rejected')),
};

function run(end, dir) {
    begin(dir);
    ends[end]();
}

function check(end, dir) {
    const names = fs.readdirSync(dir);
    for (const kind of ['mkdir', 'symlink', 'writeFile', 'promise']) {
        const made = names.filter((name) => name.startsWith(kind));
        assert.strictEqual(made.length, N, `${end}: ${kind}`);
    }
    assert.strictEqual(fs.readFileSync(path.join(dir, 'lines'), 'latin1'),
                       LINE.repeat(N), end);
    assert.ok(!names.includes('called'), end);
}

const newDir = () => fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-exit-'));

function checkEnd(end, backend) {
    const dir = newDir();
    const env = { ...process.env, ORRERY_BACKEND: backend };
    spawnSync(process.execPath, [__filename, end, dir], { env });
    check(`${end} on ${backend}`, dir);
    fs.rmSync(dir, { recursive: true });
}

// Node takes back what waits for a thread when a worker ends; here it is done.
function checkWorker(how) {
    if (!process.versions.orrery)
        return;
    const dir = newDir();
    const worker = new Worker(__filename, { workerData: { how, dir } });
    worker.on('error', () => {});
    worker.on('message', () => worker.terminate());
    worker.on('exit', () => {
        check(`worker, ${how}`, dir);
        fs.rmSync(dir, { recursive: true });
    });
}

function runInWorker({ how, dir }) {
    begin(dir);
    if (how !== 'terminate')
        return ends[how]();
    require('worker_threads').parentPort.postMessage('begun');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // not reached, perhaps
}

if (!isMainThread)
    return runInWorker(workerData);
if (process.argv[2] !== undefined)
    return run(process.argv[2], process.argv[3]);
for (const end of ['exit', 'throw', 'reject'])
    for (const backend of ['', 'epoll'])
        checkEnd(end, backend);
for (const how of ['exit', 'throw', 'terminate'])
    checkWorker(how);

// On the simulator the standard streams are real.
const { stdout } = spawnSync(process.execPath, ['-e', `
    for (let i = 0; i < 9; i++)
        require('fs').write(1, i + '', () => {});
    process.exit();`], { env: { ...process.env, ORRERY_BACKEND: 'sim' } });
assert.strictEqual([...String(stdout)].sort().join(''), '012345678');
