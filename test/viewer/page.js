'use strict';

// page.js BUILD [NAME] - the tests of the page, or those with NAME in their names: it
// is opened from disk with a trace in it, as somebody who was sent the file would open
// it, and used by keys, mouse and its own functions.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { readFileSync, writeFileSync } = require('fs');
const path = require('path');
const { Browser } = require('./browser.js');
const { threadsTrace, traceOf } = require('./traces.js');

const out = path.resolve(process.argv[2] ?? 'build', 'viewer');
const page = readFileSync(path.resolve(process.argv[2] ?? 'build', 'viewer.html'),
    'utf8');
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844, scale: 2, mobile: true };
const tests = [];

const test = (name, fn) => tests.push({ name, fn });

const EMPTY = '<script id="orrery-trace" type="application/x-ndjson"></script>';

function save(name, trace) {
    const file = path.join(out, `${name}.html`);
    assert.strictEqual(page.split(EMPTY).length, 2, 'the page has one place for it');
    writeFileSync(file, page.replace(EMPTY, () => EMPTY.replace('></',
        () => `>${trace.replaceAll('</script', '<\\/script')}</`)));
    return `file://${file}`;
}

let lesson;
const source = readFileSync(path.join(__dirname, 'lesson.js'), 'utf8');

async function openLesson(browser, size = DESKTOP, hash = '') {
    lesson ??= traceOf(path.join(__dirname, 'lesson.js'));
    const view = await browser.open(save('lesson', lesson) + hash, size);
    await view.eval(`orrery.model.sources.size ||
        orrery.addSource('lesson.js', ${JSON.stringify(source)})`);
    return view;
}

// Where the page stands, in words.
const state = (view) => view.eval(`({
    k: orrery.k, e: orrery.model.events[orrery.k].e,
    chain: [...document.querySelectorAll('#chain .link > button')]
        .map((b) => b.textContent),
    printed: [...document.querySelectorAll('#console li:not(.later):not(.none)')]
        .map((li) => li.textContent),
    line: document.querySelector('#code .now')?.value,
    phase: document.querySelector('#ring .phase.now textPath')?.textContent,
    moment: document.querySelector('#moment').textContent,
    live: document.querySelector('#live').textContent,
})`);

const find = (view, text) => view.eval(`orrery.search.find(${JSON.stringify(text)})
    .map(({ k }) => k)`);

// ---- Loading ----------------------------------------------------------------

test('a page with a trace in it opens from disk and shows the main script',
    async (browser) => {
        const view = await openLesson(browser);
        const now = await state(view);
        assert.deepStrictEqual(now.chain, ['main']);
        assert.deepStrictEqual(now.printed, []);
        assert.strictEqual(await view.eval('document.title'), 'lesson.js – Orrery');
        await view.screenshot(path.join(out, 'lesson.png'));
        return view;
    });

test('orrery trace -o FILE.html makes such a page', async (browser) => {
    const file = path.join(out, 'cli.html');
    execFileSync(process.execPath, ['trace', '--backend', 'sim', '-o', file,
        path.join(__dirname, 'lesson.js')], { stdio: 'ignore' });
    const view = await browser.open(`file://${file}`, DESKTOP);
    assert.deepStrictEqual((await state(view)).chain, ['main']);
    assert.ok(await view.eval('document.querySelectorAll("#code li").length') > 20);
    return view;
});

test('the page asks for nothing outside of itself', () => {
    const urls = page.match(/\b(src|href)="(?!#|data:)[^"]*"|@import|url\(/g);
    assert.strictEqual(urls, null);
});

test('a page without a trace asks for one and takes a file', async (browser) => {
    const view = await browser.open(save('bare', ''), DESKTOP);
    assert.strictEqual(await view.eval('document.body.className'), 'bare');
    await view.screenshot(path.join(out, 'bare.png'));
    await view.eval(`orrery.takeFiles([
        new File([${JSON.stringify(source)}], 'lesson.js'),
        new File([${JSON.stringify(lesson)}], 'lesson.jsonl')])`);
    assert.strictEqual(await view.eval('document.body.className'), '');
    assert.ok(await view.eval('document.querySelectorAll("#code li").length') > 20);
    return view;
});

