'use strict';

// What the tests of the page look at: a bit of everything that the ring has.

const fs = require('fs');

setTimeout(() => {
    console.log('timeout');
    Promise.resolve().then(() => console.log('microtask of the timeout'));
}, 5);

setImmediate(() => console.log('immediate'));

fs.readFile(__filename, () => {
    console.log('read');
    setTimeout(() => console.log('timeout of the read'), 0);
    setImmediate(() => console.log('immediate of the read'));
});

process.nextTick(() => console.log('tick'));

async function wait() {
    await null;
    console.log('after the await');
}
wait();
