'use strict';
/*
 * How many requests a call of fs/promises makes, and how many microtasks run
 * between the last of them and what waits for its promise. A program that
 * mixes promises sees the order that follows from these.
 */

const assert = require('assert');
const { createHook } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { later } = require('./support/later.js');

const { promises } = fs;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-microtasks-'));
const at = (name) => path.join(dir, name);
const MAX = 60;

let requests = new Set();
let completed = 0;
let microtasks = 0;
let run = 0;

function countFrom(own) {
    if (own === run && microtasks++ < MAX)
        queueMicrotask(() => countFrom(own));
}

const hook = createHook({
    init(id, type) {
        if (type.startsWith('FSREQ') || type === 'FILEHANDLECLOSEREQ')
            requests.add(id);
    },
    before(id) {
        if (!requests.has(id))
            return;
        completed++;
        microtasks = 0;
        run++;
        queueMicrotask(() => countFrom(run));
    },
});

/* "microtasks/requests" */
async function measure(start) {
    await new Promise((resolve) => setImmediate(resolve));
    requests = new Set();
    completed = 0;
    hook.enable();
    let result;
    const note = () => { result = `${microtasks}/${completed}`; };
    await start().then(note, note);
    run++;
    hook.disable();
    return result;
}

let handle;
let folder;
const buffer = Buffer.alloc(2);
const cases = [
    ['stat', '3/1', () => promises.stat(dir)],
    ['stat of nothing', '5/1', () => promises.stat(at('no'))],
    ['access', '3/1', () => promises.access(dir)],
    ['readdir', '3/1', () => promises.readdir(dir)],
    ['readdir with types', '5/1',
     () => promises.readdir(dir, { withFileTypes: true })],
    ['rm', '2/3', () => promises.rm(at('file'))],
    ['rm of nothing', '2/1', () => promises.rm(at('file'))],
    ['rm of a tree', '2/11', () => promises.rm(at('a'), { recursive: true })],
    ['mkdir', '3/1', () => promises.mkdir(at('m'))],
    ['rmdir', '3/1', () => promises.rmdir(at('m'))],
    ['writeFile', '10/3', () => promises.writeFile(at('f'), 'text')],
    ['writeFile with flush', '10/4',
     () => promises.writeFile(at('f'), 'text', { flush: true })],
    ['appendFile', '11/3', () => promises.appendFile(at('f'), 'text')],
    ['readFile', '10/4', () => promises.readFile(at('f'))],
    ['truncate', '10/3', () => promises.truncate(at('f'), 3)],
    ['open', '4/1', async () => { handle = await promises.open(at('f'), 'r+'); }],
    ['read', '4/1', () => handle.read(buffer, 0, 2, 0)],
    ['readv', '4/1', () => handle.readv([buffer], 0)],
    ['write', '4/1', () => handle.write('ab', 0)],
    ['writev', '4/1', () => handle.writev([buffer], 0)],
    ['stat of a handle', '4/1', () => handle.stat()],
    ['sync', '4/1', () => handle.sync()],
    ['readFile of a handle', '5/2', () => handle.readFile()],
    ['writeFile of a handle', '6/1', () => handle.writeFile('xx')],
    ['close', '6/1', () => handle.close()],
    ['opendir', '2/1', () => promises.opendir(dir).then((d) => { folder = d; })],
    ['read of a directory', '1/1', () => folder.read()],
    ['close of a directory', '1/1', () => folder.close()],
];

(async () => {
    fs.writeFileSync(at('file'), '');
    fs.mkdirSync(at('a/b/c'), { recursive: true });
    const found = [];
    for (const [name, , start] of cases)
        found.push([name, await measure(start)]);
    fs.rmSync(dir, { recursive: true });
    assert.deepStrictEqual(found, cases.map(([name, wanted]) => [name, wanted]));
})().then(later(() => {}));
