// fs: what C makes of a sample (Stats, requests), readFile() of every kind of file,
// and chunks from stream to stream.
const fs = require('fs');
const dir = fs.mkdtempSync('/tmp/faults-');
const at = name => `${dir}/${name}`;
const check = next => (err, ...rest) => {
    if (err)
        throw err;
    next(...rest);
};
const expect = (code, next) => err => {
    if (err.code !== code)
        throw err;
    next(code);
};

fs.writeFileSync(at('from'), 'x'.repeat(200000));
fs.writeFileSync(at('empty'), '');
console.log(fs.statSync(at('from'), { bigint: true }).size);

const steps = [
    next => fs.stat(dir, check(s => next(s.isDirectory()))),
    next => fs.lstat(dir, { bigint: true }, check(s => next(s.isFile()))),
    next => fs.readFile(at('from'), check(b => next(b.length))),
    next => fs.readFile(at('empty'), check(b => next(b.length))),
    next => fs.readFile(dir, expect('EISDIR', next)),
    next => fs.readFile(at('none'), expect('ENOENT', next)),
    next => fs.open(at('pieces'), 'w+', check(fd => {
        fs.write(fd, Buffer.from('pieces'), 0, 6, 0, check(n => {
            fs.read(fd, Buffer.alloc(4), 0, 4, 2, check((m, bytes) => {
                fs.closeSync(fd);
                next(n, m, String(bytes));
            }));
        }));
    })),
    next => fs.createReadStream(at('from'))
        .pipe(fs.createWriteStream(at('to')))
        .on('finish', () => next(fs.statSync(at('to')).size)),
    () => fs.rmSync(dir, { recursive: true }),
];

(function run(...values) {
    if (values.length > 0)
        console.log(...values);
    steps.shift()?.(run);
})();
