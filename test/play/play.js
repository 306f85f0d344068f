'use strict';

// play.js BUILD - the server of `orrery play`: what it refuses, what it runs, and
// what it does with programs that do not end.

const assert = require('assert');
const { spawn, spawnSync } = require('child_process');
const { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync,
    writeFileSync } = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const orrery = path.resolve(process.argv[2] ?? 'build', 'orrery');
const tests = [];
const test = (name, fn) => tests.push({ name, fn });

// ---- Asking -----------------------------------------------------------------

// Starts a server; resolves with { url, end }.
function start(env = {}, args = []) {
    const child = spawn(orrery, ['play', ...args], {
        stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env },
    });
    return new Promise((resolve) => {
        child.stdout.once('data', (text) => resolve({
            url: new URL(/http:\S+/.exec(text)[0]),
            end() {
                child.kill();
                return new Promise((done) => child.once('exit', done));
            },
        }));
    });
}

// Resolves with { status, headers, text }. The body is sent in pieces.
function ask(url, { method = 'GET', headers = {}, body = [], host } = {}) {
    return new Promise((resolve, reject) => {
        const request = http.request(url, {
            method, agent: false, headers: host ? { ...headers, host } : headers,
        }, (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (chunk) => { text += chunk; });
            response.on('end', () => resolve({
                status: response.statusCode, headers: response.headers, text,
            }));
        });
        request.on('error', reject);
        for (const piece of [].concat(body))
            request.write(piece);
        request.end();
    });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function post(server, order, more = {}) {
    return ask(new URL('run', server.url), {
        method: 'POST', headers: JSON_TYPE, body: JSON.stringify(order), ...more,
    });
}

async function run(server, code, more = {}) {
    const { status, text } = await post(server, { code, ...more });
    assert.strictEqual(status, 200, text);
    return JSON.parse(text);
}

const printed = ({ trace }) => trace.trim().split('\n').map(JSON.parse)
    .filter(({ e }) => e === 'console').map(({ text }) => text).join('');

const refused = async (promise, status, words) => {
    const answer = await promise;
    assert.strictEqual(answer.status, status, answer.text);
    assert.match(answer.text, words);
};

// ---- Who is refused ---------------------------------------------------------

test('a wrong or missing token is refused', async (server) => {
    for (const where of ['/', '/run', '/x/', `${server.url.pathname.slice(0, -2)}/`,
        `/x${server.url.pathname}`, `${server.url.pathname.slice(0, -1)}x/`])
        await refused(ask(new URL(where, server.url)), 403, /token/);
    await refused(ask(new URL('/wrong/run', server.url),
        { method: 'POST', headers: JSON_TYPE, body: '{"code":""}' }), 403, /token/);
});

test('another Host is refused, also with the token', async (server) => {
    for (const host of ['evil.example', `evil.example:${server.url.port}`, '127.0.0.1',
        `127.0.0.1:${Number(server.url.port) + 1}`, `[::1]:${server.url.port}`])
        await refused(ask(server.url, { host }), 403, /own address/);
    const { status } = await ask(server.url, { host: `localhost:${server.url.port}` });
    assert.strictEqual(status, 200);
});

