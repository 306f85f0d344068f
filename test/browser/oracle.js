'use strict';

// oracle.js record|compare FILE...: runs programs in a real Chromium, each as the
// script of a page of its own, and writes what they print to expected/, or compares
// it with that. `userClick(element)` is a click of the mouse there.
//
// Programs that read other files (parts/) and modules (.mjs) come from a server, as
// browsers want it.
//
// The programs end when the page has said nothing for a while, so their delays are
// short, and far enough apart that a slow machine does not change the order.

const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { Browser, findBrowser } = require('../viewer/browser.js');

const QUIET_MS = 600;
const FIRST_MS = 3000; // until the first line
const LAST_LINE = 'end of all'; // of programs that say when they have ended
const LONGEST_MS = 20000;
const STYLE = 'div, button, p { display: block; min-width: 200px; ' +
    'min-height: 60px; padding: 10px; }';
const HOOK = 'function userClick(element) { const r = ' +
    'element.getBoundingClientRect(); ' +
    'clickAt(`${r.x + r.width / 2} ${r.y + r.height / 2}`); }';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function makePage(file) {
    const text = fs.readFileSync(file, 'utf8').replaceAll('</script', '<\\/script');
    return '<!doctype html><html><head><meta charset="utf-8"><title>program</title>' +
        `<style>${STYLE}</style></head><body><script>${HOOK}</script>` +
        `<script${file.endsWith('.mjs') ? ' type="module"' : ''}>${text}</script>` +
        '</body></html>';
}

// The page of a program at /NAME.html, and the files beside the program.
function serve(folder) {
    const server = http.createServer((request, response) => {
        const name = path.join(folder, path.basename(request.url, '.html'));
        const file = path.join(folder, request.url);
        const isPage = request.url.endsWith('.html');
        if (!fs.existsSync(isPage ? name : file)) {
            response.writeHead(404).end();
            return;
        }
        const type = isPage ? 'text/html' : file.endsWith('.json') ?
            'application/json' : 'text/javascript';
        response.writeHead(200, { 'content-type': type });
        response.end(isPage ? makePage(name) : fs.readFileSync(file));
    });
    return new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(server));
    });
}

function needsServer(file) {
    return file.endsWith('.mjs') || fs.readFileSync(file, 'utf8').includes('./parts/');
}

// What the console was given: strings, numbers, booleans and null.
function textOf({ args }) {
    return args.map((arg) => arg.subtype === 'null' ? 'null' :
        arg.value ?? arg.description ?? arg.type).join(' ');
}

// The address of a program's page; `close` ends what serves it.
async function publish(folder, file) {
    if (!needsServer(file)) {
        const html = path.join(folder, 'program.html');
        fs.writeFileSync(html, makePage(file));
        return { url: `file://${html}`, close() {} };
    }
    const server = await serve(path.dirname(file));
    return {
        url: `http://127.0.0.1:${server.address().port}/${path.basename(file)}.html`,
        close() {
            server.closeAllConnections();
            server.close();
        },
    };
}

async function run(browser, page, folder, file) {
    const lines = [];
    let last = Date.now();
    function listen({ method, params, sessionId }) {
        if (sessionId !== page.session)
            return;
        if (method === 'Runtime.consoleAPICalled') {
            lines.push(textOf(params));
            last = Date.now();
        } else if (method === 'Runtime.bindingCalled') {
            page.click(...params.payload.split(' ').map(Number));
            last = Date.now();
        }
    }
    browser.listeners.push(listen);
    const { url, close } = await publish(folder, file);
    const began = Date.now();
    await page.goto(url);
    const saysWhen = fs.readFileSync(file, 'utf8').includes(LAST_LINE);
    const isQuiet = () => !saysWhen &&
        Date.now() - last > (lines.length > 0 ? QUIET_MS : FIRST_MS);
    const isOver = () => Date.now() - began > LONGEST_MS ||
        lines.at(-1) === LAST_LINE || isQuiet();
    while (!isOver())
        await sleep(50);
    browser.listeners.splice(browser.listeners.indexOf(listen), 1);
    close();
    return lines.map((line) => `${line}\n`).join('');
}

function isForChromium(file) {
    return !fs.readFileSync(file, 'utf8').startsWith('// profile:');
}

function expectedOf(file) {
    return path.join(path.dirname(file), '..', 'expected',
        `${path.basename(file, path.extname(file))}.txt`);
}

// The first line that differs, with what is before and after it.
function showDifference(expected, printed) {
    const at = printed.findIndex((line, i) => line !== expected[i]);
    const from = at < 0 ? printed.length : at;
    for (const line of expected.slice(Math.max(0, from - 5), from))
        console.log(`    | ${line}`);
    for (const line of expected.slice(from, from + 5))
        console.log(`    -expected ${line}`);
    for (const line of printed.slice(from, from + 5))
        console.log(`    +Chromium ${line}`);
}

function compare(file, printed) {
    const expected = fs.readFileSync(expectedOf(file), 'utf8');
    if (printed === expected)
        return true;
    console.log(`FAIL ${path.basename(file)} in Chromium`);
    showDifference(expected.split('\n'), printed.split('\n'));
    return false;
}

async function main([, , mode, ...files]) {
    if (findBrowser() === null) {
        console.log(`0 passed, 0 failed, ${files.length} skipped`);
        return;
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-browser-'));
    const browser = new Browser();
    const page = await browser.open('about:blank', { width: 900, height: 700 });
    await page.send('Runtime.addBinding', { name: 'clickAt' });
    let failed = 0;
    const chosen = files.filter(isForChromium);
    for (const file of chosen) {
        const printed = await run(browser, page, folder, file);
        if (mode === 'record')
            fs.writeFileSync(expectedOf(file), printed);
        else if (!compare(file, printed))
            failed++;
    }
    await browser.close();
    fs.rmSync(folder, { recursive: true });
    console.log(`${chosen.length - failed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

main(process.argv);
