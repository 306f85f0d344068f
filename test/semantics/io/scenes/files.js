'use strict';
/* Streams of files, calls of fs in a row, and compression: all on the pool. */
const { both, list } = require('./streams.js');

const fileEvents = list(['open', 'ready', ...both]);

const fileStreams = {
    threads: true,
    weight: 2,
    slots: ['readable', 'writable'],
    fields: (c) => ({ mark: c.pick([4, 16, 65536]), size: c.pick([0, 10, 40]),
                      absent: c.one(6), pipes: c.one(2),
                      range: c.one(4), signal: c.one(6) }),
    text: (a, first, second) => `const from = scratchName(), to = scratchName();
fs.writeFileSync(from, 'x'.repeat(${a.size}));
${a.signal ? `const ac = new AbortController();
setImmediate(() => ac.abort());` : ''}
const r = own(watch(fs.createReadStream(${a.absent ? "from + '-no'" : 'from'}, {
highWaterMark: ${a.mark}, ${a.range ? 'start: 2, end: 6,' : ''}
${a.signal ? 'signal: ac.signal,' : ''} }), 'f${a.label}r',
${list(['open', 'ready', ...both].filter((name) => name !== 'data'))}),
() => r.destroy());
const w = own(watch(fs.createWriteStream(to, { highWaterMark: ${a.mark} }),
'f${a.label}w', ${fileEvents}), () => w.destroy());
${a.pipes ? 'r.pipe(w);' : ''}
${first('r')}\n${second('w')}`,
};

const steps = {
    open: `fs.open(file, 'r', step('open'));`,
    stat: `fs.stat(file, step('stat'));`,
    absent: `fs.stat(file + '-no', step('absent'));`,
    read: `fs.readFile(file, step('read'));`,
    write: `fs.writeFile(file, 'text', step('write'));`,
    append: `fs.appendFile(file, 'more', step('append'));`,
    promised: `fs.promises.stat(file).then(() => step('promised')());`,
    list: `fs.readdir('.', step('list'));`,
    abort: `{ const ac = new AbortController();
fs.readFile(file, { signal: ac.signal }, step('abort'));
ac.abort(); }`,
    handle: `fs.promises.open(file).then(async (handle) => {
note(object, 'handle'); await handle.read(Buffer.alloc(4));
await handle.close(); step('handle')(); });`,
    mkdtemp: `fs.mkdtemp(file + '-', (error, name) => {
fs.rmdir(name, step('rmdir')); });`,
    exists: `fs.exists(file, (is) => step('exists')());`,
};

const fileCalls = {
    threads: true,
    weight: 2,
    fields: (c) => ({ calls: Array.from({ length: 2 + c.below(4) }, () =>
        c.pick(Object.keys(steps))), queues: c.one(2) }),
    text: (a) => `const file = scratchName();
fs.writeFileSync(file, 'x'.repeat(20));
const object = {};
names.set(object, 'f${a.label}');
const left = [
${a.calls.map((name) => `(step) => { ${steps[name]} },`).join('\n')}
];
const step = (what) => (error) => {
note(object, what + detail(error));
${a.queues ? `process.nextTick(log, 'x${a.label}t');
P().then(() => log('x${a.label}m'));` : ''}
const next = left.shift();
if (next) next(step);
};
step('start')();`,
};

const coders = ['Gzip', 'Deflate', 'DeflateRaw', 'BrotliCompress'];
const decoders = { Gzip: 'Gunzip', Deflate: 'Inflate', DeflateRaw: 'InflateRaw',
                   BrotliCompress: 'BrotliDecompress' };

const compress = {
    threads: true,
    weight: 2,
    slots: ['duplex', 'duplex'],
    fields: (c) => ({ coder: c.pick(coders), flushes: c.one(3),
                      link: c.pick(['pipe', 'pipeline', 'none', 'broken']),
                      size: c.pick([0, 5, 3000]) }),
    text: (a, first, second) => `const zlib = require('zlib');
measured = false;
const z = own(watch(zlib.create${a.coder}(), 'z${a.label}c',
${list(both.filter((name) => name !== 'data'))}), () => z.destroy());
const u = own(watch(zlib.create${decoders[a.coder]}(), 'z${a.label}d',
${list(both)}), () => u.destroy());
${{ pipe: 'z.pipe(u);', pipeline: `stream.pipeline(z, u, cb(z, 'done'));`,
    none: '', broken: `u.write('no such thing');` }[a.link]}
${first('z')}
${a.flushes ? `attempt(z, 'flush', () => z.flush(cb(z, 'flushed')));` : ''}
attempt(z, 'end', () => z.end('y'.repeat(${a.size})));
${second('u')}`,
};

const whole = {
    threads: true,
    fields: (c) => ({ coder: c.pick(['gzip', 'deflate', 'brotliCompress']),
                      promised: c.one(3), broken: c.one(3) }),
    text: (a) => `const zlib = require('zlib');
const object = {};
names.set(object, 'z${a.label}');
zlib.${a.coder}('y'.repeat(500), (error, bytes) => {
note(object, 'c' + detail(error));
process.nextTick(log, 'x${a.label}t');
zlib.${{ gzip: 'gunzip', deflate: 'inflate',
        brotliCompress: 'brotliDecompress' }[a.coder]}(
${a.broken ? "'not that'" : 'bytes'}, cb(object, 'd'));
});
${a.promised ? `require('util').promisify(zlib.${a.coder})('z')
.then(() => note(object, 'p'));` : ''}`,
};

module.exports = { scenes: { fileStreams, fileCalls, compress, whole },
                   ops: {} };
