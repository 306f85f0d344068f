'use strict';

// program.js [NAME HOW]: use what a runtime offers, after the function NAME was
// replaced (see replace.js). All values are made before, and from then on there
// is only syntax, and calls of what is not of the language itself, so whatever
// goes wrong goes wrong in the built-in modules. Prints a line `== section` and
// then what the section prints. An error is printed as one line of it.

const { replace } = require('./replace.js');
const [, , name, how] = process.argv;
const change = name ? replace(name, how) : () => {};

class Point {
    constructor(x, y) { this.x = x; this.y = y; }
    get sum() { return this.x + this.y; }
    toString() { return `(${this.x}, ${this.y})`; }
}

const circular = { name: 'c', list: [1, 2] };
circular.self = circular;
const error = new TypeError('an error', { cause: new RangeError('its cause') });
error.stack = 'TypeError: an error\n    at nowhere';
error.cause.stack = 'RangeError: its cause\n    at nowhere';
const values = [
    { a: 1, b: 'two', c: [3, 4, { d: 5 }], e: null, f: undefined, [Symbol('g')]: 6n },
    [1, 'a', , -0, NaN, true], new Map([['k', { v: 1 }], [{ o: 1 }, 2]]),
    new Set([1, 'b', [2]]), new Date(0), /a+b/gi, new Point(1, 2), circular, error,
    Symbol('s'), 12345678901234567890n, function named() {}, class A extends Point {},
    () => 1, new Uint8Array([1, 2, 3]), new ArrayBuffer(4), new WeakMap(),
    Promise.resolve(5), new Proxy({ p: 1 }, {}), Object.create(null), 'it\'s "text"',
    new Error('plain').message, { get g() { return 1; }, set s(v) {} },
    [['nested', ['deep', ['deeper', ['deepest']]]]], new Number(3), new String('boxed'),
    'x'.repeat(200).split(''), [new Map(), new Set()], new Map().entries(),
    Math, JSON, globalThis.process.versions.modules > 1, (function* () {})(),
    { long: 'a line of text that is long enough to break the object', b: 'another one' },
];
const nowhere = '/nowhere/at/all';
const left = { a: [1, { b: 2 }], m: new Map([[1, 2]]), s: new Set(['x']) };
const right = { a: [1, { b: 3 }], m: new Map([[1, 2]]), s: new Set(['x']) };
const same = { a: [1, { b: 2 }], m: new Map([[1, 2]]), s: new Set(['x']) };
const bytes = new Uint8Array([0xe2, 0x82, 0xac, 0x20, 0x41]);
const sections = [];
const log = console.log;
const PromiseOfTheStart = Promise;
let directory;

function section(title, run) {
    sections[sections.length] = { title, run };
}

section('console', () => {
    for (let i = 0; i < values.length; i++)
        log(i, values[i]);
    log('%s|%d|%i|%f|%j|%o|%O|%c|%%', 'a', 1.5, '2.7', '3.5', left, [1], { b: 2 }, 'css');
    log('%s %s %s', 5n, -0, { a: { b: {} } });
    console.group('group');
    console.info('inside\nof it');
    console.groupEnd();
    console.table([[1, 2], [3, 4]]);
    console.dir(left, { depth: 0 });
    console.count();
    console.assert(true, 'not seen');
});

section('util', () => {
    const util = require('util');
    log(util.inspect(values[0], { compact: false, sorted: true, depth: 5 }));
    log(util.inspect(values[2], { showHidden: true, colors: true }));
    log(util.inspect(left, { breakLength: 20, maxArrayLength: 1, numericSeparator: true }));
    log(util.format('%s and %i', 'x', 42, 'rest'));
    log(util.isDeepStrictEqual(left, same), util.isDeepStrictEqual(left, right));
    log(util.types.isMap(values[2]), util.types.isRegExp(/x/), util.types.isProxy(values[18]));
    log(util.styleText('red', 'red') === 'red', util.stripVTControlCharacters('\x1b[1mb\x1b[0m'));
    log(util.parseArgs({ args: ['-v', '--name=x', 'rest'], allowPositionals: true,
                         options: { verbose: { type: 'boolean', short: 'v' },
                                    name: { type: 'string' } } }).values.name);
    log(util.inspect(new util.TextEncoder().encode('aé')),
        new util.TextDecoder().decode(bytes));
    log(util.getSystemErrorName(-2), util.toUSVString('a\ud800'));
    util.inherits(function Sub() {}, Point);
    log(new util.MIMEType('text/html; charset=utf-8').essence);
});