test('a damaged trace is refused with the number of its line', async (browser) => {
    const view = await browser.open(save('bare', ''), DESKTOP);
    const lines = lesson.trimEnd().split('\n');
    const refused = async (text) => {
        await view.eval(`orrery.load(${JSON.stringify(text)}, 'x.jsonl')`);
        return view.eval('document.getElementById("refused").firstChild.textContent');
    };
    const cut = lines.slice(0, 9).join('\n') + '\n' + lines[9].slice(0, -3);
    assert.match(await refused(cut), /x\.jsonl is refused\. line 10: .*JSON/);
    assert.match(await refused(lines.slice(0, 12).join('\n')), /line 12: .*cut/);
    assert.match(await refused('{"v":99}'), /line 1: version 99 is newer/);
    assert.match(await refused('hello'), /line 1:/);
    assert.match(await refused(''), /line 1: the file is empty/);
    const open = lines.findIndex((l) => l.includes('"micro+"'));
    assert.match(await refused(lines.toSpliced(open, 1).join('\n')),
        /micro- without its beginning/);
    assert.match(await refused(lines.toSpliced(7, 1, '[]').join('\n')), /line 8:/);
    await refused(cut);
    await view.eval('document.querySelector("#refused button").click()');
    assert.strictEqual(await view.eval('document.body.className'), '');
    return view;
});

test('a trace cut at any byte is refused or shown, and breaks nothing',
    async (browser) => {
        const view = await browser.open(save('bare', ''), DESKTOP);
        const loaded = await view.eval(`(() => {
            const text = ${JSON.stringify(lesson.trimEnd())};
            let loaded = 0;
            for (let n = 0; n < text.length; n += 41) {
                loaded += orrery.load(text.slice(0, n), 'x');
                if (n > 3000 && n % 410 === 0)
                    orrery.load(text.slice(0, n), 'x', true);
            }
            return loaded;
        })()`);
        assert.strictEqual(loaded, 0);
        return view;
    });

// ---- Steps ------------------------------------------------------------------

test('stepping goes forward and back by every grain', async (browser) => {
    const view = await openLesson(browser);
    for (const grain of ['event', 'microtask', 'callback', 'phase', 'turn', 'output']) {
        const steps = await view.eval(`(() => {
            orrery.go(0);
            const there = [];
            while (orrery.step('${grain}', true)) there.push(orrery.k);
            orrery.go(Infinity);
            const back = [];
            while (orrery.step('${grain}', false)) back.unshift(orrery.k);
            return [there, back, [...orrery.stopsOf('${grain}')]];
        })()`);
        const inner = (list) => list.filter((k) => k > 0 && k < steps[2].at(-1));
        assert.deepStrictEqual(inner(steps[0]), inner(steps[2]), grain);
        assert.deepStrictEqual(inner(steps[1]), inner(steps[2]), grain);
        assert.ok(steps[2].length > 1, grain);
    }
    return view;
});

test('output appears in step, in the order of the program', async (browser) => {
    const view = await openLesson(browser);
    const wanted = ['tick', 'after the await', 'immediate', 'read'];
    await view.eval('orrery.go(0)');
    for (let n = 1; n <= wanted.length; n++) {
        await view.eval('orrery.step("output")');
        assert.deepStrictEqual((await state(view)).printed, wanted.slice(0, n));
    }
    await view.eval('orrery.step("output", false)');
    assert.deepStrictEqual((await state(view)).printed, wanted.slice(0, 3));
    return view;
});

test('the ring lights the phase, the queues hold what waits', async (browser) => {
    const view = await openLesson(browser);
    const [k] = await find(view, 'prints timeout');
    await view.eval(`orrery.go(${k})`);
    assert.strictEqual((await state(view)).phase, 'timers');
    const names = (queue) => view.eval(`[...document.querySelectorAll(
        '[aria-label="${queue}"] li button')].map((b) => b.textContent)`);
    await view.eval('orrery.go(orrery.model.runs[0].end)');
    assert.deepStrictEqual(await names('Timers'), ['setTimeout 5 ms']);
    assert.deepStrictEqual(await names('Immediates'), ['setImmediate']);
    assert.deepStrictEqual(await names('Ticks'), ['nextTick']);
    assert.deepStrictEqual(await names('Microtasks'), ['after await']);
    assert.deepStrictEqual(await names('In flight'), ['readFile: open']);
    return view;
});

