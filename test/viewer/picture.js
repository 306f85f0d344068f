'use strict';

// picture.js PAGE TRACE OUT.webp [--find TEXT] [--keys KEYS] [--light]
// [--size 1280x800]: a picture of the page at the first step that a search for TEXT
// finds, after these keys, for the documentation (.webp is a fifth of .png):
//     build/orrery trace --backend sim app.js -o app.jsonl
//     build/orrery test/viewer/picture.js build/viewer.html app.jsonl out.webp \
//         --find 'prints timeout'
// OUT.svg is the animation that the page makes itself, from what is printed to what is
// printed, of at most 40 steps.

const path = require('path');
const { readFileSync, writeFileSync } = require('fs');
const { parseArgs } = require('util');
const { Browser } = require('./browser.js');

async function main() {
    const { positionals, values } = parseArgs({
        allowPositionals: true,
        options: {
            find: { type: 'string' }, keys: { type: 'string', default: '' },
            light: { type: 'boolean' },
            size: { type: 'string', default: '1280x800' },
        },
    });
    const [page, trace, out] = positionals;
    const [width, height] = values.size.split('x').map(Number);
    const browser = new Browser();
    const view = await browser.open(`file://${path.resolve(page)}`, { width, height });
    await view.theme(values.light ? 'light' : 'dark');
    if (trace !== '-') // else it is in the page
        await view.eval(`orrery.setTheme('${values.light ? 'light' : 'dark'}'),
            orrery.closeHint(), orrery.load(${JSON.stringify(readFileSync(trace, 'utf8'))})`);
    if (values.find !== undefined)
        await view.eval(`orrery.go(orrery.search.find(
            ${JSON.stringify(values.find)})[0].k)`);
    for (const key of values.keys)
        await view.key(key);
    await new Promise((resolve) => setTimeout(resolve, 800)); // until nothing moves
    if (out.endsWith('.svg'))
        writeFileSync(out, await view.eval(
            'orrery.setGrain("output"), orrery.go(0), orrery.picture(40)'));
    else
        await view.screenshot(out);
    await browser.close();
}

main();
