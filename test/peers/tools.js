'use strict';
// For the programs: certificates in files, commands of others, free ports.

const { execFile, spawn } = require('child_process');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { altNames, caExtensions, issue } = require('./certificates.js');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peers-'));
const children = [];
process.on('exit', () => {
    for (const child of children)
        child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
});

const root = issue({ name: 'root', extensions: caExtensions });
const leaf = issue({ name: 'localhost', by: root, extensions: [
    altNames(['dns', 'localhost'], ['ip', [127, 0, 0, 1]])] });
const keys = { key: leaf.keyPem, cert: leaf.cert };
const ca = root.cert;

function file(name, text, mode = 0o600) {
    const at = path.join(folder, name);
    fs.writeFileSync(at, text, { mode });
    return at;
}
const files = { ca: file('ca.pem', ca), cert: file('cert.pem', keys.cert),
                key: file('key.pem', keys.key), folder };

/* What a command prints, and its code. */
function run(command, args, input) {
    return new Promise((resolve) => {
        const child = execFile(command, args, { timeout: 20000 },
                               (error, stdout, stderr) => resolve({
                                   code: error ? error.code : 0, stdout, stderr,
                               }));
        child.stdin.end(input);
    });
}

/* A server of others, until the program ends. */
function start(command, args, options) {
    const child = spawn(command, args, { stdio: 'ignore', ...options });
    children.push(child);
    return child;
}

function freePort() {
    return new Promise((resolve) => {
        const server = net.createServer().listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            server.close(() => resolve(port));
        });
    });
}

/* Until somebody listens there. */
async function ready(port) {
    for (let i = 0; i < 200; i++) {
        const isThere = await new Promise((resolve) => {
            const socket = net.connect(port, '127.0.0.1', () => {
                socket.destroy();
                resolve(true);
            });
            socket.on('error', () => resolve(false));
        });
        if (isThere)
            return;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`nobody listens at ${port}`);
}

const listen = (server) => new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
});

module.exports = { ca, file, files, freePort, keys, listen, ready, run, start };
