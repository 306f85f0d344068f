'use strict';

// one.js ROOT FILE: run one test of the web platform tests, and print a line
// `PASS name` or `FAIL name: message` for each of its parts, in order.
//
// ROOT is a copy of the tests, which bring their own harness
// (resources/testharness.js). It is run as a page's script would be: in the
// global scope, with `self`, a location, and a fetch() that knows only files
// below ROOT.

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [, , root, file] = process.argv;
const folder = path.dirname(path.join(root, file));
const evaluate = eval; // the global one

function read(name) {
    const base = name.startsWith('/') ? root : folder;
    return fs.readFileSync(path.join(base, name.split('?')[0]), 'utf8');
}

async function fetchFile(name) {
    const text = read(String(name));
    return {
        ok: true,
        status: 200,
        json: async () => JSON.parse(text),
        text: async () => text,
    };
}

function define(name, value) {
    Object.defineProperty(globalThis, name,
                          { value, writable: true, configurable: true });
}

define('self', globalThis);
define('fetch', fetchFile);
// As Node's own runner has it: no page, but a window's scope.
define('Window', Object.getPrototypeOf(globalThis).constructor);
define('GLOBAL', {
    isWindow: () => true,
    isShadowRealm: () => false,
    isWorker: () => false,
});
define('location', { href: `http://web-platform.test/${file}`, search: '',
                     pathname: `/${file}`, origin: 'http://web-platform.test' });

// Some tests ask WebAssembly for the class of shared memory.
if (globalThis.WebAssembly === undefined) {
    define('WebAssembly', {
        Memory: class { buffer = new SharedArrayBuffer(0); },
    });
}

// And some read a Blob by way of a Response.
if (globalThis.Response === undefined) {
    define('Response', class {
        #blob;
        constructor(blob) { this.#blob = blob; }
        arrayBuffer() { return this.#blob.arrayBuffer(); }
        text() { return this.#blob.text(); }
    });
}

// The names of tests may hold anything.
function clean(text) {
    return String(text).replace(
        /[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// All at once: what a pipe has not taken by process.exit() is lost.
function end(lines) {
    process.stdout.write(lines.map((line) => `${line}\n`).join(''),
                         () => process.exit());
}

function report(tests, harness) {
    const lines = tests.map((test) => (test.status === test.PASS
        ? `PASS ${clean(test.name)}`
        : `FAIL ${clean(test.name)}: ${clean(test.message)}`));
    if (harness.status !== harness.OK)
        lines.push(`FAIL (the file): ${clean(harness.message)}`);
    end(lines);
}

const text = read(`/${file}`);
const scripts = [...text.matchAll(/^\/\/ META: script=(.*)$/gm)].map((m) => m[1]);

evaluate(read('/resources/testharness.js'));
globalThis.add_completion_callback(report);
globalThis.setup({ explicit_timeout: true });
process.on('uncaughtException', (error) =>
    end([`FAIL (the file): ${clean(error?.stack ?? error)}`]));
setTimeout(end, 20000, ['FAIL (the file): it does not end']).unref();
scripts.map(read).forEach((script) => evaluate(script));
// import() is relative to the file of the test.
vm.runInThisContext(text, {
    filename: path.join(root, file),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
