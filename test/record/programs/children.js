'use strict';
// Child processes: output, input, exit codes, signals, what cannot be started.
const cp = require('child_process');

console.log(cp.execSync('date +%N; echo $$').toString());
console.log(cp.spawnSync('sh', ['-c', 'cat; exit 5'], { input: 'in' }));
const cat = cp.spawn('cat');
cat.stdout.on('data', (bytes) => console.log('cat', String(bytes)));
cat.on('close', (code, signal) => {
    console.log('cat', code, signal);
    const sleep = cp.spawn('sleep', ['100']);
    sleep.on('exit', (status, name) => {
        console.log('sleep', sleep.pid, status, name);
        console.log('end');
    });
    sleep.kill();
});
cat.stdin.end(`${Math.random()}`);
cp.exec('for i in 1 2 3; do echo $i; sleep 0.01; done; echo no >&2; exit 3',
    (error, out, err) => console.log(error.code, out, err));
cp.spawn('/none/such').on('error', (error) => console.log(error.message));
require('fs').writeFileSync('child.js', `process.on("message", (m) => {
    process.send([m, process.pid]);
    process.disconnect();
});`);
const fork = cp.fork('child.js');
fork.on('message', (message) => console.log('fork', message));
fork.on('exit', (code) => console.log('fork', code));
fork.send({ a: 1 });
