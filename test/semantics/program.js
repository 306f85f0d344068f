'use strict';
/*
 * program.js: the text of the random program that generate.js has grown.
 *
 * Every body begins by noting its label. What is common to all programs is the
 * prelude; a program says in its first line which options it is to be run with.
 */
const path = require('path');

const fixtures = path.join(__dirname, 'fixtures');

// ---- Common to all ---------------------------------------------------------------

const prelude = `
const fixtures = ${JSON.stringify(fixtures)};
const lines = [];
const signals = [];
const handles = [];
const unrefs = [];
const als = AsyncLocalStorage ? new AsyncLocalStorage() : { getStore() {} };
function log(label) {
    if (slow)
        wait(2);
    const store = als.getStore();
    lines.push(store === undefined ? label : label + '@' + store);
    if (lines.length > 2000)
        process.exit(99);
    if (lines.length === exitAt)
        process.exit(3);
}
// In V8 each look at the clock leaves garbage, and collecting that wakes the
// loop. Virtual time stands still unless one looks. A fraction by chance, since
// the milliseconds of two clocks stand to each other as they do until the
// machine is started again: a race would look like a rule.
const between = process.versions.orrery === undefined ? 5000 : 0;
function wait(ms) {
    const end = performance.now() + ms + Math.random();
    while (performance.now() < end)
        for (let i = 0; i < between; i++);
}
const spin = () => wait(11);
const P = (value) => Promise.resolve(value);
const f = () => {};
const thenable = () => ({ then(resolve) { log('th'); resolve(); } });
const asyncFn = async () => { log('af'); };
const wrapped = () => new Promise((resolve) => resolve(P()));
const thrower = async () => { throw 'T'; };
class Sub extends Promise {}
const subclass = () => Sub.resolve(1);
const brokenThenable = () => ({ get then() { log('bt'); throw 'B'; } });
const refusing = () => ({ then(resolve, reject) { log('rf'); reject('F'); } });
const nested = async () => { await null; return wrapped(); };
const tickPromise = () => new Promise((resolve) => process.nextTick(resolve));
const immediatePromise = () => new Promise((resolve) => setImmediate(resolve));
const promisified = Symbol.for('nodejs.util.promisify.custom');
const timerPromise = () => {
    const promise = new Promise((resolve) => setTimeout(resolve, 1));
    spin();
    return promise;
};
// Each by its own function: Node 10 miscounts if it is the wrong one.
function clearHandle(handle) {
    if (handle && handle.constructor.name === 'Immediate')
        clearImmediate(handle);
    else
        clearTimeout(handle);
}
function clear(which) {
    clearHandle(handles[which % handles.length]);
}
function unref(handle) {
    unrefs.push(handle);
    return handle.unref();
}
/* Only of what is still to come: whether it has been is no race then. */
function handle(which, manner) {
    const it = handles[which % handles.length];
    switch (it && manner) {
    case 'hasRef': return log('hr:' + it.hasRef());
    case 'ref': return log('rr:' + (it.ref() === it));
    case 'close': return it.close && it.close();
    case 'number': return clearTimeout(+it);
    case 'dispose': return it[Symbol.dispose]();
    }
}
function refresh(which) {
    const handle = handles[which % handles.length];
    if (handle && handle.refresh && !handle._repeat)
        handle.refresh();
    spin();
}
global.note = log;
process.on('exit', (code) => console.log(lines.join(' ') + ' exit:' + code));
process.removeAllListeners('warning');
process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') // once, at moments of its own
        log('W:' + warning.name);
});
`;

const moduleNames = [
    ['fs', 'fs'], ['EventEmitter', 'events'],
    ['{ AsyncLocalStorage, AsyncResource }', 'async_hooks'],
    ['{ performance }', 'perf_hooks'],
];

const exitText = `process.on('exit', () => {
    process.nextTick(() => console.log('xt'));
    setImmediate(() => console.log('xi'));
    P().then(() => console.log('xm'));
});
`;

function emitUncaught({ tick, noUncaught, capture }) {
    const more = tick ?
        ' process.nextTick(log, "Ut"); P().then(() => log("Um"));' : '';
    const listener = `(error) => {
    log('U:' + (error && error.message || error));${more}
}`;
    if (noUncaught)
        return '';
    return capture ?
        `process.setUncaughtExceptionCaptureCallback(${listener});\n` :
        `process.on('uncaughtException', ${listener});\n`;
}

