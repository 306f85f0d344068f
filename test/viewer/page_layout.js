'use strict';

// page_layout.js - the page at the sizes of real screens. Exports a list of
// { name, fn(browser, out) }.

const assert = require('assert');
const { writeFileSync } = require('fs');
const path = require('path');
const { traceOf } = require('./traces.js');

const SIZES = {
    'a desktop': { width: 1280, height: 800 },
    'a small desktop': { width: 1024, height: 768 },
    'a phone': { width: 390, height: 844, mobile: true },
    'a phone on its side': { width: 844, height: 390, mobile: true },
};
const RING_MIN = 230; // pixels; below that its letters cannot be read
const tests = [];

const test = (name, fn) => tests.push({ name, fn });

let workers;

async function openWorkers(browser, out, size) {
    workers ??= traceOf(path.join(__dirname, 'workers.js'));
    const view = await browser.open(`file://${path.resolve(out, '..', 'viewer.html')}`, size);
    await view.eval(`localStorage.removeItem('orrery-seen'),
        orrery.load(${JSON.stringify(workers)})`);
    return view;
}

for (const [name, size] of Object.entries(SIZES)) {
    test(`on ${name} nothing is cut off, and the ring can be read`,
        async (browser, out) => {
            const view = await openWorkers(browser, out, size);
            await view.eval('orrery.closeHint(), orrery.step("output")');
            const [inner, wide] = await view.eval(`[document.documentElement.clientWidth,
                document.documentElement.scrollWidth]`);
            assert.ok(wide <= inner, `${wide} of ${inner}`);
            const outside = await view.eval(`[...document.querySelectorAll(
                '#bar *, #transport *, #ring')].filter((e) => e.getClientRects().length &&
                !e.closest('.hidden, #results') &&
                e.getBoundingClientRect().right > innerWidth + 1)
                .map((e) => e.id || e.outerHTML)`);
            assert.deepStrictEqual(outside, []);
            const ring = await view.eval(`(() => {
                const { width, height } = document.getElementById('ring')
                    .getBoundingClientRect();
                return Math.min(width, height);
            })()`);
            assert.ok(ring >= RING_MIN, `the ring has ${ring} px`);
            await view.screenshot(path.join(out, `layout-${size.width}.png`));
            return view;
        });
}

// Twenty timers: more than have space. A corner of a text is outside of the ring if it
// is further from the middle than the arcs are.
test('what waits never lies over the ring', async (browser, out) => {
    const file = path.join(out, 'mytimers.js');
    writeFileSync(path.join(out, 'another.js'), 'setImmediate(() => {});\n');
    writeFileSync(file, "require('./another.js');\nfor (let n = 0; n < 20; n++)\n    " +
        'setTimeout(() => {}, 12000 + n);\nsetImmediate(() => {});\n');
    const trace = traceOf(file);
    for (const [name, size] of Object.entries(SIZES)) {
        const view = await openWorkers(browser, out, size);
        await view.eval(`orrery.load(${JSON.stringify(trace)}), orrery.closeHint(),
            orrery.go(orrery.search.find('setImmediate')[0].k)`);
        const [shown, over] = await view.eval(`(() => {
            const ring = document.getElementById('ring').getBoundingClientRect();
            const radius = Math.min(ring.width, ring.height) * 178 / 444;
            const texts = [...document.querySelectorAll(
                '#corner-2 :is(li > button, li > span, .more)')];
            const boxes = texts.map((text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                return range.getBoundingClientRect();
            });
            return [texts.length, boxes.filter(({ left, bottom }) => Math.hypot(
                left - ring.left - ring.width / 2, bottom - ring.top - ring.height / 2) <
                radius).length];
        })()`);
        assert.ok(shown >= 3, `${name}: ${shown}`);
        assert.strictEqual(over, 0, name);
        await view.send('Page.close');
    }
});

// Of each text of the middle its half lies within the circle, at its own height.
test('what is in the middle of the ring never leaves it', async (browser, out) => {
    const file = path.join(out, 'names.js');
    writeFileSync(file, `const fs = require('fs');
const aVeryLongNameOfSomething = fs.createReadStream;
process.nextTick(() => {});
aVeryLongNameOfSomething(__filename).on('data', () => {});
fs.createReadStream(__filename).on('data', () => {});
`);
    const trace = traceOf(file);
    for (const [name, size] of Object.entries(SIZES)) {
        const view = await openWorkers(browser, out, size);
        await view.eval(`orrery.load(${JSON.stringify(trace)}), orrery.closeHint()`);
        const found = await view.eval(`orrery.model.runs.flatMap((run) => {
            orrery.go(run.begin);
            return [...document.querySelectorAll('#ring .core')].filter((line) => {
                const { width, y, height } = line.getBBox();
                const far = Math.max(Math.abs(y + 3), Math.abs(y + height - 3));
                return width / 2 > Math.sqrt(66 ** 2 - far ** 2);
            }).map((line) => line.textContent);
        })`);
        assert.deepStrictEqual(found, [], name);
        const seen = await view.eval(`orrery.model.runs.map((run) => {
            orrery.go(run.begin);
            return document.querySelector('#ring .core1').textContent;
        })`);
        assert.ok(seen.some((text) => text.startsWith('createReadStre')),
            `${name}: ${seen}`);
        await view.send('Page.close');
    }
});

