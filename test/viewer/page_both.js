'use strict';

// page_both.js - the page with two orders of a program, and the choices in the page
// of one. Exports a list of { name, fn(browser, out) }.

const assert = require('assert');
const { spawnSync } = require('child_process');
const path = require('path');
const { traceOf } = require('./traces.js');

const DESKTOP = { width: 1280, height: 800 };
const PROGRAM = path.join('test', 'explore', 'programs', 'early_request.js');
const ORDER = `stat@${PROGRAM}:11#1>close@${PROGRAM}:21#1`;
const root = path.resolve(__dirname, '..', '..');
const tests = [];

const test = (name, fn) => tests.push({ name, fn });

async function openBoth(browser, out) {
    const file = path.join(out, 'both.html');
    const { status } = spawnSync(process.execPath, ['replay', ORDER, PROGRAM, '-o', file],
        { cwd: root, stdio: 'ignore' });
    assert.strictEqual(status, 1, 'the exit code is that of the order');
    const view = await browser.open(`file://${file}`, DESKTOP);
    for (let n = 0; n < 200 && !await view.eval('!!window.both?.rows'); n++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    return view;
}

const textOf = (view, id) => view.eval(`document.getElementById('${id}').textContent`);

test('an order that fails stands beside the usual one, in words', async (browser, out) => {
    const view = await openBoth(browser, out);
    assert.strictEqual(await textOf(view, 'sentence'), 'The stat (early_request.js:11) is ' +
        'slow: it is done only after the callback of the close (early_request.js:21).');
    assert.match(await textOf(view, 'end'), /^Then the program throws: TypeError/);
    assert.strictEqual(await textOf(view, 'verdict'), 'The first step is the same. Then, ' +
        'in the usual order, stat, early_request.js:11 runs; here readFile: open, ' +
        'early_request.js:21 runs.');
    await view.screenshot(path.join(out, 'both.png'));
    return view;
});

test('the steps of both orders are aligned, the first difference is marked',
    async (browser, out) => {
        const view = await openBoth(browser, out);
        const rows = await view.eval(`[...document.querySelectorAll('#list li')].map((li) =>
            [...li.children].map((cell) => cell.textContent))`);
        assert.deepStrictEqual(rows.slice(0, 3), [['main', 'main'],
            ['stat, early_request.js:11', ''],
            ['readFile: open, early_request.js:21', 'readFile: open, early_request.js:21']]);
        const first = await view.eval(`[...document.querySelectorAll('#list li')]
            .findIndex((li) => li.classList.contains('first'))`);
        assert.strictEqual(first, 1);
        return view;
    });

test('both orders are stepped together', async (browser, out) => {
    const view = await openBoth(browser, out);
    const steps = () => view.eval('both.apps.map((app) => app.k)');
    const before = await steps();
    await view.key('ArrowRight');
    const after = await steps();
    assert.ok(after[0] > before[0] && after[1] > before[1], `${before} ${after}`);
    await view.key('d');
    assert.deepStrictEqual(await steps(), before);
    return view;
});

test('the command of the order is copied', async (browser, out) => {
    const view = await openBoth(browser, out);
    await view.eval(`navigator.clipboard.writeText = async (text) => {
        window.copied = text;
    }, document.getElementById('again').click()`);
    assert.strictEqual(await view.eval('window.copied'),
        `orrery replay '${ORDER}' ${PROGRAM}`);
    return view;
});

// A choice as the trace of an order has it, with the order of each other way.
function choiceTrace() {
    const lines = traceOf(path.join(root, PROGRAM)).trimEnd().split('\n');
    return lines.map((line) => {
        const value = JSON.parse(line);
        if (value.v !== undefined)
            return JSON.stringify({ ...value, argv: ['app.js'], order: '' });
        if (value.e === 'choice' && value.kind === 'effect' && value.n === 3)
            value.opts[1].order = 'stat@app.js:11#1>open@app.js:21#1';
        return JSON.stringify(value);
    }).join('\n') + '\n';
}

test('at a diamond the other ways are listed, and a click copies the command of one',
    async (browser, out) => {
        const view = await browser.open(
            `file://${path.resolve(out, '..', 'viewer.html')}`, DESKTOP);
        await view.eval(`orrery.load(${JSON.stringify(choiceTrace())}),
            orrery.closeHint(), orrery.timeline.fit(),
            navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
        const [x, y] = await view.eval(`(() => {
            const t = orrery.timeline;
            const mark = t.marks.find(({ event }) => event.n === 3);
            const box = t.canvas.getBoundingClientRect();
            return [box.left + t.xOf(mark.begin), box.top + t.marksTop + 7];
        })()`);
        await view.mouse('mouseMoved', x, y);
        assert.strictEqual(await textOf(view, 'tip'), 'The simulator decides which ' +
            'operation takes effect first:\n● stat (early_request.js:11)\n' +
            '○ open (early_request.js:21)\n○ none of them yet\n' +
            'A click copies the command of the other way.');
        await view.click(x, y);
        assert.strictEqual(await view.eval('window.copied'),
            "orrery replay 'stat@app.js:11#1>open@app.js:21#1' app.js");
        assert.match(await textOf(view, 'copied'), /^copied: orrery replay/);
        assert.strictEqual(await view.eval(`document.querySelectorAll('#chain .copy').length`),
            2, 'the other way, and this run again');
        return view;
    });

module.exports = { tests };