function emitHandlers(handlers) {
    const { rejectionThrows, noRejectionListener, monitor } = handlers;
    let text = `const exitAt = ${handlers.exitAt};
const slow = ${handlers.slow};
${emitUncaught(handlers)}process.on('rejectionHandled', () => {
    log('H');${handlers.lateThrows ? ' throw new Error("HT");' : ''}
});
`;
    if (monitor)
        text += `process.on('uncaughtExceptionMonitor', (_, origin) =>
    log('M:' + origin));\n`;
    if (handlers.exitQueues)
        text += exitText;
    if (!noRejectionListener) {
        const ends = rejectionThrows ? ' throw new Error("RT");' : '';
        text += `process.on('unhandledRejection', (reason) => {
    log('R:' + (reason && reason.message || reason));${ends}
});
`;
    }
    return text;
}

// ---- Each construct --------------------------------------------------------------

const makesTimers = ({ kind, manner, handled }) =>
    kind === 'timer' || kind === 'interval' ||
    (kind === 'promiseTimer' && manner !== 'immediate' && manner !== 'yield') ||
    (kind === 'signal' && manner === 'timeout') ||
    (kind === 'reject' && handled === 'timer');

const named = (label) => `log('${label}');`;

/* The statements of a body. */
function emitBody(body) {
    const actions = body.actions.map((action) =>
        emitters[action.kind](action, ...action.bodies.map(emitBody)));
    // What throws must do so at the end, and after the spinning.
    const isThrow = (_, i) => body.actions[i].kind === 'throw';
    const spins = body.actions.some(makesTimers);
    return [
        named('b' + body.label),
        ...(spins ? ['try {'] : []),
        ...actions.filter((_, i) => !isThrow(_, i)),
        ...(spins ? ['} finally { spin(); }'] : []),
        ...actions.filter(isThrow).slice(0, 1),
    ].join('\n');
}

function emitGenerator(a, inner, after) {
    const name = 'g' + a.label;
    const gen = `async function* ${name}() {
try {
${a.pause}
yield ${a.value};
${inner}
${a.pause}
yield 2;
} finally { log('${name}f'); }
}`;
    const loop = (over, end) => `(async () => {
for await (const v of ${over}) {
log('${name}v');${end}
}
${after}
})().catch((e) => log('${name}c:' + e));`;
    const next = `.then(({ done }) => log('${name}:' + done), ` +
        `(e) => log('${name}e'));`;

    switch (a.manner) {
    case 'array':
        return loop(`[1, P(2), wrapped()]`, '');
    case 'sync':
        return loop(`(function* () { try { yield P(1); yield ${a.value}; } ` +
            `finally { log('${name}f'); } })()`, '');
    case 'collect':
        return gen + `\nArray.fromAsync(${name}()).then(() => {\n${after}\n}, ` +
            `(e) => log('${name}e'));`;
    case 'break':
        return gen + '\n' + loop(`${name}()`, ' break;');
    case 'delegate':
        return gen + `\nasync function* ${name}d() { yield* ${name}(); }\n` +
            loop(`${name}d()`, '');
    case 'loop':
        return gen + '\n' + loop(`${name}()`, '');
    default: {
        const last = { manual: 'next()', return: `return(${a.value})`,
                       throw: 'throw("x")' }[a.manner];
        return `${gen}
{
const it = ${name}();
it.next()${next}
it.next()${next}
it.${last}${next}
it.next().then(() => { ${after} }, () => log('${name}e'));
}`;
    }
    }
}

