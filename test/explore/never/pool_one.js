// With one thread, callbacks come in the order of submission.
// orders: 1
'use strict';
process.env.UV_THREADPOOL_SIZE = '1';
const fs = require('fs');
const order = [];
for (let i = 0; i < 10; i++) {
    const done = () => order.push(i);
    if (i % 3 === 0)
        fs.stat('/', done);
    else if (i % 3 === 1)
        fs.readdir('/', done);
    else
        require('crypto').randomBytes(8, done);
}
setTimeout(() => {}, 5);
process.on('exit', () => {
    console.log(order.join(' '));
    if (order.join() !== '0,1,2,3,4,5,6,7,8,9')
        throw new Error(`not in order of submission: ${order}`);
});
