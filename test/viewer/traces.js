'use strict';

// traces.js - the traces that the tests of the page load.

const { execFileSync } = require('child_process');
const { mkdtempSync, readFileSync, rmSync } = require('fs');
const { tmpdir } = require('os');
const path = require('path');

/** A program's trace on the simulator, as text. */
function traceOf(program, options = []) {
    const folder = mkdtempSync(path.join(tmpdir(), 'orrery-trace-'));
    const file = path.join(folder, 't.jsonl');
    try {
        execFileSync(process.execPath, ['trace', '--backend', 'sim', ...options,
            '-o', file, program], { stdio: 'ignore' });
        return readFileSync(file, 'utf8');
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** `count` events and some more: turns with timers, microtasks, a storm of them. */
function longTrace(count) {
    const lines = ['{"v":1,"mode":"virtual","backend":"sim","profile":"node",' +
        '"argv":["/long.js"]}'];
    let i = 0;
    let id = 1;
    let ms = 0;
    const add = (e, more) => lines.push(JSON.stringify({ i: ++i, e, ...more, vt: ms }));
    const run = (name, kind, own, c, line, inside) => {
        const record = { kind, id: own, loc: `/long.js:${line}:1` };
        add(`${name}+`, { ...record, c, tr: c });
        inside?.();
        add(`${name}-`, record);
    };
    run('cb', 'script', id, 0, 1, () => add('timer.arm',
        { kind: 'timer', id: 2, c: 1, ms: 1, loc: '/long.js:2:1' }));
    for (let turn = 1; i < count; turn++) {
        const timer = id + 1;
        id += 2;
        ms++;
        add('iter+', { id: turn });
        add('phase+', { phase: 'timers' });
        run('cb', 'timer', timer, timer - 2 || 1, 2, () => {
            add('timer.arm', { kind: 'timer', id: id + 1, c: timer, ms: 1,
                loc: '/long.js:2:1' });
            if (turn % 7 === 0)
                add('console', { fd: 1, text: `turn ${turn}\n`, c: timer });
        });
        const storm = turn % 50 === 0 ? 400 : turn % 4;
        for (let n = 0; n < storm; n++)
            run('micro', 'microtask', 1e7 + i, timer, 3);
        add('phase-', { phase: 'timers' });
        add('iter-', { id: turn });
    }
    add('exit', { code: 0 });
    return lines.join('\n') + '\n';
}

/** Two threads: the worker's ids begin at 1 again, its events have "t":1. */
function threadsTrace() {
    const lines = ['{"v":2,"mode":"real","backend":"epoll","profile":"node",' +
        '"argv":["/two.js"],"cwd":"/"}', '{"s":1,"file":"/two.js","text":"a()\\nb()\\n"}'];
    let i = 0;
    const add = (t, e, more) => lines.push(JSON.stringify(
        { i: ++i, e, ...(t ? { t } : {}), ...more, vt: i }));
    const script = { kind: 'script', id: 1, what: 'main' };
    add(0, 'cb+', { ...script, c: 0, tr: 0 });
    add(0, 'timer.arm', { kind: 'timer', id: 2, c: 1, ms: 5, loc: '/two.js:1:1' });
    add(1, 'cb+', { ...script, c: 0, tr: 0 });
    add(0, 'cb-', script);
    add(1, 'timer.arm', { kind: 'timer', id: 2, c: 1, ms: 9, loc: '/two.js:2:1' });
    add(1, 'cb-', script);
    for (const t of [0, 1]) {
        const timer = { kind: 'timer', id: 2, loc: `/two.js:${t + 1}:1` };
        add(t, 'iter+', { id: 1 });
        add(t, 'phase+', { phase: 'timers' });
        add(t, 'cb+', { ...timer, c: 1, tr: 0 });
        add(t, 'console', { fd: 1, text: `thread ${t}\n`, c: 2 });
        add(t, 'cb-', timer);
        add(t, 'phase-', { phase: 'timers' });
        add(t, 'iter-', { id: 1 });
    }
    add(0, 'exit', { code: 0 });
    return lines.join('\n') + '\n';
}

/** On a machine: heavy() takes 200 ms, a timer of 10 ms waits behind it, and a
 * server answers a request. Times are microseconds. */
function timeTrace() {
    const lines = ['{"v":2,"mode":"real","backend":"epoll","profile":"node",' +
        '"argv":["/app/server.js"],"cwd":"/app"}',
    '{"s":1,"file":"/app/server.js","text":"setTimeout(poll, 10)\\nsetTimeout(heavy, 5)\\n' +
        'app.get(\'/todos\', listTodos)\\n"}'];
    let i = 0;
    const add = (rt, e, more) => lines.push(JSON.stringify(
        { i: ++i, e, ...more, vt: Math.floor(rt / 1000), rt }));
    const run = (from, to, record, inside) => {
        add(from, 'cb+', { c: 1, tr: 0, ...record });
        inside?.();
        add(to, 'cb-', record);
    };
    const timer = (id, line) => ({ kind: 'timer', id, loc: `/app/server.js:${line}:1` });
    run(0, 1500, { kind: 'script', id: 1, what: 'main', c: 0 }, () => {
        add(1000, 'timer.arm', { ...timer(2, 1), c: 1, ms: 10, fn: 'poll' });
        add(1000, 'timer.arm', { ...timer(3, 2), c: 1, ms: 5, fn: 'heavy' });
        add(1000, 'schedule', { kind: 'tcp', id: 4, c: 1, loc: '/app/node_modules/x/i.js:9:1' });
    });
    add(6000, 'iter+', { id: 1 });
    add(6000, 'phase+', { phase: 'timers' });
    run(6000, 206000, timer(3, 2));
    run(206100, 206140, timer(2, 1), () => add(206120, 'console', { fd: 1, text: 'poll\n' }));
    add(206200, 'phase-', { phase: 'timers' });
    add(206200, 'phase+', { phase: 'poll' });
    const socket = { kind: 'tcp', id: 4, loc: '/app/node_modules/x/i.js:9:1' };
    run(206300, 207500, socket, () => {
        add(206400, 'emit', { what: 'request', listeners: 1, c: 4, req: 1, method: 'GET',
            url: '/todos?x=1', at: '/app/node_modules/x/i.js:20:1' });
        add(206500, 'enter', { c: 4, loc: '/app/server.js:3:19', fn: 'listTodos' });
        add(207000, 'answer', { c: 4, req: 1, status: 200 });
    });
    add(207600, 'phase-', { phase: 'poll' });
    add(207600, 'iter-', { id: 1 });
    add(207700, 'exit', { code: 0 });
    return lines.join('\n') + '\n';
}

module.exports = { timeTrace, traceOf, longTrace, threadsTrace };