function emitEmitter(a, inner, after) {
    const name = 'e' + a.label;
    const make = `const ${name} = new EventEmitter();\n`;
    const on = (method) => `${name}.${method}('x', () => {\n${inner}\n});\n`;

    switch (a.manner) {
    case 'once':
        return make + on('once') + `${name}.emit('x'); ${name}.emit('x');\n` +
            after;
    case 'prepend':
        return `${make}${name}.on('x', () => log('${name}'));\n` +
            `${on('prependListener')}${name}.emit('x');\n${after}`;
    case 'error':
        return `${make}${name}.on('error', () => {\n${inner}\n});\n` +
            `${name}.emit('error', 1);\n${after}`;
    case 'await':
        return `${make}EventEmitter.once(${name}, 'x').then(() => {\n` +
            `${inner}\n});\n${name}.emit('x');\n${after}`;
    case 'removed':
        return `${make}const ${name}l = () => log('${name}l');\n` +
            `${name}.on('x', () => { ${name}.off('x', ${name}l); });\n` +
            `${name}.on('x', ${name}l);\n${on('on')}` +
            `${name}.emit('x'); ${name}.emit('x');\n${after}`;
    case 'iterate':
        return `${make}(async () => {
let n = 0;
for await (const v of EventEmitter.on(${name}, 'x')) {
log('${name}i');
if (++n === 2) break;
}
${inner}
})();
${name}.emit('x'); ${name}.emit('x');
${after}`;
    case 'capture':
        return `const ${name} = new EventEmitter({ captureRejections: true });
${name}.on('x', async () => { throw 'cr'; });
${name}.on('error', () => {\n${inner}\n});
${name}.emit('x');
${after}`;
    case 'monitor':
        return `${make}${name}.on(EventEmitter.errorMonitor, () => ` +
            `log('${name}m'));\n${name}.on('error', () => {\n${inner}\n});\n` +
            `${name}.emit('error', 1);\n${after}`;
    case 'targetOnce':
        return `const ${name} = new EventTarget();
EventEmitter.once(${name}, 'x').then(() => {\n${inner}\n});
${name}.dispatchEvent(new Event('x'));
${after}`;
    case 'target':
        return `const ${name} = new EventTarget();\n` +
            `${name}.addEventListener('x', () => {\n${inner}\n});\n` +
            `${name}.dispatchEvent(new Event('x'));\n${after}`;
    default:
        return `${make}${on('on')}${name}.emit('x');\n${after}`;
    }
}

function emitStorage(a, inner) {
    switch (a.manner) {
    case 'enter':
        return `als.enterWith(${a.store});\n${inner}`;
    case 'exit':
        return `als.exit(() => {\n${inner}\n});`;
    case 'bind':
        return `{
const bound = als.run(${a.store}, () => AsyncLocalStorage.bind(() => {
${inner}
}));
process.nextTick(bound);
}`;
    case 'snapshot':
        return `{
const inside = als.run(${a.store}, () => AsyncLocalStorage.snapshot());
setImmediate(() => inside(() => {
${inner}
}));
}`;
    case 'async':
        return `als.run(${a.store}, async () => {
await asyncFn();
${inner}
}).catch((e) => log('se'));`;
    case 'resource':
        return `{
const resource = als.run(${a.store}, () => new AsyncResource('R'));
setImmediate(() => resource.runInAsyncScope(() => {
${inner}
}));
}`;
    default:
        return `als.run(${a.store}, () => {\n${inner}\n});`;
    }
}

function emitReject(a, inner) {
    const how = {
        tick: (fn) => `process.nextTick(${fn});`,
        micro: (fn) => `P().then(${fn});`,
        immediate: (fn) => `setImmediate(${fn});`,
        timer: (fn) => `setTimeout(${fn}, 1);`,
        nested: (fn) => `P().then(() => process.nextTick(${fn}));`,
    }[a.handled];
    const reject = `Promise.reject('j${a.label}')`;

    return how === undefined ? `${reject};\n${inner}` : `{
const p = ${reject};
${how(`() => p.catch(() => {\n${inner}\n})`)}
}`;
}

function emitPromiseTimer(a, inner) {
    const caught = `, (e) => log('pt:' + e.code)`;
    switch (a.manner) {
    case 'immediate':
        return `timers.setImmediate().then(() => {\n${inner}\n});`;
    case 'abort':
        return `{
const ac = new AbortController();
timers.setTimeout(5000, 0, { signal: ac.signal }).then(f${caught});
process.nextTick(() => {
ac.abort();
${inner}
});
}`;
    case 'interval':
        return `(async () => {
let n = 0;
for await (const v of timers.setInterval(${a.delay})) {
log('pi${a.label}');
if (++n === 2) break;
spin();
}
${inner}
})();`;
    case 'yield':
        return `timers.scheduler.yield().then(() => {\n${inner}\n});`;
    case 'wait':
        return `timers.scheduler.wait(${a.delay}).then(() => {\n${inner}\n});`;
    case 'promisified':
        return `setTimeout[promisified](${a.delay}).then(() => {\n${inner}\n});`;
    default:
        return `timers.setTimeout(${a.delay}).then(() => {\n${inner}\n});`;
    }
}

/* The timer of AbortSignal.timeout() is unref'd: another of the same list keeps
 * the program alive. */
