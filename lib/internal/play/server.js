'use strict';

// internal/play/server - the server of `orrery play`.
//
// It runs the programs that it is sent, so it answers only the page that it gave
// out itself:
//   - it listens on the loopback address;
//   - the first part of each path is a token that nobody can guess;
//   - Host must be its own address, or a name that somebody else owns could be
//     pointed to this machine;
//   - a request of another Origin, or of another site by Sec-Fetch-Site, is
//     refused, also if it has the token.
// All that is decided before a byte of the body is read.

const crypto = require('crypto');
const http = require('http');
const limits = require('internal/play/limits');
const { BACKENDS, getProfiles, run } = require('internal/play/run');

const HEADERS = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; script-src 'unsafe-inline'; " +
        "style-src 'unsafe-inline'; img-src data:; connect-src 'self'; " +
        "frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; " +
        "form-action 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
};

class Refusal extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

function isSame(given, wanted) {
    const a = Buffer.from(given);
    const b = Buffer.from(wanted);
    return a.length === b.length && crypto.timingSafeEqual(a, b);
}

// ---- Who asks ---------------------------------------------------------------

function checkSender(server, request) {
    const { host, origin } = request.headers;
    const hosts = [`127.0.0.1:${server.port}`, `localhost:${server.port}`];
    if (!hosts.includes(host))
        throw new Refusal(403, 'This server answers to its own address only.');
    if (origin !== undefined && !hosts.includes(origin.replace(/^http:\/\//, '')))
        throw new Refusal(403, 'Requests of another origin are refused.');
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
        throw new Refusal(403, 'Requests of another site are refused.');
}

// '/TOKEN/run' gives 'run'.
function checkToken(server, request) {
    const match = /^\/([^/?]*)\/([^?]*)(\?.*)?$/.exec(request.url);
    if (match === null || !isSame(match[1], server.token))
        throw new Refusal(403, 'The token in the address is missing or wrong.');
    return match[2];
}

// ---- What is asked ----------------------------------------------------------

function readBody(request) {
    const max = limits.codeBytes * 2 + 1000; // of JSON with escapes
    return new Promise((resolve, reject) => {
        const chunks = [];
        let size = 0;
        request.on('data', (chunk) => {
            size += chunk.length;
            if (size <= max)
                chunks.push(chunk);
            else
                reject(new Refusal(413, tooLong()));
        });
        request.on('end', () => resolve(Buffer.concat(chunks).toString()));
        request.on('error', reject);
    });
}

function tooLong() {
    return `The program is longer than ${limits.codeBytes} bytes.`;
}

function parseOrder(text) {
    let order;
    try {
        order = JSON.parse(text);
    } catch {
        throw new Refusal(400, 'The request is not JSON.');
    }
    const { code, profile = 'node', backend = 'sim' } = order ?? {};
    if (typeof code !== 'string')
        throw new Refusal(400, 'The request has no "code".');
    if (Buffer.byteLength(code) > limits.codeBytes)
        throw new Refusal(413, tooLong());
    if (!getProfiles().some(({ name }) => name === profile))
        throw new Refusal(400, 'There is no such profile.');
    if (backend !== 'sim' && backend !== 'epoll')
        throw new Refusal(400, 'There is no such back end.');
    return { code, profile, backend };
}

async function answerRun(server, request) {
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
        throw new Refusal(415, 'The request must be application/json.');
    if (Number(request.headers['content-length']) > limits.codeBytes * 2 + 1000)
        throw new Refusal(413, tooLong());
    if (server.running >= limits.running)
        throw new Refusal(429, 'Too many programs are running.');
    server.running++;
    try {
        const order = parseOrder(await readBody(request));
        return JSON.stringify(await run({ ...order, file: server.file }));
    } finally {
        server.running--;
    }
}

// ---- Answers ----------------------------------------------------------------

const ROUTES = {
    '__proto__': null,
    '': { method: 'GET', type: 'text/html', answer: (server) => server.page() },
    'view': {
        method: 'GET', type: 'text/html',
        answer: () => internalBinding('page').html('viewer'),
    },
    'run': { method: 'POST', type: 'application/json', answer: answerRun },
};

function send(response, status, type, text) {
    response.writeHead(status, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` });
    response.end(text);
}

async function answer(server, request, response) {
    checkSender(server, request);
    const route = ROUTES[checkToken(server, request)];
    if (route === undefined)
        throw new Refusal(404, 'There is no such page.');
    if (request.method !== route.method)
        throw new Refusal(405, `This takes ${route.method} only.`);
    send(response, 200, route.type, await route.answer(server, request));
}

// What is left of the body is not read: the connection ends with the answer.
function refuse(response, error) {
    const status = error instanceof Refusal ? error.status : 500;
    response.setHeader('Connection', 'close');
    send(response, status, 'text/plain', `${error.message}\n`);
}

// The page gets what it needs to know in a script element of type JSON.
function makePage({ code, lesson }) {
    const facts = JSON.stringify({ profiles: getProfiles(), backends: BACKENDS, code,
        lesson, limits })
        .replaceAll('<', '\\u003c');
    return internalBinding('page').html('play')
        .replace('"ORRERY-FACTS"', () => facts);
}

// Resolves with the address to open. `start` is what the page begins with: a program
// and its file, or a lesson.
function serve({ port = 0, start = {} } = {}) {
    const server = {
        token: crypto.randomBytes(18).toString('base64url'), running: 0, port: 0,
        page: () => makePage(start), file: start.file,
    };
    server.http = http.createServer((request, response) => {
        answer(server, request, response)
            .catch((error) => refuse(response, error));
    });
    return new Promise((resolve, reject) => {
        server.http.on('error', reject);
        server.http.listen(port, '127.0.0.1', () => {
            server.port = server.http.address().port;
            resolve(`http://127.0.0.1:${server.port}/${server.token}/`);
        });
    });
}

module.exports = { serve };
