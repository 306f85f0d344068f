'use strict';

// play_page.js - the page of `orrery play` in a real browser. Exports a list of
// { name, fn(browser, out) }.

const assert = require('assert');
const { spawn } = require('child_process');
const { writeFileSync } = require('fs');
const path = require('path');

const DESKTOP = { width: 1280, height: 800 };

let server;

// One server for all of these tests.
function start() {
    server ??= new Promise((resolve) => {
        const child = spawn(process.execPath, ['play'], {
            stdio: ['ignore', 'pipe', 'inherit'],
            env: { ...process.env, ORRERY_PLAY_MS: '1500' },
        });
        child.stdout.once('data', (text) => resolve({
            url: /http:\S+/.exec(text)[0], child,
        }));
    });
    return server;
}

async function end() {
    if (server !== undefined)
        (await server).child.kill();
}

async function openPlay(browser, size = DESKTOP) {
    const view = await browser.open((await start()).url, size);
    await settled(view);
    return view;
}

// Until the last run is shown.
async function settled(view) {
    for (let n = 0; n < 200; n++) {
        if (await view.eval(`!document.getElementById('run').classList.contains('busy') &&
            play.apps !== undefined && play.apps.every((app) => app?.model)`))
            return;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.fail('the program did not come back');
}

// What the n-th frame has printed at its last step.
const printed = (view, n = 0) => view.eval(`(() => {
    const app = play.apps[${n}];
    return app.console.lines.filter((l) => !l.isNote).map((l) => l.line);
})()`);

const tests = [];
const test = (name, fn) => tests.push({ name, fn });

test('play runs the first example at once, with its source', async (browser, out) => {
    const view = await openPlay(browser);
    assert.deepStrictEqual(await printed(view),
        ['main', 'tick', 'microtask', 'immediate', 'timeout']);
    assert.ok(await view.eval('play.apps[0].model.sources.size') > 0);
    await view.eval('play.apps[0].step("output"), play.apps[0].step("output")');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await view.screenshot(path.join(out, 'play.png'));
    return view;
});

test('play runs what is typed, by Ctrl+Enter', async (browser) => {
    const view = await openPlay(browser);
    await view.eval(`document.getElementById('code').focus(),
        document.getElementById('code').select()`);
    await view.send('Input.insertText', { text: 'console.log("<b>typed</b>")' });
    assert.strictEqual(await view.eval('document.getElementById("shown").textContent'),
        'console.log("<b>typed</b>")');
    await view.key('Enter', { ctrl: true });
    await settled(view);
    assert.deepStrictEqual(await printed(view), ['<b>typed</b>']);
    await view.eval('localStorage.clear()');
    return view;
});

// The coloured text stands behind the text area, letter by letter.
test('long lines are wrapped, in the text and behind it alike', async (browser) => {
    const view = await openPlay(browser);
    const sizes = () => view.eval(`['code', 'shown'].map((id) => {
        const { scrollHeight, scrollWidth, clientWidth } = document.getElementById(id);
        return [scrollHeight, scrollWidth > clientWidth];
    })`);
    await view.eval(`play.editor.value = '    word '.repeat(40) + '\\n' +
        'x'.repeat(300) + '\\n' + 'last line\\n'.repeat(60)`);
    const [text, behind] = await sizes();
    assert.deepStrictEqual(text, behind);
    assert.strictEqual(text[1], false);
    assert.ok(await view.eval(`shown.children[1].offsetHeight >
        2 * shown.children[2].offsetHeight`));
    await view.eval('localStorage.clear()');
    return view;
});

test('every example runs, and ends', async (browser) => {
    const view = await openPlay(browser);
    const names = await view.eval('play.examples.map(({ name }) => name)');
    assert.ok(names.length >= 30);
    assert.deepStrictEqual(names.slice(-5), ['1-http-server', '2-http-blocked',
        '3-module-ticks', '4-module-await', '5-module-import']);
    assert.ok(names.indexOf('completion') < names.indexOf('await'), 'as in the guide');
    for (const name of names.filter((n) => !n.includes('for-ever'))) {
        await view.eval(`document.getElementById('other').value = '',
            play.choose('${name}')`);
        await settled(view);
        assert.strictEqual(await view.eval('document.getElementById("said").textContent'),
            '', name);
        assert.ok((await printed(view)).length > 1, name);
    }
    return view;
});

test('two profiles are stepped together to the first difference',
    async (browser, out) => {
        const view = await openPlay(browser);
        await view.eval('play.choose("04-between-timers")');
        await settled(view);
        assert.strictEqual(await view.eval('play.apps.length'), 2);
        const verdict = () => view.eval('document.getElementById("verdict").textContent');
        assert.match(await verdict(), /first 3 steps are the same. Then in Node 24 line \d+ runs \(nextTick\), and in Node 10 line \d+ runs \(setTimeout/);
        await view.eval('document.getElementById("t-back").click()');
        assert.match(await verdict(), /Step 3 of/);
        assert.deepStrictEqual(await view.eval('play.apps.map((app) => app.k > 0)'),
            [true, true]);
        await view.eval('document.getElementById("t-diff").click()');
        assert.match(await verdict(), /Step 4 of/);
        await view.key('ArrowRight');
        assert.match(await verdict(), /Step 5 of/);
        await view.key('ArrowLeft');
        await new Promise((resolve) => setTimeout(resolve, 500));
        await view.screenshot(path.join(out, 'play-two.png'));
        return view;
    });

test('a program that loops for ever is said to have been ended',
    async (browser, out) => {
        const view = await openPlay(browser);
        await view.eval('play.choose("12-for-ever")');
        await settled(view);
        assert.match(await view.eval('document.getElementById("said").textContent'),
            /ended after 1.5 s: it was still running/);
        assert.deepStrictEqual(await printed(view), ['round and round']);
        await view.screenshot(path.join(out, 'play-ended.png'));
        return view;
    });

test('a saved page opens from disk', async (browser, out) => {
    const view = await openPlay(browser);
    const text = await view.eval(`new Promise((resolve) => {
        URL.createObjectURL = (blob) => { blob.text().then(resolve); return '#'; };
        document.getElementById('save').click();
    })`);
    const file = path.join(out, 'saved.html');
    writeFileSync(file, text);
    const saved = await browser.open(`file://${file}`, DESKTOP);
    assert.strictEqual(await saved.eval('orrery.model.stops.output.length'), 5);
    return view;
});

test('on a phone the two are stepped from where one looks', async (browser) => {
    const view = await openPlay(browser);
    await view.resize({ width: 390, height: 844, scale: 2, mobile: true });
    await view.eval('play.choose("04-between-timers")');
    await settled(view);
    const [top, bottom, height] = await view.eval(`(() => {
        const { top, bottom } = together.getBoundingClientRect();
        return [top, bottom, innerHeight];
    })()`);
    assert.ok(top > 0 && bottom <= height + 1, `${top} to ${bottom} of ${height}`);
    return view;
});

test('in the frame of play nothing is cut off', async (browser) => {
    const view = await openPlay(browser);
    const cut = await view.eval(`(() => {
        const { document, innerWidth } = play.frames[0].contentWindow;
        return [...document.querySelectorAll('#bar button, #transport *')].filter((e) =>
            e.getClientRects().length > 0 && !e.closest('.hidden') &&
            e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.id || e.outerHTML);
    })()`);
    assert.deepStrictEqual(cut, []);
    return view;
});

test('play fits the width of a phone', async (browser) => {
    const view = await openPlay(browser,
        { width: 390, height: 844, scale: 2, mobile: true });
    const [inner, wide] = await view.eval(
        '[document.documentElement.clientWidth, document.documentElement.scrollWidth]');
    assert.ok(wide <= inner, `${wide} of ${inner}`);
    return view;
});

test('"beside" goes with its example, and the editor stays', async (browser) => {
    const view = await openPlay(browser);
    await view.eval('play.choose("04-between-timers")');
    await settled(view);
    const isSeen = () => view.eval('!!document.getElementById("code").offsetHeight');
    assert.ok(await isSeen());
    await view.eval('play.choose("01-order")');
    await settled(view);
    assert.strictEqual(await view.eval('document.getElementById("other").value'), '');
    assert.strictEqual(await view.eval('play.apps.length'), 1);
    assert.ok(await isSeen());
    assert.match(await view.eval('document.getElementById("about").textContent'),
        /^Node 24: ticks, then microtasks.* On the simulator/);
    return view;
});

test('a program travels in a link', async (browser) => {
    const view = await openPlay(browser);
    await view.eval(`play.editor.value = 'console.log("ü in a link")',
        document.getElementById('profile').value = 'node18', play.copyLink()`);
    const link = await view.eval('location.href');
    const other = await browser.open(link, DESKTOP);
    await settled(other);
    assert.deepStrictEqual(await printed(other), ['ü in a link']);
    assert.strictEqual(await other.eval('document.getElementById("profile").value'),
        'node18');
    await other.eval('localStorage.clear()');
    return view;
});

test('predict first: the output is hidden, the lines are put in order, then stepped',
    async (browser, out) => {
        const view = await openPlay(browser);
        await view.eval(`play.choose('01-order')`);
        await settled(view);
        await view.eval(`document.getElementById('predict-first').click()`);
        await settled(view);
        const lines = () => view.eval(`[...document.querySelectorAll('#predict .line')]
            .map((b) => b.firstChild.textContent)`);
        const right = ['main', 'tick', 'microtask', 'immediate', 'timeout'];
        const mixed = await lines();
        assert.notDeepStrictEqual(mixed, right);
        assert.deepStrictEqual([...mixed].sort(), [...right].sort());
        await view.screenshot(path.join(out, 'predict.png'));
        // By keys, as well as by the buttons.
        for (const [to, text] of right.entries()) {
            while ((await lines()).indexOf(text) > to) {
                await view.eval(`[...document.querySelectorAll('#predict .line')]
                    .find((b) => b.firstChild.textContent === '${text}').focus()`);
                await view.key('ArrowUp');
            }
        }
        await view.eval(`document.getElementById('p-check').click()`);
        assert.match(await view.eval(`document.querySelector('#predict .result').textContent`),
            /All of them are right/);
        await view.eval(`document.getElementById('p-step').click()`);
        const seen = () => view.eval(`[...play.frames[0].contentDocument.querySelectorAll(
            '#console li:not(.none)')].filter((li) => getComputedStyle(li).visibility ===
            'visible').length`);
        assert.strictEqual(await seen(), 0);
        await view.eval('play.apps[0].step("output")');
        assert.strictEqual(await seen(), 1);
        await view.eval(`document.getElementById('predict-first').click()`);
        await settled(view);
        return view;
    });

test('a lesson is a Markdown file', async (browser, out) => {
    const file = path.join(out, 'lesson.md');
    writeFileSync(file, ['# Ticks', 'What comes **first**, `tick` or <b>this</b>?', '',
        '```js predict', 'process.nextTick(() => console.log("tick"));',
        'console.log("main");', '```', '', 'The main script is a callback, too:', '',
        '    $ orrery ticks.js', '', '    main', '',
        'Not more.', '',
        '## Timers', '```js predict beside=node10', 'setTimeout(() => console.log(1));',
        'setTimeout(() => console.log(2));', '```', 'Both are due.', ''].join('\n'));
    const child = spawn(process.execPath, ['play', file], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise((resolve) => child.stdout.once('data', (text) =>
        resolve(/http:\S+/.exec(text)[0])));
    const view = await browser.open(url, DESKTOP);
    await settled(view);
    const text = () => view.eval('document.getElementById("lesson").textContent');
    assert.match(await text(), /^TicksWhat comes first, tick or <b>this<\/b>\?BackNext1 of 2$/);
    assert.strictEqual(await view.eval('document.getElementById("predict").hidden'), false);
    await view.screenshot(path.join(out, 'lesson-page.png'));
    await view.eval(`document.getElementById('p-step').click()`);
    assert.match(await text(), /The main script is a callback, too:/);
    assert.strictEqual(await view.eval('document.querySelector("#lesson pre").textContent'),
        '$ orrery ticks.js\n\nmain');
    await view.eval(`document.querySelectorAll('#lesson nav button')[1].click()`);
    await settled(view);
    assert.match(await text(), /^Timers.*2 of 2$/);
    assert.strictEqual(await view.eval('play.apps.length'), 2);
    const shown = () => view.eval(`[!document.getElementById('predict').hidden,
        !document.getElementById('together').hidden,
        /Both are due/.test(document.getElementById('lesson').textContent)].join()`);
    assert.strictEqual(await shown(), 'true,false,false', 'also of two runs');
    assert.match(await view.eval('document.querySelector("#predict h2").textContent'),
        /^What does it print as Node 24, /);
    await view.eval(`document.getElementById('p-step').click()`);
    assert.strictEqual(await shown(), 'false,true,true');
    child.kill();
    return view;
});

test('the line of a file that runs is marked in the editor', async (browser, out) => {
    const file = path.join(out, 'mine.js');
    writeFileSync(file, 'const one = 1;\nsetTimeout(function later() {\n' +
        '    console.log(one);\n});\n');
    const child = spawn(process.execPath, ['play', file], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await new Promise((resolve) => child.stdout.once('data', (text) =>
        resolve(/http:\S+/.exec(text)[0])));
    const view = await browser.open(url, DESKTOP);
    await settled(view);
    const marked = () => view.eval(`[...document.querySelectorAll('#shown > .now')]
        .map((line) => line.textContent.trim())`);
    await view.eval('play.apps[0].step("output")');
    assert.deepStrictEqual(await marked(), ['console.log(one);']);
    await view.eval(`document.getElementById('code').focus()`);
    await view.send('Input.insertText', { text: '// changed' });
    await view.eval('play.apps[0].step("callback", false)');
    assert.deepStrictEqual(await marked(), [], 'until it is run again');
    child.kill();
    await view.eval('localStorage.clear()');
    return view;
});

module.exports = { tests, end };
