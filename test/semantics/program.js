'use strict';
/*
 * program.js: the text of the random program that generate.js has grown.
 *
 * Every body begins by noting its label. What is common to all programs is the
 * prelude; what a single action looks like is in constructs/. A program says in
 * its first line which options it is to be run with.
 */
const path = require('path');
const parts = ['promises', 'timers', 'events', 'storage', 'imports',
               'streams']
    .map((name) => require(`./constructs/${name}.js`));
const texts = Object.assign({}, ...parts.map((part) => part.texts));
const manners = Object.assign({}, ...parts.map((part) => part.manners));

const fixtures = path.join(__dirname, 'fixtures');

// ---- Common to all ---------------------------------------------------------------

const prelude = `
const fixtures = ${JSON.stringify(fixtures)};
const lines = global.early || []; // what imports have noted by now
const { AsyncLocalStorage, AsyncResource } = hooks;
const signals = [];
const handles = [];
const unrefs = [];
const als = AsyncLocalStorage ? new AsyncLocalStorage() : { getStore() {} };
let making = 0; // bodies that make timers, and then spin
function log(label) {
    if (slow && making === 0)
        wait(2);
    const store = als.getStore();
    lines.push(label + running() + (store === undefined ? '' : '@' + store));
    if (lines.length > 2000)
        process.exit(99);
    if (lines.length === exitAt)
        process.exit(3);
}
// In V8 each look at the clock leaves garbage, and collecting that wakes the
// loop. Virtual time stands still unless one looks. And then some more, by
// chance: the milliseconds of two clocks stand to each other as they do until
// the machine is started again, and a race would look like a rule.
const between = process.versions.orrery === undefined ? 20000 : 0;
function idle(times) {
    for (let i = 0; i < times; i++);
}
function wait(ms) {
    const end = Date.now() + ms;
    while (Date.now() < end)
        idle(between);
    idle(Math.random() * 50 * between);
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
const seen = new Set();
const isFirst = (what) => seen.size < seen.add(what).size;
function queueSome(label) {
    process.nextTick(log, label + 't');
    P().then(() => log(label + 'm'));
    setImmediate(log, label + 'i');
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
    ['hooks', 'async_hooks'], ['stream', 'stream'],
];

/* A hook that notes what it is told of callbacks; a label then says as part of
 * what it is noted, and what that was made by. */
const hookText = (types) => `
const kinds = new Map();
const running = () => '#' + (kinds.get(hooks.executionAsyncId()) || '') +
    (kinds.get(hooks.triggerAsyncId()) || '');
const tell = (sign) => (id) => {
    if (kinds.has(id))
        lines.push(sign + kinds.get(id));
};
const destroyed = tell('-');
hooks.createHook({
    init(id, type) {
        if (!${JSON.stringify(types)}.includes(type))
            return;
        kinds.set(id, type.slice(0, 2));
        lines.push('+' + kinds.get(id));
    },
    before: tell('<'),
    after: tell('>'),
    // A promise's is the collector's to decide.
    destroy: (id) => kinds.get(id) !== 'PR' && destroyed(id),
    promiseResolve: tell('='),
}).enable();
`;
const hooked = {
    callbacks: hookText(['TickObject', 'Timeout', 'Immediate', 'Microtask']),
    promises: hookText(['TickObject', 'Timeout', 'Immediate', 'PROMISE']),
};

const uncaughtMore = {
    queues: ' process.nextTick(log, "Ut"); P().then(() => log("Um"));',
    queuesMore: ' queueSome("U");',
    rejects: ' if (isFirst("UR")) Promise.reject("UR");',
};

function emitUncaught({ uncaught, noUncaught, capture }) {
    const listener = `(error) => {
    log('U:' + (error && error.message || error));${uncaughtMore[uncaught] || ''}
}`;
    if (noUncaught)
        return '';
    return capture ?
        `process.setUncaughtExceptionCaptureCallback(${listener});\n` :
        `process.on('uncaughtException', ${listener});\n`;
}

const rejectionMore = {
    throws: ' throw new Error("RT");',
    queues: ' queueSome("R");',
    rejects: ' if (isFirst("RR")) Promise.reject("RR");',
    handles: ' promise.catch(() => log("RC"));',
};
const lateMore = {
    throws: ' throw new Error("HT");',
    queues: ' queueSome("H");',
};
const exitMore = {
    queues: `
    process.nextTick(() => console.log('xt'));
    setImmediate(() => console.log('xi'));
    P().then(() => console.log('xm'));`,
    throws: ` throw new Error('XT');`,
    exits: ' process.exit(6);',
    setsCode: ' process.exitCode = 5;',
};

function emitHandlers(handlers) {
    const { rejection, late, exit, hooks } = handlers;
    let text = `const exitAt = ${handlers.exitAt};