function emitSignal(a, inner) {
    const listen = (signal) =>
        `${signal}.addEventListener('abort', () => {\n${inner}\n});`;
    switch (a.manner) {
    case 'timeout':
        return `{
const signal = AbortSignal.timeout(${a.delay});
signals.push(signal);
${listen('signal')}
setTimeout(f, ${a.delay});
}`;
    case 'any':
        return `{
const ac = new AbortController();
const any = AbortSignal.any([ac.signal, new AbortController().signal]);
any.onabort = () => log('on');
${listen('any')}
ac.signal.addEventListener('abort', () => log('one'));
P().then(() => ac.abort());
}`;
    case 'throwIfAborted':
        return `{
const { signal } = new AbortController();
${listen('signal')}
const aborted = AbortSignal.abort('ab');
${listen('aborted')}
P().then(() => aborted.throwIfAborted()).catch((e) => log(e));
}`;
    default:
        return `{
const ac = new AbortController();
${listen('ac.signal')}
process.nextTick(() => { ac.abort(); log('sa'); ac.abort(); });
}`;
    }
}

function emitMessage(a, inner) {
    const channel = 'const { port1, port2 } = new MessageChannel();';
    switch (a.manner) {
    case 'two':
        return `{
${channel}
port2.once('message', () => {
log('m1');
process.nextTick(log, 'm1t');
port2.once('message', () => {
port2.close();
${inner}
});
});
port1.postMessage(1);
port1.postMessage(2);
}`;
    case 'handler':
        return `{
${channel}
port2.onmessage = () => {
port2.close();
${inner}
};
port1.postMessage(1);
}`;
    case 'closed':
        return `{
${channel}
port1.once('close', () => log('m1c'));
port2.once('close', () => {
log('m2c');
${inner}
});
port1.postMessage(1);
port2.on('message', () => { log('mc'); port1.close(); });
}`;
    case 'both':
        return `{
${channel}
port1.once('message', () => {
port1.close();
${inner}
});
port2.once('message', () => { log('mb'); port2.postMessage(2); });
port1.postMessage(1);
}`;
    default:
        return `{
${channel}
port2.once('message', () => {
port2.close();
${inner}
});
port1.postMessage(1);
}`;
    }
}

function emitDynamicImport(a, inner) {
    const data = (label) => `"data:text/javascript,note('i${label}');` +
        `process.nextTick(note,'i${label}t');` +
        `Promise.resolve().then(()=>note('i${label}m'))"`;
    const what = {
        builtin: `'node:path'`, data: data(a.label), again: data('0'),
        missing: `'node:nothing'`, file: `fixtures + '/random_import.mjs'`,
    }[a.manner];

    if (a.manner === 'require')
        return `log(load(fixtures + '/random_require.mjs').name);\n${inner}`;
    return `import(${what}).then(() => {\n${inner}\n}, (e) => log(e.code));`;
}

const emitters = {
    tick: (a, inner) => `process.nextTick(() => {\n${inner}\n});`,
    micro: (a, inner) => `queueMicrotask(() => {\n${inner}\n});`,
    then: (a, one, two) => `P().then(() => {\n${one}\n${
        one.includes('\nthrow') ? '' : a.value}\n}).then(() => {\n${two}\n});`,
    await: (a, one, two) => `(async () => {
${one}
try { await ${a.first}; } catch (e) { log('c:' + e); }
log('w${a.label}');
await ${a.second};
${two}
${a.end}
})()${a.caught ? `.then(() => log('d${a.label}'), (e) => log('x:' + e))` : ''};`,
    generator: emitGenerator,
    thenable: (a, one, two) => `${a.manner.replace('THEN', `{ then(resolve) {
${one}
${a.later ? 'P().then(resolve)' : 'resolve()'};
} }`)}.then(() => {
${two}
});`,
    combine: (a, inner) => `Promise.${a.manner}([${a.members}]).then(() => {
${inner}
}, (e) => log('ce:' + e));`,
    finally: (a, one, two) => `${a.rejects ? 'Promise.reject("f")' : 'P()'
    }.finally(() => {\n${one}\n${one.includes('\nthrow') ? '' : a.value}\n})` +
        `.then(() => {\n${two}\n}, (e) => log('fe:' + e));`,
    immediate: (a, inner) => `handles.push(${a.unref ? 'unref' : ''}(` +
        `setImmediate(() => {\n${inner}\n})));`,
    clear: (a) => `clear(${a.which});`,
    timer: (a, inner) => `handles.push(${a.unref ? 'unref' : ''}(` +
        `setTimeout(() => {\n${inner}\n}, ${a.delay})));`,
    refresh: (a) => `refresh(${a.which});`,
    interval: (a, inner) => `{
let n = 0;
const interval = setInterval(() => {
if (++n >= ${a.times}) clearInterval(interval);
log('v${a.label}:' + n);
spin();
if (n > 1) return;
${inner}
}, ${a.delay});
}`,
    emitter: emitEmitter,
    storage: emitStorage,
    throw: (a) => `throw new Error('t${a.label}');`,
    reject: emitReject,
    promiseTimer: emitPromiseTimer,
    signal: emitSignal,
    message: emitMessage,
    import: emitDynamicImport,
    handle: (a) => `handle(${a.which}, '${a.manner}');`,
    warning: (a) => `process.emitWarning('w${a.label}', 'W${a.label}');`,
};

