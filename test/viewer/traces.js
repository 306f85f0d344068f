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

module.exports = { traceOf, longTrace, threadsTrace };
