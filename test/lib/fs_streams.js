'use strict';
/* fs.ReadStream, fs.WriteStream: files as streams. */

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { pipeline } = require('stream');
const { later } = require('./support/later.js');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-streams-'));
const at = (name) => path.join(dir, name);
const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(10000);

function collect(stream) {
    return new Promise((resolve, reject) => {
        const chunks = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('error', reject);
        stream.on('close', () => resolve(chunks));
    });
}

function eventsOf(stream, names) {
    const seen = [];
    for (const name of names)
        stream.on(name, () => seen.push(name));
    return seen;
}

const tests = {
    async 'a file is read in chunks of 64 KiB'() {
        const chunks = await collect(fs.createReadStream(at('long')));
        assert.deepStrictEqual(chunks.map(({ length }) => length),
                               [65536, 65536, 65536, 63392]);
        assert.strictEqual(Buffer.concat(chunks).toString(), text);
    },

    async 'start and end are inclusive'() {
        const stream = fs.createReadStream(at('long'), {
            start: 1, end: 5, encoding: 'utf8', highWaterMark: 2,
        });
        assert.deepStrictEqual(await collect(stream), ['bc', 'de', 'f']);
        assert.strictEqual(stream.bytesRead, 5);
    },

    async 'events come in order'() {
        const stream = fs.createReadStream(at('long'));
        const seen = eventsOf(stream, ['close', 'end', 'open', 'ready']);
        assert.strictEqual(stream.pending, true);
        await collect(stream);
        assert.deepStrictEqual(seen, ['open', 'ready', 'end', 'close']);
        assert.strictEqual(stream.fd, null);
    },

    async 'a missing file is an error, and then closed'() {
        const stream = fs.createReadStream(at('none'));
        const seen = eventsOf(stream, ['error', 'close', 'open']);
        await new Promise((resolve) => stream.on('close', resolve));
        assert.deepStrictEqual(seen, ['error', 'close']);
    },

    async 'a descriptor is left open with autoClose: false'() {
        const fd = fs.openSync(at('long'));
        const stream = fs.createReadStream(null, { fd, autoClose: false });
        stream.resume();
        await new Promise((resolve) => stream.on('end', resolve));
        fs.fstatSync(fd);
        fs.closeSync(fd);
    },

    async 'what was written is there when it is finished'() {
        const stream = fs.createWriteStream(at('out'), { flush: true });
        const seen = eventsOf(stream, ['open', 'ready', 'finish', 'close']);
        stream.write('one ');
        stream.write(Buffer.from('two '));
        stream.cork();
        stream.write('three ');
        stream.write('four');
        stream.uncork();
        stream.end();
        await new Promise((resolve) => stream.on('close', resolve));
        assert.deepStrictEqual(seen, ['open', 'ready', 'finish', 'close']);
        assert.strictEqual(fs.readFileSync(at('out'), 'utf8'),
                           'one two three four');
        assert.strictEqual(stream.bytesWritten, 18);
    },

    async 'writing begins at start'() {
        const stream = fs.createWriteStream(at('out'),
                                            { flags: 'r+', start: 4 });
        stream.end('TWO');
        await new Promise((resolve) => stream.on('close', resolve));
        assert.strictEqual(fs.readFileSync(at('out'), 'utf8'),
                           'one TWO three four');
    },

    async 'a file is copied by pipeline()'() {
        await new Promise((resolve, reject) => {
            pipeline(fs.createReadStream(at('long')),
                     fs.createWriteStream(at('copy')),
                     (error) => (error ? reject(error) : resolve()));
        });
        assert.strictEqual(fs.readFileSync(at('copy'), 'utf8'), text);
    },

    async 'other functions than those of fs are used if given'() {
        const calls = [];
        const own = {};
        for (const name of ['open', 'read', 'close']) {
            own[name] = (...args) => {
                calls.push(name);
                fs[name](...args);
            };
        }
        await collect(fs.createReadStream(at('out'), { fs: own }));
        assert.deepStrictEqual(calls, ['open', 'read', 'read', 'close']);
    },

    async 'a signal ends a stream'() {
        const controller = new AbortController();
        const stream = fs.createReadStream(at('long'),
                                           { signal: controller.signal });
        stream.on('data', () => controller.abort());
        await assert.rejects(collect(stream), { name: 'AbortError' });
    },

    async 'arguments are checked before anything happens'() {
        const code = 'ERR_INVALID_ARG_TYPE';
        assert.throws(() => fs.createReadStream(1), { code });
        assert.throws(() => fs.createReadStream('x', { start: '1' }), { code });
        assert.throws(() => fs.createReadStream('x', { fd: '1' }), { code });
        assert.throws(() => fs.createReadStream('x', { start: 2, end: 1 }),
                      { code: 'ERR_OUT_OF_RANGE' });
        assert.throws(() => fs.createWriteStream('x', { flush: 1 }), { code });
        assert.throws(() => fs.createWriteStream('x', { fs: { open: 1 } }),
                      { code });
    },

    async 'a handle is read and written as a stream'() {
        const first = await fs.promises.open(at('both'), 'w');
        const writing = first.createWriteStream();
        writing.end('handled');
        await new Promise((resolve) => writing.on('close', resolve));
        assert.strictEqual(first.fd, -1);
        const handle = await fs.promises.open(at('both'));
        const reading = handle.createReadStream({ encoding: 'utf8' });
        assert.deepStrictEqual(await collect(reading), ['handled']);
        assert.strictEqual(handle.fd, -1);
    },
};

(async () => {
    fs.writeFileSync(at('long'), text);
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
