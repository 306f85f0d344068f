// Immediates run in order, and those queued meanwhile in the next turn.
// orders: 3
'use strict';
const fs = require('fs');
const assert = require('assert');
const order = [];
let turn = 0;
fs.stat('/', () => order.push('file'));
setTimeout(() => order.push('timer'), 1);
for (let i = 0; i < 4; i++) {
    setImmediate(() => {
        order.push(`i${i}`);
        setImmediate(() => order.push(`n${i}`));
    });
}
process.on('exit', () => {
    console.log(order.join(' '));
    const rest = order.filter((name) => /[in]\d/.test(name)).join(' ');
    assert.strictEqual(rest, 'i0 i1 i2 i3 n0 n1 n2 n3');
    assert.ok(!/i\d (file|timer) i\d/.test(order.join(' ')),
              'something between two immediates of a turn');
});
