'use strict';
/* fs.watch(), fs.watchFile(), promises.watch(). Each test waits for events, and
 * for nothing else. */

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { later } = require('./support/later.js');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-watch-'));
const at = (name) => path.join(dir, name);

function once(watcher, isWanted) {
    return new Promise((resolve) => {
        watcher.on('change', function onChange(...args) {
            if (!isWanted(...args))
                return;
            watcher.removeListener('change', onChange);
            resolve(args);
        });
    });
}

const tests = {
    async 'a directory reports its entries'() {
        const watcher = fs.watch(dir);
        const seen = once(watcher, (type, name) => name === 'new');
        fs.writeFileSync(at('new'), 'x');
        assert.deepStrictEqual(await seen, ['rename', 'new']);
        const closed = new Promise((resolve) => watcher.on('close', resolve));
        watcher.close();
        await closed;
        watcher.close();
    },

    async 'a file reports its changes'() {
        fs.writeFileSync(at('file'), '');
        const watcher = fs.watch(at('file'), { encoding: 'buffer' });
        const seen = once(watcher, () => true);
        fs.appendFileSync(at('file'), 'x');
        assert.deepStrictEqual(await seen, ['change', Buffer.from('file')]);
        watcher.close();
    },

    async 'ignored names are not reported'() {
        const watcher = fs.watch(dir, { ignore: ['*.log', /^b/] });
        const names = [];
        watcher.on('change', (type, name) => names.push(name));
        const seen = once(watcher, (type, name) => name === 'c');
        for (const name of ['a.log', 'b', 'c'])
            fs.mkdirSync(at(name));
        await seen;
        assert.deepStrictEqual([...new Set(names)], ['c']);
        watcher.close();
        assert.throws(() => fs.watch(dir, { ignore: 1 }),
                      { code: 'ERR_INVALID_ARG_TYPE' });
    },

    async 'new directories are watched, too, with recursive'() {
        fs.mkdirSync(at('root/old'), { recursive: true });
        const watcher = fs.watch(at('root'), { recursive: true });
        const inner = once(watcher, (type, name) => name === 'old/a');
        fs.writeFileSync(at('root/old/a'), '');
        await inner;
        const fresh = once(watcher, (type, name) => name === 'fresh');
        fs.mkdirSync(at('root/fresh'));
        await fresh;
        const deep = once(watcher, (type, name) => name === 'fresh/b');
        fs.writeFileSync(at('root/fresh/b'), '');
        await deep;
        watcher.close();
    },

    async 'a missing file is refused'() {
        const error = { code: 'ENOENT', syscall: 'watch',
                        filename: at('none') };
        assert.throws(() => fs.watch(at('none')), error);
        assert.throws(() => fs.watch(1), { code: 'ERR_INVALID_ARG_TYPE' });
    },

    async 'a signal closes a watcher'() {
        const controller = new AbortController();
        const watcher = fs.watch(dir, { signal: controller.signal });
        const closed = new Promise((resolve) => watcher.on('close', resolve));
        controller.abort();
        await closed;
    },

    async 'promises.watch() is iterated until it is left'() {
        const events = [];
        const iterator = fs.promises.watch(dir);
        const first = iterator.next();
        fs.mkdirSync(at('iterated'));
        events.push((await first).value);
        assert.strictEqual(events[0].eventType, 'rename');
        assert.strictEqual(events[0].filename, 'iterated');
        await iterator.return();
        assert.strictEqual((await iterator.next()).done, true);
    },

    async 'promises.watch() ends with an AbortError'() {
        const controller = new AbortController();
        const iterator = fs.promises.watch(dir, { signal: controller.signal });
        const next = iterator.next();
        setImmediate(() => controller.abort());
        await assert.rejects(next, { name: 'AbortError' });
    },

    async 'watchFile() reports two Stats when a file changes'() {
        fs.writeFileSync(at('looked-at'), '1');
        const growing = setInterval(() => {
            fs.appendFileSync(at('looked-at'), 'x');
        }, 5);
        const [now, before] = await new Promise((resolve) => {
            fs.watchFile(at('looked-at'), { interval: 5 }, (...args) =>
                resolve(args));
        });
        clearInterval(growing);
        fs.unwatchFile(at('looked-at'));
        assert.ok(now instanceof fs.Stats);
        assert.ok(now.size > before.size);
    },

    async 'watchFile() reports once that there is nothing'() {
        const listener = (now, before) => {
            assert.strictEqual(now.ino, 0);
            assert.strictEqual(before.ino, 0);
            fs.unwatchFile(at('nothing'), listener);
        };
        const watcher = fs.watchFile(at('nothing'), { interval: 5 }, listener);
        await new Promise((resolve) => watcher.on('stop', resolve));
    },

    async 'watchers that are not persistent do not keep the program alive'() {
        fs.watch(dir, { persistent: false });
        fs.watchFile(dir, { persistent: false }, () => {});
        fs.watch(dir).unref();
    },
};

(async () => {
    for (const [name, test] of Object.entries(tests)) {
        try {
            await test();
        } catch (error) {
            console.log(`FAIL ${name}`);
            console.log(error);
            process.exitCode = 1;
        }
    }
    fs.rmSync(dir, { recursive: true });
})().then(later(() => {}));
