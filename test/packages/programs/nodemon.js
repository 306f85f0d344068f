// nodemon starts a program again when a file changes.
const { dir, modules: nm, write: w } = require('../files/tool.js');
const path = require('path');
const { spawn } = require('child_process');
w('a.js', 'console.log("run",require("fs").readFileSync("b.txt","utf8"))');
w('b.txt', '1');
const c = spawn(
    process.execPath,
    [path.join(nm, 'nodemon/bin/nodemon.js'), '-q', '-L', '--ext', 'js,txt', 'a.js'],
    { cwd: dir },
);
let n = 0;
c.stdout.on('data', (d) => {
    console.log(String(d).trim());
    if (n++ == 0) setTimeout(() => w('b.txt', '2'), 1500);
    else c.kill('SIGTERM');
});
c.stderr.on('data', (d) => console.log('E' + d));
c.on('exit', (a, b) => console.log(a, b));
setTimeout(() => {
    console.log('timeout');
    c.kill('SIGKILL');
}, 20000).unref();
