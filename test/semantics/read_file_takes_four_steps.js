// readFile: open, stat, read, close; never before the third immediate.
// prints: 1 2 3 read
// also: node18 node10
const fs = require('fs');
let n = 0;
let done = false;
fs.readFile(__filename, () => {
    done = true;
    console.log(n >= 3 ? 'read' : `too early: ${n}`);
});
setImmediate(function next() {
    if (!done && n < 3)
        console.log(++n);
    if (!done)
        setImmediate(next);
});
