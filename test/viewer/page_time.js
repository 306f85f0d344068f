'use strict';

// page_time.js - what the page says about time and about requests. Exports a list
// of { name, fn(browser, out) }.

const assert = require('assert');
const path = require('path');
const { timeTrace, traceOf } = require('./traces.js');

const DESKTOP = { width: 1280, height: 800 };
const tests = [];

const test = (name, fn) => tests.push({ name, fn });

async function openTrace(browser, out, trace) {
    const view = await browser.open(`file://${path.resolve(out, '..', 'viewer.html')}`,
        DESKTOP);
    await view.eval(`orrery.load(${JSON.stringify(trace)})`);
    return view;
}

const goTo = (view, text) => view.eval(`orrery.go(orrery.search.find(
    ${JSON.stringify(text)})[0].k)`);
const textOf = (view, id) => view.eval(`document.getElementById('${id}').textContent`);

test('a timer that waited is said to be as late as it was, and behind what',
    async (browser, out) => {
        const view = await openTrace(browser, out, timeTrace());
        await goTo(view, 'poll()');
        assert.match(await textOf(view, 'reason'), new RegExp('^Because 10 ms were over ' +
            'at 11 ms; it ran 195 ms late, behind the timer of server\\.js:2 \\(set by ' +
            'main\\)\\.The timers phase runs'));
        return view;
    });

test('lateness on the simulator is right within a millisecond', async (browser, out) => {
    const view = await openTrace(browser, out, traceOf(path.join(__dirname, 'late.js')));
    await goTo(view, 'victim()');
    const [, late] = / it ran (\d+) ms late/.exec(await textOf(view, 'reason'));
    assert.ok(Math.abs(Number(late) - 195) <= 1, late);
    return view;
});

test('durations are in the chain, in the text view and at the pointer',
    async (browser, out) => {
        const view = await openTrace(browser, out, timeTrace());
        await goTo(view, 'heavy()');
        assert.match(await textOf(view, 'chain'), /setTimeout 5 ms: heavy\(\).*took 200 ms/);
        const tip = await view.eval(`(() => {
            const run = orrery.model.runs.find((r) => r.id === 3);
            orrery.tip(run, 100, 50);
            return document.getElementById('tip').textContent;
        })()`);
        assert.match(tip, /heavy\(\).*at 6 ms, took 200 ms/);
        await view.key('v');
        assert.match(await textOf(view, 'story'), /heavy\(\), server\.js:2200 ms/);
        await view.key('v');
        return view;
    });

test('a tip goes when a key moves the step', async (browser, out) => {
    const view = await openTrace(browser, out, timeTrace());
    await view.eval('orrery.tip(orrery.model.runs[1], 100, 50)');
    await view.key('ArrowRight');
    assert.ok(await view.eval('document.getElementById("tip").hidden'));
    return view;
});

test('callbacks that held the loop are counted, marked and found by a key',
    async (browser, out) => {
        const view = await openTrace(browser, out, timeTrace());
        assert.strictEqual(await textOf(view, 'long'), '1 long');
        await view.key('l');
        assert.match(await textOf(view, 'chain'), /^setTimeout 5 ms: heavy/);
        assert.ok(await view.eval('!!document.querySelector("#chain b.long")'));
        assert.ok((await view.eval('orrery.timeline.mapRow()')).includes('error'));
        return view;
    });

test('a range has its sums, by function, file and package', async (browser, out) => {
    const view = await openTrace(browser, out, timeTrace());
    await view.eval('orrery.timeline.fit()');
    await view.key('r');
    assert.match(await textOf(view, 'sums'), /208 ms: code ran for 203 ms \(98 %\)/);
    const rows = (tab) => view.eval(`(() => {
        document.querySelectorAll('#sums .tabs button')[${tab}].click();
        return [...document.querySelectorAll('#sums ol li')].map((li) =>
            li.querySelector('button').textContent + ' ' + li.lastChild.textContent);
    })()`);
    assert.deepStrictEqual((await rows(0)).slice(0, 3), ['heavy() server.js:2 200 ms',
        'main 1.5 ms', 'listTodos() server.js:3 1.2 ms']);
    assert.deepStrictEqual(await rows(1), ['server.js 203 ms']);
    assert.deepStrictEqual(await rows(2), ['your files 203 ms']);
    await view.screenshot(path.join(out, 'sums.png'));
    await view.key('Escape');
    assert.ok(await view.eval('document.getElementById("sums").hidden'));
    return view;
});

test('a range is selected by dragging over the ruler', async (browser, out) => {
    const view = await openTrace(browser, out, timeTrace());
    const top = await view.eval(
        'document.getElementById("timeline").getBoundingClientRect().top');
    await view.eval('orrery.timeline.fit()');
    await view.mouse('mousePressed', 700, top + 24);
    await view.mouse('mouseMoved', 1200, top + 24, { buttons: 1 });
    await view.mouse('mouseReleased', 1200, top + 24);
    assert.strictEqual(await view.eval('orrery.timeline.range.length'), 2);
    assert.match(await textOf(view, 'sums'), /Who took the time/);
    return view;
});

test('a request has its method, URL, status and the line that handled it',
    async (browser, out) => {
        const view = await openTrace(browser, out, timeTrace());
        await goTo(view, 'todos');
        const chain = await textOf(view, 'chain');
        assert.match(chain, /GET \/todos\?x=1 → 200: listTodos\(\)/);
        assert.match(chain, /handled at server\.js:3/);
        await view.eval('orrery.setOption("onlyMine", true)');
        const mine = await view.eval(`[...orrery.stopsOf('callback')].map((k) =>
            orrery.model.slices[orrery.model.at[k]].id)`);
        assert.ok(mine.includes(4), 'a callback in which a line of mine ran is mine');
        return view;
    });

test('a trace opens on the program, not on a file of a package', async (browser, out) => {
    const lines = timeTrace().trimEnd().split('\n');
    lines.splice(1, 0, '{"s":2,"file":"/app/node_modules/x/i.js","text":"x()"}');
    const view = await openTrace(browser, out, `${lines.join('\n')}\n`);
    assert.strictEqual(await textOf(view, 'file'), 'server.js');
    return view;
});

module.exports = { tests };