test('another Origin is refused, also with the token', async (server) => {
    const order = { code: 'console.log(1)' };
    for (const origin of ['http://evil.example', 'null', `https://${server.url.host}`,
        'http://127.0.0.1:1'])
        await refused(post(server, order, { headers: { ...JSON_TYPE, origin } }), 403,
            /origin/);
    await refused(post(server, order,
        { headers: { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' } }), 403, /site/);
    const own = { ...JSON_TYPE, origin: server.url.origin,
        'sec-fetch-site': 'same-origin' };
    assert.strictEqual((await post(server, order, { headers: own })).status, 200);
});

test('it listens on the loopback address only', async (server) => {
    const outside = Object.values(os.networkInterfaces()).flat()
        .find(({ family, internal }) => family === 'IPv4' && !internal);
    if (outside === undefined)
        return;
    const url = new URL(server.url);
    url.hostname = outside.address;
    await assert.rejects(ask(url), { code: 'ECONNREFUSED' });
});

test('pages come with headers that keep others out', async (server) => {
    const { status, headers, text } = await ask(server.url);
    assert.strictEqual(status, 200);
    assert.match(text, /<title>Orrery play/);
    assert.match(headers['content-security-policy'], /default-src 'none'/);
    assert.match(headers['content-security-policy'], /frame-ancestors 'self'/);
    assert.strictEqual(headers['referrer-policy'], 'no-referrer');
    assert.strictEqual(headers['cache-control'], 'no-store');
    const view = await ask(new URL('view', server.url));
    assert.match(view.text, /id="orrery-trace"/);
});

// ---- What is refused --------------------------------------------------------

test('other paths, methods and types are refused', async (server) => {
    await refused(ask(new URL('none', server.url)), 404, /no such/);
    await refused(ask(new URL('../../etc/passwd', server.url)), 403, /token/);
    await refused(ask(new URL('run', server.url)), 405, /POST only/);
    await refused(ask(server.url, { method: 'POST' }), 405, /GET only/);
    await refused(post(server, {}, { headers: { 'content-type': 'text/plain' } }), 415,
        /json/);
});

test('code that is too long is refused', async (server) => {
    const code = 'x'.repeat(100_001);
    await refused(post(server, { code }), 413, /longer than 100000/);
    const long = 'y'.repeat(300_000);
    await refused(post(server, { code: long }), 413, /longer/);
    await refused(post(server, {}, { body: ['{"code":"', long.slice(0, 150_000),
        long.slice(0, 150_000)], headers: { ...JSON_TYPE,
        'transfer-encoding': 'chunked' } }), 413, /longer/);
    const fits = `// ${'z'.repeat(99_000)}\nconsole.log('it fits')`;
    assert.strictEqual(printed(await run(server, fits)), 'it fits\n');
});

test('what is no order is refused', async (server) => {
    await refused(post(server, {}, { body: '{"code":' }), 400, /not JSON/);
    await refused(post(server, {}, { body: 'null' }), 400, /no "code"/);
    await refused(post(server, { code: 1 }), 400, /no "code"/);
    await refused(post(server, { code: '', profile: 'node99' }), 400, /profile/);
    await refused(post(server, { code: '', profile: '--eval' }), 400, /profile/);
    await refused(post(server, { code: '', backend: 'magic' }), 400, /back end/);
});

// ---- What runs --------------------------------------------------------------

test('a program runs and comes back as a trace', async (server) => {
    const result = await run(server, 'setTimeout(() => console.log("later"), 60000);' +
        'console.log("now")');
    assert.strictEqual(printed(result), 'now\nlater\n');
    assert.strictEqual(result.ended, 'exit');
    assert.strictEqual(result.code, 0);
    assert.strictEqual(result.message, '');
    assert.ok(!result.trace.includes(os.tmpdir()));
});

test('a program with an error says it', async (server) => {
    const thrown = await run(server, 'throw new Error("mine")');
    assert.strictEqual(thrown.code, 1);
    assert.match(thrown.stderr, /Error: mine/);
    const broken = await run(server, 'let let');
    assert.match(broken.message, /^program.js:1\n[^]*\n\nSyntaxError: .*$/);
});

test('profiles differ where Node did', async (server) => {
    const code = `for (const name of ['a', 'b'])
        setTimeout(() => { console.log(name); process.nextTick(console.log, 'tick') }, 1)`;
    const now = printed(await run(server, code, { profile: 'node' }));
    const then = printed(await run(server, code, { profile: 'node10' }));
    assert.strictEqual(now, 'a\ntick\nb\ntick\n');
    assert.strictEqual(then, 'a\nb\ntick\ntick\n');
});

test('a program changes nothing of the machine', async (server) => {
    const file = path.join(os.tmpdir(), `orrery-play-test-${process.pid}`);
    const result = await run(server, `const fs = require('fs');
        fs.writeFileSync('${file}', 'x');
        console.log(fs.readFileSync('${file}', 'utf8'));
        try { require('child_process').execSync('true') }
        catch (error) { console.log(error.code) }`);
    assert.strictEqual(printed(result), 'x\nENOSYS\n');
    assert.ok(!existsSync(file));
});

test('a program that loops for ever is ended and says so', async (server) => {
    const result = await run(server, 'console.log("in"); for (;;);');
    assert.strictEqual(result.ended, 'time');
    assert.match(result.message, /ended after 1 s.*loop for ever/);
});

test('so is one that waits for ever in real time', async (server) => {
    const result = await run(server, 'setInterval(() => {}, 1000)', { backend: 'epoll' });
    assert.strictEqual(result.ended, 'time');
});

test('a program that eats memory is ended and says so', async (server) => {
    const result = await run(server, 'const all = []; for (;;) all.push([...all])');
    assert.strictEqual(result.ended, 'memory');
    assert.match(result.message, /more than 32 MB/);
    const buffers = await run(server,
        'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))');
    assert.strictEqual(buffers.ended, 'memory');
});

test('a program with an endless trace is ended and says so', async (server) => {
    const result = await run(server, 'setInterval(() => console.log("again"), 1)');
    assert.strictEqual(result.ended, 'trace');
    assert.match(result.message, /trace is longer/);
    assert.ok(result.trace.length <= 1e6);
});

test('only so many programs run at a time', async (server) => {
    const all = await Promise.all(Array.from({ length: 6 }, () =>
        post(server, { code: 'for (;;);' })));
    const codes = all.map(({ status }) => status).sort();
    assert.deepStrictEqual(codes, [200, 200, 200, 200, 429, 429]);
});

test('programs end with the server', async () => {
    const other = await start();
    const answer = run(other, `require('child_process').spawn('sleep', ['77'],
        { stdio: 'ignore' }); setInterval(() => {}, 1000)`, { backend: 'epoll' });
    answer.catch(() => {});
    const sleeps = () => readdirSync('/proc').some((pid) => {
        try {
            return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\x0077\0';
        } catch {
            return false;
        }
    });
    const until = async (wanted) => {
        for (let n = 0; n < 100 && sleeps() !== wanted; n++)
            await new Promise((resolve) => setTimeout(resolve, 20));
        assert.strictEqual(sleeps(), wanted);
    };
    await until(true);
    await other.end();
    await assert.rejects(answer);
    await until(false);
});

test('nothing of a program is left behind', () => {
    const left = readdirSync(os.tmpdir()).filter((name) =>
        name.startsWith('orrery-play-'));
    assert.deepStrictEqual(left, []);
});

test('what it cannot do is said at the start', () => {
    const fail = (...args) => {
        const { status, stderr } = spawnSync(orrery, ['play', ...args],
            { encoding: 'utf8' });
        return `${stderr.trim()}|${status}`;
    };
    assert.strictEqual(fail('--nope'), 'orrery: play does not know --nope|9');
    assert.strictEqual(fail('--port', 'x'),
        'orrery: --port requires a number below 65536|9');
    assert.match(fail('none.js'), /^orrery: cannot read none.js: ENOENT.*\|9$/);
});

test('a file that is named is in the editor', async () => {
    const file = path.join(__dirname, '../viewer/lesson.js');
    const other = await start({}, [file]);
    const { text } = await ask(other.url);
    await other.end();
    assert.match(text, /A bit of everything|a bit of everything/);
});

test('a file runs where it lies, changed or not, and nothing is left there', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-lies-'));
    mkdirSync(path.join(folder, 'node_modules', 'a-package'), { recursive: true });
    writeFileSync(path.join(folder, 'node_modules', 'a-package', 'index.js'),
        'module.exports = "from the package"');
    writeFileSync(path.join(folder, 'beside.js'), 'module.exports = "beside"');
    const code = 'console.log(require("a-package"), require("./beside.js"))';
    const file = path.join(folder, 'app.js');
    writeFileSync(file, code);
    const before = readdirSync(folder);
    const other = await start({}, [file]);
    try {
        for (const text of [code, `${code}; // changed`]) {
            const result = await run(other, text);
            assert.strictEqual(printed(result), 'from the package beside\n', result.stderr);
            assert.ok(!result.trace.includes('.app.play-'), 'its own name is not shown');
            assert.match(result.trace, /^{"v":2,.*"argv":\["app\.js"\]/);
        }
        writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}');
        const module = await run(other, 'import text from "a-package"; console.log(text)');
        assert.strictEqual(printed(module), 'from the package\n', module.stderr);
        rmSync(path.join(folder, 'package.json'));
        assert.deepStrictEqual(readdirSync(folder), before);
        assert.strictEqual(readFileSync(file, 'utf8'), code);
    } finally {
        await other.end();
        rmSync(folder, { recursive: true });
    }
});

test('an ES module is run as one', async (server) => {
    const result = await run(server, 'import fs from "node:fs";\n' +
        'process.nextTick(() => console.log("tick"));\n' +
        'await null;\nconsole.log("after", typeof fs.readFile)');
    assert.strictEqual(printed(result), 'after function\ntick\n', result.stderr);
});

test('an error says what the simulator has not', async (server) => {
    const net = await run(server, 'require("net").connect(80, "192.0.2.1")');
    assert.match(net.message, /^There is no network here[^]*ENETUNREACH/);
    const child = await run(server, 'require("child_process").exec("ls", (e) => { throw e })');
    assert.match(child.message, /No processes are started here: “real time” does/);
    const own = await run(server, 'throw new Error("mine")');
    assert.doesNotMatch(own.message, /network|real time/);
});

test('a lesson and a link are taken at the start', async () => {
    const file = path.join(os.tmpdir(), `orrery-lesson-${process.pid}.md`);
    writeFileSync(file, '# One\n```js\n1\n```\n');
    const lesson = await start({}, [file]);
    const { text } = await ask(lesson.url);
    await lesson.end();
    rmSync(file);
    assert.match(text, /"lesson":"# One/);
    const link = await start({}, ['http://127.0.0.1:1/old-token/#program=Y29uc29sZQ']);
    assert.strictEqual(link.url.hash, '#program=Y29uc29sZQ');
    await link.end();
    const { status, stderr } = spawnSync(orrery, ['play', 'http://127.0.0.1/'],
        { encoding: 'utf8' });
    assert.strictEqual(`${stderr.trim()}|${status}`,
        'orrery: there is no program in this link|9');
});

test('a lesson is read from Markdown, a page for each program', async () => {
    const { readLesson } = await import('../../viewer/play/lesson.js');
    const guide = readFileSync(path.join(__dirname, '../../docs/event-loop.md'), 'utf8');
    const pages = readLesson(guide);
    assert.ok(pages.length >= 13, String(pages.length));
    assert.strictEqual(pages[0].title, 'Run to completion');
    assert.match(pages[0].code, /^\/\/ Nothing interrupts a callback/);
    const [page] = readLesson('# T\nbefore\n```js predict profile=node18\nf()\n```\nafter\n' +
        '```\nplain\n```\n');
    assert.deepStrictEqual(page, { title: 'T', before: ['before'], code: 'f()\n',
        after: ['after', '', '    plain', '', ''],
        settings: { predict: true, profile: 'node18' } });
});

// ---- Comparing --------------------------------------------------------------

test('two runs are compared up to the first difference', async () => {
    const { Comparison } = await import('../../viewer/play/compare.js');
    const side = (title, keys) => {
        const moves = [];
        return {
            title, moves, go: (k) => moves.push(k),
            outline: [...keys].map((key, n) => ({ k: n * 10, key, text: `${key} runs` })),
        };
    };
    const left = side('A', 'abcd');
    const right = side('B', 'abdc');
    const both = new Comparison(left, right);
    assert.strictEqual(both.first, 2);
    assert.match(both.go(both.first),
        /first 2 steps are the same. Then in A c runs, and in B d runs. Step 3 of 4/);
    assert.deepStrictEqual([left.moves, right.moves], [[20], [20]]);
    assert.strictEqual(new Comparison(left, left).first, -1);
    const short = new Comparison(left, side('C', 'ab'));
    assert.strictEqual(short.first, 2);
    assert.match(short.go(3), /C has ended/);
});

// ---- Running ----------------------------------------------------------------

async function main() {
    const server = await start({
        ORRERY_PLAY_MS: '1000', ORRERY_PLAY_MB: '32', ORRERY_PLAY_TRACE: '1000000',
    });
    let failed = 0;
    for (const { name, fn } of tests) {
        try {
            await fn(server);
        } catch (error) {
            failed++;
            console.log(`FAIL ${name}\n    ${error.stack}`);
        }
    }
    await server.end();
    console.log(`${tests.length - failed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
}

main();
