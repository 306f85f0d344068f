// A promise of fs settles in the loop; its reactions are microtasks.
// prints: sync tick size true m t
// also: node18 node10
const fs = require('fs');
fs.promises.stat(__filename).then(({ size }) => {
    console.log('size', size > 10);
    process.nextTick(() => console.log('t'));
}).then(() => console.log('m'));
process.nextTick(() => console.log('tick'));
console.log('sync');
