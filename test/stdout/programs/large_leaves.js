// forms: leaves
const fs = require('fs');
const out = process.stdout;
watch(out, 'error', 'drain', 'close');
function wait() {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (!fs.existsSync(process.env.LEFT))
        Atomics.wait(cell, 0, 0, 5);
}
say(out.write(`a\n${'b'.repeat(300000)}`, (error) => say('a', error)));
say(out.write('c', (error) => say('c', error)));
wait();
say(state(out));
setImmediate(() => {
    setTimeout(() => say(state(out)), 20);
});
