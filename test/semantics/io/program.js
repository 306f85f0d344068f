'use strict';
/*
 * program.js: the text of the program that grow.js has grown.
 *
 * What happens to an object is noted as `object.event`; what runs by a tick, a
 * microtask or an immediate as a word of its own. The words are printed when the
 * process ends.
 *
 * Whatever is still open when nothing has happened for a while is closed by a
 * timer, in the order in which it was made. It does not keep the loop alive.
 */
const { scenes, ops } = require('./kinds.js');

const prelude = `'use strict';
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const stream = require('stream');
const lines = [];
const names = new WeakMap();
const P = (value) => Promise.resolve(value);
/* In Node, threads and the kernel get a little more time now and then, so that
 * a race does not look like a rule. */
const isNode = process.versions.orrery === undefined;
function idle(times) {
    for (let i = 0; i < times; i++);
}
function log(word) {
    lines.push(word);
    if (isNode && Math.random() < 0.1)
        idle(Math.random() * 300000);
    if (lines.length > 1500)
        process.exit(99);
}
/* How long something is that was compressed is not the same everywhere. */
let measured = true;
function detail(value) {
    if (value instanceof Error)
        return ':' + (value.code || value.message);
    if (typeof value === 'string' || ArrayBuffer.isView(value))
        return measured ? ':' + value.length : '';
    return ['number', 'boolean'].includes(typeof value) ? ':' + value : '';
}
/* Gives it a name, and notes its events. */
function watch(object, name, events) {
    names.set(object, name);
    for (const event of events)
        object.on(event, (value) => log(name + '.' + event +
            (event === 'open' ? '' : detail(value))));
    return object;
}
const note = (object, what) => log(names.get(object) + '.' + what);
/* A callback that notes its error or value. */
const cb = (object, what) => (error, value) =>
    note(object, what + detail(error) + detail(value));
const attempt = (object, what, work) => {
    try {
        work();
    } catch (error) {
        note(object, what + '!' + (error.code || error.name));
    }
};
/* A timer that is due in the next pass. */
function later(work) {
    setTimeout(work, 1);
    for (const end = Date.now() + 3; Date.now() < end;)
        idle(isNode ? 10000 : 0);
}
let open = [];
const own = (object, close) => {
    open.push([object, close]);
    return object;
};
let quiet;
function settle() {
    log('--');
    for (const [object, close] of open.splice(0)) {
        try {
            close(object);
        } catch (error) {
            note(object, 'close!' + error.code);
        }
    }
}
let made = 0;
const scratch = path.join(os.tmpdir(), 'orr-io-' + process.pid + '-');
const scratchName = () => scratch + made++;
process.on('exit', (code) => {
    while (made-- > 0)
        try { fs.unlinkSync(scratch + made); } catch {}
    console.log(lines.join(' ') + ' exit:' + code);
});
process.removeAllListeners('warning');
process.on('warning', (warning) => log('W:' + (warning.code || warning.name)));
process.on('uncaughtException', (error) =>
    log('U:' + (error && (error.code || error.message))));
process.on('unhandledRejection', (error) =>
    log('R:' + (error && (error.code || error.message))));
`;

function emitAction(action, object) {
    const [context, name] = action.kind.split('.');
    const { text } = name ? ops[context][name] : scenes[context];
    const bodies = action.bodies.map((body) => (o = object) =>
        emitBody(body, o));
    return name ? text(action, object, ...bodies) : text(action, ...bodies);
}

const emitBody = (body, object) => body.actions
    .map((action) => emitAction(action, object)).join('\n');

/* Node takes its time for the first worker, child or broadcast channel. */
const isSlow = ({ kind }) => scenes[kind].threads || kind === 'broadcast';

function emitStage({ body }) {
    return `() => {
clearTimeout(quiet);
quiet = setTimeout(settle, ${body.actions.some(isSlow) ? 1500 : 300}).unref();
${body.actions.map((action) => `{\n${emitAction(action)}\n}`).join('\n')}
},`;
}

function emit(tree) {
    return `${prelude}const stages = [\n${tree.stages.map(emitStage).join('\n')}
];
stages.shift()();
process.on('beforeExit', () => {
    log('|');
    open = [];
    const stage = stages.shift();
    if (stage)
        stage();
});
`;
}

module.exports = { emit };
