// With four threads, callback number p is never that of an operation after
// p + 3: a thread takes the next one when it has posted its result.
// orders: 20
'use strict';
const fs = require('fs');
const order = [];
for (let i = 0; i < 16; i++)
    fs.stat('/', () => order.push(i));
setTimeout(() => {}, 3);
process.on('exit', () => {
    console.log(order.join(' '));
    if (order.length !== 16)
        throw new Error('one is missing');
    order.forEach((op, p) => {
        if (op > p + 3)
            throw new Error(`${op} is number ${p}: ${order}`);
    });
});
