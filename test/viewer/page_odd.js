'use strict';

// page_odd.js - traces with odd things in them: marks that turn the order of what is
// read, escapes for terminals, markup, names of any length, very many threads. Exports
// a list of { name, fn(browser, out) }.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('fs');
const { tmpdir } = require('os');
const path = require('path');

const DESKTOP = { width: 1280, height: 800 };
const HEAD = '{"v":2,"mode":"virtual","backend":"sim","profile":"node","argv":["/a.js"],' +
    '"cwd":"/"}';
const THREADS = 1500;
const tests = [];

const test = (name, fn) => tests.push({ name, fn });

async function openLines(browser, out, lines) {
    const view = await browser.open(`file://${path.resolve(out, '..', 'viewer.html')}`,
        DESKTOP);
    await view.eval(`orrery.load(${JSON.stringify(lines.join('\n') + '\n')}),
        orrery.closeHint()`);
    return view;
}

// A main script that does what `events` say, and one timer with a function `fn`.
function linesOf({ fn, text, what = 'x' }) {
    const main = { kind: 'script', id: 1, c: 0, tr: 0, what: 'main', vt: 0 };
    const loc = '/a.js:1:1';
    const events = [
        { e: 'cb+', ...main }, { e: 'timer.arm', kind: 'timer', id: 2, c: 1, ms: 1, fn, loc },
        { e: 'emit', c: 1, listeners: 1, what }, { e: 'console', c: 1, fd: 1, text },
        { e: 'cb-', ...main }, { e: 'cb+', kind: 'timer', id: 2, c: 1, tr: 0, loc, vt: 1 },
        { e: 'cb-', kind: 'timer', id: 2, vt: 1 }, { e: 'exit', code: 0, vt: 1 },
    ];
    return [HEAD, ...events.map((event, n) => JSON.stringify({ vt: 0, i: n + 1, ...event }))];
}

function explain(lines) {
    const folder = mkdtempSync(path.join(tmpdir(), 'orrery-odd-'));
    const file = path.join(folder, 't.jsonl');
    try {
        writeFileSync(file, lines.join('\n') + '\n');
        return execFileSync(process.execPath, ['explain', file], { encoding: 'utf8' });
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const ODD = {
    fn: '</script><b>\u202eevil\0', what: '\u2066x',
    text: 'a\x1b[31mred\x1b[0m\x1b]0;title\x07 \u202egnp.exe\r\n',
};

test('what would turn or hide text is shown as escapes, colours go', async (browser, out) => {
    const view = await openLines(browser, out, linesOf(ODD));
    const texts = await view.eval(`(() => {
        const texts = [];
        for (let k = 0; k < orrery.model.events.length; k++) {
            orrery.go(k);
            texts.push(document.body.innerText);
        }
        return texts.join('\\n');
    })()`);
    assert.match(texts, /<\/script><b>\\u202eevil\\x00\(\)/);
    assert.match(texts, /ared\\x1b]0;title\\x07 \\u202egnp\.exe/);
    assert.doesNotMatch(texts, /[\0\x1b\u202e\u2066]/);
    assert.strictEqual(await view.eval('document.querySelectorAll("#chain b b").length'), 0);
    return view;
});

test('so does explain', async () => {
    const story = explain(linesOf(ODD));
    assert.match(story, /prints {2}ared\\x1b]0;title\\x07 \\u202egnp\.exe$/m);
    assert.match(story, /<\/script><b>\\u202eevil\\x00\(\)/);
    assert.doesNotMatch(story, /[\0\x1b\u202e\u2066\r]/);
});

test('a long name breaks its line and makes nothing wider', async (browser, out) => {
    const view = await openLines(browser, out, linesOf({
        fn: 'f'.repeat(5000), text: 'x'.repeat(1e5) }));
    await view.eval('orrery.go(5)');
    const wide = await view.eval(`[...document.querySelectorAll('#why-pane *, #stack *')]
        .filter((e) => e.scrollWidth > e.parentElement.clientWidth + 40).length`);
    assert.strictEqual(wide, 0);
    return view;
});

test('a file that begins with a call or a loop is no function of that name', async (browser, out) => {
    const source = { s: 1, file: '/a.js', text: 'for (;;) {}\n' };
    const [head, begin, ...rest] = linesOf({ text: 'x' });
    const enter = { i: 2, e: 'enter', c: 1, loc: '/a.js:1:1', vt: 0 };
    const renumbered = rest.map((line, n) => JSON.stringify({ ...JSON.parse(line), i: n + 3 }));
    const view = await openLines(browser, out, [head, begin, JSON.stringify(source),
        JSON.stringify(enter), ...renumbered]);
    assert.strictEqual(await view.eval(`orrery.go(1),
        document.querySelector('#chain button').textContent`), 'main');
    return view;
});

test('of very many threads the first have rows of their own', async (browser, out) => {
    const lines = [HEAD];
    let i = 0;
    for (let t = 0; t < THREADS; t++) {
        const run = { t, kind: 'script', id: 1, c: 0, tr: 0, what: 'main' };
        lines.push(JSON.stringify({ i: ++i, e: 'cb+', ...run }),
            JSON.stringify({ i: ++i, e: 'cb-', ...run }));
    }
    lines.push(JSON.stringify({ i: ++i, e: 'exit', code: 0 }));
    const view = await openLines(browser, out, lines);
    const last = await view.eval(`orrery.go(${2 * THREADS - 2}),
        orrery.timeline.tracks.get(${THREADS - 1}).phase.name`);
    assert.strictEqual(last, `${THREADS - 100} more`);
    await view.eval('new Promise((r) => requestAnimationFrame(() => setTimeout(r, 50)))');
    // A canvas that is too high draws nothing at all.
    const drawn = await view.eval(`(() => {
        const canvas = document.getElementById('timeline');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, 60);
        return data.some((value) => value !== 0);
    })()`);
    assert.ok(drawn);
    return view;
});

module.exports = { tests };
