'use strict';
// The name of an encoding may be written in any case, wherever there is one.
// Each call below is made with every name in lower, upper and mixed case, and the
// results must be the same. All of it holds for Node 24 as well.
const assert = require('assert');
const childProcess = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const stream = require('stream');
const zlib = require('zlib');
const { StringDecoder } = require('string_decoder');
const { text, buffer } = require('stream/consumers');
const { Worker } = require('worker_threads');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-names-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
let files = 0;
const newFile = () => path.join(dir, `${files++}`);

const NAMES = ['utf8', 'utf-8', 'ascii', 'latin1', 'binary', 'hex', 'base64',
               'base64url', 'ucs2', 'ucs-2', 'utf16le', 'utf-16le'];
const mixed = (name) => [...name].map((c, i) => (i % 2 ? c.toUpperCase() : c))
    .join('');
const capital = (name) => name[0].toUpperCase() + name.slice(1);
const SPELLINGS = [(name) => name.toUpperCase(), mixed, capital];

// A text that every encoding takes, and to which each gives other bytes: hex and
// base64 take all of it, latin1 and utf8 differ in nothing but é.
const textFor = (name) => (/^(hex|base64)/i.test(name) ? '4142c3a9' : 'Aé\u00ff');
const BYTES = Buffer.from('41c3a9ff0a3e', 'hex');

// ---- Calls that return at once ---------------------------------------------------------

const calls = {
    'Buffer.from': (e) => Buffer.from(textFor(e), e),
    'Buffer.alloc': (e) => Buffer.alloc(9, textFor(e), e),
    'Buffer.byteLength': (e) => Buffer.byteLength(textFor(e), e),
    'Buffer.isEncoding': (e) => Buffer.isEncoding(e),
    'fill': (e) => Buffer.alloc(9).fill(textFor(e), e),
    'write': (e) => {
        const b = Buffer.alloc(9);
        return [b.write(textFor(e), e), b.write(textFor(e), 4, e),
                b.write(textFor(e), 2, 3, e), b];
    },
    'toString': (e) => [BYTES.toString(e), BYTES.toString(e, 1, 4)],
    'indexOf': (e) => {
        const b = Buffer.concat([BYTES, Buffer.from(textFor(e), e)]);
        return [b.indexOf(textFor(e), e), b.indexOf(textFor(e), 1, e),
                b.lastIndexOf(textFor(e), e), b.includes(textFor(e), e)];
    },
    'transcode': (e) => {
        const isKnown = !/^(hex|base64)/i.test(e);
        return isKnown && require('buffer').transcode(BYTES, e, 'utf8')
            .toString('hex');
    },
    'StringDecoder': (e) => {
        const d = new StringDecoder(e);
        return [d.encoding, d.write(BYTES.subarray(0, 2)),
                d.end(BYTES.subarray(2))];
    },
    'fs, at once': (e) => {
        const file = newFile();
        fs.writeFileSync(file, textFor(e), e);
        fs.appendFileSync(file, textFor(e), { encoding: e });
        const fd = fs.openSync(file, 'a');
        fs.writeSync(fd, textFor(e), null, e);
        fs.closeSync(fd);
        return [fs.readFileSync(file), fs.readFileSync(file, e),
                fs.readFileSync(file, { encoding: e })];
    },
    'names of files': (e) => {
        const link = newFile();
        const folder = fs.mkdtempSync(path.join(dir, 'd-'));
        fs.writeFileSync(path.join(folder, 'é'), '');
        fs.symlinkSync('é', link);
        const entries = fs.opendirSync(folder, { encoding: e });
        const entry = entries.readSync();
        entries.closeSync();
        return [fs.readdirSync(folder, e), fs.readlinkSync(link, e),
                entry.name,
                fs.readdirSync(folder, { withFileTypes: true, encoding: e })
                    .map((d) => d.name),
                fs.realpathSync(dir, e), fs.realpathSync.native(dir, e),
                fs.mkdtempSync(path.join(dir, 'd-'), e).length];
    },
    'hash': (e) => [
        crypto.createHash('sha1').update(textFor(e), e).digest(e),
        crypto.createHmac('sha1', 'k').update(textFor(e), e).digest(e),
        crypto.hash('sha1', 'x', e),
    ],
    'cipher': (e) => {
        const key = Buffer.alloc(16, 1);
        const c = crypto.createCipheriv('aes-128-ctr', key, key);
        const out = [c.update(textFor(e), e, e), c.final(e)];
        const d = crypto.createDecipheriv('aes-128-ctr', key, key);
        const bytes = Buffer.from(textFor(e), e);
        d.setAutoPadding(true);
        return [...out, d.update(bytes, undefined, e), d.final(e)];
    },
    'secret key': (e) =>
        crypto.createSecretKey(textFor(e), e).export().toString('hex'),
    'ECDH': (e) => {
        const a = crypto.createECDH('prime256v1');
        a.setPrivateKey('11'.repeat(32), e.toLowerCase() === 'hex' ? e : 'HEX');
        const shared = /^(ascii|utf-?8)$/i.test(e) ? '' :
            a.computeSecret(a.getPublicKey(e), e, e);
        return [a.getPublicKey(e), a.getPrivateKey(e), shared,
                crypto.ECDH.convertKey(a.getPublicKey('hex'), 'prime256v1',
                                       'hEX', e, 'compressed')];
    },
    'Diffie-Hellman': (e) => {
        const dh = crypto.createDiffieHellman('00ffef', 'HeX', '02', 'HEX');
        dh.setPrivateKey('05', 'HEX');
        return [dh.getPrime(e), dh.getGenerator(e), dh.getPrivateKey(e)];
    },
    'userInfo': (e) => os.userInfo({ encoding: e }).username,
    'execFileSync': (e) => {
        const options = { encoding: e, input: 'Aé' };
        return [childProcess.execFileSync('cat', options),
                childProcess.spawnSync('cat', options).stdout];
    },
    'string to stdin of spawnSync': (e) =>
        childProcess.spawnSync('cat', { encoding: e, input: textFor(e) })
            .stdout,
};

