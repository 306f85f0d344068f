'use strict';
/* Message ports, broadcast channels and workers. */
const { list, call } = require('./streams.js');

const onPort = (event) => ({ weight: 3, slots: ['same'],
    text: (a, o, body) => `${o}.once('${event}', () => {
log('x${a.label}');\n${body()}\n});` });

const port = {
    onMessage: onPort('message'),
    onClose: onPort('close'),
    post: call((o, a) => `${o}.postMessage(${a.label})`, { weight: 6 }),
    postTwice: call((o, a) => `{ ${o}.postMessage(1); ${o}.postMessage(2); }`),
    close: call((o) => `${o}.close()`, { weight: 2 }),
    start: call((o) => `${o}.start()`),
    refs: call((o) => `{ note(${o}, 'h' + ${o}.hasRef()); ${o}.unref(); ` +
        `note(${o}, 'h' + ${o}.hasRef()); ${o}.ref(); }`),
    receive: call((o) => `note(${o}, 'r' + detail((worker_threads` +
        `.receiveMessageOnPort(${o}) || {}).message))`, { weight: 2 }),
    transfer: { slots: ['port'], text: (a, o, body) => `{
const { port1, port2 } = new MessageChannel();
own(watch(port1, 'm${a.label}', ['message', 'close']), () => port1.close());
port2.postMessage(7);
attempt(${o}, 't${a.label}', () => ${o}.postMessage(port2, [port2]));
${body('port1')}
}` },
    unclonable: call((o) => `${o}.postMessage(() => {})`),
};

const channel = {
    post: port.post,
    close: port.close,
    unref: call((o) => `{ ${o}.unref(); ${o}.ref(); }`),
    onMessage: { weight: 3, slots: ['same'], text: (a, o, body) =>
        `${o}.addEventListener('message', () => {
log('x${a.label}');\n${body()}\n}, { once: true });` },
};

const needs = `const worker_threads = require('worker_threads');\n`;

const ports = {
    weight: 2,
    slots: ['port', 'port', 'port'],
    fields: (c) => ({ listens: c.pick(['message', 'messages', 'none']) }),
    text: (a, one, two, received) => `${needs}
const { port1, port2 } = new MessageChannel();
own(port1, () => port1.close());
own(port2, () => port2.close());
watch(port1, 'm${a.label}a', ${list(['close', 'message'])});
watch(port2, 'm${a.label}b', ${list(a.listens === 'none' ? ['close'] :
    ['close', 'message', 'messageerror'])});
${a.listens === 'messages' ? `port2.once('message', () => {
${received('port2')}\n});` : received('port2')}
${one('port1')}\n${two('port2')}`,
};

const broadcast = {
    slots: ['channel', 'channel', 'channel'],
    text: (a, one, two, three) => `const names = ['a', 'b', 'c'];
const [x, y, z] = names.map((name) => {
const c = new BroadcastChannel('c${a.label}');
own(watch(c, 'b${a.label}' + name, []), () => c.close());
c.onmessage = ({ data }) => note(c, 'message' + detail(data));
return c;
});
${one('x')}\n${two('y')}\n${three('z')}`,
};

const inWorker = {
    echo: `parentPort.on('message', (m) => parentPort.postMessage(m));`,
    once: `parentPort.once('message', (m) => {
parentPort.postMessage(m); parentPort.postMessage('bye'); });`,
    ends: `parentPort.postMessage('hello');`,
    throws: `parentPort.postMessage('t'); throw new Error('in worker');`,
    exits: `parentPort.postMessage('e'); process.exit(3);`,
    closes: `parentPort.postMessage('c'); parentPort.close();`,
    rejects: `Promise.reject(new Error('r'));`,
    many: `for (let i = 0; i < 3; i++) parentPort.postMessage(i);
setImmediate(() => parentPort.postMessage('last'));`,
};

const worker = {
    onWorker: { weight: 3, slots: ['same'],
                fields: (c) => ({ event: c.pick(['online', 'message', 'exit']) }),
                text: (a, o, body) => `${o}.once('${a.event}', () => {
log('x${a.label}');\n${body()}\n});` },
    post: port.post,
    terminate: { text: (a, o) => `${o}.terminate().then(cb(${o}, 't'));` },
    refs: call((o) => `{ ${o}.unref(); ${o}.ref(); }`),
};

const workers = {
    threads: true,
    slots: ['worker', 'worker'],
    fields: (c) => ({ does: c.pick(Object.keys(inWorker)) }),
    text: (a, first, answered) => `${needs}
const w = own(watch(new worker_threads.Worker(
${JSON.stringify(`const { parentPort } = require('worker_threads');\n` +
    inWorker[a.does])}, { eval: true }), 'w${a.label}',
['online', 'message', 'error', 'exit', 'messageerror']), () => w.terminate());
w.once('message', () => {\n${answered('w')}\n});
${first('w')}`,
};

module.exports = { scenes: { ports, broadcast, workers },
                   ops: { port, channel, worker } };
