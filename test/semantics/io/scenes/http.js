'use strict';
/* HTTP: a server, and requests over one connection or several. */
const { list, on, call } = require('./streams.js');

const requestEvents = ['socket', 'response', 'drain', 'finish', 'abort',
                       'continue', 'information', 'error', 'close'];
const messageEvents = ['data', 'end', 'aborted', 'error', 'close'];
const responseEvents = ['pipe', 'drain', 'finish', 'error', 'close'];

/* A client's request, and a server's response: both go out. */
const request = {
    onRequest: on(['socket', 'response', 'finish', 'close']),
    abort: call((o) => `${o}.abort()`),
    flush: call((o) => `${o}.flushHeaders()`),
    state: call((o) => `note(${o}, [${o}.headersSent, ${o}.reusedSocket, ` +
        `${o}.writableEnded, ${o}.destroyed])`),
    setHeader: call((o) => `${o}.setHeader('x-late', 'y')`),
};
const response = {
    onResponse: on(['finish', 'close']),
    head: call((o) => `${o}.writeHead(201, { 'x-y': 'z' })`),
    early: call((o) => `${o}.writeProcessing()`),
    goOn: call((o) => `${o}.writeContinue()`),
    flush: request.flush,
    state: call((o) => `note(${o}, [${o}.headersSent, ${o}.writableEnded, ` +
        `${o}.finished, ${o}.destroyed])`),
    closeServer: call((o, a) => `server.close(cb(server, 'z${a.label}'))`),
    closeIdle: call((o) => `server.closeIdleConnections()`),
    dropSocket: call((o) => `${o}.socket && ${o}.socket.destroy()`),
};
const message = {
    onMessage: on(['data', 'end', 'close']),
    state: call((o) => `note(${o}, [${o}.complete, ${o}.aborted, ` +
        `${o}.destroyed])`),
};

/* One request of a client, numbered; its bodies end it, or it ends here. */
const ask = (a, n, made, answered) => `{
const q = own(watch(http.request({ port: server.address().port,
host: '127.0.0.1', agent, method: '${a.method}', path: '/${n}',
${a.expects ? `headers: { expect: '100-continue' },` : ''} }),
'h${a.label}q${n}', ${list(requestEvents)}), () => q.destroy());
q.on('response', (r) => {
own(watch(r, 'h${a.label}r${n}', ${list(messageEvents)}), () => r.destroy());
${answered('r')}
});
${made('q')}
${a.method === 'GET' || n > 0 ? 'q.end();' :
    "setImmediate(() => q.end('body'));"}
}`;

const http = {
    weight: 3,
    slots: ['response', 'message', 'request', 'message', 'request', 'message'],
    fields: (c) => ({ method: c.pick(['GET', 'POST', 'POST']),
                      keep: c.one(2), expects: c.one(6),
                      answers: c.pick(['now', 'now', 'end', 'immediate']),
                      second: c.pick(['no', 'now', 'response']) }),
    text: (a, answer, asked, made, answered, made2, answered2) => {
        const reply = `if (!res.writableEnded) res.end('reply');`;
        const when = { now: reply, end: `req.once('end', () => { ${reply} });`,
                       immediate: `setImmediate(() => { ${reply} });` };
        return `const http = require('http');
let requests = 0;
const agent = new http.Agent({ keepAlive: ${a.keep}, maxSockets: 1 });
const server = own(watch(http.createServer((req, res) => {
const n = requests++;
own(watch(req, 'h${a.label}i' + n, ${list(messageEvents)}), () => req.destroy());
own(watch(res, 'h${a.label}o' + n, ${list(responseEvents)}), () => res.destroy());
${asked('req')}
${answer('res')}
${when[a.answers]}
}), 'h${a.label}', ['listening', 'connection', 'request', 'close',
'clientError', 'dropRequest', 'connect']),
() => { agent.destroy(); server.close(); server.closeAllConnections(); });
server.listen(0, '127.0.0.1', () => {
${ask(a, 0, made, answered)}
${a.second === 'no' ? '' : a.second === 'now' ? ask(a, 1, made2, answered2) :
    `server.once('request', () => ${ask(a, 1, made2, answered2)});`}
});`;
    },
};

/* What is written to a server's socket by hand. */
const raw = {
    slots: ['response', 'socket'],
    fields: (c) => ({ sends: c.pick([
        'GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\nGET /2 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n',
        'GET / HTTP/1.0\\r\\n\\r\\n', 'BROKEN\\r\\n\\r\\n',
        'POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 9\\r\\n\\r\\nabc',
        'POST / HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n' +
            '3\\r\\nabc\\r\\n0\\r\\n\\r\\n',
        'GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n',
    ]) }),
    text: (a, answer, client) => `const http = require('http');
let requests = 0;
const server = own(watch(http.createServer((req, res) => {
const n = requests++;
own(watch(req, 'h${a.label}i' + n, ${list(messageEvents)}), () => req.destroy());
own(watch(res, 'h${a.label}o' + n, ${list(responseEvents)}), () => res.destroy());
${answer('res')}
if (!res.writableEnded) res.end('reply');
}), 'h${a.label}', ['listening', 'connection', 'request', 'close',
'clientError']), () => { server.close(); server.closeAllConnections(); });
server.listen(0, '127.0.0.1', () => {
const where = { port: server.address().port, host: '127.0.0.1' };
const c = own(watch(net.connect(where), 'h${a.label}c', ['connect', 'data',
'end', 'finish', 'error', 'close']), () => c.destroy());
c.write('${a.sends}', cb(c, 'sent'));
${client('c')}
});`,
};

module.exports = { scenes: { http, raw }, ops: { request, response, message } };
