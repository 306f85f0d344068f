'use strict';

// page_embed.js - the page inside of another one, and the pictures that it makes.
// Exports a list of { name, fn(browser, out) }.

const assert = require('assert');
const { execFileSync } = require('child_process');
const { writeFileSync } = require('fs');
const path = require('path');

const tests = [];
const test = (name, fn) => tests.push({ name, fn });

function makePage(out) {
    const file = path.join(out, 'embedded.html');
    execFileSync(process.execPath, ['trace', '--backend', 'sim', '-o', file,
        path.join(__dirname, 'lesson.js')], { stdio: 'ignore' });
    return file;
}

test('one tag shows a page in another one: source, ring, output, steps',
    async (browser, out) => {
        makePage(out);
        const blog = path.join(out, 'blog.html');
        writeFileSync(blog, '<!doctype html><h1>My blog</h1>' +
            '<iframe src="embedded.html#embed&step=20" width="800" height="420"></iframe>');
        const view = await browser.open(`file://${blog}`, { width: 900, height: 560 });
        const page = await browser.open(`file://${path.join(out, 'embedded.html')}` +
            '#embed&step=20', { width: 800, height: 420 });
        const seen = await page.eval(`['bar', 'source-pane', 'ring', 'console', 'transport',
            'time-pane'].filter((id) =>
            document.getElementById(id).getClientRects().length > 0)`);
        assert.deepStrictEqual(seen, ['source-pane', 'ring', 'console', 'transport']);
        assert.strictEqual(await page.eval('orrery.model.events[orrery.k].i'), 20);
        const [inner, tall] = await page.eval(`[innerHeight,
            document.documentElement.scrollHeight]`);
        assert.ok(tall <= inner, `${tall} of ${inner}`);
        await view.screenshot(path.join(out, 'embed.png'));
        return page;
    });

test('a picture of a step is an SVG with its styles in it', async (browser, out) => {
    const view = await browser.open(`file://${makePage(out)}`, { width: 1280, height: 800 });
    await view.eval('orrery.go(orrery.search.find("prints “tick")[0].k)');
    const text = await view.eval('orrery.picture()');
    assert.match(text, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(text, />prints “tick”<\/text>/);
    assert.match(text, />lesson\.js:\d+<\/text><text[^>]*>[^<]*console\.log\('tick'\)/);
    assert.match(text, />timers<\/textPath>/);
    assert.doesNotMatch(text, /class=|var\(|color-mix/);
    const file = path.join(out, 'step.svg');
    writeFileSync(file, text);
    const shown = await browser.open(`file://${file}`, { width: 760, height: 400 });
    assert.strictEqual(await shown.eval('document.documentElement.tagName'), 'svg');
    assert.deepStrictEqual(await shown.eval(`[...document.querySelectorAll('text')]
        .filter((text) => text.getBoundingClientRect().right > 760)
        .map((text) => text.textContent)`), []);
    await shown.screenshot(path.join(out, 'step.png'));
    return view;
});

test('an animation has a frame for each step, and the page stays where it was',
    async (browser, out) => {
        const view = await browser.open(`file://${makePage(out)}`,
            { width: 1280, height: 800 });
        const k = await view.eval('orrery.k');
        const text = await view.eval('orrery.picture(5)');
        assert.strictEqual(text.match(/<animate /g).length, 5);
        assert.strictEqual(await view.eval('orrery.k'), k);
        writeFileSync(path.join(out, 'steps.svg'), text);
        return view;
    });

module.exports = { tests };
