'use strict';
/*
 * generate.js SEED [PROFILE]: print a random event-loop program.
 *
 * A program is a tree of bodies; a body is a list of actions, most of which
 * hold bodies of their own that run later. What runs is noted by its label,
 * and the labels are printed at the end: the transcript. compare.js cuts the
 * tree down where two runtimes disagree, so the tree is the thing and the text
 * is made from it (emit).
 *
 * A program must have one legal transcript only, or there is nothing to
 * compare. Three rules see to that:
 * 1. A body that makes timers ends by spinning until all of them are due, so
 *    that they run in the next timers pass, whatever the machine does. Delays
 *    are equal or clearly apart.
 * 2. Files are read only when nothing else is under way: the program comes in
 *    stages, and 'beforeExit' starts the next one.
 *    What is unref'd and left over then is cleared: Node's loop may wake up for
 *    reasons of its own, and so run it early.
 * 3. Where two file calls do run at once, their callbacks do the same.
 *
 * For an older profile there is nothing in it that an old Node lacks.
 *
 * Every construct has its quota: it is the theme of every n-th seed, which
 * makes sure that it occurs there, and often.
 */

// ---- Chance ----------------------------------------------------------------------

/* The same numbers in every engine: 32-bit integers only. */
function makeChance(seed) {
    let state = (seed * 2654435761) >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let x = Math.imul(state ^ (state >>> 15), state | 1);
        x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
        return (x ^ (x >>> 14)) >>> 0;
    };
    const below = (n) => next() % n;
    return {
        below,
        pick: (list) => list[below(list.length)],
        one: (n) => below(n) === 0, // one time in n
    };
}

// ---- The constructs --------------------------------------------------------------

/*
 * name: how many bodies, how likely, and what else may vary. `fields` are
 * chosen when the tree grows; `emit` in the next part turns them into text.
 */
const delays = [0, 1, 4, 4, 8];
const awaited = ['null', 'P()', 'thenable()', 'asyncFn()', 'wrapped()',
                 'P().then(f)', 'Promise.all([P(), 1])', 'tickPromise()',
                 'immediatePromise()', 'thrower()'];

const constructs = {
    tick: { weight: 8, bodies: 1 },
    micro: { weight: 5, bodies: 1 },
    then: { weight: 6, bodies: 2, fields: (c) => ({
        value: c.pick(['', '', 'return P();', 'return thenable();',
                       'return wrapped();', 'return P().then(f);']),
    }) },
    await: { weight: 7, bodies: 2, fields: (c) => ({
        first: c.pick(awaited),
        second: c.pick(awaited),
        end: c.pick(['', '', 'return P();', 'return thenable();',
                     'return await P();', 'throw "A";']),
        caught: !c.one(3),
    }) },
    generator: { weight: 4, bodies: 2, fields: (c) => ({
        manner: c.pick(['loop', 'manual', 'break', 'return', 'throw',
                        'delegate', 'array']),
        value: c.pick(['1', 'P(2)', 'thenable()', 'wrapped()']),
        pause: c.pick(['', 'await null;', 'await thenable();']),
    }) },
    thenable: { weight: 3, bodies: 2, fields: (c) => ({
        manner: c.pick(['new Promise((r) => r(THEN))', 'Promise.resolve(THEN)',
                        'P().then(() => (THEN))']),
        later: c.one(3),
    }) },
    combine: { weight: 3, bodies: 1, fields: (c) => ({
        manner: c.pick(['all', 'allSettled', 'race', 'any']),
        members: [c.pick(awaited), c.pick(awaited), '7'],
    }) },
    finally: { weight: 2, bodies: 2, fields: (c) => ({
        rejects: c.one(2),
        value: c.pick(['', 'return P();', 'return thenable();']),
    }) },
    immediate: { weight: 9, bodies: 1, fields: (c) => ({
        unref: c.one(6),
    }) },
    clear: { weight: 3, bodies: 0, fields: (c) => ({ which: c.below(50) }) },
    timer: { weight: 7, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
        unref: c.one(8),
    }) },
    refresh: { weight: 2, bodies: 0, fields: (c) => ({ which: c.below(50) }) },
    interval: { weight: 3, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
        times: 1 + c.below(3),
    }) },
    emitter: { weight: 4, bodies: 2, fields: (c) => ({
        manner: c.pick(['on', 'once', 'prepend', 'error', 'await', 'removed',
                        'target']),
    }) },
    storage: { weight: 5, bodies: 1, fields: (c) => ({
        manner: c.pick(['run', 'run', 'enter', 'exit', 'bind', 'resource']),
        store: 1 + c.below(9),
    }) },
    throw: { weight: 4, bodies: 0 },
    reject: { weight: 4, bodies: 1, fields: (c) => ({
        handled: c.pick(['never', 'tick', 'micro', 'immediate', 'timer']),
    }) },
    promiseTimer: { weight: 3, bodies: 1, fields: (c) => ({
        delay: c.pick(delays),
        manner: c.pick(['timeout', 'immediate', 'abort']),
    }) },
    warning: { weight: 1, bodies: 0 },
};
const names = Object.keys(constructs);

