'use strict';

// generate.js SEED: prints a script of ten random programs for a page, which run one
// after the other. Each has three tasks, far apart, each of which arms the next. They
// queue microtasks, dispatch events and change a document. A task queues further
// tasks of one source only, since HTML leaves the order between sources open.

const PROGRAMS = 10;
const TASKS = 3;
const APART_MS = 50;
const DEPTH = 3;

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

const STATEMENTS = [
    () => log(),
    (d) => `queueMicrotask(() => { ${inside(d)} });`,
    (d) => `Promise.resolve().then(() => { ${inside(d)} }).then(() => { ${log()} });`,
    (d) => `(async () => { ${log()} await ${AWAITED[draw(AWAITED.length)]}; ` +
        `${inside(d)} })();`,
    (d) => `new Promise((done) => done(Promise.resolve())).then(() => { ${inside(d)} });`,
    (d) => `Promise.all([Promise.resolve(), null]).then(() => { ${inside(d)} });`,
    (d) => `Promise.reject(${++names}).catch(say).finally(() => { ${inside(d)} });`,
    () => 'leaf.dispatchEvent(new Event("go", { bubbles: true }));',
    () => 'leaf.click();',
    () => `leaf.setAttribute("title", ${++names});`,
    () => `root.appendChild(document.createElement("p")); ${log()}`,
    () => `queueMicrotask(() => { ${log()} throw new Error("e${++names}"); });`,
    (d) => `for (let i = 0; i < 2; i++) queueMicrotask(() => { ${inside(d)} });`,
];

function block(depth) {
    const parts = [log()];
    const count = depth <= 0 ? 0 : 1 + draw(3);
    for (let i = 0; i < count; i++)
        parts.push(STATEMENTS[draw(STATEMENTS.length)](depth));
    return parts.join('\n');
}

const SOURCES = [
    () => `setTimeout(() => { ${block(DEPTH - 1)} }, 0);`,
    () => `window.postMessage(${++names}, "*");`,
    () => `Promise.reject(${++names});`,
];

function task() {
    const source = SOURCES[draw(SOURCES.length)];
    const parts = [block(DEPTH)];
    for (let i = draw(4); i > 0; i--)
        parts.push(source(), block(1));
    return parts.join('\n');
}

const lines = [`
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
    say('message ' + event.data);
    queueMicrotask(() => say('microtask of message ' + event.data));
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
    tasks.shift()();
    if (tasks.length > 0)
        setTimeout(next, ${APART_MS});
}
setTimeout(next, ${APART_MS * 6});`);
console.log(lines.join('\n'));