section('events', () => {
    const EventEmitter = require('events');
    const e = new EventEmitter();
    const seen = (x, y) => log('seen', x, y);
    e.on('a', seen);
    e.prependListener('a', (x) => log('first', x));
    e.once('a', () => log('once'));
    e.emit('a', 1, 2);
    e.off('a', seen);
    e.emit('a', 3);
    log(e.listenerCount('a'), e.eventNames(), e.rawListeners('a').length);
    try {
        e.emit('error', error);
    } catch (err) {
        log('threw', err === error);
    }
    try {
        e.on('x', 5);
    } catch (err) {
        log(err.code, err.message);
    }
    e.removeAllListeners();
    const target = new EventTarget();
    target.addEventListener('go', (event) => log(event.type, event.cancelable), { once: true });
    target.dispatchEvent(new Event('go'));
    target.dispatchEvent(new Event('go'));
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => log('aborted'));
    controller.abort();
    log(controller.signal.reason.name);
});

section('path, querystring and url', () => {
    const path = require('path');
    log(path.join('/a', '..', 'b', './c.txt'), path.resolve('/x', 'y', '../z'));
    log(path.relative('/a/b/c', '/a/d'), path.parse('/where/u/f.tar.gz'));
    log(path.normalize('/a//b/../c/.'), path.win32.join('a', 'b'), path.format({ dir: '/q', base: 'r' }));
    const qs = require('querystring');
    log(qs.parse('a=1&b=2&a=%203'), qs.stringify(left), qs.escape('a b&c'));
    const url = require('url');
    const u = new URL('https://us%20er:pw@exämple.org:8080/p/../q?x=1&y=a%20b#frag');
    u.searchParams.append('z', 'ü');
    u.pathname = '/new path';
    log(u.href, u.host, u);
    log(url.parse('http://a.b:80/c?d=e#f'), url.format({ protocol: 'ftp', host: 'h', pathname: '/p' }));
    log(url.fileURLToPath('file:///a%20b/c'), url.pathToFileURL('/x y/z').href, url.resolve('/one/two', 'three'));
    log(new URLSearchParams({ a: '1', b: '2' }), URL.canParse('nonsense'));
    try {
        new URL('nonsense');
    } catch (err) {
        log(err.code, err.message);
    }
    log(url.domainToASCII('español.com'), url.domainToUnicode('xn--espaol-zwa.com'));
});

section('fs', () => {
    const fs = require('fs');
    directory = fs.mkdtempSync(`${require('os').tmpdir()}/intrinsics-`);
    const file = `${directory}/file`;
    fs.writeFileSync(file, 'line 1\nline 2\n');
    fs.appendFileSync(file, 'line 3\n');
    log(fs.readFileSync(file, 'utf8'), fs.existsSync(file), fs.statSync(file).size);
    fs.mkdirSync(`${directory}/a/b/c`, { recursive: true });
    fs.copyFileSync(file, `${directory}/a/copy`);
    fs.renameSync(`${directory}/a/copy`, `${directory}/a/renamed`);
    log(fs.readdirSync(directory), fs.readdirSync(directory, { withFileTypes: true })[0].name);
    log(fs.readdirSync(directory, { recursive: true }).length);
    const fd = fs.openSync(file, 'r+');
    log(fs.readSync(fd, bytes, 0, 2, 1), bytes[0], fs.writeSync(fd, 'X'), fs.fstatSync(fd).isFile());
    fs.closeSync(fd);
    fs.symlinkSync('file', `${directory}/link`);
    log(fs.readlinkSync(`${directory}/link`), fs.realpathSync(directory) !== '');
    try {
        fs.readFileSync(nowhere);
    } catch (err) {
        log(err.code, err.message);
    }
    try {
        fs.openSync(5n);
    } catch (err) {
        log(err.code, err.message);
    }
    fs.writevSync(1, [new TextEncoder().encode('two '), new TextEncoder().encode('chunks\n')]);
});

section('fs, later', () => new PromiseOfTheStart((resolve) => {
    const fs = require('fs');
    fs.readFile(`${directory}/file`, 'utf8', (err, text) => {
        log(err, text);
        fs.stat(nowhere, (err2) => {
            log(err2.code);
            fs.writeFile(`${directory}/new`, 'new', () => {
                fs.readdir(directory, (err3, names) => {
                    log(names);
                    fs.rm(`${directory}/a`, { recursive: true }, (err4) => {
                        log(err4);
                        resolve();
                    });
                });
            });
        });
    });
}));

