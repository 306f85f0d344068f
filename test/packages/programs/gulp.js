// gulp: tasks in a row and side by side, files through streams.
const { dir, modules: nm, write: w } = require('../files/tool.js');
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
fs.symlinkSync(nm, path.join(dir, 'node_modules'));
w('a.txt', 'text');
w(
    'gulpfile.js',
    `const { src, dest, series, parallel } = require('gulp');
    const { Transform } = require('stream');
    const upper = () => new Transform({
        objectMode: true,
        transform(file, encoding, done) {
            file.contents = Buffer.from(String(file.contents).toUpperCase());
            done(null, file);
        },
    });
    const copy = () => src('*.txt').pipe(upper()).pipe(dest('out'));
    const say = (done) => { console.log('say'); done(); };
    exports.default = series(copy, parallel(say));
    exports.bad = (done) => done(new Error('no'));`,
);
const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(nm, 'gulp/bin/gulp.js'), '--no-color', ...args],
        { cwd: dir, encoding: 'utf8' },
    );
    const text = (stdout + stderr)
        .replaceAll(fs.realpathSync(dir), 'DIR')
        .replace(/\[[\d:]{8}\]/g, '')
        .replace(/after .*/g, '')
        .replace(/\n +at .*/g, '');
    console.log(args.join(), status, text);
};
run();
console.log(fs.readFileSync(path.join(dir, 'out/a.txt'), 'utf8'));
run('bad');
run('--tasks-simple');
