// Reactions of promises run in the order of the jobs, whatever else there is.
// orders: 2
'use strict';
const fs = require('fs');
const assert = require('assert');
const around = [];
for (let i = 0; i < 4; i++)
    fs.stat('/', () => { around.push(`f${i}`); jobs(); });
setTimeout(() => { around.push('t'); jobs(); }, 1);
setImmediate(() => { around.push('i'); jobs(); });
function jobs() {
    const order = [];
    const f = async (n) => {
        order.push(`${n}a`);
        await null;
        order.push(`${n}b`);
        await new Promise((resolve) => resolve());
        order.push(`${n}c`);
    };
    f(1);
    f(2).then(() => order.push('end'));
    Promise.resolve().then(() => order.push('then'))
        .then(() => order.push('then2'));
    setImmediate(() => assert.strictEqual(
        order.join(' '), '1a 2a 1b 2b then 1c 2c then2 end'));
}
process.on('exit', () => console.log(around.join(' ')));
