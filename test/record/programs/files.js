'use strict';
// Files, at once and later, whole and in pieces; directories; what fails.
const fs = require('fs');

fs.mkdirSync('d/e/f', { recursive: true });
fs.writeFileSync('d/a', `${Math.random()}`);
console.log(fs.readFileSync('d/a', 'utf8'), fs.statSync('d/a'));
console.log(fs.mkdtempSync('d/t-').length, fs.realpathSync('.'));
fs.symlinkSync('a', 'd/link');
console.log(fs.readlinkSync('d/link'), fs.readdirSync('d', { withFileTypes: true }));
try {
    fs.readFileSync('none');
} catch (error) {
    console.log(error.message);
}
const fd = fs.openSync('d/a', 'r+');
console.log(fs.writeSync(fd, 'abcdef', 2), fs.readSync(fd, Buffer.alloc(4), 0, 4, 0));
fs.closeSync(fd);
(async () => {
    const names = ['d/a', 'none', 'd/link', __filename];
    for (const r of await Promise.allSettled(names.map((n) => fs.promises.readFile(n))))
        console.log(r.status, r.value?.length, r.reason?.message);
    for await (const entry of await fs.promises.opendir('d'))
        console.log(entry.name.slice(0, 2), entry.isDirectory());
    const bytes = Buffer.alloc(3_000_000, 'xyz');
    await fs.promises.writeFile('big', bytes);
    let n = 0;
    for await (const piece of fs.createReadStream('big'))
        n += piece.length;
    console.log(n, (await fs.promises.readFile('big')).equals(bytes));
    console.log((await fs.promises.statfs('.')).bsize);
    await fs.promises.cp('d', 'copy', { recursive: true });
    await fs.promises.rm('d', { recursive: true });
    console.log(fs.existsSync('d'), fs.readdirSync('copy').length);
    console.log('end');
})();
