'use strict';
/*
 * Files, signals and messages at the same time, and an end while requests are
 * still under way: each is tested elsewhere by itself; here their threads run at
 * the same time. It is mainly for the thread sanitizer.
 */
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { MessageChannel } = require('worker_threads');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-at-once-'));
const { access, copyFile, readFile, realpath, rename, rm, stat, unlink,
        writeFile } = fs.promises;
let signals = 0;

async function useFile(i) {
    const file = path.join(dir, String(i));

    await writeFile(file, 'x'.repeat(i * 10));
    assert.strictEqual((await stat(file)).size, i * 10);
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, `${file}.moved`);
    process.kill(process.pid, i % 2 ? 'SIGUSR2' : 'SIGWINCH');
    await assert.rejects(access(`${file}.copy`), { code: 'ENOENT' });
    assert.strictEqual(await realpath(file), fs.realpathSync(file));
    assert.strictEqual((await readFile(`${file}.moved`)).length, i * 10);
    await unlink(file);
}

// Resolves with the numbers that came through.
function sendNumbers(count) {
    const { port1, port2 } = new MessageChannel();
    const got = [];

    for (let i = 0; i < count; i++)
        port1.postMessage(i);
    return new Promise((resolve) => {
        port2.on('message', (i) => {
            got.push(i);
            if (got.length === count)
                port1.close();
        });
        port2.on('close', () => resolve(got));
    });
}

async function main() {
    const numbers = Array.from({ length: 50 }, (_, i) => i);

    process.on('SIGUSR2', () => signals++);
    process.on('SIGWINCH', () => signals++);
    for (let round = 0; round < 3; round++) {
        const files = numbers.map(useFile);
        assert.deepStrictEqual(await sendNumbers(50), numbers);
        await Promise.all(files);
    }
    await rm(dir, { recursive: true });
    assert(signals > 0 && signals <= 150, `${signals} signals`);
}

main().then(() => {
    for (let i = 0; i < 50; i++)
        fs.stat(__filename, () => assert.fail('called after the end'));
    process.exit(0);
});