/* What Node 10 lacks, as a whole or in part; 18 differs in the first. */
const missing = {
    node18: { without: ['storage'] },
    node10: {
        without: ['storage', 'micro', 'promiseTimer', 'warning'],
        noModules: true,
        manners: ['any', 'allSettled', 'await', 'target'],
        roots: ['message'],
    },
};

/* How a stage begins, once everything before it is over. */
const roots = ['direct', 'stat', 'stat', 'readFile', 'twice', 'immediate',
               'timer', 'await', 'message'];

/* Themes beside the constructs: seeds that are about these. */
const themes = [...names, 'module', 'module', 'file', 'moduleAwait'];

// ---- Growing a tree --------------------------------------------------------------

function makeGrower(seed, options) {
    const chance = makeChance(seed);
    const theme = themes[seed % themes.length];
    const allowed = names.filter((name) => !(options.without || []).includes(name));
    const bag = [];
    let left = 14 + chance.below(24); // actions
    let labels = 0;

    for (const name of allowed) {
        const weight = constructs[name].weight * (name === theme ? 5 : 1);
        for (let i = 0; i < weight; i++)
            bag.push(name);
    }

    const grow = {
        chance,
        theme,
        allowed,
        noRoots: options.roots || [],
        label: () => labels++,
        body(depth) {
            const node = { label: labels++, actions: [] };
            const wanted = depth === 0 ? 3 + chance.below(4) :
                chance.below(5 - Math.min(depth, 3));
            for (let i = 0; i < wanted && left > 0; i++)
                node.actions.push(grow.action(chance.pick(bag), depth));
            return node;
        },
        action(name, depth) {
            const what = constructs[name];
            left--;
            const node = { kind: name, label: labels++, bodies: [],
                           ...grow.fields(what) };
            for (let i = 0; i < what.bodies; i++)
                node.bodies.push(grow.body(depth + 1));
            return node;
        },
        fields(what) {
            for (;;) {
                const fields = what.fields ? what.fields(chance) : {};
                if (!(options.manners || []).includes(fields.manner))
                    return fields;
            }
        },
        refill() { left = 4 + chance.below(12); },
    };
    return grow;
}

/* A file call that runs beside another may only queue what runs at once. */
function prune(body) {
    body.actions = body.actions.filter(({ kind }) =>
        ['tick', 'micro', 'then', 'storage', 'emitter'].includes(kind));
    for (const action of body.actions)
        action.bodies.forEach(prune);
    return body;
}

/*
 * An unref'd timer made in a timers pass may be armed for a millisecond later,
 * and whether the program lives that long is a race.
 */
function calm(body, inPass) {
    for (const action of body.actions) {
        const isTimer = makesTimers(action);
        if (isTimer && inPass)
            action.unref = false;
        action.bodies.forEach((inner) => calm(inner, inPass || isTimer));
    }
    return body;
}

function growStage(grow, first) {
    const { chance, theme } = grow;
    const root = first ? 'main' : theme === 'file' ?
        chance.pick(['stat', 'readFile', 'twice']) :
        chance.pick(roots.filter((name) => !grow.noRoots.includes(name)));

    grow.refill();
    const body = grow.body(0);
    calm(body, root === 'timer');
    return { root, body: root === 'twice' ? prune(body) : body };
}

/* Between the parts of an ES module's body there is a top-level await. */
function growModule(grow) {
    const { chance, theme } = grow;
    const parts = [];
    const waits = ['null', 'P()', 'thenable()', 'immediatePromise()',
                   'timerPromise()', 'wrapped()', 'asyncFn()'];
    const count = theme === 'moduleAwait' ? 2 + chance.below(2) :
        chance.below(2);

    for (let i = 0; i < count; i++) {
        grow.refill();
        parts.push({ wait: chance.pick(waits),
                     body: calm(grow.body(1), true) });
    }
    return {
        parts,
        imports: Array.from({ length: chance.below(4) }, () =>
            ({ label: grow.label(), waits: chance.one(3) })),
    };
}

function grow(seed, profile = 'node') {
    const options = missing[profile] || {};
    const g = makeGrower(seed, options);
    const { chance, theme } = g;
    const isModule = !options.noModules &&
        (theme.startsWith('module') || chance.one(6));
    const tree = { seed, theme, stages: [growStage(g, true)] };

    if (g.allowed.includes(theme))
        tree.stages[0].body.actions.unshift(g.action(theme, 0));
    if (isModule)
        tree.module = growModule(g);
    const more = theme === 'file' ? 1 + chance.below(2) : chance.below(3);
    for (let i = 0; i < more; i++)
        tree.stages.push(growStage(g, false));
    tree.handlers = {
        tick: chance.one(4), // the handler of exceptions queues things itself
        rejectionThrows: chance.one(8),
        noRejectionListener: chance.one(6),
    };
    return tree;
}

