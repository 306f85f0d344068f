'use strict';

// generate.js SEED: prints a script of ten random programs for a page, which run one
// after the other. Each has three tasks, far apart, each of which arms the next. They
// queue microtasks, dispatch events and change a document. A task queues further
// tasks of one source only, since HTML leaves the order between sources open: timers,
// messages of the window, of a port or of a worker, rejections, frames. The worker
// runs programs of its own, without a document, and posts what it says.

const PROGRAMS = 10;
const TASKS = 3;
const APART_MS = 50;
const DEPTH = 3;
const WORKER_TASKS = 5;

let state = Number(process.argv[2] ?? 1) * 2654435761 >>> 0;

function draw(n) {
    state = state + 0x6d2b79f5 >>> 0;
    let t = state;
    t = Math.imul(t ^ t >>> 15, t | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return ((t ^ t >>> 14) >>> 0) % n;
}

let names = 0;
const log = () => `say(${++names});`;

const AWAITED = ['undefined', 'Promise.resolve()', '(async () => {})()',
    '{ then(done) { done(); } }', 'new Promise((done) => queueMicrotask(done))'];

const inside = (depth) => block(depth - 1);

const ANYWHERE = [
    () => log(),
    (d) => `queueMicrotask(() => { ${inside(d)} });`,
    (d) => `Promise.resolve().then(() => { ${inside(d)} }).then(() => { ${log()} });`,
    (d) => `(async () => { ${log()} await ${AWAITED[draw(AWAITED.length)]}; ` +
        `${inside(d)} })();`,
    (d) => `new Promise((done) => done(Promise.resolve())).then(() => { ${inside(d)} });`,
    (d) => `Promise.all([Promise.resolve(), null]).then(() => { ${inside(d)} });`,
    (d) => `Promise.reject(${++names}).catch(say).finally(() => { ${inside(d)} });`,
    () => `queueMicrotask(() => { ${log()} throw new Error("e${++names}"); });`,
    (d) => `for (let i = 0; i < 2; i++) queueMicrotask(() => { ${inside(d)} });`,
];
const IN_PAGES = [
    ...ANYWHERE,
    () => 'leaf.dispatchEvent(new Event("go", { bubbles: true }));',
    () => 'leaf.click();',
    () => `leaf.setAttribute("title", ${++names});`,
    () => `root.appendChild(document.createElement("p")); ${log()}`,
];
let statements = IN_PAGES;

function block(depth) {
    const parts = [log()];
    const count = depth <= 0 ? 0 : 1 + draw(3);
    for (let i = 0; i < count; i++)
        parts.push(statements[draw(statements.length)](depth));
    return parts.join('\n');
}

const SOURCES = [
    () => `setTimeout(() => { ${block(DEPTH - 1)} }, 0);`,
    () => `pending++; window.postMessage(${++names}, "*");`,
    () => `Promise.reject(${++names});`,
    () => `pending++; port2.postMessage(${++names});`,
    () => `pending++; requestAnimationFrame(() => { pending--; ${block(DEPTH - 1)} });`,
    () => `pending++; worker.postMessage(${draw(WORKER_TASKS)});`,
];

// What the worker does, by the number that it is sent.
function workerText() {
    statements = ANYWHERE;
    const tasks = Array.from({ length: WORKER_TASKS }, () => `() => { ${block(DEPTH)} },`);
    statements = IN_PAGES;
    return `const say = (what) => postMessage(String(what));
        onerror = (message) => { say(message); return true; };
        const tasks = [${tasks.join('\n')}];
        onmessage = (event) => {
            tasks[event.data]();
            setTimeout(postMessage, 5, null);
        };`;
}

function task() {
    const source = SOURCES[draw(SOURCES.length)];
    const parts = [block(DEPTH)];
    for (let i = draw(4); i > 0; i--)
        parts.push(source(), block(1));
    return parts.join('\n');
}

const lines = [`
let pending = 0; // messages and frames that are under way, on a slow machine for long
const say = (what) => console.log(String(what));
const root = document.body.appendChild(document.createElement('div'));
const leaf = root.appendChild(document.createElement('div'));
new MutationObserver((records) => say('mutations ' + records.length))
    .observe(root, { attributes: true, childList: true, subtree: true });
for (const [name, node] of Object.entries({ root, leaf })) {
    for (const type of ['go', 'click']) {
        for (const capture of [true, false]) {
            node.addEventListener(type, () => {
                say(type + ' ' + name + ' ' + capture);
                queueMicrotask(() => say('microtask of ' + type + ' ' + name));
            }, capture);
        }
    }
}
window.onmessage = (event) => {
    pending--;
    say('message ' + event.data);
    queueMicrotask(() => say('microtask of message ' + event.data));
};
const { port1, port2 } = new MessageChannel();
port1.onmessage = window.onmessage;
const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(workerText())}])));
worker.onmessage = (event) => {
    if (event.data === null)
        pending--;
    else
        say('worker ' + event.data);
};
window.onerror = (message) => { say(message); return true; };
window.onunhandledrejection = (event) => {
    say('rejected ' + event.reason);
    queueMicrotask(() => say('microtask of rejection ' + event.reason));
    return false;
};`];
lines.push('const tasks = [');
for (let i = 0; i < PROGRAMS * TASKS; i++)
    lines.push(`() => { ${task()} },`);
lines.push(`];
function next() {
    if (pending === 0)
        tasks.shift()?.();
    if (tasks.length > 0 || pending > 0)
        setTimeout(next, ${APART_MS});
    else
        setTimeout(say, ${APART_MS}, 'end of all');
}
setTimeout(next, ${APART_MS * 6});`);
console.log(lines.join('\n'));