function sign(e) {
    const { privateKey, publicKey } = sign.keys ??=
        crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
    const made = crypto.createSign('sha256').update(textFor(e), e)
        .sign(privateKey, e);
    const isText = typeof made === 'string';
    const isWhole = isText && !/^(ascii|utf-?8)$/i.test(e);
    return [made, isWhole && crypto.createVerify('sha256')
        .update(textFor(e), e).verify(publicKey, made, e)];
}
calls.sign = sign;

// ---- Calls that return later -----------------------------------------------------------

const collect = (readable) => new Promise((resolve, reject) => {
    const list = [];
    readable.on('data', (chunk) => list.push(chunk));
    readable.on('end', () => resolve(list)).on('error', reject);
});

const joined = async (readable) => (await collect(readable)).join('|');

class Sink extends stream.Writable {
    constructor(options) {
        super(options);
        this.seen = [];
    }

    _write(chunk, encoding, callback) {
        this.seen.push(chunk);
        callback();
    }
}

const ended = (writable) => new Promise((resolve, reject) =>
    writable.on('finish', resolve).on('error', reject));

/* What a server gets from socket.write() and so on. */
function throughSocket(write) {
    return new Promise((resolve, reject) => {
        const server = net.createServer(async (socket) => {
            server.close();
            resolve(await buffer(socket));
        }).listen(0, () => {
            const socket = net.connect(server.address().port);
            socket.on('error', reject).on('connect', () => write(socket));
        });
    });
}

function fromSocket(read) {
    return new Promise((resolve) => {
        const server = net.createServer((socket) => {
            server.close();
            socket.end(BYTES);
        }).listen(0, () => resolve(read(net.connect(server.address().port))));
    });
}

function exchange(onRequest, onResponse, options, send) {
    return new Promise((resolve, reject) => {
        const server = http.createServer(async (request, response) => {
            server.close();
            onRequest(request, response, resolve);
        }).listen(0, () => {
            const request = http.request({ port: server.address().port,
                                           agent: false, ...options });
            request.on('error', reject);
            request.on('response', (response) => onResponse(response, resolve));
            send(request);
        });
    });
}

const get = (onRequest) =>
    exchange(onRequest, async (response, resolve) => {
        const { headers } = response;
        resolve([headers['content-length'], headers['transfer-encoding'],
                 await buffer(response)]);
    }, {}, (request) => request.end());

const post = (send) =>
    exchange(async (request, response, resolve) => {
        const body = await buffer(request);
        response.end();
        resolve([request.headers['content-length'], body]);
    }, (response) => response.resume(), { method: 'POST' }, send);

