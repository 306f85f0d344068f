'use strict';
/*
 * read_file.js SEED COUNT: invented calls of readFile(), with a callback: files of
 * all sizes, devices, directories and what is not there, descriptors at any place,
 * encodings, flags, signals. What each call gives is printed, to be compared with
 * Node 24, and with the same program under --plain (test/fuzz/ways).
 */
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');

const seed = Number(process.argv[2] || 1);
const count = Math.ceil(Number(process.argv[3] || 5000) / 50);

let state = (seed * 2654435761 + 12345) >>> 0;

/* A whole number below n. */
function random(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
}

const pick = (list) => list[random(list.length)];

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'read-file-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));

const sizes = [0, 1, 5, 4096, 65536, 524287, 524288, 524289, 1200000];
const files = sizes.map((size) => {
    const file = path.join(dir, `of${size}`);
    fs.writeFileSync(file, Buffer.alloc(size, 'ab\xe9ł'));
    return file;
});
files.push('/dev/null', '/proc/sys/kernel/ostype', dir, path.join(dir, 'none'),
           path.join(files[1], 'below'), '');

const encodings = [undefined, null, 'utf8', 'latin1', 'hex', 'base64', 'UTF-8',
                   'buffer', 'utf16le', 'ascii', 'none'];
const flags = [undefined, undefined, 'r', 'r+', 'w+x', 'a', 'rs', 'q'];

function show(error, value) {
    if (error)
        return `${error.name} ${error.code} ${error.message}`.replaceAll(dir, 'D');
    const bytes = typeof value === 'string' ? Buffer.from(value, 'utf16le') : value;
    return `${typeof value} ${value.length} ` +
        crypto.createHash('md5').update(bytes).digest('hex');
}

function argumentsOf() {
    let file = pick(files);
    if (random(5) === 0)
        file = Buffer.from(file);
    const encoding = pick(encodings);
    if (random(4) === 0)
        return [file, encoding];
    const options = { encoding, flag: pick(flags) };
    if (random(8) === 0) {
        const controller = new AbortController();
        options.signal = controller.signal;
        if (random(2) === 0)
            controller.abort();
    }
    return [file, options];
}

/* An open file, after some of it was read. */
function openSome() {
    const fd = fs.openSync(pick(files.slice(0, sizes.length)), 'r');
    if (random(2) === 0)
        fs.readSync(fd, Buffer.alloc(3));
    return fd;
}

function call(i, done) {
    const fd = random(5) === 0 ? openSome() : undefined;
    const [file, options] = argumentsOf();
    if (fd !== undefined && options?.signal)
        delete options.signal; // Node then gives what was read so far
    const line = [];
    const end = (...result) => {
        line.push(show(...result));
        process.nextTick(() => line.push('tick'));
        Promise.resolve().then(() => line.push('microtask'));
        setImmediate(() => {
            if (fd !== undefined)
                fs.closeSync(fd);
            console.log(i, line.join('; '));
            done();
        });
    };
    try {
        fs.readFile(fd ?? file, options, end);
    } catch (error) {
        end(error);
    }
}

let i = 0;
(function next() {
    if (i < count)
        call(i++, next);
})();
