// Each file callback is a callback of its own.
// prints: cb tick micro cb tick micro
// also: node18 node10
const fs = require('fs');
for (let i = 0; i < 2; i++) {
    fs.stat('.', () => {
        console.log('cb');
        Promise.resolve().then(() => console.log('micro'));
        process.nextTick(() => console.log('tick'));
    });
}
