// forms: leaves
const fs = require('fs');
function wait() {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (!fs.existsSync(process.env.LEFT))
        Atomics.wait(cell, 0, 0, 5);
}
console.log('line 1');
wait();
console.log('line 2');
console.log('line 3');
setTimeout(() => {
    console.log('later');
    process.exitCode = 7;
    process.nextTick(() => say('tick'));
}, 1);
