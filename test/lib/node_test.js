'use strict';
// node:test in the process itself: what is reported, in which order, and what
// hooks, subtests, plans and errors outside of tests do. Each program runs in
// a child, and its report must have these lines.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'node-test-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

function report(source, args = []) {
    const file = path.join(folder, 'program.js');
    fs.writeFileSync(file, `const t = require('node:test');\n` +
        `const { test, describe, it, before, after, beforeEach, afterEach, ` +
        `mock } = t;\nconst assert = require('assert');\n${source}`);
    const env = { ...process.env };
    delete env.NODE_TEST_CONTEXT;
    const child = spawnSync(process.execPath,
                            ['--test-reporter=tap', ...args, file], { env });
    const lines = String(child.stdout).split('\n').filter((line) =>
        /^ *(ok|not ok|1\.\.|# )/.test(line) && !/duration_ms/.test(line));
    return { code: child.status, lines, text: String(child.stdout),
             errors: String(child.stderr) };
}

function results(source, args) {
    return report(source, args).lines
        .filter((line) => /^ *(ok|not ok)/.test(line));
}

// Tests start behind the main script and run one after the other.
{
    const { code, lines } = report(`
        test('a', () => console.log('# a'));
        console.log('# main');
        test('b', async () => { await 1; console.log('# b'); });`);
    assert.strictEqual(code, 0);
    const at = (line) => lines.indexOf(line);
    assert.ok(at('# main') < at('# a') && at('# a') < at('# b'));
    assert.deepStrictEqual(lines.slice(-8), [
        '1..2', '# tests 2', '# suites 0', '# pass 2', '# fail 0',
        '# cancelled 0', '# skipped 0', '# todo 0']);
}

// A failure sets the exit code; todo and skip do not.
{
    assert.strictEqual(report(`test('x', () => assert.ok(0));`).code, 1);
    assert.strictEqual(report(`test.todo('x', () => assert.ok(0));
        test.skip('y', () => assert.ok(0));`).code, 0);
}

// All forms of a test.
assert.deepStrictEqual(results(`
    test('sync', () => {});
    test('throws', () => { throw new Error('x'); });
    test('async', async () => {});
    test('rejects', async () => { throw new Error('x'); });
    test('callback', (t, done) => setImmediate(done));
    test('callback error', (t, done) => setImmediate(done, new Error('x')));
    test(function named() {});
    test({ name: 'by option' });
    test('skipped', { skip: 'why' }, () => assert.ok(0));
    test('todo', { todo: true }, () => assert.ok(0));
    test('t.skip', (t) => t.skip());
    test('late', { timeout: 5 }, () => new Promise(() => {}));`), [
    'ok 1 - sync', 'not ok 2 - throws', 'ok 3 - async', 'not ok 4 - rejects',
    'ok 5 - callback', 'not ok 6 - callback error', 'ok 7 - named',
    'ok 8 - by option', 'ok 9 - skipped # SKIP why', 'not ok 10 - todo # TODO',
    'ok 11 - t.skip # SKIP', 'not ok 12 - late']);

// Subtests are reported in front of their parent, which fails with them.
assert.deepStrictEqual(results(`
    test('outer', async (t) => {
        await t.test('inner', () => {});
        t.test('not awaited', async () => { throw new Error('x'); });
    });
    describe('suite', () => {
        it('one', () => {});
        describe('deep', () => { it('two', (t) => {
            assert.strictEqual(t.fullName, 'suite > deep > two'); }); });
    });`), [
    '    ok 1 - inner', '    not ok 2 - not awaited', 'not ok 1 - outer',
    '    ok 1 - one', '        ok 1 - two', '    ok 2 - deep', 'ok 2 - suite']);

// Concurrent tests are reported in the order in which they were started.
assert.deepStrictEqual(results(`
    describe('s', { concurrency: true }, () => {
        it('slow', () => new Promise((done) => setTimeout(done, 30)));
        it('fast', () => {});
    });`), ['    ok 1 - slow', '    ok 2 - fast', 'ok 1 - s']);

// Hooks, from the outermost to the innermost and back.
{
    const { text } = report(`
        const say = (word) => () => console.log('said ' + word);
        before(say('before')); after(say('after'));
        beforeEach(say('each')); afterEach(say('each end'));
        describe('s', () => {
            before(say('s before')); after(say('s after'));
            beforeEach(say('s each')); afterEach(say('s each end'));
            it('a', say('a')); it('b', say('b'));
        });`);
    assert.deepStrictEqual(
        text.split('\n').filter((line) => line.startsWith('said '))
            .map((line) => line.slice(5)), [
            'before', 's before', 'each', 's each', 'a', 's each end',
            'each end', 'each', 's each', 'b', 's each end', 'each end',
            's after', 'after']);
}

// A hook that fails, fails the test.
assert.deepStrictEqual(results(`
    test('t', async (t) => {
        t.beforeEach(() => { throw new Error('x'); });
        await t.test('inner', () => {});
    });`), ['    not ok 1 - inner', 'not ok 1 - t']);

// t.plan() counts assertions of t.assert and subtests.
assert.deepStrictEqual(results(`
    test('met', (t) => { t.plan(2); t.assert.ok(1); t.test('sub'); });
    test('missed', (t) => { t.plan(1); });
    test('waits', (t) => { t.plan(1, { wait: true });
        setTimeout(() => t.assert.ok(1), 5); });`), [
    '    ok 1 - sub', 'ok 1 - met', 'not ok 2 - missed', 'ok 3 - waits']);

// It is checked three microtasks after the end of the function, not before.
assert.deepStrictEqual(results(`
    const turns = (n) => n === 0 ? Promise.resolve() :
        turns(n - 1).then(() => {});
    for (const n of [0, 1, 2, 3, 4])
        test("after " + n, async (t) => {
            t.plan(1);
            turns(n).then(() => t.assert.ok(1));
        });`), ['ok 1 - after 0', 'ok 2 - after 1', 'ok 3 - after 2',
                'ok 4 - after 3', 'not ok 5 - after 4']);

// What is thrown elsewhere belongs to the test that scheduled it.
{
    const { lines, code } = report(`
        test('immediate', async () => {
            setImmediate(() => { throw new Error('x'); });
            await new Promise((done) => setTimeout(done, 20));
        });
        test('rejection', async () => {
            Promise.reject(new Error('x'));
            await new Promise((done) => setTimeout(done, 20));
        });
        test('too late', () => {
            setTimeout(() => { throw new Error('y'); }, 5);
        });`);
    assert.strictEqual(code, 1);
    assert.deepStrictEqual(lines.filter((line) => /^ *(not )?ok /.test(line)), [
        'not ok 1 - immediate', 'not ok 2 - rejection', 'ok 3 - too late']);
    assert.ok(lines.some((line) => line.includes('Test "too late" at') &&
        line.includes('would have caused the test to fail')));
}

// Only some tests.
assert.deepStrictEqual(results(`
    test('a', () => {}); test.only('b', () => {});
    describe('s', () => { it('c', () => {}); it.only('d', () => {}); });`,
                               ['--test-only']), [
    'ok 1 - b', '    ok 1 - d', 'ok 2 - s']);
assert.deepStrictEqual(results(`
    test('ab', () => {}); test('b', () => {}); test('c', () => {});`,
                               ['--test-name-pattern', 'b',
                                '--test-skip-pattern', '/A/i']), ['ok 1 - b']);

// A signal that aborts.
assert.deepStrictEqual(results(`
    test('aborted', { signal: AbortSignal.abort() }, () => {});
    test('its own', (t) => { assert.ok(!t.signal.aborted); });`), [
    'not ok 1 - aborted', 'ok 2 - its own']);

// A hook that comes after the first tests have ended runs once the next have.
assert.deepStrictEqual(results(`
    const note = (text) => () => console.log('ok ' + text);
    test('first', () => {});
    setTimeout(() => {
        const server = require('net').createServer().listen(0);
        after(() => server.close());
        after(note('closed'));
        test('second', () => {});
    }, 10);`), ['ok 1 - first', 'ok closed', 'ok 2 - second']);

// The reporter of people.
{
    const file = path.join(folder, 'spec.js');
    fs.writeFileSync(file, `const { test, suite } = require('node:test');
suite('s', () => { test('a', () => {}); });
test('b', (t) => { t.diagnostic('note'); throw 'text'; });`);
    const child = spawnSync(process.execPath, [file], { cwd: folder });
    const text = String(child.stdout).replace(/[\d.]+ms\)/g, 'Xms)')
        .replace(/duration_ms .*/, 'duration_ms X');
    assert.strictEqual(text, `▶ s
  ✔ a (Xms)
✔ s (Xms)
✖ b (Xms)
ℹ note
ℹ tests 2
ℹ suites 1
ℹ pass 1
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms X

✖ failing tests:

test at spec.js:3:1
✖ b (Xms)
  'text'
`);
}

// The module needs its scheme.
assert.throws(() => require('test'), { code: 'MODULE_NOT_FOUND' });
assert.strictEqual(require('node:test').it, require('node:test'));
