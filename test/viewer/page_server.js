'use strict';

// page_server.js - the page of a server: a router of a package calls a middleware and
// then a handler of the program. Exports a list of { name, fn(browser, out) }.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('fs');
const { tmpdir } = require('os');
const path = require('path');
const { traceOf } = require('./traces.js');

const SIZES = [
    { width: 1280, height: 800 }, { width: 1024, height: 768 },
    { width: 390, height: 844, mobile: true }, { width: 844, height: 390, mobile: true },
];

const ROUTER = `module.exports = (middleware, routes) => (request, response) => {
    const handle = routes[request.url.split('?')[0]];
    if (request.method === 'POST')
        request.on('end', () => handle(request, response)).resume();
    else
        middleware(request, response, () => handle(request, response));
};
`;

const SERVER = `const http = require('http');
const router = require('router');
const server = http.createServer(router(function logger(request, response, next) {
    next();
}, {
    '/todos': function list(request, response) {
        setTimeout(() => response.end('[]'), 5);
    },
    '/add': function add(request, response) {
        response.end('added');
    },
}));
server.listen(8080, () => {
    http.get('http://localhost:8080/todos?x=1', (response) => {
        response.on('end', post).resume();
    });
});
function post() {
    const request = http.request('http://localhost:8080/add', { method: 'POST' });
    request.on('response', () => server.close()).write('half');
    setTimeout(() => request.end('rest'), 5);
}
`;

const tests = [];
const test = (name, fn) => tests.push({ name, fn });

let made;

