'use strict';
/* Servers and clients over the loopback interface and Unix sockets. */
const { both, list, on, call } = require('./streams.js');

const events = ['connect', 'ready', 'end', ...both, 'timeout']
    .filter((name, i, all) => all.indexOf(name) === i);
const eventsOf = (a) => list(a.reads === 'data' ? events :
    events.filter((name) => name !== 'data'));

const socket = {
    onSocket: on(['connect', 'ready', 'data', 'end', 'finish', 'close']),
    halfClose: call((o) => `${o}.end('bye')`, { weight: 2 }),
    reset: call((o, a) => `${o}.resetAndDestroy()`),
    destroySoon: call((o) => `${o}.destroySoon()`),
    state: call((o) => `note(${o}, [${o}.readyState, ${o}.pending, ` +
        `${o}.connecting, ${o}.bytesRead, ${o}.bytesWritten, ${o}.destroyed])`),
    big: call((o, a) => `${o}.write(Buffer.alloc(30000), cb(${o}, ` +
        `'c${a.label}'))`),
    ownPipe: call((o) => `${o}.pipe(${o})`),
    unref: call((o) => `{ ${o}.unref(); ${o}.ref(); }`),
    connectAgain: call((o) => `${o}.connect(where)`),
    keepAlive: call((o) => `${o}.setKeepAlive(true).setNoDelay(true)`),
};

const server = {
    onServer: on(['connection', 'close']),
    close: call((o, a) => `${o}.close(cb(${o}, 'cb${a.label}'))`,
                { weight: 3 }),
    count: call((o, a) => `${o}.getConnections(cb(${o}, 'n${a.label}'))`),
    listenAgain: call((o) => `${o}.listen(where)`),
    listens: call((o) => `note(${o}, 'l' + ${o}.listening)`),
    disposes: { text: (a, o) => `${o}[Symbol.asyncDispose]()
.then(cb(${o}, 'd'), cb(${o}, 'd'));` },
};

const wheres = {
    tcp: `{ port: server.address() ? server.address().port : 0,
host: '127.0.0.1' }`,
    unix: '{ path: file }',
};
const listensOn = {
    tcp: `{ port: 0, host: '127.0.0.1' }`,
    unix: '{ path: file }',
};

const client = (a, n, body) => `setUp(net.connect({ ...where,
allowHalfOpen: ${a.clientHalf} }), 'n${a.label}c${n}');\n${body}`;
/* The second client comes at once, or when the first one is connected or gone. */
const clientText = (a, first, second) => `{
const c = ${client(a, 0, first('c'))}
${a.second === 'none' ? '' : a.second === 'now' ?
    `{ const d = ${client(a, 1, second('d'))} }` :
    `c.once('${a.second}', () => { const d = ${client(a, 1, second('d'))} });`}
}`;

const serve = {
    weight: 6,
    slots: ['socket', 'socket', 'socket', 'server'],
    fields: (c) => ({
        over: c.pick(['tcp', 'unix']),
        half: c.one(3), clientHalf: c.one(3), paused: c.one(6),
        reads: c.pick(['data', 'data', 'none']),
        closes: c.pick(['connection', 'end', 'never', 'listening']),
        second: c.pick(['none', 'none', 'now', 'connect', 'close']),
    }),
    text: (a, accepted, first, second, listening) => `
const file = scratchName();
let sockets = 0;
const setUp = (s, name) => own(watch(s, name, ${eventsOf(a)}), () => s.destroy());
const server = own(watch(net.createServer({ allowHalfOpen: ${a.half},
pauseOnConnect: ${a.paused} }, (s) => {
setUp(s, 'n${a.label}s' + sockets++);
${a.closes === 'connection' ? "server.close(cb(server, 'closed'));" : ''}
${accepted('s')}
}), 'n${a.label}', ['listening', 'connection', 'close', 'error', 'drop']),
() => server.close());
let where = ${listensOn[a.over]};
server.listen(where, () => {
where = ${wheres[a.over]};
${a.closes === 'listening' ? 'setImmediate(() => server.close());' : ''}
${clientText(a, first, second)}
${listening('server')}
});`,
};

const refusals = {
    refused: `{ port: 1, host: '127.0.0.1' }`,
    noPath: '{ path: scratchName() }',
    notASocket: '{ path: __filename }',
    noFamily: `{ port: 1, host: '127.0.0.1', autoSelectFamily: false }`,
};
const refuse = {
    weight: 2,
    slots: ['socket'],
    fields: (c) => ({ how: c.pick(Object.keys(refusals)), reads: 'data' }),
    text: (a, body) => `const where = ${refusals[a.how]};
const c = own(watch(net.connect(where), 'n${a.label}', ${eventsOf(a)}),
() => c.destroy());\n${body('c')}`,
};

/* Two servers that want the same address. */
const taken = {
    slots: ['server'],
    fields: (c) => ({ over: c.pick(['tcp', 'unix']) }),
    text: (a, body) => `const file = scratchName();
const all = ['listening', 'close', 'error'];
const server = own(watch(net.createServer(), 'n${a.label}', all),
() => server.close());
const other = own(watch(net.createServer(), 'n${a.label}o', all),
() => other.close());
let where = ${listensOn[a.over]};
server.listen(where, () => {
where = ${wheres[a.over]};
other.listen(where, () => log('never'));\n${body('other')}
});`,
};

module.exports = { scenes: { serve, refuse, taken }, ops: { socket, server } };
