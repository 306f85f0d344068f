'use strict';
// Values of another context of node:vm are what they are by their nature, not by
// their prototypes; and what code there gets is of its own context. All of it
// holds for Node 24 as well.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const vm = require('vm');
const { later } = require('./support/later.js');

const context = vm.createContext({});
const inside = (code) => vm.runInContext(code, context);
const { Date: OtherDate, Uint8Array: OtherBytes } =
    inside('({ Date, Uint8Array })');
const bytes = (text) => new OtherBytes(Buffer.from(text));
const same = assert.deepStrictEqual;

// ---- Arguments -------------------------------------------------------------------------

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-realms-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
const file = path.join(dir, 'file');
fs.writeFileSync(file, 'text');

const setTimes = {
    utimesSync: (time) => fs.utimesSync(file, time, time),
    lutimesSync: (time) => fs.lutimesSync(file, time, time),
    futimesSync(time) {
        const fd = fs.openSync(file, 'r+');
        fs.futimesSync(fd, time, time);
        fs.closeSync(fd);
    },
};
Object.values(setTimes).forEach((set, i) => {
    set(new OtherDate(1000 * (i + 1)));
    same(fs.statSync(file).mtimeMs, 1000 * (i + 1));
});

same(fs.readFileSync(bytes(file), 'utf8'), 'text');
same(fs.statSync(bytes(file)).size, 4);
same(fs.readdirSync(bytes(dir)), ['file']);
same(fs.existsSync(bytes(file)), true);
fs.copyFileSync(bytes(file), bytes(`${file}2`));
same(fs.readFileSync(`${file}2`, 'utf8'), 'text');
assert.throws(() => fs.readFileSync(bytes('a\0b')),
              { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => fs.cpSync(file, `${file}3`,
                              { filter: inside('(async () => true)') }),
              { code: 'ERR_INVALID_RETURN_VALUE' });
fs.promises.utimes(file, new OtherDate(0), new OtherDate(7000)).then(
    later(() => same(fs.statSync(file).mtimeMs, 7000)));

const source = { start(c) { c.enqueue(bytes('body')); c.close(); } };
new Response(new ReadableStream(source)).text().then(
    later((text) => same(text, 'body')));

const { mock } = require('node:test');
mock.timers.enable({ apis: ['Date'], now: new OtherDate(77) });
same(Date.now(), 77);
mock.timers.reset();

// ---- Globals ---------------------------------------------------------------------------

// Every function that can be reached from the global object.
same(inside(`(() => {
    const seen = new Set([Function.prototype]);
    const foreign = [];
    const visit = (value, place) => {
        const isFunction = typeof value === 'function';
        if (value === null || (!isFunction && typeof value !== 'object') ||
            seen.has(value))
            return;
        seen.add(value);
        if (isFunction ? !(value instanceof Function) :
            place === 'globalThis.Intl' && !(value instanceof Object))
            foreign.push(place);
        for (const key of Reflect.ownKeys(value)) {
            const { get, set, value: item } =
                Reflect.getOwnPropertyDescriptor(value, key);
            const name = place + '.' + String(key);
            visit(item, name);
            visit(get, name);
            visit(set, name);
        }
    };
    void Intl.NumberFormat;
    visit(globalThis, 'globalThis');
    return foreign.join();
})()`), '');

same(inside(`[
    Intl.getCanonicalLocales('en') instanceof Array,
    new Intl.NumberFormat('en') instanceof Intl.NumberFormat,
    new Intl.NumberFormat('en').formatToParts(1) instanceof Array,
    new Intl.DateTimeFormat('en').resolvedOptions() instanceof Object,
    (1234.5).toLocaleString('en') === '1,234.5',
    (async () => {})() instanceof Promise,
].join()`), 'true,true,true,true,true,true');

// Errors, too.
same(inside(`[
    () => (1).toLocaleString('no such locale'),
    () => new Intl.NumberFormat('en', { style: 'none' }),
    () => 'a'.localeCompare('b', 'no such locale'),
    () => Intl.getCanonicalLocales('_'),
    () => Atomics.waitAsync(new Int32Array(1), 0, 0),
].map((fn) => {
    try {
        return fn();
    } catch (error) {
        return error instanceof Error;
    }
}).join()`), 'true,true,true,true,true');

const waited = inside(`Atomics.waitAsync(
    new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)`);
same(waited.async, true);
assert.ok(waited.value instanceof inside('Promise'));
setTimeout(() => {}, 100); // waiting keeps no program alive
waited.value.then(later((result) => same(result, 'timed-out')));

// ---- Error.prepareStackTrace -----------------------------------------------------------

const stackIn = (code) => vm.runInNewContext(code);
same(stackIn(`Error.prepareStackTrace = (error, sites) =>
    [error.message, sites instanceof Array, this === globalThis].join();
    new Error('a').stack`), 'a,true,true');
same(stackIn(`Error.prepareStackTrace = (error) => error.message;
    try { null.x; } catch (error) { error.stack; }`),
     "Cannot read properties of null (reading 'x')");
same(stackIn(`Error.prepareStackTrace = (error) => 'captured';
    const o = {}; Error.captureStackTrace(o); o.stack`), 'captured');

// Without one of its own, the program's is asked.
Error.prepareStackTrace = () => 'of the program';
same(stackIn("new Error('a').stack"), 'of the program');
same(stackIn("Error.prepareStackTrace = () => 'own'; new Error('a').stack"),
     'own');
same(new Error('a').stack, 'of the program');
delete Error.prepareStackTrace;

/* A context has a WebAssembly of its own, whose modules all contexts understand. */
{
    const context = vm.createContext({
        bytes: Buffer.from('0061736d0100000001070160027f7f017f030201000707010361' +
                           '646400000a09010700200020016a0b', 'hex'),
    });
    const run = (text) => vm.runInContext(text, context);
    assert.strictEqual(run('String(WebAssembly)'), '[object WebAssembly]');
    assert.notStrictEqual(run('WebAssembly'), WebAssembly);
    const module = run('var module = new WebAssembly.Module(bytes); module');
    assert.ok(!(module instanceof WebAssembly.Module));
    assert.ok(run('module instanceof WebAssembly.Module'));
    assert.strictEqual(new WebAssembly.Instance(module).exports.add(1, 2), 3);
    assert.ok(run(`
        try {
            new WebAssembly.Module(new Uint8Array(1));
        } catch (error) {
            error instanceof WebAssembly.CompileError && error instanceof Error;
        }`));
}
