// Native addons with Node-API binaries, one after the other.
const tests = {
    '@node-rs/argon2': async (m) => console.log(await m.verify(await m.hash('x'), 'x')),
    '@node-rs/bcrypt': async (m) => console.log(await m.verify('x', await m.hash('x', 4)), m.compareSync('y', m.hashSync('x', 4))),
    '@node-rs/crc32': (m) => console.log(m.crc32('hello'), m.crc32c(Buffer.from('x'))),
    '@node-rs/xxhash': (m) => console.log(m.xxh32('hello'), m.xxh64('hello')),
    '@node-rs/jieba': (m) => { const { Jieba } = m; const { dict } = require('@node-rs/jieba/dict'); console.log(Jieba.withDict(dict).cut('我们中出了一个叛徒')); },
    snappy: async (m) => console.log((await m.uncompress(await m.compress('x'.repeat(1000)))).length, m.compressSync('abc')),
    sharp: async (m) => { const b = await m({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).resize(4, 4).png().toBuffer(); console.log((await m(b).metadata()).width); },
    bufferutil: (m) => { const a = Buffer.from('hello'); m.unmask(a, Buffer.from([1, 2, 3, 4])); console.log(a); },
    'utf-8-validate': (m) => console.log(m(Buffer.from('é')), m(Buffer.from([0xff]))),
    '@parcel/watcher': async (m) => { const fs = require('fs'); const d = fs.mkdtempSync(require('path').join(require('os').tmpdir(), 'watched-')); const s = await m.subscribe(d, async (e, ev) => { console.log(e, ev.map((x) => x.type)); await s.unsubscribe(); fs.rmSync(d, { recursive: true }); }); fs.writeFileSync(d + '/a', 'x'); },
    lightningcss: (m) => console.log(m.transform({ filename: 'a.css', code: Buffer.from('a { color: red; }'), minify: true }).code.toString()),
    '@swc/core': async (m) => console.log((await m.transform('const a: number = 1', { jsc: { parser: { syntax: 'typescript' } } })).code, m.minifySync('let abc = 1; console.log(abc)', { toplevel: true }).code),
    '@resvg/resvg-js': (m) => console.log(new m.Resvg('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>').render().asPng().length),
    msgpackr: (m) => console.log(m.unpack(m.pack({ a: [1, 'x', new Date(0)] }))),
    'sodium-native': (m) => { const b = Buffer.alloc(32); m.crypto_generichash(b, Buffer.from('x')); console.log(b.toString('hex')); },
    argon2: async (m) => console.log(await m.verify(await m.hash('x', { timeCost: 2, memoryCost: 1024 }), 'x')),
    '@napi-rs/canvas': (m) => { const c = m.createCanvas(10, 10); c.getContext('2d').fillRect(0, 0, 5, 5); console.log(c.toBuffer('image/png').length > 50); },
    '@napi-rs/uuid': (m) => console.log(m.v4().length),
    'oxc-parser': (m) => console.log(m.parseSync('a.js', 'a?.b').program.body[0].type),
};
(async () => {
    for (const [name, run] of Object.entries(tests)) {
        console.log(name);
        await run(require(name));
    }
})();