test('the source shows the line that runs', async (browser) => {
    const view = await openLesson(browser);
    for (const text of ['tick', 'immediate', 'read', 'timeout']) {
        const [k] = await find(view, `prints “${text}”`);
        await view.eval(`orrery.go(${k})`);
        const line = source.split('\n').findIndex((l) => l.includes(`'${text}'`)) + 1;
        assert.strictEqual((await state(view)).line, line, text);
    }
    return view;
});

// A program in a file of its own under `out`, traced on the simulator.
async function openProgram(browser, name, text) {
    const file = path.join(out, `${name}.js`);
    writeFileSync(file, text);
    return browser.open(save(name, traceOf(file)), DESKTOP);
}

test('long lines of the source are wrapped, those of a bundle are not',
    async (browser) => {
        const words = 'console.log("a word that is long enough", 1, 2, 3, 4, 5, 6);';
        const view = await openProgram(browser, 'wrapped',
            `if (true) {\n        ${words}${words}\n}\n//${'x'.repeat(3000)}\n`);
        const lines = await view.eval(`[...document.querySelectorAll('#code li')]
            .map((li) => ({ wide: li.offsetWidth > code.clientWidth,
                rows: Math.round(li.offsetHeight / code.children[0].offsetHeight) }))`);
        assert.deepStrictEqual(lines.slice(0, 4).map(({ wide }) => wide),
            [false, false, false, true]);
        assert.ok(lines[1].rows > 1, `${lines[1].rows} rows`);
        assert.strictEqual(lines[3].rows, 1);
        return view;
    });

test('an empty program has words instead of empty places', async (browser) => {
    const view = await openProgram(browser, 'empty', '');
    assert.match(await view.eval('code.textContent'), /No line of a program/);
    assert.match(await view.eval('document.querySelector("#console").textContent'),
        /exit code 0/);
    return view;
});

test('names are those that a reader would use', async (browser) => {
    const view = await openProgram(browser, 'named', `
        (async () => {
            await Promise.all([new Promise((resolve) => setTimeout(resolve, 30))]);
            for await (const x of [1])
                console.log(x);
            require('fs').readFile('/nothing/here', () => {});
        })();`);
    for (const name of ['Promise.all', 'for await', 'setTimeout 30 ms'])
        assert.ok((await find(view, name)).length > 0, name);
    await view.eval(`orrery.go(orrery.model.events.findIndex((event) =>
        event.e === 'op.deliver' && event.result < 0))`);
    assert.strictEqual((await state(view)).moment, 'open comes back: ENOENT');
    await view.eval(`orrery.go(orrery.model.events.findIndex((event) =>
        event.e === 'timer.arm'))`);
    assert.match(await view.eval('document.querySelector("#corner-2 li span").textContent'),
        /^in 30 ms · line 3$/);
    return view;
});

