// adm-zip, unzipper, yazl, yauzl.
const A = require('adm-zip'),
    yazl = require('yazl'),
    yauzl = require('yauzl'),
    unzipper = require('unzipper');
const fs = require('fs'),
    os = require('os'),
    path = require('path');
const f = path.join(os.tmpdir(), 'z' + process.pid + '.zip');
const z = new A();
z.addFile('a.txt', Buffer.from('hello'), 'cm');
z.addFile('d/b.txt', Buffer.from('x'.repeat(1e4)));
const b = z.toBuffer();
console.log(
    new A(b)
        .getEntries()
        .map((e) => [e.entryName, e.header.size, e.comment, e.header.compressedSize]),
    new A(b).readAsText('a.txt'),
);
fs.writeFileSync(f, b);
(async () => {
    const d = await unzipper.Open.file(f);
    for (const e of d.files) console.log(e.path, (await e.buffer()).length);
    await new Promise((r) =>
        fs
            .createReadStream(f)
            .pipe(unzipper.Parse())
            .on('entry', (e) => {
                console.log('E', e.path, e.type);
                e.autodrain();
            })
            .on('close', r),
    );
    const y = new yazl.ZipFile();
    y.addBuffer(Buffer.from('yy'), 'y.txt', { mtime: new Date(1e12) });
    y.addFile(__filename, 'self.js');
    y.end();
    const ch = [];
    for await (const c of y.outputStream) ch.push(c);
    yauzl.fromBuffer(Buffer.concat(ch), { lazyEntries: true }, (e, zf) => {
        zf.readEntry();
        zf.on('entry', (en) => {
            zf.openReadStream(en, (e, st) => {
                let n = 0;
                st.on('data', (d) => (n += d.length)).on('end', () => {
                    console.log(en.fileName, en.uncompressedSize, n);
                    zf.readEntry();
                });
            });
        });
        zf.on('end', () => {
            console.log('end');
            fs.unlinkSync(f);
        });
    });
})();
