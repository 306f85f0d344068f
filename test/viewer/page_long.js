'use strict';

// page_long.js - the page with long traces: how it opens, how it moves. Times are
// those of the page's own thread on the processor, so that a busy machine changes
// nothing. Exports a list of { name, fn(browser, out) }. With ORRERY_LONG the long
// trace has a million events.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { statSync, writeFileSync } = require('fs');
const path = require('path');
const { longTrace } = require('./traces.js');

const DESKTOP = { width: 1280, height: 800 };
const COUNT = process.env.ORRERY_LONG ? 1e6 : 1e5;
const OPEN_MAX_MS = 5000; // for a million events
const FRAME_MAX_MS = 50;
const tests = [];

const test = (name, fn) => tests.push({ name, fn });

async function processorTime(view) {
    const { metrics } = await view.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

// A page with the trace in it, as `orrery trace -o` makes one of a file.
function makePage(out) {
    const lines = path.join(out, 'long.jsonl');
    const page = path.join(out, 'long.html');
    writeFileSync(lines, longTrace(COUNT));
    execFileSync(process.execPath, ['trace', lines, '-o', page]);
    return { page, bytes: statSync(lines).size };
}

async function openLong(browser, page) {
    const view = await browser.open('about:blank', DESKTOP);
    await view.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await processorTime(view);
    await view.goto(`file://${page}`);
    for (let n = 0; n < 600 && !await view.eval('!!orrery.model'); n++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    return { view, took: await processorTime(view) - before };
}

let opened;

test('a long trace lies in its page in packed parts and opens soon', async (browser, out) => {
    const { page, bytes } = makePage(out);
    assert.ok(statSync(page).size < bytes / 3, 'the page is packed');
    opened = await openLong(browser, page);
    const { view, took } = opened;
    const count = await view.eval('orrery.model.events.length');
    console.log(`  ${count} events open in ${took.toFixed(0)} ms`);
    assert.ok(count > COUNT);
    assert.strictEqual(await view.eval('orrery.model.lines.at(-1)'), count + 1);
    assert.ok(took < 1000 + OPEN_MAX_MS * COUNT / 1e6, `${took} ms`);
    assert.strictEqual(await view.eval('document.body.className'), '');
});

test('a long trace is panned and stepped within 50 ms a frame', async () => {
    const { view } = opened;
    const cost = async (times, text) => {
        const before = await processorTime(view);
        await view.eval(`(async () => { for (let n = 0; n < ${times}; n++) {
            ${text}; await new Promise(requestAnimationFrame);
        } })()`);
        return (await processorTime(view) - before) / times;
    };
    for (const share of [1, 0.1, 0.001]) {
        await view.eval(`orrery.timeline.view(0, orrery.timeline.length * ${share})`);
        const frame = await cost(30, 'orrery.timeline.pan(0.01)');
        console.log(`  ${share} of it shown: ${frame.toFixed(1)} ms a frame`);
        assert.ok(frame < FRAME_MAX_MS, `${frame} ms`);
    }
    const step = await cost(30, 'orrery.step()');
    console.log(`  a step takes ${step.toFixed(1)} ms`);
    assert.ok(step < FRAME_MAX_MS, `${step} ms`);
});

test('arrows to far away cost no more when zoomed in', async () => {
    const { view } = opened;
    const before = await processorTime(view);
    await view.eval(`(async () => {
        orrery.go(orrery.model.runs[0].begin);
        const t = orrery.timeline;
        for (let n = 0; n < 20; n++) {
            t.view(t.positions[orrery.k] - 2, t.positions[orrery.k] + 3);
            await new Promise(requestAnimationFrame);
        }
    })()`);
    const frame = (await processorTime(view) - before) / 20;
    assert.ok(frame < FRAME_MAX_MS, `${frame} ms`);
    const ends = await view.eval(`orrery.timeline.effects.map(({ run }) =>
        orrery.timeline.nearX(run.begin))`);
    assert.ok(ends.every((x) => Math.abs(x) < 3000), String(ends));
});

test('storms are folded', async (browser, out) => {
    const { view } = opened;
    assert.ok(await view.eval('orrery.model.storms.length') > 10);
    await view.eval('orrery.timeline.fit(), orrery.go(50000)');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await view.screenshot(path.join(out, 'long.png'));
    const folded = await view.eval('orrery.stopsOf("microtask").length');
    await view.key('g');
    assert.ok(await view.eval('orrery.stopsOf("microtask").length') > folded + 1000);
    return view;
});

test('a page with parts can be dropped on the page', async (browser, out) => {
    const view = await browser.open(`file://${path.resolve(out, '..', 'viewer.html')}`,
        DESKTOP);
    const text = require('fs').readFileSync(path.join(out, 'long.html'), 'latin1');
    const parts = text.slice(text.indexOf('<script class="orrery-part" type'));
    await view.eval(`window.dropped = ${JSON.stringify(parts.slice(0,
        parts.indexOf('</script>') + 9))}`);
    await view.eval(`orrery.takeFiles([new File([window.dropped], 'long.html')])`);
    // One part of several is a trace that was cut: it is refused, and offered.
    assert.match(await view.eval('document.getElementById("refused").textContent'),
        /is cut: its last line is missing/);
    await view.eval('document.querySelector("#refused button").click()');
    for (let n = 0; n < 100 && !await view.eval('!!orrery.model'); n++)
        await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(await view.eval('orrery.model.events.length') > 1000);
    return view;
});

module.exports = { tests };
