// A chain of immediates does not hold up I/O or timers.
// prints: io timer
// prints: timer io
// also: node18 node10
const fs = require('fs');
let left = 2;
const arrived = (name) => {
    console.log(name);
    left--;
};
fs.stat('.', () => arrived('io'));
setTimeout(() => arrived('timer'), 2);
setImmediate(function next() {
    if (left > 0)
        setImmediate(next);
});
