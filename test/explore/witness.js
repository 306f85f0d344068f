// witness.js - the tests of `orrery witness`: each order that a search finds is forced on
// a real Node. That is $NODE, or `node`; without one, what needs it is skipped.
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const orrery = path.resolve(process.argv[2], 'orrery');
const node = process.env.NODE || 'node';
const programs = path.join(__dirname, 'programs');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'witness-'));
const file = path.join(dir, 'witness.cjs');
let passed = 0, failed = 0, skipped = 0;

function spawn(command, args, more) {
    return spawnSync(command, args,
        { cwd: programs, encoding: 'utf8', timeout: 120000, ...more });
}

function witness(...args) {
    return spawn(orrery, ['witness', '--times', '3', '--node', node, '-o', file, ...args]);
}

function explore(...args) {
    const { stdout, stderr } = spawn(orrery, ['explore', '--json', '-', ...args]);
    assert(stdout.startsWith('{'), stderr);
    return JSON.parse(stdout);
}

function isNode() {
    const { stdout } = spawn(node, ['-p', 'process.versions.v8 && process.version']);
    return Number(/^v(\d+)/.exec(stdout)?.[1]) >= 18;
}

function test(name, run) {
    try {
        run();
        passed++;
    } catch (error) {
        failed++;
        console.log(`FAIL ${name}: ${error.stack}`);
    }
}

const hasNode = isNode();
function testWithNode(name, run) {
    if (hasNode)
        test(name, run);
    else
        skipped++;
}

const ORDER = 'stat@session.js:13#1>close@session.js:23#1';

test('the preload says what it forces and how to run it', () => {
    witness('--node', '/no/such/node', ORDER, 'session.js');
    const text = fs.readFileSync(file, 'utf8');
    assert(text.includes('the stat (session.js:13) is slow'));
    assert(text.includes(`node -r ${file} session.js`));
});

test('without a node nothing is confirmed', () => {
    const { status, stdout } = witness('--node', '/no/such/node', ORDER, 'session.js');
    assert.match(stdout, /not confirmed: there is no node/);
    assert.strictEqual(status, 1);
});

test('what cannot be forced is said', () => {
    const app = path.join(dir, 'app.js');
    fs.writeFileSync(app, 'process.exitCode = 1;');
    const drawn = witness('walk:1', app);
    assert.match(drawn.stdout, /not confirmed: an order of drawn answers/);
    assert.strictEqual(drawn.status, 1);
    const usual = witness('', 'session.js');
    assert.match(usual.stdout, /nothing fails in this order/);
    assert.strictEqual(usual.status, 1);
    assert.strictEqual(witness(ORDER).status, 9);
});

for (const name of fs.readdirSync(programs).sort()) {
    if (name.endsWith('.fixed.js'))
        continue;
    testWithNode(`the orders of ${name} are confirmed`, () => {
        const { failures } = explore(name);
        assert(failures.length > 0);
        for (const { order } of failures) {
            const { status, stdout } = witness(order, name);
            assert.match(stdout, /\nconfirmed on node v[\d.]+, 3 of 3 \(without it/,
                         `${order}: ${stdout}`);
            assert.strictEqual(status, 0);
        }
    });
}

testWithNode('what does not fail there is not confirmed', () => {
    const app = path.join(dir, 'other.js');
    fs.writeFileSync(app, `const fs = require('fs');
fs.stat('.', () => {
    if (process.versions.orrery)
        throw new Error('only here');
});
fs.stat('.', () => {});
`);
    const { status, stdout } = witness(`stat@${app}:2#1>end`, app);
    assert.match(stdout, /not confirmed on node .*: 0 of 3 .*instead: nothing fails/);
    assert.strictEqual(status, 1);
});

testWithNode('a call of a package that only passes it on has the line that led to it', () => {
    const folder = path.join(dir, 'node_modules', 'pify');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'index.js'),
        `exports.stat = (done) => process.nextTick(() => require('fs').stat('.', done));\n`);
    const app = path.join(dir, 'passed_on.js');
    fs.writeFileSync(app, `const { stat } = require('pify');
let asked = false;
stat(() => { asked = true; });
stat(() => {
    if (!asked)
        throw new Error('not yet');
});
`);
    const { status, stdout } = witness(`stat@${app}:3#1>stat@${app}:4#1`, app);
    assert.match(stdout, /\nconfirmed on node/);
    assert.strictEqual(status, 0);
});

testWithNode('steps of two chains over the same lines are told apart', () => {
    const app = path.join(dir, 'chains.js');
    fs.writeFileSync(app, `const fs = require('fs');
const seen = [];
const save = (name) => fs.stat('/',
    () => fs.stat('/usr',
        () => fs.stat('/etc', () => seen.push(name))));
save('one');
save('two');
setTimeout(() => {
    if (String(seen) === 'two,one')
        throw new Error('the other one first');
}, 200);
`);
    const { status, stdout } = witness(`stat@${app}:3#1>stat@${app}:4#2`, app);
    assert.match(stdout, /\nconfirmed on node/);
    assert.strictEqual(status, 0);
});

