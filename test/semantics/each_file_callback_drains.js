// Ticks run between two completions of one poll, in Node 10 as well.
// prints: cb t m cb t m cb t m
// also: node18 node10
const fs = require('fs');
let n = 3;
for (let i = 0; i < n; i++) {
    fs.stat(__filename, () => {
        console.log('cb');
        process.nextTick(() => console.log('t'));
        Promise.resolve().then(() => console.log('m'));
    });
}
const end = Date.now() + 20;
while (Date.now() < end);
