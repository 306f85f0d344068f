'use strict';
/*
 * What a program has written and nobody reads counts as memory: it is external
 * memory while it waits, and a program that never stops writing ends at the
 * limit of its heap, as any other that takes memory without end.
 */

const assert = require('assert');
const { fork, spawn } = require('child_process');
const { run } = require('./support/cases.js');

if (process.argv[2] === 'deaf')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60000); // not reached

/* The end of a program whose standard output is not read. */
function endOf(code) {
    return new Promise((resolve) => {
        const child = spawn(process.execPath,
                            ['--max-old-space-size=32', '-e', code]);
        let text = '';
        child.stderr.on('data', (chunk) => { text += chunk; });
        child.on('exit', () => child.stdout.destroy());
        child.on('close', (status, signal) => resolve({ signal, text }));
    });
}

run({
    async 'lines without end'() {
        for (const call of ['console.log(text)',
                            'process.stdout.write(text)']) {
            const { signal, text } = await endOf(
                `for (let i = 0;; i++) { const text = 'x'.repeat(99) + i; ${
                    call}; }`);
            assert.strictEqual(signal, 'SIGABRT');
            assert.match(text, /^FATAL ERROR: .* heap out of memory$/m);
        }
    },

    async 'messages that a child does not read'() {
        const child = fork(__filename, ['deaf']);
        const before = process.memoryUsage().external;
        let bytes = 0;
        for (let i = 0; i < 100; i++) {
            const text = `${'x'.repeat(1 << 16)}${i}`;
            bytes += text.length;
            child.send(text);
        }
        const queued = process.memoryUsage().external - before;
        assert.ok(queued > bytes * 0.8, `${queued} of ${bytes}`);
        child.on('error', () => {});
        child.kill('SIGKILL');
        await new Promise((resolve) => child.on('close', resolve));
        /* The writes fail one after the other. */
        let after;
        for (let i = 0; i < 1000; i++) {
            after = process.memoryUsage().external - before;
            if (after < bytes / 2)
                break;
            await new Promise((resolve) => setImmediate(resolve)); // not reached
        }
        assert.ok(after < bytes / 2, `${after} of ${bytes}`);
    },
});