const slow = ${handlers.slow};
${hooked[hooks] || "const running = () => '';"}
${emitUncaught(handlers)}process.on('rejectionHandled', () => {
    log('H');${lateMore[late] || ''}
});
`;
    if (handlers.monitor)
        text += `process.on('uncaughtExceptionMonitor', (_, origin) =>
    log('M:' + origin));\n`;
    if (exitMore[exit])
        text += `process.on('exit', () => {${exitMore[exit]}\n});\n`;
    if (rejection !== 'none')
        text += `process.on('unhandledRejection', (reason, promise) => {
    log('R:' + (reason && reason.message || reason));${
        rejectionMore[rejection] || ''}
});
`;
    return text;
}

// ---- Bodies ----------------------------------------------------------------------

const makesTimers = ({ kind, manner, handled }) =>
    kind === 'timer' || kind === 'interval' || kind === 'rearm' ||
    (kind === 'promiseTimer' && manner !== 'immediate' && manner !== 'yield') ||
    (kind === 'signal' && manner === 'timeout') ||
    (kind === 'reject' && handled === 'timer');

const named = (label) => `log('${label}');`;

function emitAction(action, bodies = action.bodies.map(emitBody)) {
    const text = texts[action.kind] || manners[action.kind][action.manner];
    return text(action, ...bodies);
}

/* Does it leave nothing for another turn, beside what its bodies do? */
const isInstant = (action) =>
    !/set(Immediate|Timeout)|immediatePromise|timers\./.test(
        emitAction(action, ['', '']));

/* The statements of a body. */
function emitBody(body) {
    const actions = body.actions.map((action) => emitAction(action));
    // What throws must do so at the end, and after the spinning.
    const isThrow = (_, i) => body.actions[i].kind === 'throw';
    const spins = body.actions.some(makesTimers);
    return [
        named('b' + body.label),
        ...(spins ? ['try { making++;'] : []),
        ...actions.filter((_, i) => !isThrow(_, i)),
        ...(spins ? ['} finally { making--; spin(); }'] : []),
        ...actions.filter(isThrow).slice(0, 1),
    ].join('\n');
}

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
    awaits: (body) => `(async () => {
await fs.promises.access('.');
log('aw1');
await fs.promises.stat(file);
log('aw2');
${body}
})();`,
    signalled: (body) => `{
const alive = setTimeout(f, 5000);
process.once('SIGUSR2', (name) => {
clearTimeout(alive);
log(name);
${body}
});
process.kill(process.pid, 'SIGUSR2');
}`,
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

/* The first 'beforeExit' may be taken by something else. */
function emitStages(stages, { beforeExit }) {
    const more = beforeExit ?
        `\n    if (isFirst('BE'))\n        return queueSome('BE');` : '';
    if (stages.length === 0 && !beforeExit)
        return '';
    const cases = stages.map(({ root, times, body, settles }) => {
        const text = rootText[root](emitBody(body), times);
        return settles ?
            `() => setImmediate(setImmediate, () => {\n${text}\n}),` :
            `() => {\n${text}\n},`;
    });
    return `const stages = [\n${cases.join('\n')}\n];
process.on('beforeExit', () => {
    log('|');${more}
    unrefs.splice(0).forEach(clearHandle);
    const stage = stages.shift();
    if (stage)
        stage();
});
`;
}

function emitImport({ label, waits, file }) {
    if (file)
        return `import ${JSON.stringify(path.join(fixtures, file))};\n`;
    const text = 'const n=(l)=>(global.early=global.early||[]).push(l);' +
        `n('i${label}');process.nextTick(()=>n('i${label}t'));` +
        `Promise.resolve().then(()=>n('i${label}m'));` +
        (waits ? `await null;n('i${label}w');` : '');
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
import { receiveMessageOnPort } from 'node:worker_threads';
const load = createRequire(import.meta.url);
const file = fileURLToPath(import.meta.url);
` + module.imports.map(emitImport).join('') + prelude +
        emitHandlers(tree.handlers) + emitStages(stages.slice(1), tree.handlers) +
        tame(emitBody(stages[0].body)) + '\n' +
        module.parts.map(({ wait, body }) =>
            `await ${wait};\n{\n${tame(emitBody(body))}\n}\n`).join('');
}

function emitScript(tree) {
    return "'use strict';\n" + moduleNames.map(([what, from]) =>
        `const ${what} = require('${from}');\n`).join('') +
        `let timers, receiveMessageOnPort;
try {
    timers = require('timers/promises');
    ({ receiveMessageOnPort } = require('worker_threads'));
} catch (e) {} // in Node 10 there are none
const load = require;
const file = __filename;
` + prelude + emitHandlers(tree.handlers) +
        emitStages(tree.stages.slice(1), tree.handlers) +
        emitBody(tree.stages[0].body) + '\n';
}

function emit(tree) {
    const { mode } = tree.handlers;
    const options = mode ? `// options: --unhandled-rejections=${mode}\n` : '';

    return options + (tree.module ? emitModule(tree) : emitScript(tree));
}

module.exports = { emit, isInstant, makesTimers, manners };