section('fs.promises', async () => {
    const { promises } = require('fs');
    log(await promises.readFile(`${directory}/file`, 'utf8'));
    log(await promises.readdir(directory));
    try {
        await promises.access(nowhere);
    } catch (err) {
        log(err.code, err.message);
    }
    await promises.rm(directory, { recursive: true });
});

section('timers', () => new PromiseOfTheStart((resolve) => {
    const order = { text: '' };
    const note = (what) => { order.text += `${what} `; };
    const repeat = setInterval(() => { note('interval'); clearInterval(repeat); }, 1);
    const never = setTimeout(note, 5, 'never');
    clearTimeout(never);
    setTimeout((a, b) => note(a + b), 1, 'time', 'out');
    process.nextTick(note, 'tick');
    queueMicrotask(() => note('microtask'));
    setTimeout(() => setImmediate((x) => { note(x); log(order.text); resolve(); }, 'immediate'), 20);
}));

section('promises', async () => {
    const { setTimeout: later } = require('timers/promises');
    log(await later(1, 'later'));
    const { promisify } = require('util');
    log(await promisify((x, done) => done(null, x))('promisified'));
    const { once, EventEmitter } = require('events');
    const e = new EventEmitter();
    process.nextTick(() => e.emit('go', 'went'));
    log((await once(e, 'go'))[0]);
    const { AsyncLocalStorage } = require('async_hooks');
    const storage = new AsyncLocalStorage();
    await storage.run('stored', async () => {
        await null;
        log(storage.getStore());
    });
    const signal = AbortSignal.timeout(1);
    try {
        await later(1000, null, { signal });
    } catch (err) {
        log(err.name, err.code, err.cause.name);
    }
});

section('assert', () => {
    const assert = require('assert');
    assert(true);
    assert.deepStrictEqual(left, same);
    assert.throws(() => { throw error; }, { message: 'an error' });
    assert.match('abc', /b/);
    for (let i = 0; i < 3; i++) {
        try {
            if (i === 0)
                assert.deepStrictEqual(left, right);
            else if (i === 1)
                assert.strictEqual(1, 2);
            else
                assert.notDeepEqual(left, same);
        } catch (err) {
            log(err.code, err.message);
        }
    }
});

section('cloning and messages', () => new PromiseOfTheStart((resolve) => {
    log(structuredClone(values[2]), structuredClone(left));
    performance.mark('m');
    log(performance.getEntriesByName('m').length, performance.measure('n', 'm').name);
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (m) => { log(m); port2.close(); resolve(); });
    port1.postMessage({ a: left });
}));

section('modules', async () => {
    const fs = require('fs');
    const os = require('os');
    const dir = fs.mkdtempSync(`${os.tmpdir()}/intrinsics-`);
    fs.writeFileSync(`${dir}/a.js`, 'exports.b = require("./b.json"); exports.f = __filename.length > 1;');
    fs.writeFileSync(`${dir}/b.json`, '{"in": ["b", {"json": true}]}');
    fs.writeFileSync(`${dir}/c.mjs`, 'import { f } from "./a.js"; export default f; export const u = import.meta.url.length > 1;');
    log(require(`${dir}/a.js`), await import(`${dir}/c.mjs`));
    log(require.resolve('fs'), require('module').isBuiltin('node:path'));
    try {
        require('./not-there');
    } catch (err) {
        log(err.code, err.message.length > 10);
    }
    try {
        await import(`${dir}/none.mjs`);
    } catch (err) {
        log(err.code);
    }
    fs.rmSync(dir, { recursive: true });
});

section('process and the rest', () => {
    log(process.hrtime.bigint() > 0n, process.memoryUsage().rss > 0, process.uptime() > 0);
    log(process.cwd() !== '', process.argv.length > 1, process.env.NOTHING);
    process.env.ADDED = 'x';
    log(process.env.ADDED, 'ADDED' in process.env, process.title !== '');
    process.emitWarning('not seen by stdout');
    const { StringDecoder } = require('string_decoder');
    log(new StringDecoder('utf8').write(new TextEncoder().encode('€')));
    log(require('os').EOL, require('punycode').encode('mañana'), atob(btoa('abc')));
    try {
        process.chdir(5);
    } catch (err) {
        log(err.code, err.message);
    }
    process.on('exit', (code) => log('exit', code));
});

async function main() {
    process.on('uncaughtException', (err) => {
        process._rawDebug(err);
        process.exitCode = 1;
    });
    for (let i = 0; i < sections.length; i++) {
        const { title, run } = sections[i];
        log(`== ${title}`);
        try {
            await run();
        } catch (err) {
            log('ERROR', err?.message);
            process._rawDebug(err);
        }
    }
    log('== end');
}

change();
main();
