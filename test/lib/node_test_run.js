'use strict';
// run() of node:test and --test: files of tests in child processes.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { run } = require('node:test');
const { tap } = require('node:test/reporters');
const { later } = require('./support/later.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'node-test-run-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
delete process.env.NODE_TEST_CONTEXT;

function write(name, source) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, `const { test, suite } = require('node:test');\n` +
        source);
    return file;
}

const passes = write('passes.test.js', `
    test('a', () => console.log('printed'));
    suite('s', () => { test('b', () => {}); });`);
const fails = write('fails.test.js', `
    test('bad', () => {
        throw Object.assign(new TypeError('text'), { code: 'X' }); });`);
const breaks = write('breaks.test.js', 'throw new Error("at load");');

async function collect(options) {
    const seen = [];
    for await (const { type, data } of run(options)) {
        if (type === 'test:pass' || type === 'test:fail')
            seen.push([type.slice(5), data.nesting, data.name, data.testNumber]);
        else if (type === 'test:summary' && data.file === undefined)
            seen.push([data.success, { ...data.counts }]);
    }
    return seen;
}

(async () => {
    // Results come in the order of the files.
    assert.deepStrictEqual(
        await collect({ files: [passes, fails], concurrency: 2 }), [
            ['pass', 0, 'a', 1], ['pass', 1, 'b', 1], ['pass', 0, 's', 2],
            ['fail', 0, 'bad', 3],
            [false, { tests: 3, failed: 1, passed: 2, cancelled: 0,
                      skipped: 0, todo: 0, topLevel: 3, suites: 1 }],
        ]);
    assert.strictEqual(process.exitCode, undefined);

    // Errors arrive whole.
    const stream = run({ files: [fails] });
    stream.on('test:fail', ({ details: { error }, file }) => {
        assert.strictEqual(error.code, 'ERR_TEST_FAILURE');
        assert.strictEqual(error.failureType, 'testCodeFailure');
        assert.strictEqual(error.cause.name, 'TypeError');
        assert.strictEqual(error.cause.message, 'text');
        assert.strictEqual(file, fails);
    });
    const text = (await stream.compose(tap).toArray()).join('');
    assert.match(text, /not ok 1 - bad/);

    // A file that ends before its tests is a test that failed.
    const [[type, , name]] = await collect({ files: [breaks] });
    assert.strictEqual(type, 'fail');
    assert.strictEqual(name, breaks);

    // What a file prints is an event.
    const printed = [];
    for await (const event of run({ files: [passes] })) {
        if (event.type === 'test:stdout')
            printed.push(event.data.message);
    }
    assert.strictEqual(printed.join(''), 'printed\n');

    // Shards, patterns, and errors of options.
    const second = await collect({ files: [passes, fails],
                                   shard: { index: 2, total: 2 } });
    assert.strictEqual(second[0][2], 'bad');
    const named = await collect({ files: [passes], testNamePatterns: 'a' });
    assert.deepStrictEqual(named[0], ['pass', 0, 'a', 1]);
    assert.strictEqual(named.length, 2);
    assert.throws(() => run({ files: 'x' }), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => run({ files: [], shard: { total: 0, index: 1 } }),
                  { code: 'ERR_OUT_OF_RANGE' });

    // The command line finds files, and its exit code says how it went.
    const env = { ...process.env };
    for (const [args, code] of [[[passes], 0], [[fails], 1],
                                [[`${folder}/*s.test.js`], 1],
                                [[`${folder}/nothing.js`], 1]]) {
        const child = spawnSync(process.execPath, [
            '--test', '--test-reporter=dot', ...args], { env });
        assert.strictEqual(child.status, code, String(child.stdout));
    }
    const none = spawnSync(process.execPath, [
        '--test', '--test-isolation=none', '--test-reporter=tap', passes],
                           { env });
    assert.match(String(none.stdout), /^ok 1 - a$/m);

    // A control character of a name is escaped twice in TAP, as in Node.
    const odd = spawnSync(process.execPath, [
        '--test-reporter=tap', '-e',
        "require('node:test')('a\\r\\n#\\t\\\\', () => {})"], { env });
    assert.match(String(odd.stdout),
                 /^ok 1 - a\\\\r\\\\n\\#\\\\t\\\\$/m);
    assert.strictEqual(none.status, 0);
})().then(later(() => {}));
