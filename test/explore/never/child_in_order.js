// orders: 3
'use strict';
// What a child wrote comes before its exit, and 'close' after both; of two children the
// exits come in any order.
const assert = require('assert');
const { spawn } = require('child_process');

let all = '';
for (const name of ['a', 'b']) {
    let text = '';
    let hasExited = false;
    const child = spawn('echo', [name]);
    child.stdout.on('data', (bytes) => {
        assert(!hasExited);
        text += bytes;
        all += 'd';
    });
    child.on('exit', () => {
        hasExited = true;
        all += name;
    });
    child.on('close', (code) => {
        assert.strictEqual(code, 0);
        assert(hasExited);
        assert.strictEqual(text, `${name}\n`);
        all += 'c';
    });
}
process.on('exit', () => console.log(all));
