// The same for two chains: what a chain does next is submitted after what was
// there, so it cannot overtake more than three of those.
// orders: 10
'use strict';
const fs = require('fs');
const submitted = [];
const order = [];
function stat(then) {
    const number = submitted.length;
    submitted.push(order.length);
    fs.stat('/', () => {
        order.push(number);
        then?.();
    });
}
for (let i = 0; i < 6; i++)
    stat();
stat(() => stat(() => stat()));
for (let i = 0; i < 6; i++)
    stat();
process.on('exit', () => {
    console.log(order.join(' '));
    order.forEach((op, p) => {
        const waiting = submitted.filter((_, n) =>
            n < op && order.indexOf(n) > p).length;
        if (waiting > 3)
            throw new Error(`${op} has overtaken ${waiting}: ${order}`);
    });
});