// What an order does not name is as without it.
const CALLS = `
const fs = require('fs'), path = require('path'), util = require('util');
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
const log = [];
const say = (...words) => log.push(util.format(...words));
als.run('a', () => fs.stat('no such', (error) => say(error.code, als.getStore())));
async function main() {
    const dir = await fs.promises.mkdtemp(path.join(require('os').tmpdir(), 'calls-'));
    const file = path.join(dir, 'x');
    await fs.promises.writeFile(file, 'text');
    say(await fs.promises.readFile(file, 'utf8'));
    await util.promisify(fs.appendFile)(file, ' more');
    say(await util.promisify(fs.readFile)(file, 'utf8'));
    const handle = await fs.promises.open(file);
    say((await handle.stat()).size, (await handle.read(Buffer.alloc(4), 0, 4, 0)).bytesRead);
    await handle.close();
    await assert.rejects(fs.promises.stat(file + 'y'), { code: 'ENOENT' });
    for await (const piece of fs.createReadStream(file))
        say('%s', piece);
    say(await util.promisify(fs.exists)(file), await fs.promises.readdir(dir));
    await als.run('b', () => util.promisify(setTimeout)(5));
    say(await require('timers/promises').setTimeout(2, 'value'), als.getStore());
    const timer = setTimeout(() => say('cleared'), 1);
    clearTimeout(+timer);
    clearImmediate(setImmediate(() => say('cleared')));
    await new Promise((resolve) => setImmediate(resolve, 1));
    let ticks = 0;
    await new Promise((resolve) => {
        const every = setInterval(() => ++ticks === 3 && resolve(clearInterval(every)), 1);
    });
    await fs.promises.rm(dir, { recursive: true });
    say(ticks, fs.existsSync(dir));
}
const assert = require('assert');
main().then(() => console.log(log.join('|')));
`;

testWithNode('a program that no hold bears on does what it does without it', () => {
    const app = path.join(dir, 'calls.js');
    fs.writeFileSync(app, CALLS);
    witness('--node', '/no/such/node', ORDER, 'session.js');
    const plain = spawn(node, [app]);
    const forced = spawn(node, ['-r', file, app]);
    assert.strictEqual(forced.stderr, plain.stderr);
    assert.strictEqual(forced.stdout, plain.stdout);
    assert.match(plain.stdout, /^ENOENT a\|text\|/);
});

testWithNode('explore --confirm says it of each failure', () => {
    const [{ confirmed }] =
        JSON.parse(exploreThere(programs, '--json', '-', 'session.js')).failures;
    assert.match(confirmed.node, /^v\d+/);
    assert.strictEqual(confirmed.of, 20);
    assert.strictEqual(confirmed.failed, 20);
});

// What is found in a folder of its own, on the node of these tests.
function exploreThere(folder, ...args) {
    const env = { ...process.env };
    if (path.isAbsolute(node))
        env.PATH = `${path.dirname(node)}:${env.PATH}`;
    const { stdout, stderr } = spawn(orrery, ['explore', '--confirm', ...args],
        { env, cwd: folder });
    assert.notStrictEqual(stdout, '', stderr);
    return stdout;
}

// A folder of files: its name.
function folderOf(name, files) {
    const folder = path.join(dir, name);
    fs.mkdirSync(folder);
    for (const [file, text] of Object.entries(files))
        fs.writeFileSync(path.join(folder, file), text);
    return folder;
}

testWithNode('another order is confirmed if the shortest is not', () => {
    const folder = folderOf('others', { 'app.js': `const fs = require('fs');
const seen = [];
fs.stat('/', () => seen.push('stat'));
setTimeout(() => seen.push('one'), 2);
setTimeout(() => seen.push('two'), 30);
process.on('exit', () => {
    if (seen[2] === 'stat' || (process.versions.orrery && seen[1] === 'stat'))
        throw new Error('it is late');
});
` });
    const [failure] = JSON.parse(exploreThere(folder, '--json', '-', 'app.js')).failures;
    assert.strictEqual(failure.confirmed.failed, 20);
    assert.strictEqual(failure.order, 'stat@app.js:3#1>end');
});

// A folder that is there is asked for with two steps, which Node's binding takes in one.
testWithNode('explore --test --confirm says it of each test that can fail', () => {
    const folder = folderOf('tests', { 'cache.test.mjs': `import test, { suite } from 'node:test';
import assert from 'node:assert';
import fs from 'node:fs/promises';
const dir = 'cache';
const set = async (value) => {
    await fs.mkdir(dir, { recursive: true });
    await fs.writeFile('cache/x', JSON.stringify(value));
};
suite('cache', () => test('is "always" whole', async () => {
    await set(1);
    const done = set(2);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.strictEqual(JSON.parse(await fs.readFile('cache/x', 'utf8')), 2);
    await done;
}));
` });
    const stdout = exploreThere(folder, '--test', '--runs', '300', 'cache.test.mjs');
    assert.match(stdout, /FLAKY .*: cache > is "always" whole/);
    assert.match(stdout, /confirmed on node v[\d.]+, 20 of 20/, stdout);
    assert.doesNotMatch(stdout, /not confirmed/);
});

testWithNode('a preload makes folders as Node does', () => {
    const folder = folderOf('folders', { 'app.js': `const fs = require('fs');
const make = (name) => fs.promises.mkdir(name, { recursive: true, mode: 0o700 })
    .then(String, ({ code, message }) => code + message);
(async () => {
    for (const name of ['a/b/c', 'a/b/c', 'a/d', 'app.js', 'app.js/x', 'a//e/'])
        console.log(await make(name));
    fs.mkdir(Buffer.from('a/f'), { recursive: true }, (error, first) => console.log(first));
})();
` });
    witness('--node', '/no/such/node', ORDER, 'session.js');
    const run = (...args) => {
        fs.rmSync(path.join(folder, 'a'), { recursive: true, force: true });
        return spawn(node, [...args, 'app.js'], { cwd: folder }).stdout;
    };
    const plain = run();
    assert.match(plain, /ENOTDIR/);
    assert.strictEqual(run('-r', file), plain);
});

fs.rmSync(dir, { recursive: true });
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;