const laterCalls = {
    'Readable, encoding': (e) => joined(new stream.Readable({
        encoding: e, read() { this.push(BYTES); this.push(null); } })),
    'setEncoding': (e) => joined(stream.Readable.from([BYTES],
                                                      { objectMode: false })
        .setEncoding(e)),
    'readableEncoding': async (e) => new stream.PassThrough()
        .setEncoding(e).readableEncoding.toLowerCase(),
    'push and unshift': (e) => {
        const readable = new stream.Readable({ read() {} });
        readable.push(textFor(e), e);
        readable.unshift(textFor(e), e);
        readable.push(null);
        return buffer(readable);
    },
    'defaultEncoding of a Readable': (e) => {
        const readable = new stream.Readable({ defaultEncoding: e, read() {} });
        readable.push(textFor(e));
        readable.push(null);
        return buffer(readable);
    },
    'Writable': async (e) => {
        const sink = new Sink();
        sink.write(textFor(e), e);
        sink.setDefaultEncoding(e);
        sink.write(textFor(e));
        sink.cork();
        sink.write(textFor(e), e);
        sink.end(textFor(e), e);
        await ended(sink);
        return sink.seen;
    },
    'defaultEncoding of a Writable': async (e) => {
        const sink = new Sink({ defaultEncoding: e });
        sink.end(textFor(e));
        await ended(sink);
        return sink.seen;
    },
    'Transform that keeps strings': async (e) => {
        const pass = new stream.PassThrough({ decodeStrings: false });
        pass.end(textFor(e), e);
        return buffer(pass);
    },
    'zlib': async (e) => {
        const gzip = zlib.createGzip();
        gzip.end(textFor(e), e);
        return zlib.gunzipSync(await buffer(gzip));
    },
    'fs, later': async (e) => {
        const file = newFile();
        await fs.promises.writeFile(file, textFor(e), e);
        await fs.promises.appendFile(file, textFor(e), { encoding: e });
        const handle = await fs.promises.open(file, 'a+');
        await handle.write(textFor(e), null, e);
        await handle.writeFile(textFor(e), e);
        await handle.close();
        const fd = fs.openSync(file, 'a');
        await new Promise((resolve) =>
            fs.write(fd, textFor(e), null, e, resolve));
        fs.closeSync(fd);
        return [fs.readFileSync(file), await fs.promises.readFile(file, e),
                await new Promise((resolve) => fs.readFile(
                    file, { encoding: e }, (_, result) => resolve(result)))];
    },
    'names of files, later': async (e) => {
        const folder = fs.mkdtempSync(path.join(dir, 'd-'));
        const link = newFile();
        fs.writeFileSync(path.join(folder, 'é'), '');
        fs.symlinkSync('é', link);
        return [await fs.promises.readdir(folder, e),
                await fs.promises.readlink(link, { encoding: e }),
                await fs.promises.realpath(dir, e),
                await new Promise((resolve) => fs.readdir(
                    folder, e, (_, names) => resolve(names)))];
    },
    'streams of files': async (e) => {
        const file = newFile();
        const writable = fs.createWriteStream(file, { encoding: e });
        writable.write(textFor(e));
        writable.end(textFor(e), e);
        await ended(writable);
        return [fs.readFileSync(file),
                await joined(fs.createReadStream(file, e)),
                await joined(fs.createReadStream(file, { encoding: e }))];
    },
    'socket.write': (e) => throughSocket((socket) => {
        socket.write(textFor(e), e);
        socket.cork();
        socket.write(textFor(e), e);
        socket.write(textFor(e), e);
        socket.uncork();
        socket.setDefaultEncoding(e);
        socket.write(textFor(e));
        socket.end(textFor(e), e);
    }),
    'socket.write before it is connected': (e) => {
        const { port, done } = listening();
        return port.then((number) => {
            const socket = net.connect(number);
            socket.write(textFor(e), e);
            socket.end(textFor(e), e);
            return done;
        });
    },
    'socket.setEncoding': (e) =>
        fromSocket((socket) => joined(socket.setEncoding(e))),
    'response.end': (e) => get((_, response) => response.end(textFor(e), e)),
    'response.end after writeHead': (e) => get((_, response) => {
        response.writeHead(200, { 'X-A': 'b' });
        response.end(textFor(e), e);
    }),
    'response.write': (e) => get((_, response) => {
        response.write(textFor(e), e);
        response.end(textFor(e), e);
    }),
    'response.write with a length': (e) => get((_, response) => {
        const { length } = Buffer.from(textFor(e), e);
        response.setHeader('Content-Length', 2 * length);
        response.write(textFor(e), e);
        response.end(textFor(e), e);
    }),
    'request.end': (e) => post((request) => request.end(textFor(e), e)),
    'request.write': (e) => post((request) => {
        request.write(textFor(e), e);
        request.end(textFor(e), e);
    }),
    'incoming.setEncoding': (e) => exchange(
        (_, response) => response.end(BYTES),
        async (response, resolve) =>
            resolve(await joined(response.setEncoding(e))),
        {}, (request) => request.end()),
    'child.stdin': async (e) => {
        const child = childProcess.spawn('cat');
        child.stdin.write(textFor(e), e);
        child.stdin.end(textFor(e), e);
        return buffer(child.stdout);
    },
    'child.stdout': (e) => {
        const child = childProcess.spawn('printf', ['A\\303\\251\\377']);
        return joined(child.stdout.setEncoding(e));
    },
    'execFile': (e) => new Promise((resolve) => childProcess.execFile(
        'printf', ['A\\303\\251\\377'], { encoding: e },
        (error, stdout) => resolve([error, stdout]))),
    'exec': (e) => new Promise((resolve) => childProcess.exec(
        'printf "A\\303\\251"', { encoding: e },
        (error, stdout) => resolve([error, stdout]))),
    'process.stdout': async (e) => {
        const child = childProcess.spawn(process.execPath, ['-e', `
            process.stdout.write(process.argv[1], process.argv[2]);
            process.stdout.end(process.argv[1], process.argv[2]);`,
                                                            textFor(e), e]);
        return buffer(child.stdout);
    },
    'process.stdin': async (e) => {
        const child = childProcess.spawn(process.execPath, ['-e', `
            process.stdin.setEncoding(process.argv[1]);
            process.stdin.on('data', (text) => process.stdout.write(text));`,
                                                            e]);
        child.stdin.end(BYTES);
        return buffer(child.stdout);
    },
    'createHash as a stream': (e) => {
        const hash = crypto.createHash('sha1', { encoding: e });
        hash.end(textFor(e), e);
        return joined(hash);
    },
    'Writable of a WritableStream': async (e) => {
        const chunks = [];
        const writable = stream.Writable.fromWeb(new WritableStream({
            write: (chunk) => { chunks.push(Buffer.from(chunk)); } }));
        writable.write(textFor(e), e);
        writable.end(textFor(e), e);
        await ended(writable);
        return Buffer.concat(chunks);
    },
    'stdin and stdout of a worker': async (e) => {
        const worker = new Worker(`
            process.stdin.on('data', (bytes) => process.stdout.write(
                bytes.toString('hex'), 'LATIN1'));`,
                                  { eval: true, stdin: true, stdout: true });
        worker.stdin.write(textFor(e), e);
        worker.stdin.end(textFor(e), e);
        return text(worker.stdout);
    },
    'text of a stream': (e) => {
        const pass = new stream.PassThrough();
        pass.end(textFor(e), e);
        return text(pass);
    },
};