test('play steps by itself and stops at the end', async (browser) => {
    const view = await openLesson(browser);
    await view.eval('orrery.setSpeed(64), orrery.setGrain("output"), orrery.play()');
    for (let n = 0; n < 100 && await view.eval('orrery.timer !== 0'); n++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    assert.strictEqual((await state(view)).printed.length, 8);
    return view;
});

// ---- Why --------------------------------------------------------------------

test('a chain of causes leads back to the main script and can be followed',
    async (browser) => {
        const view = await openLesson(browser);
        const [k] = await find(view, 'prints “immediate of the read”');
        await view.eval(`orrery.go(${k})`);
        const chain = (await state(view)).chain;
        assert.strictEqual(chain[0], 'setImmediate');
        assert.strictEqual(chain.at(-1), 'main');
        assert.ok(chain.includes('readFile: open'), chain.join());
        for (let n = 1; n < chain.length; n++) {
            await view.key('y');
            assert.strictEqual((await state(view)).chain[0], chain[n]);
        }
        for (let n = 1; n < chain.length; n++)
            await view.key('Backspace');
        assert.strictEqual((await state(view)).k, k);
        return view;
    });

test('links of a chain that repeat are counted', async (browser) => {
    const view = await openProgram(browser, 'repeats', `let left = 200;
        process.nextTick(function again() {
            if (--left > 0) process.nextTick(again); else console.log('at last');
        });`);
    await view.eval(`orrery.go(${(await find(view, 'prints at last'))[0]})`);
    const links = await view.eval(`[...document.querySelectorAll('#chain .link')]
        .map((link) => link.textContent)`);
    assert.ok(links.length < 8, `${links.length} links`);
    assert.ok(links.includes('and 196 times the same'), links.join(' | '));
    return view;
});

test('"my files" leaves out what only the runtime did', async (browser) => {
    const view = await openLesson(browser);
    const [k] = await find(view, 'prints “immediate of the read”');
    await view.eval(`orrery.go(${k})`);
    const all = await view.eval('orrery.stopsOf("callback").length');
    await view.key('f');
    assert.ok(await view.eval('orrery.stopsOf("callback").length') < all);
    assert.strictEqual(await view.eval(
        'document.querySelectorAll("#chain .fold").length'), 1);
    return view;
});

// ---- Keys, links, search ----------------------------------------------------

test('everything can be done by keys', async (browser) => {
    const view = await openLesson(browser);
    await view.key('Home');
    assert.strictEqual((await state(view)).k, 0);
    await view.key('o');
    assert.strictEqual((await state(view)).moment, 'prints “tick”');
    await view.key('o');
    await view.key('O', { shift: true });
    assert.strictEqual((await state(view)).moment, 'prints “tick”');
    await view.key('ArrowRight');
    assert.strictEqual((await state(view)).e, 'micro+');
    await view.key('ArrowLeft');
    await view.key('t');
    assert.strictEqual((await state(view)).e, 'iter+');
    const span = () => view.eval('orrery.timeline.to - orrery.timeline.from');
    const whole = await span();
    await view.key('w');
    await view.eval('new Promise(requestAnimationFrame)');
    await view.key('w');
    await view.eval('new Promise(requestAnimationFrame)');
    assert.ok(await span() < whole);
    await view.key('0');
    assert.ok(Math.abs(await span() - whole) < 1e-6);
    await view.key('End');
    assert.match((await state(view)).moment, /ends with code 0/);
    await view.key('?');
    assert.ok(await view.eval('document.getElementById("keys").open'));
    await view.key('Escape');
    await view.key('v');
    assert.ok(!await view.eval('document.getElementById("story-pane").hidden'));
    return view;
});

test('letters can be read in both looks', async (browser) => {
    const view = await openLesson(browser);
    for (const theme of ['dark', 'light']) {
        const low = await view.eval(`(() => {
            orrery.setTheme('${theme}');
            const style = getComputedStyle(document.documentElement);
            const light = (name) => {
                const hex = style.getPropertyValue('--' + name).trim().slice(1);
                const [r, g, b] = [0, 2, 4].map((n) => {
                    const c = parseInt(hex.slice(n, n + 2), 16) / 255;
                    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) /
                (Math.min(light(a), light(b)) + 0.05);
            const low = [];
            for (const paper of ['paper', 'panel'])
                for (const name of ['ink', 'muted', 'accent', 'error', 'main', 'timer',
                    'poll', 'check', 'close', 'tick', 'micro'])
                    if (contrast(name, paper) < 4.5)
                        low.push([name, paper, contrast(name, paper)]);
            return low;
        })()`);
        assert.deepStrictEqual(low, [], theme);
    }
    return view;
});

test('each control can be reached by Tab and says what it is', async (browser) => {
    const view = await openLesson(browser);
    const nameless = await view.eval(`[...document.querySelectorAll(
        'button, input, select')].filter((e) => e.offsetParent && !(e.textContent.trim()
        || e.ariaLabel || e.title || e.labels?.length)).map((e) => e.outerHTML)`);
    assert.deepStrictEqual(nameless, []);
    const seen = new Set();
    for (let n = 0; n < 40; n++) {
        await view.key('Tab');
        seen.add(await view.eval('document.activeElement.id'));
    }
    for (const id of ['query', 'mine', 'fold', 'textual', 'theme', 'open', 'help', 'first',
        'back', 'play', 'forth', 'last', 'by-microtask', 'slider', 'speed'])
        assert.ok(seen.has(id), id);
    return view;
});

test('a screen reader is told each step, and there is a text view',
    async (browser) => {
        const view = await openLesson(browser);
        await view.key('o');
        await new Promise((resolve) => setTimeout(resolve, 400));
        assert.match((await state(view)).live, /Step \d+ of \d+: prints “tick”/);
        await view.key('v');
        const story = await view.eval(
            '[...document.querySelectorAll("#story li")].map((li) => li.textContent)');
        const at = (text) => story.findIndex((line) => line.includes(text));
        assert.ok(at('main') === 0);
        assert.ok(at('turn 1') < at('check phase'));
        assert.ok(at('check phase') < at('prints “immediate”'));
        await view.screenshot(path.join(out, 'text.png'));
        return view;
    });

test('a link leads to a step', async (browser) => {
    const first = await openLesson(browser);
    await first.key('o');
    await new Promise((resolve) => setTimeout(resolve, 400));
    const hash = await first.eval('location.hash');
    assert.match(hash, /^#step=\d+$/);
    const view = await openLesson(browser, DESKTOP, hash);
    assert.strictEqual((await state(view)).moment, 'prints “tick”');
    await view.eval('location.hash = "#step=1"');
    await view.eval('new Promise((resolve) => setTimeout(resolve))');
    assert.strictEqual((await state(view)).k, 0);
    return view;
});

test('search finds by place, name and output', async (browser) => {
    const view = await openLesson(browser);
    await view.key('/');
    await view.type('timeout prints');
    assert.strictEqual(await view.eval('document.getElementById("hits").value'), '3');
    await view.key('Enter');
    assert.strictEqual((await state(view)).moment, 'prints “timeout of the read”');
    await view.key('Enter');
    assert.strictEqual((await state(view)).moment, 'prints “timeout”');
    await view.key('Enter', { shift: true });
    assert.strictEqual((await state(view)).moment, 'prints “timeout of the read”');
    await view.key('Escape');
    await view.key('Home');
    assert.strictEqual((await state(view)).k, 0);
    assert.ok((await find(view, 'lesson.js:14')).length > 0);
    assert.deepStrictEqual(await find(view, 'no such thing'), []);
    return view;
});

test('a click on the timeline goes to that callback', async (browser) => {
    const view = await openLesson(browser);
    const [x, y, begin] = await view.eval(`(() => {
        const t = orrery.timeline;
        const row = t.rows[1];
        const slice = row.slices[2];
        const box = t.canvas.getBoundingClientRect();
        return [box.left + t.xOf(slice.begin) + 3, box.top + row.top + 8, slice.begin];
    })()`);
    await view.click(x, y);
    assert.strictEqual((await state(view)).k, begin);
    return view;
});

test('dragging pans the timeline, the wheel zooms, pointing names a callback',
    async (browser) => {
        const view = await openLesson(browser);
        const at = () => view.eval('[orrery.timeline.from, orrery.timeline.to]');
        const y = await view.eval('orrery.timeline.canvas.getBoundingClientRect().top') + 50;
        const before = await at();
        await view.mouse('mouseWheel', 700, y, { deltaX: 0, deltaY: -400 });
        await view.eval('new Promise(requestAnimationFrame)');
        const zoomed = await at();
        assert.ok(zoomed[1] - zoomed[0] < (before[1] - before[0]) / 2);
        await view.mouse('mousePressed', 700, y);
        await view.mouse('mouseMoved', 600, y);
        await view.mouse('mouseReleased', 600, y);
        assert.ok((await at())[0] > zoomed[0]);
        await view.eval('orrery.timeline.fit()');
        await view.mouse('mouseMoved', await view.eval(
            'orrery.timeline.xOf(orrery.model.runs[0].begin) + 5'), y + 30);
        assert.match(await view.eval('document.getElementById("tip").textContent'),
            /^main/);
        return view;
    });

test('threads are rows of their own, with queues of their own', async (browser) => {
    const view = await browser.open(save('threads', threadsTrace()), DESKTOP);
    assert.deepStrictEqual(await view.eval('orrery.model.tracks'), [0, 1]);
    // The worker has no ticks and microtasks, and no row for them.
    assert.strictEqual(await view.eval('orrery.timeline.rows.length'), 5);
    const names = () => view.eval(`[...document.querySelectorAll(
        '[aria-label="Timers"] li span')].map((e) => e.textContent)`);
    await view.eval('orrery.go(3)');
    assert.match((await names()).join(), /· line 1$/);
    await view.eval('orrery.go(5)');
    assert.match((await names()).join(), /· line 2$/);
    const [k] = await find(view, 'prints thread 1');
    await view.eval(`orrery.go(${k})`);
    const now = await state(view);
    assert.deepStrictEqual(now.chain, ['timer 9 ms', 'start of worker 1']);
    assert.strictEqual(now.line, 2);
    return view;
});

let workers;

async function openWorkers(browser, size = DESKTOP) {
    workers ??= traceOf(path.join(__dirname, 'workers.js'));
    return browser.open(save('workers', workers), size);
}

const chips = (view, test = 'true') => view.eval(`[...document.querySelectorAll(
    '#threads button')].filter((chip) => ${test})
    .map((chip) => chip.querySelector('span').textContent)`);

test('a program without workers has no choice of threads', async (browser) => {
    const view = await openLesson(browser);
    assert.strictEqual(await view.eval('document.getElementById("threads").hidden'),
        true);
    return view;
});

test('a chain leads from a worker to the main script, across threads',
    async (browser) => {
        const view = await openWorkers(browser);
        const [k] = await find(view, 'prints low found');
        await view.eval(`orrery.go(${k})`);
        const now = await state(view);
        assert.deepStrictEqual(now.chain,
            ['message', 'then() callback', 'setTimeout 2 ms', 'worker script', 'main']);
        assert.match(await view.eval('document.getElementById("reason").textContent'),
            /^Because the microtask of workers\.js:\d+ in worker 1 \(low\) posted it at workers\.js:23\./);
        const where = await view.eval(`[...document.querySelectorAll('#chain .where')]
            .map((e) => e.textContent.split(',')[0])`);
        assert.deepStrictEqual(where, ['main', 'worker 1 (low)', 'worker 1 (low)',
            'worker 1 (low)', 'main']);
        assert.match(await view.eval(`document.querySelector('#chain .place').textContent`),
            /^posted at workers\.js:23$/);
        await view.screenshot(path.join(out, 'threads.png'));
        await view.key('y');
        assert.strictEqual(await view.eval('orrery.model.events[orrery.k].t'), 1);
        assert.deepStrictEqual(await chips(view, 'chip.classList.contains("now")'),
            ['low']);
        return view;
    });

test('what a run led to in other threads is listed', async (browser) => {
    const view = await openWorkers(browser);
    await view.eval('orrery.go(orrery.model.runs[0].begin)');
    const led = await view.eval(`[...document.querySelectorAll('#effects button')]
        .map((e) => e.textContent)`);
    assert.strictEqual(led.filter((text) => text === 'worker script').length, 2);
    return view;
});

test('one thread can be followed, by mouse and by keys', async (browser) => {
    const view = await openWorkers(browser);
    const pressed = () => chips(view, 'chip.getAttribute("aria-pressed") === "true"');
    assert.deepStrictEqual(await chips(view), ['main', 'low', 'high']);
    await view.eval('document.querySelectorAll("#threads button")[2].click()');
    assert.deepStrictEqual(await pressed(), ['high']);
    const seen = await view.eval(`(() => {
        const seen = new Set();
        while (orrery.step('callback')) seen.add(orrery.model.events[orrery.k].t);
        return [...seen];
    })()`);
    assert.deepStrictEqual(seen, [2]);
    await view.eval('orrery.go(0)');
    await view.key(']');
    assert.deepStrictEqual(await pressed(), []);
    await view.key(']');
    assert.deepStrictEqual(await pressed(), ['main']);
    await view.key('[');
    assert.deepStrictEqual(await pressed(), []);
    return view;
});

test('output of workers is shown once, with the thread that printed it',
    async (browser) => {
        const view = await openWorkers(browser);
        await view.eval('orrery.go(Infinity)');
        const { printed } = await state(view);
        const lines = printed.filter((text) => text.startsWith('adds from'));
        assert.deepStrictEqual(lines.sort(),
            ['adds from 1worker 1 (low)', 'adds from 501worker 2 (high)']);
        return view;
    });

test('threads fit on a phone', async (browser) => {
    const view = await openWorkers(browser, PHONE);
    const [inner, wide] = await view.eval(
        '[document.documentElement.clientWidth, document.documentElement.scrollWidth]');
    assert.ok(wide <= inner, `${wide} of ${inner}`);
    const [k] = await find(view, 'prints low found');
    await view.eval(`orrery.go(${k})`);
    await view.screenshot(path.join(out, 'threads-phone.png'));
    return view;
});

test('at a choice the command that repeats the run is copied', async (browser) => {
    const trace = traceOf(path.join(__dirname, 'workers.js'), ['--seed', '4']);
    const view = await browser.open(save('choices', trace), DESKTOP);
    await view.key('n');
    assert.strictEqual((await state(view)).e, 'choice');
    await view.eval(`navigator.clipboard.writeText = async (text) => {
        window.copied = text;
    }, document.querySelector('#chain .copy').click()`);
    assert.match(await view.eval('window.copied'),
        /^orrery trace --backend sim --seed 4 -o again\.html .*workers\.js$/);
    return view;
});

// ---- Size -------------------------------------------------------------------

test('letters of a small ring are not small', async (browser) => {
    const view = await openLesson(browser, { width: 900, height: 640 });
    const size = await view.eval(`(() => {
        const text = document.querySelector('#ring .phase text');
        return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    })()`);
    assert.ok(size > 8, `${size} px`);
    return view;
});

test('at the width of a phone nothing is cut off', async (browser) => {
    const view = await openLesson(browser, PHONE);
    const [inner, wide] = await view.eval(
        '[document.documentElement.clientWidth, document.documentElement.scrollWidth]');
    assert.ok(wide <= inner, `${wide} of ${inner}`);
    const outside = await view.eval(`[...document.querySelectorAll(
        '#bar *, #transport *, #ring')].filter((e) => e.getClientRects().length &&
        !e.closest('.hidden, #results') && e.getBoundingClientRect().right > innerWidth + 1)
        .map((e) => e.id || e.outerHTML)`);
    assert.deepStrictEqual(outside, []);
    const small = await view.eval(`[...document.querySelectorAll('.buttons button')]
        .filter((b) => b.getBoundingClientRect().height < 40).length`);
    assert.strictEqual(small, 0);
    await view.eval('orrery.step("output")');
    await view.screenshot(path.join(out, 'phone.png'));
    return view;
});

test('there is a dark and a light look', async (browser) => {
    const view = await openLesson(browser);
    const paper = () => view.eval('getComputedStyle(document.documentElement)' +
        '.backgroundColor');
    await view.eval('localStorage.removeItem("orrery-theme")');
    await view.theme('dark');
    await view.send('Page.reload');
    await view.event('Page.loadEventFired');
    const dark = await paper();
    await view.key('k');
    const light = await paper();
    assert.notStrictEqual(dark, light);
    await view.eval(`orrery.go(${(await find(view, 'prints read'))[0]})`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await view.screenshot(path.join(out, 'light.png'));
    await view.eval('localStorage.removeItem("orrery-theme")');
    return view;
});

// ---- Running ----------------------------------------------------------------

async function runOne(browser, { fn }) {
    const view = await fn(browser, out);
    if (view !== undefined) {
        assert.deepStrictEqual(view.errors, [], 'errors in the page');
        await view.send('Page.close').catch(() => {});
    }
}

async function main() {
    const browser = new Browser();
    const play = require('./play_page.js');
    tests.push(...require('./page_time.js').tests,
        ...require('./page_layout.js').tests, ...require('./page_both.js').tests,
        ...require('./page_embed.js').tests, ...require('./page_server.js').tests,
        ...require('./page_odd.js').tests, ...require('./page_same.js').tests,
        ...require('./page_long.js').tests, ...play.tests);
    let failed = 0;
    const wanted = tests.filter(({ name }) => name.includes(process.argv[3] ?? ''));
    for (const one of wanted) {
        try {
            await runOne(browser, one);
        } catch (error) {
            failed++;
            console.log(`FAIL ${one.name}\n    ${error.stack}`);
        }
    }
    await play.end();
    await browser.close();
    console.log(`${wanted.length - failed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
}

main();
