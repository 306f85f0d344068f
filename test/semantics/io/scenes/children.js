'use strict';
/* Children: their pipes, how they end, and messages to those that are forked. */
const { list, call } = require('./streams.js');

const pipeEvents = ['data', 'drain', 'finish', 'end', 'error', 'close'];
const childEvents = ['spawn', 'exit', 'close', 'error', 'disconnect', 'message'];

const onChild = (events) => ({ weight: 3, slots: ['same'],
    fields: (c) => ({ event: c.pick(events) }),
    text: (a, o, body) => `${o}.once('${a.event}', () => {
log('x${a.label}');\n${body()}\n});` });

const child = {
    onChild: onChild(['spawn', 'exit', 'close']),
    // Whether a child still reads is a race, and so is how a write ends.
    write: call((o, a) => `${o}.stdin.write('line\\n', ` +
        `() => log('x${a.label}'))`, { weight: 4 }),
    end: call((o) => `${o}.stdin.end()`, { weight: 3 }),
    endData: call((o, a) => `${o}.stdin.end('last\\n', ` +
        `() => log('x${a.label}'))`),
    kill: call((o) => `note(${o}, 'k' + ${o}.kill())`),
    killNow: call((o) => `note(${o}, 'k' + ${o}.kill('SIGKILL'))`),
    dropOutput: call((o) => `${o}.stdout.destroy()`),
    dropInput: call((o) => `${o}.stdin.destroy()`),
    pause: call((o) => `${o}.stdout.pause()`),
    resume: call((o) => `${o}.stdout.resume()`),
    state: call((o) => `note(${o}, [${o}.exitCode, ${o}.signalCode, ` +
        `${o}.killed, ${o}.connected])`),
    unref: call((o) => `{ ${o}.unref(); ${o}.ref(); }`),
};

const forked = {
    onForked: onChild(['message', 'disconnect', 'spawn']),
    send: call((o, a) => `note(${o}, 's' + ${o}.send(${a.label}, ` +
        `cb(${o}, 'm${a.label}')))`, { weight: 6 }),
    disconnect: call((o) => `${o}.disconnect()`, { weight: 2 }),
};

/* Settled by signals, not by chance: each does one thing at a time. */
const scripts = {
    cat: 'cat',
    ends: 'exit 3',
    speaks: 'echo out',
    both: 'echo out; echo err >&2',
    reads: 'read line; echo got; exit 2',
    dies: 'kill -9 $$',
    closes: 'exec 1>&-; cat >/dev/null',
    silent: 'cat >/dev/null; exit 5',
};

const watchChild = (a, made) => `const c = own(watch(${made}, 'k${a.label}',
${list(childEvents)}), () => c.kill('SIGKILL'));
if (c.stdin) c.stdin.on('error', () => {});
for (const name of ['stdout', 'stderr'])
if (c[name]) watch(c[name], 'k${a.label}' + name, ${list(pipeEvents)});`;

const spawned = {
    threads: true, real: true,
    weight: 2,
    slots: ['child', 'child'],
    fields: (c) => ({ script: c.pick(Object.keys(scripts)), ends: c.one(2),
                      stdio: c.pick(['pipe', 'pipe', 'ignore']) }),
    text: (a, first, second) => `const child = require('child_process');
${watchChild(a, `child.spawn('/bin/sh', ['-c', ${list(scripts[a.script])}],
{ stdio: '${a.stdio}' })`)}
${first('c')}
c.once('spawn', () => {\n${second('c')}\n});
${a.ends ? `if (c.stdin) c.stdin.end();` : ''}`,
};

const executed = {
    threads: true, real: true,
    slots: ['child'],
    fields: (c) => ({ how: c.pick(['exec', 'execFile', 'absent', 'signal',
                                   'maxBuffer']) }),
    text: (a, first) => `const child = require('child_process');
const ac = new AbortController();
const done = (error, out) => log('k${a.label}.done' + detail(error) +
detail(out));
${watchChild(a, { exec: `child.exec('echo a; exit 2', done)`,
    execFile: `child.execFile('/bin/echo', ['a'], done)`,
    absent: `child.execFile('/no/such/file', done)`,
    signal: `child.execFile('/bin/cat', { signal: ac.signal }, done)`,
    maxBuffer: `child.exec('echo abcdef', { maxBuffer: 3 }, done)` }[a.how])}
${a.how === 'signal' ? 'setImmediate(() => ac.abort());' : ''}
${a.how === 'absent' ? '' : first('c')}`,
};

const inFork = {
    echo: `process.on('message', (m) => process.send(m));`,
    // Not at once: Node 24 fails if another message came with the first.
    once: `process.once('message', (m) => { process.send(m);
setImmediate(() => process.disconnect()); });`,
    speaks: `process.send('hello');`,
    twice: `process.send(1); process.send(2, () => process.exit(4));`,
    waits: `process.on('disconnect', () => process.exit(6));`,
    reads: `process.stdin.on('data', (d) => process.send(String(d)));
process.stdin.on('end', () => process.exit());`,
};

const forks = {
    threads: true, real: true,
    weight: 2,
    slots: ['forked', 'forked'],
    fields: (c) => ({ does: c.pick(Object.keys(inFork)), silent: c.one(2),
                      serial: c.pick(['json', 'advanced']) }),
    text: (a, first, second) => `const child = require('child_process');
const file = scratchName();
fs.writeFileSync(file, ${list(inFork[a.does])});
${watchChild(a, `child.fork(file, { silent: ${a.silent},
serialization: '${a.serial}' })`)}
${first('c')}
c.once('message', () => {\n${second('c')}\n});`,
};

module.exports = { scenes: { spawned, executed, forks },
                   ops: { child, forked } };
