// fs: sync, callbacks, promises; one file that is not there.
const fs = require('fs');
const dir = fs.mkdtempSync('/tmp/faults-');
const file = dir + '/file.txt';

fs.writeFileSync(file, 'line\n'.repeat(200));
fs.appendFileSync(file, 'last\n');
console.log(fs.statSync(file).size, fs.existsSync(dir + '/none'));
console.log(fs.readdirSync(dir).join());
const fd = fs.openSync(file, 'r');
const bytes = new Uint8Array(10);
console.log(fs.readSync(fd, bytes, 0, 10, 5), bytes.join());
fs.closeSync(fd);

fs.readFile(file, 'utf8', (err, text) => {
    if (err)
        throw err;
    console.log(text.length);
    fs.stat(dir + '/none', none => {
        if (none.code !== 'ENOENT')
            throw none;
        console.log(none.code);
        fs.promises.readFile(file).then(all => {
            console.log(all.length);
            fs.rmSync(dir, { recursive: true });
            fs.readFileSync(file);
        });
    });
});