test('the sentence below the ring is whole on a desktop', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a desktop']);
    const cut = await view.eval(`orrery.model.runs.filter((run) => {
        orrery.go(run.begin);
        const moment = document.getElementById('moment');
        return moment.scrollHeight > moment.clientHeight;
    }).map(() => document.getElementById('moment').textContent)`);
    assert.deepStrictEqual(cut, []);
    return view;
});

test('on a phone the keys are shown from the first one on', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a phone']);
    await view.key('?');
    assert.strictEqual(await view.eval('document.getElementById("keys").scrollTop'), 0);
    return view;
});

test('on a phone "Times" goes to the sums', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a phone']);
    await view.eval('orrery.closeHint(), document.getElementById("times").click()');
    const [top, bottom] = await view.eval(`[sums.getBoundingClientRect().top,
        document.getElementById('transport').getBoundingClientRect().top]`);
    assert.ok(top >= 0 && top < bottom - 60, `${top} of ${bottom}`);
    return view;
});

test('a thread that does nothing says so', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a desktop']);
    const empty = await view.eval(`orrery.model.runs.flatMap((run) => {
        orrery.go(run.begin);
        return [...document.querySelectorAll('#threads small')]
            .filter((note) => note.textContent === '');
    }).length`);
    assert.strictEqual(empty, 0);
    return view;
});

test('on a phone what waits for the poll stands below the ring, with workers or without',
    async (browser, out) => {
        for (const name of ['workers.js', 'lesson.js']) {
            const view = await openWorkers(browser, out, SIZES['a phone']);
            await view.eval(`orrery.load(${JSON.stringify(
                traceOf(path.join(__dirname, name)))}), orrery.closeHint()`);
            const order = await view.eval(`['threads', 'corner-1', 'ring', 'moment',
                'corner-4'].map((id) => document.getElementById(id))
                .filter((e) => !e.hidden).map((e) => e.getBoundingClientRect().top)`);
            assert.deepStrictEqual(order, [...order].sort((a, b) => a - b), name);
            await view.send('Page.close');
        }
    });

test('all phases and both inner orbits have names', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a desktop']);
    const names = await view.eval(`[...document.querySelectorAll('#ring textPath')]
        .map((e) => e.textContent)`);
    for (const name of ['timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing',
        'ticks', 'microtasks'])
        assert.ok(names.includes(name), name);
    return view;
});

test('of many threads the current one is in view', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a phone on its side']);
    const lines = ['{"v":2,"profile":"node","argv":["/many.js"]}'];
    for (let t = 0; t < 12; t++) {
        const run = { t, kind: 'script', id: 1, c: 0, tr: 0, what: 'main' };
        lines.push(JSON.stringify({ i: 2 * t + 1, e: 'cb+', ...run }),
            JSON.stringify({ i: 2 * t + 2, e: 'cb-', ...run }));
    }
    lines.push('{"i":99,"e":"exit","code":0}');
    await view.resize(SIZES['a desktop']);
    await view.eval(`orrery.load(${JSON.stringify(`${lines.join('\n')}\n`)}),
        orrery.closeHint(), orrery.go(22)`);
    await view.eval('new Promise((r) => requestAnimationFrame(() => setTimeout(r, 50)))');
    const seen = await view.eval(`(() => {
        const chip = document.querySelector('#threads .now').getBoundingClientRect();
        const list = document.getElementById('threads').getBoundingClientRect();
        const pane = document.getElementById('time-pane');
        const row = orrery.timeline.tracks.get(11).callback;
        return [chip.right <= list.right + 1 && chip.left >= list.left - 1,
            row.top + row.height <= pane.scrollTop + pane.clientHeight];
    })()`);
    assert.deepStrictEqual(seen, [true, true]);
    return view;
});

test('the look follows the system until one is chosen', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a desktop']);
    // The browser tells the page of a change when it likes.
    const becomes = async (wanted) => {
        let theme;
        for (let n = 0; n < 100 && theme !== wanted; n++)
            theme = await view.eval(`new Promise((resolve) => setTimeout(() =>
                resolve(document.documentElement.dataset.theme), 20))`);
        assert.strictEqual(theme, wanted);
    };
    await view.eval('localStorage.removeItem("orrery-theme")');
    await view.theme('light');
    await becomes('light');
    await view.theme('dark');
    await becomes('dark');
    await view.key('k');
    await becomes('light');
    assert.strictEqual(await view.eval('localStorage.getItem("orrery-theme")'), 'light',
        'what was chosen stays');
    await view.key('k');
    assert.strictEqual(await view.eval('localStorage.getItem("orrery-theme")'), null);
    return view;
});

test('the first visit has a hint, the second has none', async (browser, out) => {
    const view = await openWorkers(browser, out, SIZES['a desktop']);
    const isHidden = () => view.eval('document.getElementById("hint").hidden');
    assert.strictEqual(await isHidden(), false);
    await view.eval('document.getElementById("hint-close").click()');
    assert.strictEqual(await isHidden(), true);
    await view.eval(`orrery.load(${JSON.stringify(workers)})`);
    assert.strictEqual(await isHidden(), true);
    return view;
});

module.exports = { tests };