// The trace of the server, and what explain says of it.
function makeTrace() {
    const folder = mkdtempSync(path.join(tmpdir(), 'orrery-server-'));
    const file = path.join(folder, 't.jsonl');
    const run = (...args) => execFileSync(process.execPath, args,
        { cwd: folder, encoding: 'utf8', env: { ...process.env, COLUMNS: '200' } });
    try {
        mkdirSync(path.join(folder, 'node_modules'));
        writeFileSync(path.join(folder, 'node_modules', 'router.js'), ROUTER);
        writeFileSync(path.join(folder, 'server.js'), SERVER);
        run('trace', '--backend', 'sim', '-o', file, 'server.js');
        return { trace: readFileSync(file, 'utf8'), story: run('explain', '--all', file) };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

async function openServer(browser, out, size = SIZES[0]) {
    made ??= makeTrace();
    const view = await browser.open(`file://${path.resolve(out, '..', 'viewer.html')}`, size);
    await view.eval(`orrery.load(${JSON.stringify(made.trace)}), orrery.closeHint()`);
    return view;
}

const goTo = (view, text) => view.eval(`orrery.go(orrery.search.find(
    ${JSON.stringify(text)})[0].k)`);
const textOf = (view, id) => view.eval(`document.getElementById('${id}').innerText`);

// Of two elements, how much of one lies on the other, in pixels.
const overlap = (view, a, b) => view.eval(`(() => {
    const [p, q] = [${JSON.stringify(a)}, ${JSON.stringify(b)}].map((name) =>
        document.querySelector(name).getBoundingClientRect());
    return Math.max(0, Math.min(p.right, q.right) - Math.max(p.left, q.left)) *
        Math.max(0, Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top));
})()`);

for (const size of SIZES) {
    for (const theme of ['dark', 'light']) {
        test(`a request can be read at ${size.width} x ${size.height}, ${theme}`,
            async (browser, out) => {
                const view = await openServer(browser, out, size);
                await view.theme(theme);
                await goTo(view, 'GET /todos');
                const chain = await textOf(view, 'chain');
                assert.match(chain, /GET \/todos\?x=1 → 200: logger\(\)/);
                assert.match(chain, /server\.js:3/);
                assert.match(await textOf(view, 'reason'),
                    /^Because \d+ bytes came in \(asked for by the connection of server\.js:13\)\./);
                await view.eval(`document.getElementById('chain').scrollIntoView()`);
                const seen = await view.eval(`(() => {
                    const { left, right, height } = document.querySelector('#chain button')
                        .getBoundingClientRect();
                    return left >= 0 && right <= innerWidth && height > 10;
                })()`);
                assert.ok(seen, 'its name is within the screen');
                assert.strictEqual(await overlap(view, '#why-pane', '#loop-pane'), 0);
                await view.eval('scrollTo(0, 0)');
                await view.screenshot(path.join(out,
                    `server-${size.width}-${theme}.png`));
                return view;
            });
    }
}

test('a handler is found by its name, though a middleware ran first',
    async (browser, out) => {
        const view = await openServer(browser, out);
        const found = await view.eval(`orrery.search.find('list()')
            .map(({ text }) => text)`);
        assert.deepStrictEqual(found, ['GET /todos?x=1 → 200, logger(), server.js:3']);
        return view;
    });

test('a response that came to the program has its URL and status', async (browser, out) => {
    const view = await openServer(browser, out);
    await goTo(view, 'response to');
    assert.match(await textOf(view, 'chain'),
        /^response to GET http:\/\/localhost:8080\/todos\?x=1 → 200/);
    return view;
});

test('the page gives the reasons that explain gives', async (browser, out) => {
    const view = await openServer(browser, out);
    const reasons = await view.eval(`orrery.model.runs.filter((run) =>
        run.kind !== 'script' && (run.entries || run.response ||
            run.kind === 'addrinfo')).map((run) => {
            orrery.go(run.begin);
            return document.getElementById('reason').firstChild.textContent;
        })`);
    const told = made.story.replace(/\n +/g, ' ');
    assert.ok(reasons.length > 4, `${reasons.length} reasons`);
    for (const reason of reasons)
        assert.ok(told.includes(reason.slice(0, -1).replace('Because', 'because')), reason);
    return view;
});

test('a request whose body comes later has its handler, and the handler its request',
    async (browser, out) => {
        const view = await openServer(browser, out);
        await goTo(view, 'POST /add');
        assert.match(await textOf(view, 'chain'), /^POST \/add → 200\n.*\nhandled at\nserver\.js:9/);
        assert.match(made.story, /^ *POST \/add -> 200 +server\.js:9$/m);
        await goTo(view, "tick: 'end', add()");
        const links = await view.eval(`[...document.querySelectorAll('#chain button')]
            .map((button) => button.textContent)`);
        assert.deepStrictEqual(links.filter((text) => /^(POST|connection|main)/.test(text)),
            ['POST /add → 200', 'connection', 'main']);
        return view;
    });

test('the chain of a module ends at its body, without steps of the loader',
    async (browser, out) => {
        const file = path.join(out, 'awaits.mjs');
        writeFileSync(file, 'import { stat } from "node:fs/promises";\n' +
            'await stat(".");\nawait new Promise((r) => setTimeout(r, 5));\n' +
            'console.log("end");\n');
        const view = await openServer(browser, out);
        await view.eval(`orrery.load(${JSON.stringify(traceOf(file))})`);
        await goTo(view, 'prints “end');
        assert.strictEqual(await view.eval(`[...document.querySelectorAll('#chain .link')]
            .map((link) => [...link.querySelectorAll('button')]
                .map((button) => button.textContent).join(' < ')).join('; ')`),
        'after await < setTimeout 5 ms, awaits.mjs:3; ' +
            'after await < stat, awaits.mjs:2; main (awaits.mjs)');
        return view;
    });

test('what the loader of modules does is one step, and one line', async (browser, out) => {
    const file = path.join(out, 'body.mjs');
    writeFileSync(file, "import fs from 'fs';\nawait fs.promises.stat('.');\n" +
        "console.log('end');\n");
    const view = await browser.open(`file://${path.resolve(out, '..', 'viewer.html')}`,
        SIZES[0]);
    await view.eval(`orrery.load(${JSON.stringify(traceOf(file))}), orrery.closeHint()`);
    const steps = () => view.eval(`(() => {
        const to = orrery.search.find('main (body.mjs)')[0].k;
        return orrery.stopsOf('microtask').filter((k) => k < to).length;
    })()`);
    const folded = await steps();
    assert.ok(folded <= 4, `${folded} steps before the body`);
    await view.key('v');
    assert.match(await textOf(view, 'story'), /^\d+ steps of the runtime/m);
    await view.key('g');
    assert.ok(await steps() > folded + 3, 'all of them');
    return view;
});

test('in a turn no function is named that only has its number', async (browser, out) => {
    const view = await openServer(browser, out);
    await view.key('v');
    const story = await textOf(view, 'story');
    assert.match(story, /^turn 1$/m);
    assert.doesNotMatch(story, /^turn \d+,/m);
    return view;
});

test('what a package asked for is shown where it comes to the program',
    async (browser, out) => {
        const folder = path.join(out, 'later');
        mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
        writeFileSync(path.join(folder, 'node_modules', 'later.js'),
            'module.exports = (fn) => setTimeout(() => Promise.resolve().then(() => fn()));\n');
        const file = path.join(folder, 'app.js');
        writeFileSync(file, "const later = require('later');\nlater(function mine() {\n" +
            "    console.log('mine');\n});\n");
        const view = await openServer(browser, out);
        await view.eval(`orrery.load(${JSON.stringify(traceOf(file))})`);
        await goTo(view, 'mine()');
        assert.strictEqual(await view.eval(`document.getElementById('file').textContent + ':' +
            document.querySelector('#code .now').value`), 'app.js:2');
        assert.match(await textOf(view, 'stack'), /^then\(\) callback in later.* app\.js:2/);
        return view;
    });

test("a timer of the runtime's own says so, and how long it is", async (browser, out) => {
    const view = await openServer(browser, out);
    const [cards, cut] = await view.eval(`(() => {
        const items = orrery.model.runs.flatMap((run) => {
            orrery.go(run.begin);
            return [...document.querySelectorAll('.card li')].map((item) => [
                [...item.children].map((e) => e.textContent).join(', '),
                [...item.children].some((e) => e.scrollWidth > e.clientWidth + 1)]);
        });
        return [items.map(([text]) => text),
            items.filter(([, isCut]) => isCut).map(([text]) => text)];
    })()`);
    assert.ok(cards.some((text) => /^timer \d+ ms, in [\d.]+ s · runtime$/.test(text)),
        cards.join('; '));
    assert.deepStrictEqual(cut, []);
    return view;
});

test('main is main in the sums, too', async (browser, out) => {
    const view = await openServer(browser, out);
    await view.eval('document.getElementById("times").click()');
    assert.match(await textOf(view, 'sums'), /^main/m);
    return view;
});

module.exports = { tests };