// ---- Stages and the whole --------------------------------------------------------

const rootText = {
    direct: (body) => body,
    stat: (body) => `fs.stat('.', () => {\n${body}\n});`,
    readFile: (body) => `fs.readFile(file, () => {\n${body}\n});`,
    several: (body, times) => `for (let i = 0; i < ${times}; i++)
fs[['stat', 'access', 'lstat', 'readdir'][i]]('.', () => {\n${body}\n});`,
    chain: (body) => `fs.open(file, 'r', (error, fd) => {
log('open');
process.nextTick(log, 'opent');
fs.fstat(fd, () => {
setImmediate(log, 'fstati');
fs.close(fd, () => {\n${body}\n});
});
});`,
    absent: (body) => `fs.stat('/no/such/file', (error) => {
log(error.code);
${body}
});`,
    promised: (body) => `fs.promises.readFile(file).then(() => {
${body}
});`,
    immediate: (body) => `setImmediate(() => {\n${body}\n});`,
    timer: (body) => `setTimeout(() => {\n${body}\n}, 1);`,
    await: (body) => `fs.promises.stat('.').then(() => {\n${body}\n});`,
    message: (body) => `{
const { port1, port2 } = new MessageChannel();
port2.once('message', () => {
port2.close();
${body}
});
port1.postMessage(1);
}`,
};

function emitStages(stages) {
    if (stages.length === 0)
        return '';
    const cases = stages.map(({ root, times, body, settles }) => {
        const text = rootText[root](emitBody(body), times);
        return settles ?
            `() => setImmediate(setImmediate, () => {\n${text}\n}),` :
            `() => {\n${text}\n},`;
    });
    return `const stages = [\n${cases.join('\n')}\n];
process.on('beforeExit', () => {
    log('|');
    unrefs.splice(0).forEach(clearHandle);
    const stage = stages.shift();
    if (stage)
        stage();
});
`;
}

function emitImport({ label, waits }) {
    const text = `console.log('i${label}');` +
        `process.nextTick(()=>console.log('i${label}t'));` +
        `Promise.resolve().then(()=>console.log('i${label}m'));` +
        (waits ? `await null;console.log('i${label}w');` : '');
    return `import "data:text/javascript,${text}";\n`;
}

/* A throw in the body of a module would end it, so it goes to a tick there. */
function emitModule(tree) {
    const { module, stages } = tree;
    const tame = (text) => text.replace(/(^|\n)(throw [^\n]*)$/,
                                        '$1process.nextTick(() => { $2 });');
    return moduleNames.map(([what, from]) =>
        `import ${what} from 'node:${from}';\n`).join('') +
        `import * as timers from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
const load = createRequire(import.meta.url);
const file = fileURLToPath(import.meta.url);
` + module.imports.map(emitImport).join('') + prelude +
        emitHandlers(tree.handlers) + emitStages(stages.slice(1)) +
        tame(emitBody(stages[0].body)) + '\n' +
        module.parts.map(({ wait, body }) =>
            `await ${wait};\n{\n${tame(emitBody(body))}\n}\n`).join('');
}

function emitScript(tree) {
    return "'use strict';\n" + moduleNames.map(([what, from]) =>
        `const ${what} = require('${from}');\n`).join('') +
        `let timers;
try { timers = require('timers/promises'); } catch (e) {}
const load = require;
const file = __filename;
` + prelude + emitHandlers(tree.handlers) + emitStages(tree.stages.slice(1)) +
        emitBody(tree.stages[0].body) + '\n';
}

function emit(tree) {
    const { mode } = tree.handlers;
    const options = mode ? `// options: --unhandled-rejections=${mode}\n` : '';

    return options + (tree.module ? emitModule(tree) : emitScript(tree));
}

module.exports = { emit, makesTimers };