// ---- The text --------------------------------------------------------------------

const prelude = `
const lines = [];
const handles = [];
const als = AsyncLocalStorage ? new AsyncLocalStorage() : { getStore() {} };
function log(label) {
    const store = als.getStore();
    lines.push(store === undefined ? label : label + '@' + store);
    if (lines.length > 2000)
        process.exit(99);
}
function spin() {
    const end = Date.now() + 11;
    while (Date.now() < end);
}
const P = (value) => Promise.resolve(value);
const f = () => {};
const thenable = () => ({ then(resolve) { log('th'); resolve(); } });
const asyncFn = async () => { log('af'); };
const wrapped = () => new Promise((resolve) => resolve(P()));
const thrower = async () => { throw 'T'; };
const tickPromise = () => new Promise((resolve) => process.nextTick(resolve));
const immediatePromise = () => new Promise((resolve) => setImmediate(resolve));
const timerPromise = () => {
    const promise = new Promise((resolve) => setTimeout(resolve, 1));
    spin();
    return promise;
};
function clear(which) {
    const handle = handles[which % handles.length];
    clearTimeout(handle);
    clearImmediate(handle);
}
function clearUnref(handle) {
    if (!handle.hasRef || !handle.hasRef()) {
        clearTimeout(handle);
        clearImmediate(handle);
    }
}
function refresh(which) {
    const handle = handles[which % handles.length];
    if (handle && handle.refresh && !handle._repeat)
        handle.refresh();
    spin();
}
process.on('exit', (code) => console.log(lines.join(' ') + ' exit:' + code));
process.removeAllListeners('warning');
process.on('warning', (warning) => log('W:' + warning.name));
`;

const moduleNames = [
    ['fs', 'fs'], ['EventEmitter', 'events'],
    ['{ AsyncLocalStorage, AsyncResource }', 'async_hooks'],
];

function emitHandlers({ tick, rejectionThrows, noRejectionListener }) {
    const more = tick ?
        ' process.nextTick(log, "Ut"); P().then(() => log("Um"));' : '';
    let text = `process.on('uncaughtException', (error) => {
    log('U:' + (error && error.message || error));${more}
});
process.on('rejectionHandled', () => log('H'));
`;
    if (!noRejectionListener) {
        const ends = rejectionThrows ? ' throw new Error("RT");' : '';
        text += `process.on('unhandledRejection', (reason) => {
    log('R:' + (reason && reason.message || reason));${ends}
});
`;
    }
    return text;
}

const makesTimers = ({ kind, manner, handled }) =>
    kind === 'timer' || kind === 'interval' ||
    (kind === 'promiseTimer' && manner === 'timeout') ||
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
    default:
        return `timers.setTimeout(${a.delay}).then(() => {\n${inner}\n});`;
    }
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
    immediate: (a, inner) => `handles.push(setImmediate(() => {\n${inner}\n})${
        a.unref ? '.unref()' : ''});`,
    clear: (a) => `clear(${a.which});`,
    timer: (a, inner) => `handles.push(setTimeout(() => {\n${inner}\n}, ${
        a.delay})${a.unref ? '.unref()' : ''});`,
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
    warning: (a) => `process.emitWarning('w${a.label}', 'W${a.label}');`,
};

const rootText = {
    direct: (body) => body,
    stat: (body) => `fs.stat('.', () => {\n${body}\n});`,
    readFile: (body) => `fs.readFile(file, () => {\n${body}\n});`,
    twice: (body) => `for (let i = 0; i < 2; i++)
fs.stat('.', () => {\n${body}\n});`,
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
    const cases = stages.map(({ root, body }) =>
        `() => {\n${rootText[root](emitBody(body))}\n},`);
    return `const stages = [\n${cases.join('\n')}\n];
process.on('beforeExit', () => {
    log('|');
    handles.forEach(clearUnref);
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
const file = __filename;
` + prelude + emitHandlers(tree.handlers) + emitStages(tree.stages.slice(1)) +
        emitBody(tree.stages[0].body) + '\n';
}

const emit = (tree) => tree.module ? emitModule(tree) : emitScript(tree);

/* Which constructs occur, for the quotas. */
function used(tree, into = new Set()) {
    const visit = (body) => {
        for (const action of body.actions) {
            into.add(action.kind);
            action.bodies.forEach(visit);
        }
    };
    for (const { root, body } of tree.stages) {
        into.add('stage ' + root);
        visit(body);
    }
    if (tree.module) {
        into.add('module');
        tree.module.parts.forEach(({ body }) => visit(body));
        if (tree.module.parts.length > 0)
            into.add('top-level await');
    }
    return into;
}

module.exports = { grow, emit, used, names, roots };

if (require.main === module)
    console.log(emit(grow(Number(process.argv[2] || 1), process.argv[3])));