function listening() {
    let end;
    const done = new Promise((resolve) => { end = resolve; });
    const port = new Promise((resolve) => {
        const server = net.createServer(async (socket) => {
            server.close();
            end(await buffer(socket));
        }).listen(0, () => resolve(server.address().port));
    });
    return { port, done };
}

// ---- All of them -----------------------------------------------------------------------

const attempt = async (call, name) => {
    try {
        return await call(name);
    } catch (error) {
        return `${error.code ?? error.name}`;
    }
};

/* What starts a program is asked less often. */
const few = new Set(['process.stdout', 'process.stdin',
                     'stdin and stdout of a worker']);

async function compare([title, call]) {
    const names = few.has(title) ? ['latin1', 'hex'] : NAMES;
    for (const name of names) {
        const expected = await attempt(call, name);
        for (const spell of few.has(title) ? [mixed] : SPELLINGS) {
            const found = await attempt(call, spell(name));
            assert.deepStrictEqual(found, expected, `${title}, ${spell(name)}`);
        }
    }
}

async function main() {
    const failed = [];
    const all = [...Object.entries(calls), ...Object.entries(laterCalls)];
    await Promise.all(all.map((entry) =>
        compare(entry).catch((error) => failed.push(error.message))));
    assert.deepStrictEqual(failed, []);
}

main();

// What fs.write() does not know is taken for UTF-8; crypto.hash() takes 'buffer' in
// any case.
{
    const file = require('path').join(require('os').tmpdir(), `names-${process.pid}`);
    const fd = require('fs').openSync(file, 'w');
    require('assert').strictEqual(require('fs').writeSync(fd, 'a\u00e9', 0, 'nope'), 3);
    require('fs').closeSync(fd);
    require('assert').strictEqual(require('fs').readFileSync(file, 'utf8'), 'a\u00e9');
    require('fs').unlinkSync(file);
    const { hash } = require('crypto');
    require('assert').deepStrictEqual(hash('md5', 'x', 'BUFFER'),
                                      hash('md5', 'x', 'buffer'));
    require('assert').throws(() => hash('md5', 'x', 'nope'),
                             { code: 'ERR_INVALID_ARG_VALUE' });
    require('assert').strictEqual(hash('md5', 'x', ''), hash('md5', 'x', 'utf8'));
    for (const options of [null, 5, []])
        require('assert').throws(() => hash('md5', 'x', options),
                                 { code: 'ERR_INVALID_ARG_TYPE' });
}

// A file is read as bytes where the encoding is empty, in each of the ways.
{
    const assert = require('assert');
    const fs = require('fs');
    const bytes = fs.readFileSync(__filename);
    for (const options of ['', { encoding: '' }]) {
        assert.deepStrictEqual(fs.readFileSync(__filename, options), bytes);
        fs.readFile(__filename, options, (error, found) =>
            assert.deepStrictEqual(found, bytes));
        fs.promises.readFile(__filename, options).then((found) =>
            assert.deepStrictEqual(found, bytes));
    }
}
