'use strict';

// browser.js - drives a headless Chromium over its DevTools protocol, spoken
// through two pipes (descriptors 3 and 4, messages ended by a zero byte). No
// package is needed, and nothing listens on a port.

const { spawn } = require('child_process');
const { existsSync, mkdtempSync, rmSync, writeFileSync } = require('fs');
const { tmpdir } = require('os');
const path = require('path');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome',
    'google-chrome-stable'];
const PATIENCE_MS = 30000;

/** The path of a Chromium, or null. */
function findBrowser() {
    const folders = (process.env.PATH ?? '').split(':');
    const paths = [process.env.CHROMIUM, ...NAMES.flatMap((name) =>
        folders.map((folder) => path.join(folder, name)))];
    return paths.find((file) => file && existsSync(file)) ?? null;
}

class Browser {
    constructor() {
        this.folder = mkdtempSync(path.join(tmpdir(), 'orrery-viewer-'));
        this.next = 1;
        this.waiting = new Map();
        this.listeners = [];
        this.rest = [];
        this.child = spawn(findBrowser(), [
            '--headless=new', '--remote-debugging-pipe', '--no-sandbox',
            '--disable-gpu', '--hide-scrollbars', '--no-first-run',
            '--disable-dev-shm-usage', '--force-color-profile=srgb',
            '--allow-file-access-from-files', `--user-data-dir=${this.folder}`,
        ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        this.child.stdio[4].on('data', (chunk) => this.receive(chunk));
    }

    receive(chunk) {
        let from = 0;
        for (let to; (to = chunk.indexOf(0, from)) >= 0; from = to + 1) {
            this.rest.push(chunk.subarray(from, to));
            this.handle(JSON.parse(Buffer.concat(this.rest).toString()));
            this.rest = [];
        }
        this.rest.push(chunk.subarray(from));
    }

    handle(message) {
        const waiting = this.waiting.get(message.id);
        if (waiting === undefined) {
            for (const listener of this.listeners)
                listener(message);
            return;
        }
        this.waiting.delete(message.id);
        clearTimeout(waiting.timer);
        if (message.error)
            waiting.reject(new Error(message.error.message));
        else
            waiting.resolve(message.result);
    }

    send(method, params = {}, sessionId = undefined) {
        const id = this.next++;
        return new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`${method}: no answer`)),
                PATIENCE_MS);
            this.waiting.set(id, { resolve, reject, timer });
            this.child.stdio[3].write(
                JSON.stringify({ id, method, params, sessionId }) + '\0');
        });
    }

    async open(url, size) {
        const { targetId } = await this.send('Target.createTarget',
            { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget',
            { targetId, flatten: true });
        const page = new Page(this, sessionId);
        await page.send('Page.enable');
        await page.send('Runtime.enable');
        await page.resize(size);
        await page.goto(url);
        return page;
    }

    async close() {
        const ended = new Promise((resolve) => this.child.once('exit', resolve));
        this.send('Browser.close').catch(() => {});
        await ended;
        rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
}

const KEY_CODES = {
    ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35,
    Enter: 13, Escape: 27, Tab: 9, Backspace: 8, ' ': 32,
};

class Page {
    constructor(browser, session) {
        this.browser = browser;
        this.session = session;
        this.errors = [];
        this.requests = [];
        browser.listeners.push((message) => {
            if (message.sessionId !== session)
                return;
            if (message.method === 'Runtime.exceptionThrown')
                this.errors.push(message.params.exceptionDetails.exception
                    ?.description ?? message.params.exceptionDetails.text);
        });
    }

    send(method, params) {
        return this.browser.send(method, params, this.session);
    }

    event(name) {
        return new Promise((resolve) => {
            const listener = (message) => {
                if (message.sessionId !== this.session || message.method !== name)
                    return;
                const at = this.browser.listeners.indexOf(listener);
                this.browser.listeners.splice(at, 1);
                resolve(message.params);
            };
            this.browser.listeners.push(listener);
        });
    }

    resize({ width, height, scale = 1, mobile = false }) {
        return this.send('Emulation.setDeviceMetricsOverride',
            { width, height, deviceScaleFactor: scale, mobile });
    }

    async goto(url) {
        const loaded = this.event('Page.loadEventFired');
        await this.send('Page.navigate', { url });
        await loaded;
    }

    theme(value) {
        return this.send('Emulation.setEmulatedMedia',
            { features: [{ name: 'prefers-color-scheme', value }] });
    }

    /** Evaluate an expression in the page; promises are awaited. */
    async eval(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
            expression, returnByValue: true, awaitPromise: true,
        });
        if (exceptionDetails)
            throw new Error(exceptionDetails.exception?.description ??
                exceptionDetails.text);
        return result.value;
    }

    async key(key, { shift = false, ctrl = false } = {}) {
        const text = ctrl ? undefined : key.length === 1 ? key :
            key === 'Enter' ? '\r' : undefined;
        const base = {
            key, modifiers: (shift ? 8 : 0) + (ctrl ? 2 : 0),
            windowsVirtualKeyCode: KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0),
        };
        await this.send('Input.dispatchKeyEvent',
            { type: text ? 'keyDown' : 'rawKeyDown', text, ...base });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...base });
    }

    async type(text) {
        for (const letter of text)
            await this.key(letter);
    }

    async mouse(type, x, y, more = {}) {
        await this.send('Input.dispatchMouseEvent',
            { type, x, y, button: 'left', clickCount: 1, ...more });
    }

    async click(x, y) {
        await this.mouse('mousePressed', x, y);
        await this.mouse('mouseReleased', x, y);
    }

    /** A picture in the format that the name of the file asks for: png or webp. */
    async screenshot(file) {
        const { data } = await this.send('Page.captureScreenshot',
            { format: path.extname(file).slice(1), quality: 85 });
        writeFileSync(file, Buffer.from(data, 'base64'));
    }
}

module.exports = { Browser, findBrowser };
